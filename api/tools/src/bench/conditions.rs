//! Cases of the same work under other conditions: more logs, a slower disk, a longer time.
//!
//! | case | what differs | beside |
//! |---|---|---|
//! | `partitions` | 1, 4 and 8 logs in one database | one log |
//! | `slow_commit` | the server sleeps a millisecond before each flush, as the disk of a cloud would take | stock on it |
//! | `soak` | ten times as long a run, looked at at its begin and its end | itself |
//!
//! All with the notary and every view, by 512 clients.

use super::Meter;
use super::contest::Contestant;
use super::figures::Ratio;
use super::lag;
use super::machine::resident_kb;
use super::ours::{self, Credits, fill, players};
use super::report::Figure;
use super::stock::Stock;
use super::sustained::Sustained;
use domain::ids::PlayerId;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection};
use std::sync::Arc;
use std::time::Duration;

const CLIENTS: usize = 512;
const STREAMS: usize = 1_024;
/// Numbers of logs that are compared.
const LOGS: [(u16, &str); 3] = [(1, "one"), (4, "four"), (8, "eight")];
/// What each commit waits for, in microseconds (ASSUMED: a synced write of 8 kB on network storage).
const COMMIT_DELAY_US: u32 = 1_000;
/// Measured times of a soak.
const SOAKED: u64 = 10;

/// A ledger of its own, with players.
struct Ours {
    sustained: Sustained,
    players: Arc<[PlayerId]>,
}

impl Ours {
    async fn found(meter: &Meter, database: PgConnectOptions, partitions: u16) -> anyhow::Result<Ours> {
        let checkpoints = meter.scratch.checkpoints(database.get_database().unwrap_or_default());
        let ledger = ours::found(database, partitions).await?;
        let players = players(&ledger, 1, STREAMS).await?;
        fill(&ledger, &players, STREAMS).await?;
        Ok(Ours {
            sustained: Sustained { ledger, checkpoints },
            players,
        })
    }

    fn contestant<'a>(&'a self, meter: &Meter, name: &'static str) -> Contestant<'a> {
        let timing = meter.timing;
        Contestant::new(name, move || async move {
            let mut clients = Credits::clients(&self.sustained.ledger, &self.players, CLIENTS);
            self.sustained.run(&mut clients, timing).await
        })
    }
}

/// Measures one, four and eight logs in one database.
///
/// # Errors
/// The first run that fails.
pub async fn partitions(meter: &mut Meter) -> anyhow::Result<()> {
    let mut all = Vec::new();
    for (logs, name) in LOGS {
        let database = meter.scratch.database(&format!("partitions_{logs}")).await?;
        all.push((name, Ours::found(meter, database, logs).await?));
    }
    let contestants: Vec<_> = all.iter().map(|(name, ours)| ours.contestant(meter, name)).collect();
    meter.scratch.recycle_log_files().await?;
    let series = meter.contest.hold("partitions", &contestants).await?;
    for ((logs, _), runs) in LOGS.iter().zip(&series) {
        let over_one = runs.over(&series[0]).median;
        let figure = Figure::of(format!("partitions_{logs}"), CLIENTS, runs);
        meter.record(figure.with("over_one", over_one));
    }
    drop(contestants);
    for (_, ours) in all {
        ours.sustained.ledger.close().await;
    }
    Ok(())
}

/// Measures a server whose every commit takes longer, beside stock on the same server.
///
/// # Errors
/// The first run that fails, and a server on which this user may not set the delay.
pub async fn slow_commit(meter: &mut Meter) -> anyhow::Result<()> {
    let database = meter.scratch.database("slow_commit").await?;
    let stock_database = meter.scratch.database("slow_stock").await?;
    for database in [&database, &stock_database] {
        delay_commits(database).await?;
    }
    let ours = Ours::found(meter, database, meter.partitions).await?;
    let stock = Stock::found(stock_database).await?;
    let timing = meter.timing;
    let contestants = [
        ours.contestant(meter, "ours"),
        Contestant::new("stock", || stock.credit_run(STREAMS, CLIENTS, timing)),
    ];
    let series = meter.contest.hold("slow_commit", &contestants).await?;
    let mut figure = Figure::of("slow_commit", CLIENTS, &series[0]).with("commit_delay_us", COMMIT_DELAY_US);
    figure.ratio_stock = Some(series[0].over(&series[1]).median);
    meter.record(figure);
    meter.record(Figure::of("slow_commit.stock", CLIENTS, &series[1]));
    drop(contestants);
    ours.sustained.ledger.close().await;
    stock.close().await;
    Ok(())
}

/// Lets every commit of a database wait, whether others commit at the same time or not.
async fn delay_commits(database: &PgConnectOptions) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect_with(database).await?;
    let name = database.get_database().unwrap_or_default();
    for (setting, value) in [("commit_delay", COMMIT_DELAY_US), ("commit_siblings", 0)] {
        let statement = format!("alter database \"{name}\" set {setting} = {value}");
        connection.execute(statement.as_str()).await?;
    }
    Ok(connection.close().await?)
}

/// What is looked at while a soak runs.
#[derive(Clone, Copy, Default)]
struct Look {
    resident_kb: u64,
    /// Events that the last view has not read.
    behind: u64,
}

/// Measures a long run: memory and lag at its begin and at its end.
///
/// # Errors
/// The first step that fails.
pub async fn soak(meter: &mut Meter) -> anyhow::Result<()> {
    let database = meter.scratch.database("soak").await?;
    let ours = Ours::found(meter, database, meter.partitions).await?;
    let mut timing = meter.timing;
    let every = Duration::from_millis(timing.measure_ms);
    timing.measure_ms *= SOAKED;
    meter.progress(format!("soak: {} s", timing.measure_ms / 1_000));
    let (ledger, looks) = (ours.sustained.ledger.clone(), usize::try_from(SOAKED)?);
    let looking = tokio::spawn(async move {
        let mut seen = Vec::with_capacity(looks);
        for _ in 0..looks {
            tokio::time::sleep(every).await;
            seen.push(Look {
                resident_kb: resident_kb()?,
                behind: lag::behind(&ledger).await?,
            });
        }
        anyhow::Ok(seen)
    });
    let mut clients = Credits::clients(&ours.sustained.ledger, &ours.players, CLIENTS);
    let run = ours.sustained.run(&mut clients, timing).await;
    let seen = looking.await?;
    ours.sustained.ledger.close().await;
    let (run, seen) = (run?, seen?);
    let at = |index: usize| seen.get(index).copied().unwrap_or_default();
    // The first look comes while caches still fill.
    let (first, last) = (at(1), at(seen.len().saturating_sub(1)));
    let most = seen.iter().map(|look| look.behind).max().unwrap_or_default();
    let mut figure = Figure::new("soak", CLIENTS)
        .with("seconds", timing.measure_ms / 1_000)
        .with("rss_kb_first", first.resident_kb)
        .with("rss_kb_last", last.resident_kb)
        .with("rss_over_first", Ratio::of(last.resident_kb, first.resident_kb))
        .with("behind_first", first.behind)
        .with("behind_last", last.behind)
        .with("behind_most", most);
    figure.per_s = Some(run.per_s);
    meter.record(figure);
    Ok(())
}
