//! Payments of nobody: those that name no order and that nobody proposed anything for.

use super::{PAGE, Unmatched, logical, nobodys};
use domain::money::Asset;
use ledger::Fault;
use ledger::sums::{self, Sums};
use projections::page::Between;
use sqlx::PgPool;

/// The first of them, oldest first: as many as one page has. [`unmatched_after`] reads on.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn unmatched(pool: &PgPool) -> Result<Vec<Unmatched>, Fault> {
    unmatched_after(pool, None).await
}

/// The next page of them, after the last one of the page before; the first without.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn unmatched_after(pool: &PgPool, last: Option<&Unmatched>) -> Result<Vec<Unmatched>, Fault> {
    page(pool, Between::default(), last).await
}

/// The first of those that were seen within a time.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn unmatched_between(pool: &PgPool, between: Between) -> Result<Vec<Unmatched>, Fault> {
    page(pool, between, None).await
}

async fn page(pool: &PgPool, between: Between, last: Option<&Unmatched>) -> Result<Vec<Unmatched>, Fault> {
    let rows = sqlx::query(
        "select lt, tx, sender, amount, comment, seen_at_ms, rail from incoming_payments
          where partition = 0 and order_no is null and proposal is null
            and ($1::bigint is null or (seen_at_ms, lt, rail, tx) > ($1, $2, $3, $4))
            and seen_at_ms > $6 and seen_at_ms <= $7
          order by seen_at_ms, lt, rail, tx limit $5",
    )
    .bind(last.map(|last| last.seen_at.0))
    .bind(last.map(|last| logical(last.payment.lt)).transpose()?)
    .bind(last.map(|last| &last.rail))
    .bind(last.map(|last| &last.payment.tx))
    .bind(PAGE)
    .bind(between.after_ms)
    .bind(between.until_ms)
    .fetch_all(pool)
    .await?;
    rows.iter().map(nobodys).collect()
}

/// What all of them add up to that were seen within a time; nothing where adding up takes too long.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn sum(pool: &PgPool, between: Between) -> Result<Option<Sums>, Fault> {
    let mut bounded = sums::begin(pool).await?;
    let rows = sqlx::query(
        "select $1::text, count(*), coalesce(sum(amount), 0)::text, '0' from incoming_payments
          where partition = 0 and order_no is null and proposal is null
            and seen_at_ms > $2 and seen_at_ms <= $3
         having count(*) > 0",
    )
    .bind(Asset::Usdt.name())
    .bind(between.after_ms)
    .bind(between.until_ms)
    .fetch_all(&mut *bounded)
    .await;
    let mut all = Sums::new();
    Ok(sums::take(&mut all, rows)?.then_some(all))
}

/// The first payment of a transaction that is nobody's, however many others wait.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn unmatched_of(pool: &PgPool, tx: &str) -> Result<Option<Unmatched>, Fault> {
    let row = sqlx::query(
        "select lt, tx, sender, amount, comment, seen_at_ms, rail from incoming_payments
          where partition = 0 and tx = $1 and order_no is null and proposal is null order by lt, rail limit 1",
    )
    .bind(tx)
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(nobodys).transpose()
}
