//! View `stocks`: lots that close at a time, until they are closed; for the clock.

use crate::view::{Fact, View, Writing, column, facts_of};
use domain::ids::StockId;
use domain::stock::{Stock, StockEvent};
use domain::time::Timestamp;
use ledger::Fault;
use ledger::feed::Recorded;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

/// What changes the view.
const EVENTS: [&str; 3] = ["StockOpened", "StockResized", "StockClosed"];

/// The view.
#[derive(Clone, Copy, Debug)]
pub struct Stocks;

impl View for Stocks {
    fn name(&self) -> &'static str {
        "stocks"
    }

    // The last word of a lot in the page counts.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a [Recorded]) -> Writing<'a> {
        Box::pin(async move {
            let facts: Vec<Fact<'_, Stock>> = facts_of(page, &EVENTS)?;
            let end = |event: &StockEvent| match event {
                StockEvent::StockOpened { until, .. } | StockEvent::StockResized { until, .. } => until.map(|at| at.0),
                StockEvent::StockClosed { .. } => None,
                // Units come and go without changing the end; they are not asked for.
                StockEvent::StockTaken(_) | StockEvent::StockGivenBack { .. } => None,
            };
            let last: BTreeMap<(i32, Uuid), Option<i64>> = facts
                .iter()
                .map(|fact| ((fact.recorded.partition, fact.owner), end(&fact.event)))
                .collect();
            open(transaction, &last).await?;
            close(transaction, &last).await
        })
    }
}

async fn open(transaction: &mut PgConnection, last: &BTreeMap<(i32, Uuid), Option<i64>>) -> Result<(), Fault> {
    let rows: Vec<((i32, Uuid), i64)> = last.iter().filter_map(|(key, at)| Some((*key, (*at)?))).collect();
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into stocks (partition, stock, until_ms)
         select * from unnest($1::int[], $2::uuid[], $3::bigint[])
         on conflict (partition, stock) do update set until_ms = excluded.until_ms",
    )
    .bind(column(&rows, |((partition, _), _)| *partition))
    .bind(column(&rows, |((_, stock), _)| *stock))
    .bind(column(&rows, |(_, until_ms)| *until_ms))
    .execute(transaction)
    .await?;
    Ok(())
}

async fn close(transaction: &mut PgConnection, last: &BTreeMap<(i32, Uuid), Option<i64>>) -> Result<(), Fault> {
    let rows: Vec<(i32, Uuid)> = last
        .iter()
        .filter(|(_, at)| at.is_none())
        .map(|(key, _)| *key)
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "delete from stocks s using unnest($1::int[], $2::uuid[]) as gone(partition, stock)
          where s.partition = gone.partition and s.stock = gone.stock",
    )
    .bind(column(&rows, |(partition, _)| *partition))
    .bind(column(&rows, |(_, stock)| *stock))
    .execute(transaction)
    .await?;
    Ok(())
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
