//! `ledger drill failover`: three PostgreSQL under Patroni with etcd and HAProxy, two services, players, and one fault a
//! round; then whether everything that was acknowledged is there once.
//!
//! | file | what |
//! |---|---|
//! | here | the command, and the order of what it does |
//! | `programs`, `stage` | which programs, where, as whom |
//! | `cluster`, `node`, `patroni`, `relay` | the servers, what can be done to them, and the network between them |
//! | `service`, `load`, `ready` | processes of the product, the players, what the services say of themselves |
//! | `fault` | what goes wrong in a round |
//! | `lossy` | asynchronous replication, where something is lost |
//! | `verdict` | the counts |
//!
//! The settings of Patroni and HAProxy are those of `api/deploy`. No count depends on how fast the machine is; the gaps
//! are compared with Patroni's ttl where that is asked for.

mod cluster;
mod fault;
mod load;
mod lossy;
mod node;
mod patroni;
mod programs;
mod ready;
mod relay;
mod service;
mod stage;
mod verdict;

use anyhow::Context;
use clap::ValueEnum;
use cluster::Cluster;
use fault::Fault;
use load::Load;
use programs::Programs;
use service::{Server, Service};
use settings::{Failure, Settings, progress};
use stage::Stage;
use std::time::Duration;
use verdict::Verdict;

/// Kill, freeze, cut off, fill and switch PostgreSQL servers under Patroni while players play
///
/// Needs patroni, etcd and haproxy (Debian: patroni etcd-server haproxy) and an installed PostgreSQL. Everything runs on
/// ports of this machine that were free, in a folder of its own that is removed. Exit code 1 when an acknowledged
/// command was lost or happened twice, a version is missing, an answer was 5xx, or the log does not verify.
#[derive(clap::Args, Debug)]
pub struct Failover {
    /// Rounds; the faults are taken in turn: primary killed, switchover, synchronous standby frozen, network cut, node killed, Patroni killed, disk full
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// Only this fault; may be repeated
    #[arg(long, value_enum, value_name = "FAULT")]
    fault: Vec<Fault>,
    /// One round with asynchronous replication and frozen standbys instead: what was acknowledged is lost, and nothing may be written on top of it
    #[arg(long, conflicts_with_all = ["rounds", "fault"])]
    asynchronous: bool,
    /// Also fail when nothing was acknowledged for longer than 5 s at a switchover, or than Patroni's ttl and 5 s otherwise (15 s when the network is cut); with --asynchronous, when a service was ready for longer than 2 s after it had a primary again
    #[arg(long)]
    within_ttl: bool,
    /// Print the counts as one line of JSON
    #[arg(long)]
    json: bool,
}

impl Failover {
    /// Goes through the rounds; a problem is exit code 1.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let programs = Programs::find(settings)?;
        let stage = Stage::open(programs)?;
        let chosen = if self.fault.is_empty() {
            Fault::value_variants()
        } else {
            &self.fault
        };
        let faults: Vec<Fault> = chosen.iter().copied().cycle().take(self.rounds as usize).collect();
        let fills = !self.asynchronous && faults.contains(&Fault::DiskFull) && stage.may_mount().await;
        let mut cluster = Cluster::start(stage, fills).await?;
        let went = tokio::select! {
            went = self.go(&mut cluster, &faults, fills) => went,
            _ = tokio::signal::ctrl_c() => Err(anyhow::anyhow!("the drill was interrupted")),
        };
        if !went.as_ref().is_ok_and(Verdict::is_clean) {
            cluster.stage.keep_logs();
        }
        let restarts = cluster.restarts;
        let closed = cluster.close().await;
        let mut verdict = went?;
        verdict.patroni_restarts = restarts;
        closed?;
        if self.within_ttl {
            verdict.compare_gaps(ttl()?);
        }
        if self.json {
            println!("{}", verdict.json());
        } else {
            println!("{verdict}");
        }
        if verdict.is_clean() {
            Ok(())
        } else {
            Err(Failure::Found)
        }
    }

    async fn go(&self, cluster: &mut Cluster, faults: &[Fault], fills: bool) -> anyhow::Result<Verdict> {
        if self.asynchronous {
            lossy::make_asynchronous(cluster).await?;
        }
        let service = Service::on(cluster, !self.asynchronous);
        service.migrate(&cluster.stage).await?;
        let servers = service.start(&cluster.stage).await?;
        let load = Load::start(&servers)?;
        let mut verdict = Verdict::default();
        if self.asynchronous {
            verdict.loss = Some(lossy::lose(cluster, &service, &load).await?);
        } else {
            play(cluster, &load, faults, fills, &mut verdict).await?;
        }
        judge(cluster, &service, load, &mut verdict).await?;
        for server in servers {
            Server::close(server).await?;
        }
        Ok(verdict)
    }
}

/// One fault after the other.
async fn play(
    cluster: &mut Cluster,
    load: &Load,
    faults: &[Fault],
    fills: bool,
    verdict: &mut Verdict,
) -> anyhow::Result<()> {
    let bar = progress::bar(faults.len() as u64);
    for fault in faults {
        let gap = match fault {
            Fault::DiskFull if !fills => None,
            fault => Some(
                fault
                    .apply(cluster, load)
                    .await
                    .with_context(|| format!("at {}", fault.name()))?,
            ),
        };
        verdict.faults.push((*fault, gap));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// What is there, what is asked for again, and what `verify` and `audit` find.
async fn judge(cluster: &Cluster, service: &Service, load: Load, verdict: &mut Verdict) -> anyhow::Result<()> {
    let mut played = load.stop().await?;
    let mut database = cluster.database().await?;
    verdict.look(&mut database, &mut played).await?;
    if verdict.loss.is_none() {
        played.ask_again().await?;
    }
    verdict.hear(&played);
    for command in ["verify", "audit"] {
        let found = service.finds(&cluster.stage, &[command, "--json"]).await?;
        verdict
            .other
            .extend(found.map(|what| format!("ledger {command}: {what}")));
    }
    Ok(())
}

/// Patroni's ttl, as the settings of the deployment say it.
fn ttl() -> anyhow::Result<Duration> {
    let line = cluster::PATRONI
        .lines()
        .find_map(|line| line.trim().strip_prefix("ttl:"));
    let seconds = line.context("the settings of Patroni have a ttl")?.trim().parse()?;
    Ok(Duration::from_secs(seconds))
}
