//! Payments that are nobody's so far: a page of them, one, and how much they come to.

use super::{Incoming, Key, PAGE, logical, seen};
use domain::money::Asset;
use domain::time::Timestamp;
use ledger::Fault;
use ledger::sums::{self, Sums};
use projections::page::{Between, Waiting};
use sqlx::PgPool;

/// A payment that is nobody's so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// The rail that it came by.
    pub rail: String,
    pub payment: Incoming,
    /// When it was seen.
    pub seen_at: Timestamp,
}

impl Unmatched {
    /// Which payment it is.
    pub fn key(&self) -> Key {
        self.payment.key(&self.rail)
    }

    /// Where it stands among the others.
    pub fn place(&self) -> Place {
        (self.seen_at, self.key())
    }
}

/// The first payments that are nobody's, oldest first: as many as one page has. [`unmatched_after`] reads on.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn unmatched(pool: &PgPool) -> Result<Vec<Unmatched>, Fault> {
    unmatched_after(pool, Between::default(), None, PAGE).await
}

/// Where a payment stands among those that are nobody's: when it was seen, and which it is.
pub type Place = (Timestamp, Key);

/// The next page of those that were seen within a time, after the last one of the page before; the first without.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn unmatched_after(
    pool: &PgPool,
    between: Between,
    after: Option<&Place>,
    limit: i64,
) -> Result<Vec<Unmatched>, Fault> {
    let rows = sqlx::query(
        "select lt, tx, sender, amount, comment, seen_at_ms, rail from incoming_payments
          where partition = 0 and order_no is null and proposal is null
            and ($1::bigint is null or (seen_at_ms, lt, rail, tx) > ($1, $2, $3, $4))
            and seen_at_ms > $6 and seen_at_ms <= $7
          order by seen_at_ms, lt, rail, tx limit $5",
    )
    .bind(after.map(|(seen_at, _)| seen_at.0))
    .bind(after.map(|(_, key)| logical(key.lt)).transpose()?)
    .bind(after.map(|(_, key)| &key.rail))
    .bind(after.map(|(_, key)| &key.tx))
    .bind(limit)
    .bind(between.after_ms)
    .bind(between.until_ms)
    .fetch_all(pool)
    .await?;
    rows.iter().map(seen).collect()
}

/// All payments that are nobody's, of those that were seen within a time.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn waiting(pool: &PgPool, between: Between) -> Result<Waiting, Fault> {
    let row = sqlx::query(
        "select count(*), coalesce(sum(amount), 0)::bigint, min(seen_at_ms) from incoming_payments
          where partition = 0 and order_no is null and proposal is null
            and seen_at_ms > $1 and seen_at_ms <= $2",
    )
    .bind(between.after_ms)
    .bind(between.until_ms)
    .fetch_one(pool)
    .await?;
    Waiting::of(&row)
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
    row.as_ref().map(seen).transpose()
}
