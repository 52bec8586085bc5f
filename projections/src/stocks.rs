//! View `stocks`: lots that close at a time, until they are closed; for the scheduled job.

use crate::moments::{Moments, last};
use crate::view::{View, ViewEvent, Writing, facts_of};
use domain::ids::StockId;
use domain::stock::{Stock, StockEvent};
use domain::time::Timestamp;
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};

/// What changes the view.
const EVENTS: [&str; 3] = ["StockOpened", "StockResized", "StockClosed"];

/// Lots by the end of their time.
const OPEN: Moments = Moments {
    table: "stocks",
    owner: "stock",
    at: "until_ms",
    merged: None,
};

#[derive(Clone, Copy, Debug)]
pub struct Stocks;

impl View for Stocks {
    fn name(&self) -> &'static str {
        "stocks"
    }

    // The last event of a lot in the page counts.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts: Vec<ViewEvent<'_, Stock>> = facts_of(page, &EVENTS)?;
            let end = |event: &StockEvent| match event {
                StockEvent::StockOpened { until, .. } | StockEvent::StockResized { until, .. } => until.map(|at| at.0),
                StockEvent::StockClosed { .. } => None,
                // Units come and go without changing the end; they are not asked for.
                StockEvent::StockTaken(_) | StockEvent::StockGivenBack { .. } => None,
            };
            OPEN.write(transaction, &last(&facts, end)).await
        })
    }
}

/// Lots whose time was over at `now` and that are not closed, longest over first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn over(pool: &PgPool, now: Timestamp, limit: i64) -> Result<Vec<StockId>, Fault> {
    let rows = sqlx::query("select stock from stocks where until_ms <= $1 order by until_ms, stock limit $2")
        .bind(now.0)
        .bind(limit)
        .fetch_all(pool)
        .await?;
    let stock = |row: &PgRow| Ok(StockId(row.try_get(0)?));
    Ok(rows.iter().map(stock).collect::<Result<_, sqlx::Error>>()?)
}
