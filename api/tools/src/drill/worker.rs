//! A worker of a drill: this program again, in a process of its own, doing what `work` does for payouts.
//!
//! Its job comes on stdin, so that nothing of it stands on a command line that others can read. Workers of a round
//! are started together and stand by, connected and idle, until they are started one after the other: a round lasts
//! as long as its payouts, not as long as the starts of its processes.

use super::plan::Death;
use super::test_chain::Access;
use super::world;
use anyhow::Context;
use ledger::Clock;
use rails::points::{self, Point};
use serde::{Deserialize, Serialize};
use settings::Failure;
use sqlx::postgres::PgConnectOptions;
use std::process::Stdio;
use std::str::FromStr;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use workers::{Workers, payouts};

/// Pause between two looks.
const EVERY: Duration = Duration::from_millis(20);
/// How long a worker lives that was to die at a place which it does not come to.
const LIFE_MAX: Duration = Duration::from_secs(2);

/// What a worker works on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Address of the database.
    pub database: String,
    /// What its rail needs.
    pub access: Access,
}

#[derive(Debug, Serialize, Deserialize)]
struct Order {
    job: Job,
    /// Index of the place at which it ends.
    point: Option<usize>,
    pay_twice: bool,
}

/// What lets a worker go that stands by.
const GO: &str = "go\n";

/// A process that stands by, or works.
pub struct Worker {
    process: Child,
    stdin: ChildStdin,
    stdout: Lines<BufReader<ChildStdout>>,
    death: Death,
}

impl Worker {
    /// Starts one that stands by.
    pub async fn start(job: &Job, death: Death, pay_twice: bool) -> anyhow::Result<Worker> {
        let program = std::env::current_exe().context("this program's own file")?;
        let mut process = Command::new(program)
            .arg("drill-worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("a worker")?;
        let point = match death {
            Death::At(point) => Point::ALL.iter().position(|one| *one == point),
            Death::After(_) => None,
        };
        let order = Order {
            job: job.clone(),
            point,
            pay_twice,
        };
        let mut stdin = process.stdin.take().context("a worker with an input")?;
        stdin
            .write_all(format!("{}\n", serde_json::to_string(&order)?).as_bytes())
            .await?;
        let stdout = BufReader::new(process.stdout.take().context("a worker with an output")?).lines();
        Ok(Worker {
            process,
            stdin,
            stdout,
            death,
        })
    }

    /// Lets it go, and waits until it works.
    pub async fn go(&mut self) -> anyhow::Result<()> {
        self.stdin.write_all(GO.as_bytes()).await?;
        let word = self.stdout.next_line().await?;
        anyhow::ensure!(word.as_deref() == Some("works"), "a worker did not begin: {word:?}");
        Ok(())
    }

    /// Waits for the death that was planned, or brings it about: at the latest when nothing is left to work on, because
    /// then no place can be reached any more.
    pub async fn die(mut self, nothing_left: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
        let life = match self.death {
            Death::At(_) => LIFE_MAX,
            Death::After(ms) => Duration::from_millis(ms),
        };
        tokio::select! {
            ended = self.process.wait() => {
                ended?;
                return Ok(());
            }
            done = nothing_left => done?,
            () = tokio::time::sleep(life) => {}
        }
        self.kill().await
    }

    /// kill -9.
    pub async fn kill(mut self) -> anyhow::Result<()> {
        Ok(self.process.kill().await?)
    }
}

/// A worker of a drill.
#[derive(clap::Args, Debug)]
pub struct DrillWorker {}

impl DrillWorker {
    /// Works until it is killed.
    pub async fn run(self) -> Result<(), Failure> {
        let mut line = String::new();
        std::io::stdin().read_line(&mut line).map_err(anyhow::Error::from)?;
        let order: Order = serde_json::from_str(&line)
            .map_err(|_| Failure::Usage("drill-worker is started by `ledger drill` and by nobody else.".into()))?;
        Ok(work(order).await?)
    }
}

async fn work(order: Order) -> anyhow::Result<()> {
    let ledger = world::open(PgConnectOptions::from_str(&order.job.database)?, Clock::system()).await?;
    let rail = order.job.access.rail()?;
    let mut word = String::new();
    std::io::stdin().read_line(&mut word)?;
    anyhow::ensure!(word == GO, "a worker that was not started");
    let _work = Workers::of_withdrawals(&ledger);
    if let Some(point) = order.point.and_then(|index| Point::ALL.get(index)) {
        points::arm(*point);
    }
    if order.pay_twice {
        points::plant_second_payment();
    }
    println!("works");
    loop {
        payouts::tick(&ledger, rail.as_ref()).await?;
        tokio::time::sleep(EVERY).await;
    }
}
