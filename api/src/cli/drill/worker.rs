//! A worker of a drill: this program again, in a process of its own, doing what `work` does for payouts.
//!
//! Its job comes on stdin, so that nothing of it stands on a command line that others can read.

use super::plan::Death;
use super::world;
use crate::cli::Failure;
use anyhow::Context;
use api::rails::points::{self, Point};
use api::rails::ton::{Access, Ton};
use api::work::{Work, payouts};
use ledger::Clock;
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgConnectOptions;
use std::process::Stdio;
use std::str::FromStr;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use ton::SigningKey;

/// Pause between two looks.
const EVERY: Duration = Duration::from_millis(20);
/// How long a worker lives that was to die at a place which it does not come to.
const LIFE_MAX: Duration = Duration::from_secs(2);

/// What a worker works on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Address of the database.
    pub database: String,
    /// Addresses of the nodes.
    pub nodes: Vec<String>,
    /// The token's master contract.
    pub master: String,
    /// The house's key, hex.
    pub key: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct Order {
    job: Job,
    /// Index of the place at which it ends.
    point: Option<usize>,
    pay_twice: bool,
}

/// A running worker.
pub struct Worker(Child);

impl Worker {
    /// Starts one and waits until it works.
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
        let stdout = process.stdout.take().context("a worker with an output")?;
        let word = BufReader::new(stdout).lines().next_line().await?;
        anyhow::ensure!(word.as_deref() == Some("works"), "a worker did not begin: {word:?}");
        Ok(Worker(process))
    }

    /// Waits for the death that was planned, or brings it about.
    pub async fn die(&mut self, death: Death) -> anyhow::Result<()> {
        let life = match death {
            Death::At(_) => LIFE_MAX,
            Death::After(ms) => Duration::from_millis(ms),
        };
        if tokio::time::timeout(life, self.0.wait()).await.is_err() {
            self.0.kill().await?;
        }
        Ok(())
    }

    /// kill -9.
    pub async fn kill(mut self) -> anyhow::Result<()> {
        Ok(self.0.kill().await?)
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
    let mut key = [0; 32];
    hex::decode_to_slice(&order.job.key, &mut key)?;
    let rail = Ton::of(Access {
        nodes: order.job.nodes,
        master: ton::Address::parse(&order.job.master)?,
        key: SigningKey::from_bytes(&key),
        caps: world::NO_CAPS,
    });
    let _work = Work::start(&ledger, &[]);
    if let Some(point) = order.point.and_then(|index| Point::ALL.get(index)) {
        points::arm(*point);
    }
    if order.pay_twice {
        points::plant_second_payment();
    }
    println!("works");
    loop {
        payouts::strike(&ledger, &rail).await?;
        tokio::time::sleep(EVERY).await;
    }
}
