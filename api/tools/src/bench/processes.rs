//! Cases of several processes on one database: what the second costs, and what a process keeps in memory.
//!
//! | contestant | processes | players |
//! |---|---|---|
//! | one | one with all clients | all |
//! | two | two with half of the clients each | half for each: a player's commands go to one process |
//! | shared | two with half of the clients each | all for both: every command may meet the other process's |
//!
//! After the rounds the database is counted: every acknowledged command is there once, or it was lost.

use super::Meter;
use super::child::{Credited, Job, Ready, Task};
use super::contest::Contestant;
use super::figures::{Ratio, Run};
use super::load::{Tally, Timing};
use super::ours::{self, players};
use super::report::Figure;
use ledger::Ledger;
use sqlx::Row;
use sqlx::postgres::PgConnectOptions;
use std::sync::atomic::{AtomicU64, Ordering};

/// Clients of all processes together.
const CLIENTS: usize = 64;
/// Players of all processes together.
const PLAYERS: usize = 1_024;
/// Players that fill what a process keeps live (`ledger::cache`, by weight) and more: beyond them memory must not grow.
const FULL: usize = 300_000;

/// Measures one process against two.
///
/// # Errors
/// The first run that fails.
pub async fn two(meter: &mut Meter) -> anyhow::Result<()> {
    let database = meter.scratch.database("processes").await?;
    let ledger = ours::found(database.clone(), meter.partitions).await?;
    players(&ledger, 1, PLAYERS).await?;
    let stage = Stage {
        database,
        timing: meter.timing,
        acknowledged: AtomicU64::new(0),
    };
    let half = PLAYERS / 2;
    let contestants = [
        Contestant::new("one", || stage.run(CLIENTS, vec![(1, PLAYERS)])),
        Contestant::new("two", || {
            stage.run(CLIENTS / 2, vec![(1, half), (1 + half as i64, half)])
        }),
    ];
    meter.scratch.recycle_log_files().await?;
    let series = meter.contest.hold("two_processes", &contestants).await?;
    let lost = stage.lost(&ledger).await?;
    let shared = [Contestant::new("shared", || {
        stage.run(CLIENTS / 2, vec![(1, PLAYERS), (1, PLAYERS)])
    })];
    let alone = meter.contest.hold("two_processes_shared", &shared).await?;
    let lost_shared = stage.lost(&ledger).await?;
    let [one, two] = &series[..] else {
        unreachable!("a series for each contestant")
    };
    let over_one = two.over(one).median;
    meter.record(
        Figure::of("two_processes", CLIENTS, two)
            .with("over_one", over_one)
            .with("lost", lost),
    );
    meter.record(Figure::of("two_processes.one", CLIENTS, one));
    let shared = &alone[0];
    let over_one = shared.over(one).median;
    meter.record(
        Figure::of("two_processes_shared", CLIENTS, shared)
            .with("over_one", over_one)
            .with("lost", lost_shared),
    );
    ledger.close().await;
    Ok(())
}

struct Stage {
    database: PgConnectOptions,
    timing: Timing,
    /// Commands acknowledged so far.
    acknowledged: AtomicU64,
}

impl Stage {
    /// One run of as many processes as there are shares of players.
    async fn run(&self, clients: usize, shares: Vec<(i64, usize)>) -> anyhow::Result<Run> {
        let timing = self.timing;
        let mut children = Vec::new();
        for (first, players) in shares {
            let job = Job::new(&self.database, first, players, Task::Credits { clients, timing });
            children.push(Ready::start(&job).await?);
        }
        let mut working = tokio::task::JoinSet::new();
        children.into_iter().for_each(|child| {
            working.spawn(child.go::<Credited>());
        });
        let mut all = Tally::default();
        while let Some(done) = working.join_next().await {
            let done = done??;
            self.acknowledged.fetch_add(done.acknowledged, Ordering::SeqCst);
            all.add(done.tally);
        }
        all.run(timing)
    }

    async fn lost(&self, ledger: &Ledger) -> anyhow::Result<u64> {
        lost(ledger, self.acknowledged.load(Ordering::SeqCst)).await
    }
}

/// How many credits of this database were acknowledged and are not in the log and in the balances exactly once.
pub async fn lost(ledger: &Ledger, acknowledged: u64) -> anyhow::Result<u64> {
    ledger::books::settle(ledger.pool()).await?;
    let row = sqlx::query(
        "select (select count(*) from events where event_type = 'AdjustmentPosted'),
                (select coalesce(sum(balance), 0)::bigint from balances where account = 'coin_paid')",
    )
    .fetch_one(ledger.pool())
    .await?;
    let (events, coins): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    let off = |found: i64| acknowledged.abs_diff(found.unsigned_abs());
    Ok(off(events).max(off(coins)))
}

/// Measures the memory of a process that meets more players than it keeps live.
///
/// # Errors
/// When a process fails.
pub async fn memory(meter: &mut Meter) -> anyhow::Result<()> {
    let count = meter.players;
    let database = meter.scratch.database("memory").await?;
    let ledger = ours::found(database.clone(), meter.partitions).await?;
    meter.progress(format!("memory: registering {count} players"));
    players(&ledger, 1, count).await?;
    ledger.close().await;
    meter.progress(format!("memory: a process meets {count} players"));
    let every = (FULL / meter.scale).min(count);
    let child = Ready::start(&Job::new(&database, 1, count, Task::Touch { every })).await?;
    let resident: Vec<u64> = child.go().await?;
    let at = |index: usize| resident.get(index).copied().unwrap_or_default();
    let last = resident.last().copied().unwrap_or_default();
    let figure = Figure::new("memory", 1)
        .with("players", count)
        .with("players_full", every)
        .with("rss_kb_start", at(0))
        .with("rss_kb_full", at(1))
        .with("rss_kb_all", last)
        .with("rss_over_full", Ratio::of(last, at(1)));
    meter.record(figure);
    Ok(())
}
