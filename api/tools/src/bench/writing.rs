//! Cases of writing: one command after the other from many clients.
//!
//! | contestant | does for one command |
//! |---|---|
//! | ours | the whole command handler: dedupe, rule, hash chain, answer, one durable commit for many; meanwhile the notary signs and all views follow, books too; its time ends when they have seen everything |
//! | append | the same while no view follows: they see it after the run |
//! | unsigned | append without the notary: what its proofs cost |
//! | stock | the same rule by cqrs-es and postgres-es with one view, retried on conflict |
//! | insert | one event row, one commit |
//! | batch | one of a thousand in one commit, ready-made, with its postings and balances |
//! | facts | the same without them: what the append writes |
//! | double_entry | one stored function a credit: two account rows locked, a transfer and two entries, one commit |

use super::casts::{self, Casts};
use super::contest::Contestant;
use super::double_entry::DoubleEntry;
use super::figures::{Ratio, Run};
use super::limit::{self, Limit, Written};
use super::load::Timing;
use super::ours::{self, Credits, credit_run, fill, players};
use super::report::Figure;
use super::stock::Stock;
use super::sustained::Sustained;
use super::{Case, Meter, all_of};
use anyhow::Context;
use domain::ids::PlayerId;
use projections::{FOLLOWING, runner};
use std::sync::Arc;
use tokio::sync::Mutex;

/// Streams of the spread cases: at 512 clients two for each.
const SPREAD: usize = 1_024;
/// Streams of the hot cases.
const HOT: usize = 10;
/// Players of each client that casts.
const DIVERS: usize = 4;

/// Runs those of the writing cases that are wanted.
///
/// # Errors
/// The first run that fails.
pub async fn run(meter: &mut Meter, cases: &[Case]) -> anyhow::Result<()> {
    let writing = [Case::WriteSpread, Case::WriteHot10, Case::WriteCast];
    if !writing.iter().any(|case| cases.contains(case)) {
        return Ok(());
    }
    let stage = Stage::found(meter).await?;
    let mut failed = Vec::new();
    if cases.contains(&Case::WriteSpread) {
        for clients in [1, 8, 64, 512] {
            failed.push(stage.spread(meter, clients).await.context("write_spread"));
        }
    }
    if cases.contains(&Case::WriteHot10) {
        for clients in [64, 512] {
            failed.push(stage.hot(meter, clients).await.context("write_hot10"));
        }
    }
    if cases.contains(&Case::WriteCast) {
        failed.push(stage.cast(meter, 64).await.context("write_cast"));
    }
    failed.push(stage.close().await);
    all_of(failed)
}

/// The databases of the writing cases.
struct Stage {
    sustained: Sustained,
    spread: Arc<[PlayerId]>,
    hot: Arc<[PlayerId]>,
    stock: Stock,
    limit: Limit,
    double_entry: DoubleEntry,
}

impl Stage {
    /// Makes the databases and fills them with what every case needs.
    async fn found(meter: &Meter) -> anyhow::Result<Stage> {
        meter.progress("preparing the writing cases");
        let ledger = ours::found(meter.scratch.database("ours").await?, meter.partitions).await?;
        let spread = players(&ledger, 1, SPREAD).await?;
        let hot = players(&ledger, 1_000_001, HOT).await?;
        fill(&ledger, &spread, SPREAD).await?;
        runner::drain(&ledger, FOLLOWING).await?;
        let limit = Limit::found(meter.scratch.database("limit").await?, ledger.pool()).await?;
        let stock = Stock::found(meter.scratch.database("stock").await?).await?;
        Ok(Stage {
            sustained: Sustained {
                ledger,
                checkpoints: meter.scratch.checkpoints("ours"),
            },
            spread,
            hot,
            stock,
            limit,
            double_entry: DoubleEntry::found(meter.scratch.database("double_entry").await?).await?,
        })
    }

    async fn close(self) -> anyhow::Result<()> {
        self.sustained.ledger.close().await;
        self.stock.close().await;
        self.double_entry.close().await?;
        self.limit.close().await
    }

    /// Credits spread over many streams, against stock and both limits.
    async fn spread(&self, meter: &mut Meter, clients: usize) -> anyhow::Result<()> {
        let timing = meter.timing;
        let contestants = [
            self.ours("ours", &self.spread, clients, timing),
            Contestant::new("stock", move || self.stock.credit_run(SPREAD, clients, timing)),
            Contestant::new("insert", move || self.limit.insert_run(clients, timing)),
            Contestant::new("batch", move || self.limit.batch_run(Written::FactsAndBooks, timing)),
            Contestant::new("append", move || self.append_run(clients, timing)),
            Contestant::new("facts", move || self.limit.batch_run(Written::Facts, timing)),
            Contestant::new("unsigned", move || self.unsigned_run(clients, timing)),
            Contestant::new("double_entry", move || self.double_entry.credit_run(clients, timing)),
        ];
        let title = format!("write_spread, {clients} clients");
        meter.scratch.recycle_log_files().await?;
        let series = meter.contest.hold(&title, &contestants).await?;
        let [ours, stock, insert, batch, append, facts, unsigned, double_entry] = &series[..] else {
            unreachable!("a series for each contestant")
        };
        let (over_stock, over_batch) = (ours.over(stock), ours.over(batch));
        let mut figure = Figure::of("write_spread", clients, ours)
            .with("over_stock", over_stock)
            .with("over_batch", over_batch)
            .with("over_insert", ours.over(insert).median)
            .with("over_double_entry", ours.over(double_entry).median)
            .with("over_append", ours.over(append).median)
            .with("p50_over_insert", ours.latency_over(insert).median);
        (figure.ratio_stock, figure.ratio_limit) = (Some(over_stock.median), Some(over_batch.median));
        meter.record(figure);
        let mut figure = Figure::of("write_spread.append", clients, append)
            .with("p50_over_insert", append.latency_over(insert).median);
        figure.ratio_stock = Some(append.over(stock).median);
        figure.ratio_limit = Some(append.over(facts).median);
        meter.record(figure);
        meter.record(Figure::of("write_spread.stock", clients, stock));
        let connections = clients.min(limit::CONNECTIONS_MAX);
        let insert = Figure::of("write_spread.insert", connections, insert).with("beside", clients);
        meter.record(insert);
        let double_entry = Figure::of("write_spread.double_entry", connections, double_entry).with("beside", clients);
        meter.record(double_entry);
        meter.record(Figure::of("write_spread.batch", 1, batch).with("beside", clients));
        meter.record(Figure::of("write_spread.facts", 1, facts).with("beside", clients));
        let unsigned_over_stock = unsigned.over(stock).median;
        let mut unsigned = Figure::of("write_spread.unsigned", clients, unsigned);
        unsigned.ratio_stock = Some(unsigned_over_stock);
        meter.record(unsigned);
        Ok(())
    }

    /// Credits on ten streams, against the same over many.
    async fn hot(&self, meter: &mut Meter, clients: usize) -> anyhow::Result<()> {
        let timing = meter.timing;
        let contestants = [
            self.ours("hot", &self.hot, clients, timing),
            self.ours("spread", &self.spread, clients, timing),
            Contestant::new("stock", move || self.stock.credit_run(HOT, clients, timing)),
        ];
        let title = format!("write_hot10, {clients} clients");
        meter.scratch.recycle_log_files().await?;
        let series = meter.contest.hold(&title, &contestants).await?;
        let [hot, spread, stock] = &series[..] else {
            unreachable!("a series for each contestant")
        };
        let mut figure = Figure::of("write_hot10", clients, hot).with("over_spread", hot.over(spread).median);
        figure.ratio_stock = Some(hot.over(stock).median);
        meter.record(figure);
        meter.record(Figure::of("write_hot10.spread", clients, spread));
        meter.record(Figure::of("write_hot10.stock", clients, stock));
        Ok(())
    }

    /// The game's own command: casts of many dives.
    async fn cast(&self, meter: &mut Meter, clients: usize) -> anyhow::Result<()> {
        let first = 2_000_001 + (clients * DIVERS) as i64;
        let divers = casts::divers(&self.sustained.ledger, first, clients * DIVERS).await?;
        runner::drain(&self.sustained.ledger, FOLLOWING).await?;
        let casting = Mutex::new(Casts::clients(&self.sustained.ledger, &divers, DIVERS));
        let (timing, casting) = (meter.timing, &casting);
        let contestants = [
            Contestant::new("casts", move || async move {
                self.sustained.run(&mut *casting.lock().await, timing).await
            }),
            self.ours("credits", &self.spread, clients, timing),
        ];
        let title = format!("write_cast, {clients} clients");
        meter.scratch.recycle_log_files().await?;
        let series = meter.contest.hold(&title, &contestants).await?;
        let over_credit: Ratio = series[0].over(&series[1]).median;
        meter.record(Figure::of("write_cast", clients, &series[0]).with("over_credit", over_credit));
        Ok(())
    }

    fn ours<'a>(
        &'a self,
        name: &'static str,
        players: &'a Arc<[PlayerId]>,
        clients: usize,
        timing: Timing,
    ) -> Contestant<'a> {
        Contestant::new(name, move || async move {
            let mut clients = Credits::clients(&self.sustained.ledger, players, clients);
            self.sustained.run(&mut clients, timing).await
        })
    }

    /// One run of credits that the notary signs; the views see them after it.
    async fn append_run(&self, clients: usize, timing: Timing) -> anyhow::Result<Run> {
        let notary = self.sustained.notary().await?;
        let run = self.unsigned_run(clients, timing).await;
        notary.stop().await;
        run
    }

    /// The same without the notary.
    async fn unsigned_run(&self, clients: usize, timing: Timing) -> anyhow::Result<Run> {
        let run = credit_run(&self.sustained.ledger, &self.spread, clients, timing).await;
        runner::drain(&self.sustained.ledger, FOLLOWING).await?;
        run
    }
}
