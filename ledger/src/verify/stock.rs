//! A second reader: the published `postgres-es` repository loads and replays every stream, and
//! the result is compared with our own fold (ledger §4.1).
//!
//! The two share the table and the rules, and nothing between. The stock store takes the rows in
//! the order of their versions, whatever they are. Ours also asks that versions and positions grow
//! together, that every leaf fits and that every event is what its row says. Snapshots and cached
//! states play no part.
//!
//! Streams are taken one at a time, so memory is bounded by the longest one, which the stock store
//! reads whole. This may run beside a working ledger: ours reads a stream to its end, then the
//! stock store does, and ours follows to the version that the stock store saw.

mod readers;

use super::Progress;
use crate::error::Fault;
use crate::streams::{self, ForStream, Listed};
use domain::stream::Stream;
use readers::{Fold, Seen, by_stock};
use serde::Serialize;
use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};
use std::collections::BTreeMap;
use std::pin::Pin;

/// Names of streams read at once.
const NAMES: i64 = 500;

/// How much was compared of one type of stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Compared {
    pub streams: u64,
    pub events: u64,
    /// Streams that the two readers do not see alike.
    pub different: u64,
}

/// A stream that the two readers do not see alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Type of the stream.
    pub stream_type: String,
    pub key: String,
    /// What each reader sees, in a sentence.
    pub what: String,
}

/// The outcome of the comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StockReport {
    /// How much was compared, by type of stream.
    pub types: BTreeMap<String, Compared>,
    /// The first stream, by key, that differs.
    pub first: Option<Difference>,
}

impl StockReport {
    /// True when both readers see the same everywhere.
    pub fn is_clean(&self) -> bool {
        self.first.is_none()
    }

    fn take(&mut self, (stream_type, key): (String, String), events: i64, what: Option<String>) {
        let compared = self.types.entry(stream_type.clone()).or_default();
        compared.streams += 1;
        compared.events += events.unsigned_abs();
        if let Some(what) = what {
            compared.different += 1;
            self.first.get_or_insert(Difference { stream_type, key, what });
        }
    }
}

/// Compares every stream of the database.
///
/// # Errors
/// [`Fault`] when the database cannot be read; what the readers see differently is in the report.
pub async fn run(pool: &PgPool, progress: Progress<'_>) -> Result<StockReport, Fault> {
    let row = sqlx::query("select coalesce(sum(position), 0)::bigint from heads")
        .fetch_one(pool)
        .await?;
    let total: i64 = row.try_get(0)?;
    let mut report = StockReport::default();
    let mut read = 0;
    let mut last = (String::new(), String::new());
    loop {
        let names = names_after(pool, &last).await?;
        let Some(end) = names.last() else { return Ok(report) };
        last = end.clone();
        for (stream_type, key) in names {
            let (pool, name) = (pool.clone(), key.clone());
            let (events, what) = match streams::of_type(&stream_type, Comparison { pool, key: name }) {
                Some(comparison) => comparison.await?,
                None => (0, Some("no stream has this type".to_owned())),
            };
            read += events.unsigned_abs();
            report.take((stream_type, key), events, what);
            progress(read, total.unsigned_abs());
        }
    }
}

/// Type and key of the streams that follow another one, by key.
async fn names_after(pool: &PgPool, (stream_type, key): &(String, String)) -> Result<Vec<(String, String)>, Fault> {
    let rows = sqlx::query(
        "select distinct aggregate_id, aggregate_type from events
          where (aggregate_id, aggregate_type) > ($1, $2)
          order by aggregate_id, aggregate_type limit $3",
    )
    .bind(key)
    .bind(stream_type)
    .bind(NAMES)
    .fetch_all(pool)
    .await?;
    let name = |row: &PgRow| Ok((row.try_get(1)?, row.try_get(0)?));
    Ok(rows.iter().map(name).collect::<Result<_, sqlx::Error>>()?)
}

/// The comparison of one stream: how many events it has, and what differs.
struct Comparison {
    pool: PgPool,
    key: String,
}

impl ForStream for Comparison {
    type Answer = Pin<Box<dyn Future<Output = Result<(i64, Option<String>), Fault>> + Send>>;

    fn run<S: Listed>(self) -> Self::Answer {
        Box::pin(async move {
            let mut fold = Fold::<S>::default();
            let mut refused = fold.follow(&self.pool, &self.key, i64::MAX).await?;
            let stock = by_stock::<S>(self.pool.clone(), self.key.clone()).await?;
            if let (Ok(seen), None) = (&stock, &refused) {
                // The stream may have grown in between.
                refused = fold.follow(&self.pool, &self.key, seen.version).await?;
            }
            let ours = refused.map_or(Ok(fold.seen), Err);
            let events = stock.as_ref().or(ours.as_ref()).map_or(0, |seen| seen.version);
            Ok((events, difference(&stock, &ours)))
        })
    }
}

/// What the two readers see differently; nothing when they agree.
fn difference<S: Stream>(stock: &Result<Seen<S>, String>, ours: &Result<Seen<S>, String>) -> Option<String> {
    match (stock, ours) {
        (Ok(stock), Ok(ours)) if stock.version != ours.version => Some(format!(
            "version {} to the stock reader, {} to ours",
            stock.version, ours.version
        )),
        (Ok(stock), Ok(ours)) if stock.state == ours.state => None,
        (Ok(stock), Ok(ours)) => Some(first_field(&json(&stock.state), &json(&ours.state), "")),
        (Ok(stock), Err(reason)) => Some(format!(
            "version {} to the stock reader; ours refuses {reason}",
            stock.version
        )),
        (Err(reason), Ok(ours)) => Some(format!(
            "version {} to ours; the stock reader refuses it: {reason}",
            ours.version
        )),
        (Err(stock), Err(ours)) => Some(format!("ours refuses {ours}; the stock reader refuses it too: {stock}")),
    }
}

fn json(state: &impl Serialize) -> Value {
    serde_json::to_value(state).unwrap_or_default()
}

/// The first field that differs, with both values.
fn first_field(stock: &Value, ours: &Value, path: &str) -> String {
    if let (Value::Object(left), Value::Object(right)) = (stock, ours) {
        let differs = |name: &&String| left.get(*name) != right.get(*name);
        if let Some(name) = left.keys().chain(right.keys()).find(differs) {
            let path = format!("{path}/{name}");
            return first_field(&stock[name], &ours[name], &path);
        }
    }
    format!("{path} is {stock} to the stock reader, {ours} to ours")
}

#[cfg(test)]
mod tests;
