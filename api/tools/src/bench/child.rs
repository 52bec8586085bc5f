//! Second processes: this binary again, with a job on stdin, memory of its own and a ledger of its own.
//!
//! ```text
//! parent                         child
//!   job (one line of JSON)  ──▶  connects, warms up
//!                           ◀──  "ready"
//!   "go"                    ──▶  works
//!                           ◀──  result (one line of JSON)
//! ```
//! The job names the database, so it never stands on a command line that others can read.

use super::load::{Tally, Timing, tally};
use super::machine::resident_kb;
use super::ours::{self, Credits};
use anyhow::{Context, bail};
use domain::ids::PlayerId;
use ledger::Ledger;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use settings::Failure;
use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use std::process::Stdio;
use std::str::FromStr;
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// What a child is asked to do.
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    database: String,
    /// Players `first..first + count`, registered.
    first: i64,
    count: usize,
    task: Task,
}

#[derive(Debug, Serialize, Deserialize)]
pub enum Task {
    /// Credits by so many clients.
    Credits {
        /// Clients at once.
        clients: usize,
        /// Length of the run.
        timing: Timing,
    },
    /// One credit for each player, with a look at the own memory on the way.
    Touch {
        /// Players between two looks.
        every: usize,
    },
}

/// The result of [`Task::Credits`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Credited {
    pub tally: Tally,
    /// Every command that was acknowledged, measured or not.
    pub acknowledged: u64,
}

impl Job {
    /// Work on players `first..first + count` of a database.
    pub fn new(database: &PgConnectOptions, first: i64, count: usize, task: Task) -> Job {
        Job {
            database: database.to_url_lossy().to_string(),
            first,
            count,
            task,
        }
    }
}

/// A child that stands ready.
pub struct Ready {
    process: Child,
    stdin: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Ready {
    /// Starts a child with its job and waits until it is ready.
    ///
    /// # Errors
    /// When it cannot be started or fails on the way; what it said is on stderr.
    pub async fn start(job: &Job) -> anyhow::Result<Ready> {
        let program = std::env::current_exe().context("this program's own file")?;
        let mut process = Command::new(program)
            .arg("bench-child")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("a second process")?;
        let stdin = process.stdin.take().context("a second process with an input")?;
        let stdout = process.stdout.take().context("a second process with an output")?;
        let mut child = Ready {
            process,
            stdin,
            answers: BufReader::new(stdout).lines(),
        };
        child.say(&serde_json::to_string(job)?).await?;
        match child.answers.next_line().await?.as_deref() {
            Some("ready") => Ok(child),
            other => bail!("a second process did not get ready: {other:?}"),
        }
    }

    /// Lets the child work and waits for its result.
    ///
    /// # Errors
    /// When it fails.
    pub async fn go<R: DeserializeOwned>(mut self) -> anyhow::Result<R> {
        self.say("go").await?;
        let answer = self.answers.next_line().await?;
        let status = self.process.wait().await?;
        let answer = answer.filter(|_| status.success());
        let answer = answer.with_context(|| format!("a second process ended with {status}"))?;
        serde_json::from_str(&answer).context("the result of a second process")
    }

    async fn say(&mut self, line: &str) -> anyhow::Result<()> {
        self.stdin.write_all(format!("{line}\n").as_bytes()).await?;
        Ok(self.stdin.flush().await?)
    }
}

/// The other end: started by a bench, of no use to anybody else.
#[derive(clap::Args, Debug)]
pub struct BenchChild {}

impl BenchChild {
    /// Takes a job from stdin, does it and prints the result.
    pub async fn run(self) -> Result<(), Failure> {
        let job: Job = serde_json::from_str(&next_line().await?)
            .map_err(|_| Failure::Usage("This command is started by `ledger bench` alone.".into()))?;
        let database = PgConnectOptions::from_str(&job.database).map_err(anyhow::Error::from)?;
        let ledger = ours::connect(database).await?;
        println!("ready");
        // A parent that has ended sends nothing more, and then there is nothing to do.
        if next_line().await?.trim_end() == "go" {
            let result = job.task.run(&ledger, job.first, job.count).await?;
            println!("{result}");
        }
        ledger.close().await;
        Ok(())
    }
}

/// The parent's next line; empty when it has ended.
async fn next_line() -> anyhow::Result<String> {
    let line = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        std::io::stdin().read_line(&mut line).map(|_| line)
    });
    Ok(line.await??)
}

impl Task {
    async fn run(&self, ledger: &Ledger, first: i64, count: usize) -> anyhow::Result<String> {
        let players: Arc<[PlayerId]> = (first..).take(count).map(PlayerId::of_messenger).collect();
        match *self {
            Task::Credits { clients, timing } => {
                let mut clients = Credits::clients(ledger, &players, clients);
                let tally = tally(&mut clients, timing).await?;
                let acknowledged = clients.iter().map(|client| client.acknowledged).sum();
                Ok(serde_json::to_string(&Credited { tally, acknowledged })?)
            }
            Task::Touch { every } => {
                let mut resident = vec![resident_kb()?];
                for players in players.chunks(every) {
                    let players: Arc<[PlayerId]> = players.into();
                    ours::fill(ledger, &players, players.len()).await?;
                    resident.push(resident_kb()?);
                }
                Ok(serde_json::to_string(&resident)?)
            }
        }
    }
}
