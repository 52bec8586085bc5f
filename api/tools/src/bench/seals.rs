//! What the MACs of events and remembered answers cost: the same credits with everything on, on two databases, with MACs
//! and without. Both take turns in one run.

use super::Meter;
use super::contest::Contestant;
use super::figures::Run;
use super::load::Timing;
use super::ours::{self, Credits, fill, players};
use super::report::Figure;
use super::sustained::Sustained;
use domain::ids::PlayerId;
use ledger::unsealed;
use projections::{FOLLOWING, runner};
use std::sync::Arc;

/// Streams of each database: at 512 clients two for each.
const SPREAD: usize = 1_024;

/// A database of this case.
struct Side {
    sustained: Sustained,
    players: Arc<[PlayerId]>,
}

/// Compares both.
///
/// # Errors
/// The first run that fails.
pub async fn run(meter: &mut Meter) -> anyhow::Result<()> {
    let (sealed, bare) = (&Side::found(meter, "sealed").await?, &Side::found(meter, "bare").await?);
    let timing = meter.timing;
    for clients in [64, 512] {
        let contestants = [
            Contestant::new("sealed", move || sealed.run(clients, timing)),
            Contestant::new("unsealed", move || bare.run_unsealed(clients, timing)),
        ];
        meter.scratch.recycle_log_files().await?;
        let title = format!("seals, {clients} clients");
        let series = meter.contest.hold(&title, &contestants).await?;
        let [sealed, bare] = &series[..] else {
            unreachable!("a series for each contestant")
        };
        let over = sealed.over(bare).median;
        meter.record(Figure::of("seals", clients, sealed).with("over_unsealed", over));
        meter.record(Figure::of("seals.unsealed", clients, bare));
    }
    sealed.sustained.ledger.close().await;
    bare.sustained.ledger.close().await;
    Ok(())
}

impl Side {
    async fn found(meter: &Meter, name: &str) -> anyhow::Result<Side> {
        meter.progress(format!("preparing the database {name}"));
        let ledger = ours::found(meter.scratch.database(name).await?, meter.partitions).await?;
        let players = players(&ledger, 1, SPREAD).await?;
        fill(&ledger, &players, SPREAD).await?;
        runner::drain(&ledger, FOLLOWING).await?;
        let checkpoints = meter.scratch.checkpoints(name);
        Ok(Side {
            sustained: Sustained { ledger, checkpoints },
            players,
        })
    }

    async fn run(&self, clients: usize, timing: Timing) -> anyhow::Result<Run> {
        let mut clients = Credits::clients(&self.sustained.ledger, &self.players, clients);
        self.sustained.run(&mut clients, timing).await
    }

    /// MACs are neither made nor looked at meanwhile, in the whole process: nothing else runs.
    async fn run_unsealed(&self, clients: usize, timing: Timing) -> anyhow::Result<Run> {
        unsealed::set(true);
        let run = self.run(clients, timing).await;
        unsealed::set(false);
        run
    }
}
