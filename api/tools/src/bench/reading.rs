//! Cases of reading a long log: replay, verification, balances of the past.
//!
//! | case | one unit | by |
//! |---|---|---|
//! | replay | an event, decoded and folded into its player's state | `ledger::replay`, a task that reads and one that folds |
//! | replay.stock | the same event of the same table | `postgres_es` and its `stream_all_events` |
//! | rebuild | an event, folded into balances and compared with those that serve, under a light load | `projections::rebuild` |
//! | verify | an event with everything that hangs on it | `ledger::verify` |
//! | as_of | all balances of one player at a moment | `ledger::balance` |

use super::contest::Contestant;
use super::figures::{Run, per_second};
use super::load::{Client, closed_loop};
use super::ours::{self, Credits, fill, players};
use super::report::Figure;
use super::stock::StockPlayer;
use super::{Case, Meter, all_of, books};
use anyhow::{Context, bail};
use cqrs_es::Aggregate;
use cqrs_es::persist::PersistedEventRepository;
use domain::ids::PlayerId;
use domain::player::Player;
use ledger::balance::{AsOf, as_of};
use ledger::{Ledger, replay, verify};
use postgres_es::PostgresEventRepository;
use projections::balances::Balances;
use projections::rebuild::{self, Intent, Mode};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sqlx::postgres::PgConnectOptions;
use sqlx::{PgPool, Row};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Events of the log.
const EVENTS: usize = 1_000_000;
/// Players among whom they are spread.
const PLAYERS: usize = 10_000;
/// Pause between two credits while balances are rebuilt: a light load.
const SERVED_EVERY: Duration = Duration::from_millis(5);

/// The cases that share the log.
const READING: [Case; 7] = [
    Case::Replay,
    Case::Rebuild,
    Case::Verify,
    Case::AsOf,
    Case::Journal,
    Case::Trial,
    Case::Export,
];

/// Runs those of the reading cases that are wanted.
///
/// # Errors
/// The first run that fails.
pub async fn run(meter: &mut Meter, cases: &[Case]) -> anyhow::Result<()> {
    let wanted = |case| cases.contains(&case);
    if !READING.into_iter().any(wanted) {
        return Ok(());
    }
    let (events, owners) = (EVENTS / meter.scale, PLAYERS / meter.scale);
    let database = meter.scratch.database("log").await?;
    let ledger = ours::found(database.clone(), meter.partitions).await?;
    meter.progress(format!("appending {events} events to {owners} streams"));
    let players = players(&ledger, 1, owners).await?;
    fill(&ledger, &players, events - owners).await?;
    let mut failed = Vec::new();
    if wanted(Case::Replay) {
        failed.push(replay(meter, &ledger).await.context("replay"));
    }
    if wanted(Case::Rebuild) {
        let rebuilt = rebuilding(meter, &database, &ledger, &players).await;
        failed.push(rebuilt.context("rebuild"));
    }
    if wanted(Case::Verify) {
        failed.push(verification(meter, &ledger).await.context("verify"));
    }
    if wanted(Case::AsOf) {
        failed.push(balances(meter, &ledger, &players).await.context("as_of"));
    }
    failed.push(books::run(meter, cases, &ledger, &players).await);
    ledger.close().await;
    all_of(failed)
}

async fn replay(meter: &mut Meter, ledger: &Ledger) -> anyhow::Result<()> {
    let contestants = [
        Contestant::new("ours", move || async move { timed(fold_all(ledger)).await }),
        Contestant::new("stock", move || async move { timed(fold_by_stock(ledger)).await }),
    ];
    let series = meter.contest.hold("replay", &contestants).await?;
    let mut figure = Figure::rate("replay", 1, &series[0]);
    figure.ratio_stock = Some(series[0].over(&series[1]).median);
    meter.record(figure);
    meter.record(Figure::rate("replay.stock", 1, &series[1]));
    Ok(())
}

/// The rate of work that answers how many units it did.
///
/// # Errors
/// The work's.
pub async fn timed(work: impl Future<Output = anyhow::Result<u64>>) -> anyhow::Result<Run> {
    let began = Instant::now();
    let units = work.await?;
    Ok(Run {
        per_s: per_second(units, began.elapsed()),
        ..Run::default()
    })
}

/// Folds every player's events of the whole log, in order; answers how many there were.
async fn fold_all(ledger: &Ledger) -> anyhow::Result<u64> {
    Ok(replay::whole::<Player>(ledger.pool()).await?.events)
}

/// The same by the published repository, on our table.
async fn fold_by_stock(ledger: &Ledger) -> anyhow::Result<u64> {
    let repository = PostgresEventRepository::new(PgPool::clone(ledger.pool()));
    let mut events = repository.stream_all_events::<StockPlayer>().await?;
    let mut states: HashMap<String, StockPlayer> = HashMap::new();
    let mut folded = 0;
    while let Some(event) = events.next::<StockPlayer>(&[]).await {
        let event = event?;
        states.entry(event.aggregate_id).or_default().apply(event.payload);
        folded += 1;
    }
    Ok(folded)
}

async fn rebuilding(
    meter: &mut Meter,
    database: &PgConnectOptions,
    ledger: &Ledger,
    players: &Arc<[PlayerId]>,
) -> anyhow::Result<()> {
    // Only what the books have read is folded and compared.
    ledger::books::settle(ledger.pool()).await?;
    let (stop, stopped) = watch::channel(false);
    let serving = tokio::spawn(serve(Credits::clients(ledger, players, 1), stopped));
    let contestants = [Contestant::new("rebuild", move || async move {
        timed(rebuild(database, ledger)).await
    })];
    let began = Instant::now();
    let series = meter.contest.hold("rebuild", &contestants).await;
    // A load that has ended by itself returns its error below.
    stop.send(true).ok();
    let served = per_second(serving.await??, began.elapsed());
    meter.record(Figure::rate("rebuild", 1, &series?[0]).with("served_per_s", served));
    Ok(())
}

/// The balances of the log beside those that serve; answers how many events there were.
async fn rebuild(database: &PgConnectOptions, ledger: &Ledger) -> anyhow::Result<u64> {
    let key = ledger.pool().key().cloned();
    let report = rebuild::run(database, key, &Balances, Mode::Books, Intent::Compare, &mut |_, _| {}).await?;
    match report.compared.first {
        None => Ok(report.events),
        Some(difference) => bail!("the balances differ from the log: {difference:?}"),
    }
}

/// Credits at a steady pace until it is stopped; answers how many were made.
async fn serve(mut clients: Vec<Credits>, stopped: watch::Receiver<bool>) -> anyhow::Result<u64> {
    let mut pace = tokio::time::interval(SERVED_EVERY);
    let mut made = 0;
    while !*stopped.borrow() {
        pace.tick().await;
        for client in &mut clients {
            made += client.step().await?;
        }
    }
    Ok(made)
}

async fn verification(meter: &mut Meter, ledger: &Ledger) -> anyhow::Result<()> {
    // Where a service runs they follow; verification would write what is missing first, for a while.
    ledger::books::settle(ledger.pool()).await?;
    let contestants = [Contestant::new("verify", move || async move {
        timed(async move {
            let report = verify::run(ledger.pool(), &mut |_, _| {}).await?;
            match report.first() {
                None => Ok(report.events),
                Some(finding) => bail!("the log does not verify: {}", finding.what),
            }
        })
        .await
    })];
    let series = meter.contest.hold("verify", &contestants).await?;
    meter.record(Figure::rate("verify", 1, &series[0]));
    Ok(())
}

async fn balances(meter: &mut Meter, ledger: &Ledger, players: &Arc<[PlayerId]>) -> anyhow::Result<()> {
    let row = sqlx::query("select min(recorded_at_ms), max(recorded_at_ms) from events")
        .fetch_one(ledger.pool())
        .await?;
    let span = (row.try_get(0)?, row.try_get(1)?);
    let timing = meter.timing;
    let client = move || Historian {
        ledger: ledger.clone(),
        players: players.clone(),
        span,
        dice: StdRng::seed_from_u64(1),
    };
    let contestants = [Contestant::new("as_of", move || async move {
        closed_loop(&mut vec![client()], timing).await
    })];
    let series = meter.contest.hold("as_of", &contestants).await?;
    meter.record(Figure::of("as_of", 1, &series[0]));
    Ok(())
}

/// Somebody who asks for a player's balances at some moment of the log.
struct Historian {
    ledger: Ledger,
    players: Arc<[PlayerId]>,
    span: (i64, i64),
    dice: StdRng,
}

impl Client for Historian {
    async fn step(&mut self) -> anyhow::Result<u64> {
        let player = self.players[self.dice.random_range(0..self.players.len())];
        let moment = AsOf::Time(self.dice.random_range(self.span.0..=self.span.1));
        let partition = self.ledger.partition_of(player.0);
        as_of(self.ledger.pool(), partition, player.0, moment).await?;
        Ok(1)
    }
}
