//! Case `custody`: a statement of 10,000 lines matched with the journal of custody, as `ledger reconcile` and the console do it.

use super::Meter;
use super::ours::{self, execute, in_parallel, must, players, request};
use super::report::Figure;
use domain::player::adjustment::Adjust;
use domain::posting::{House, Purse};
use domain::time::{DAY_MS, Timestamp};
use ledger::Plain;
use staff::reconciliation::{StatementLine, of_statement};
use std::time::Instant;

/// Lines of either side, and players that they are of.
const LINES: usize = 10_000;
const PLAYERS: usize = 500;
/// Commands under way at once.
const WIDTH: usize = 256;
/// One line in so many is not in the journal.
const BREAK_EVERY: usize = 200;

/// Measures it, and fails when a break is missed or found where none is.
///
/// # Errors
/// When the ledger fails, or the breaks are not those that were planted.
pub async fn run(meter: &mut Meter) -> anyhow::Result<()> {
    let database = meter.scratch.database("custody").await?;
    let ledger = ours::found(database, meter.partitions).await?;
    meter.progress(format!("custody: booking {LINES} lines"));
    let ids = players(&ledger, 1, PLAYERS).await?;
    in_parallel(LINES, WIDTH, |number| {
        let (ledger, player) = (ledger.clone(), ids[number % PLAYERS]);
        async move { must(execute(&ledger, player, booked(number).into(), request(), Plain).await?) }
    })
    .await?;
    let now = ledger.clock().now();
    let statement: Vec<StatementLine> = (0..LINES).map(|number| stated(number, now)).collect();
    meter.progress("custody: matching");
    let began = Instant::now();
    let compared = of_statement(ledger.pool(), statement, DAY_MS, now).await?;
    let matched_ms = began.elapsed().as_millis();
    // Each changed transaction is missed by both sides, and the opening capital has none.
    let planted = LINES.div_ceil(BREAK_EVERY);
    let found = compared.matched.breaks.len() + compared.matched.outside;
    anyhow::ensure!(found == 2 * planted + 1, "{found} breaks of {planted} planted ones");
    let figure = Figure::new("custody", 1)
        .with("lines", LINES)
        .with("breaks", planted)
        .with("matched_ms", matched_ms as u64);
    meter.record(figure);
    ledger.close().await;
    Ok(())
}

fn amount(number: usize) -> i64 {
    1_000_000 + number as i64
}

fn booked(number: usize) -> Adjust {
    Adjust {
        purse: Purse::Usdt,
        delta: amount(number),
        counter: House::UsdtCustody,
        case_id: "bench".into(),
        proposer: "ana".into(),
        approver: "bo".into(),
        tx: Some(format!("tx-{number}")),
        restates: None,
    }
}

fn stated(number: usize, now: Timestamp) -> StatementLine {
    let name = if number.is_multiple_of(BREAK_EVERY) {
        "other"
    } else {
        "tx"
    };
    StatementLine {
        number: number as u64 + 1,
        transaction: format!("{name}-{number}"),
        reference: None,
        at: now,
        is_day: false,
        amount: amount(number),
        asset: "USDT".into(),
    }
}
