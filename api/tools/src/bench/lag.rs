//! The case of the views: how long after its acknowledgement a command is in every following view,
//! under a paced load of casts.
//!
//! Casts come at a fixed rate, whatever the answers take. A watcher asks every few milliseconds how far
//! all views and policies have read; the lag of a command is counted up to the first look that finds
//! all of them past it, so a look's own delay is part of the figure.

use super::Meter;
use super::casts::{Casts, divers};
use super::figures::{micros, per_second, percentile};
use super::load::Client;
use super::ours;
use super::report::Figure;
use anyhow::{Context, bail};
use domain::ids::PlayerId;
use ledger::Ledger;
use projections::cursor;
use sqlx::Row;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::MissedTickBehavior;
use workers::Workers;
use workers::notary::{Exports, NotaryWork};

/// Commands a second.
const RATE: u64 = 1_000;
/// Clients that share them: enough to keep the pace while each waits for its own answer.
const CLIENTS: usize = 64;
/// Time between two looks at the cursors.
const LOOK: Duration = Duration::from_millis(2);
/// Rounds of [`super::load::Timing`] that the load lasts: long enough for a hundredth to mean something.
const LASTS: u32 = 5;
/// How long the views may stand still while a command waits for them.
const STILL_MAX: Duration = Duration::from_secs(30);

/// A command that was acknowledged: where it stands in the log, and when.
struct Acknowledged {
    partition: i32,
    position: i64,
    at: Instant,
}

/// Measures the lag.
///
/// # Errors
/// When the load or a view fails.
pub async fn run(meter: &mut Meter) -> anyhow::Result<()> {
    let ledger = ours::found(meter.scratch.database("lag").await?, meter.partitions).await?;
    let players = divers(&ledger, 1, CLIENTS).await?;
    let notary = NotaryWork::start(&ledger, Exports::at(meter.scratch.checkpoints("lag"))).await?;
    let work = Workers::start(&ledger, &[]);
    meter.progress(format!("lag: {RATE} casts a second"));
    let lasts = Duration::from_millis(meter.timing.measure_ms) * LASTS;
    let (acknowledged, inbox) = mpsc::unbounded_channel();
    let watching = tokio::spawn(watch(ledger.clone(), inbox));
    let done = load(&ledger, &players, lasts, acknowledged).await;
    let watched = watching.await;
    work.stop().await;
    notary.stop().await;
    ledger.close().await;
    let (done, mut lags) = (done?, watched??);
    lags.sort_unstable();
    let mut figure = Figure::new("lag", CLIENTS)
        .with("commands", done)
        .with("views", views().len());
    figure.per_s = Some(per_second(done, lasts));
    figure.p50_us = Some(percentile(&lags, 50));
    figure.p99_us = Some(percentile(&lags, 99));
    meter.record(figure.with("max_us", lags.last().copied().unwrap_or_default()));
    Ok(())
}

/// Casts at the rate until it is stopped; answers how many were made.
async fn load(
    ledger: &Ledger,
    players: &[PlayerId],
    lasts: Duration,
    acknowledged: mpsc::UnboundedSender<Acknowledged>,
) -> anyhow::Result<u64> {
    let pace = Arc::new(Semaphore::new(0));
    let mut clients = tokio::task::JoinSet::new();
    for mut client in Casts::clients(ledger, players, 1) {
        let (pace, acknowledged, ledger) = (pace.clone(), acknowledged.clone(), ledger.clone());
        clients.spawn(async move {
            let mut made = 0;
            // The pace is closed at the end.
            while let Ok(turn) = pace.acquire().await {
                turn.forget();
                client.prepare().await?;
                let (player, position) = client.cast().await?;
                let partition = i32::from(ledger.partition_of(player.0));
                let at = Instant::now();
                acknowledged
                    .send(Acknowledged {
                        partition,
                        position,
                        at,
                    })
                    .ok();
                made += 1;
            }
            anyhow::Ok(made)
        });
    }
    drop(acknowledged);
    give_pace(&pace, lasts).await;
    let mut made = 0;
    while let Some(client) = clients.join_next().await {
        made += client??;
    }
    Ok(made)
}

async fn give_pace(pace: &Semaphore, lasts: Duration) {
    let mut tick = tokio::time::interval(Duration::from_millis(1));
    tick.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let began = Instant::now();
    let mut given = 0;
    while began.elapsed() < lasts {
        tick.tick().await;
        let due = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX) * RATE / 1_000;
        pace.add_permits(usize::try_from(due - given).unwrap_or_default());
        given = due;
    }
    pace.close();
}

/// The lags of all commands in microseconds.
async fn watch(ledger: Ledger, mut inbox: mpsc::UnboundedReceiver<Acknowledged>) -> anyhow::Result<Vec<u64>> {
    let mut waiting: BTreeMap<(i32, i64), Instant> = BTreeMap::new();
    let mut lags = Vec::new();
    let mut quiet_since = Instant::now();
    loop {
        // Looked at before the inbox is emptied: what the look has seen was acknowledged by then or later.
        let seen = seen(&ledger).await?;
        let now = Instant::now();
        while let Ok(done) = inbox.try_recv() {
            waiting.insert((done.partition, done.position), done.at);
            quiet_since = now;
        }
        let passed = |partition: i32, position: i64| seen.get(&partition).is_some_and(|seen| *seen >= position);
        waiting.retain(|(partition, position), at| {
            let passed = passed(*partition, *position);
            if passed {
                quiet_since = now;
                lags.push(micros(now.saturating_duration_since(*at)));
            }
            !passed
        });
        if waiting.is_empty() && inbox.is_closed() && inbox.is_empty() {
            return Ok(lags);
        }
        if quiet_since.elapsed() > STILL_MAX {
            bail!("the views did not take {} commands", waiting.len());
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Events that the view which is furthest behind has not read.
///
/// # Errors
/// A database that cannot be read.
pub async fn behind(ledger: &Ledger) -> anyhow::Result<u64> {
    let mut behind = 0;
    for (partition, seen) in seen(ledger).await? {
        behind += cursor::head(ledger, partition).await?.abs_diff(seen);
    }
    Ok(behind)
}

fn views() -> Vec<&'static str> {
    projections::FOLLOWING.iter().map(|view| view.name()).collect()
}

/// The position that all following views have read, by partition.
async fn seen(ledger: &Ledger) -> anyhow::Result<BTreeMap<i32, i64>> {
    let views = views();
    let rows =
        sqlx::query("select partition, min(position), count(*) from cursors where view = any($1) group by partition")
            .bind(&views)
            .fetch_all(ledger.pool())
            .await
            .context("the cursors of the views")?;
    let mut seen = BTreeMap::new();
    for row in rows {
        let all = row.try_get::<i64, _>(2)? == views.len() as i64;
        seen.insert(row.try_get(0)?, if all { row.try_get(1)? } else { 0 });
    }
    Ok(seen)
}
