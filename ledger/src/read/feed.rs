//! The feed: events of a partition in commit order, without gaps, from a cursor.
//!
//! A reader that has seen position p has seen everything up to p, always. A wake-up
//! (in process, or NOTIFY from another one) is only a hint; the position is the truth.

use crate::error::Fault;
use crate::event_log::{EventLog, checked};
use crate::mac::MacKeys;
use domain::time::Timestamp;
pub use proofs::Recorded;
use sqlx::postgres::{PgListener, PgRow};
use sqlx::{PgConnection, PgPool, Row};
use std::time::Duration;
use tokio::sync::watch;

/// Events in one page at most.
pub const PAGE_MAX: i64 = 1_000;

/// How long a reader sleeps without any hint.
const POLL: Duration = Duration::from_millis(250);

/// The columns of [`Recorded`], in order, and the MAC of the event.
pub const COLUMNS: &str = "partition, position, aggregate_type, aggregate_id, sequence, event_id, event_type, \
                                  event_version, payload, metadata, recorded_at_ms, leaf, mac";

/// The event of a row of [`COLUMNS`], whose types are known: they are not compared for every row. Who wrote it is not
/// asked.
///
/// # Errors
/// A column that is not there.
pub fn recorded(row: &PgRow) -> Result<Recorded, sqlx::Error> {
    Ok(Recorded {
        partition: row.try_get_unchecked(0)?,
        position: row.try_get_unchecked(1)?,
        aggregate_type: row.try_get_unchecked(2)?,
        aggregate_id: row.try_get_unchecked(3)?,
        sequence: row.try_get_unchecked(4)?,
        event_id: row.try_get_unchecked(5)?,
        event_type: row.try_get_unchecked(6)?,
        event_version: row.try_get_unchecked(7)?,
        payload: text(row, 8)?.to_owned(),
        metadata: text(row, 9)?.to_owned(),
        recorded_at_ms: row.try_get_unchecked(10)?,
        leaf: row.try_get_unchecked(11)?,
    })
}

/// The stored bytes of a `text` or `json` column; asking the server for json as text costs it a copy and a check.
pub(crate) fn text(row: &PgRow, column: usize) -> Result<&str, sqlx::Error> {
    row.try_get_raw(column)?.as_str().map_err(sqlx::Error::Decode)
}

/// Reads up to `$3` events of the log `$1` after the position `$2`, in order: those before the position that lies `$3`
/// behind the first of them. Without that bound, and without statistics of the table, the server sorts all that follows
/// for each page.
pub(crate) fn page_of(columns: &str) -> String {
    format!(
        "select {columns} from events
          where partition = $1 and position > $2
            and position < $3 + (select min(position) from events where partition = $1 and position > $2)
          order by position"
    )
}

/// A reader never steps over a gap.
pub(crate) fn missing(partition: i32, position: i64) -> Fault {
    Fault::Law(format!("partition {partition}: position {position} is missing"))
}

/// Up to `limit` events after a position, in order.
///
/// # Errors
/// [`Fault`] of the database, a gap in the positions, or, with a key, an event that was not written under it: a reader
/// never steps over one.
pub async fn read(
    key: Option<&MacKeys>,
    executor: impl sqlx::PgExecutor<'_>,
    partition: i32,
    after: i64,
    limit: i64,
) -> Result<Vec<Recorded>, Fault> {
    let statement = page_of(COLUMNS);
    let rows = sqlx::query(&statement)
        .bind(partition)
        .bind(after)
        .bind(limit.min(PAGE_MAX * 10))
        .fetch_all(executor)
        .await?;
    let mut events = Vec::with_capacity(rows.len());
    for (row, expected) in rows.iter().zip(after + 1..) {
        let event = checked(key, row)?;
        if event.position != expected {
            return Err(missing(partition, expected));
        }
        events.push(event);
    }
    Ok(events)
}

/// The latest event of a part of a log, after the first position and up to the second, if it is later than `time`.
///
/// # Errors
/// [`Fault`] of the database, or, with a key, an event that was not written under it.
pub(crate) async fn latest(
    key: Option<&MacKeys>,
    executor: impl sqlx::PgExecutor<'_>,
    partition: i32,
    (after, until): (i64, i64),
    time: Timestamp,
) -> Result<Option<Recorded>, Fault> {
    let statement = format!(
        "select {COLUMNS} from events
          where partition = $1 and position > $2 and position <= $3 and recorded_at_ms > $4
          order by recorded_at_ms desc limit 1"
    );
    let row = sqlx::query(&statement)
        .bind(partition)
        .bind(after)
        .bind(until)
        .bind(time.0)
        .fetch_optional(executor)
        .await?;
    row.map(|row| checked(key, &row)).transpose()
}

/// Whether a log has, at a position, the event with this leaf. Then it has all that were written before it.
pub(crate) async fn holds(
    connection: &mut PgConnection,
    (partition, position): (i32, i64),
    leaf: &[u8],
) -> Result<bool, sqlx::Error> {
    let held: Option<Vec<u8>> = sqlx::query_scalar("select leaf from events where partition = $1 and position = $2")
        .bind(partition)
        .bind(position)
        .fetch_optional(connection)
        .await?;
    Ok(held.is_some_and(|held| held == leaf))
}

/// What an event is about, without what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The log it is in.
    pub partition: i32,
    /// Its place in that log, from 1.
    pub position: i64,
    pub aggregate_type: String,
    pub aggregate_id: String,
}

/// The headings of up to `limit` events after a position, in order.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn headings(pool: &PgPool, partition: i32, after: i64, limit: i64) -> Result<Vec<Heading>, Fault> {
    let rows = sqlx::query(&page_of("position, aggregate_type, aggregate_id"))
        .bind(partition)
        .bind(after)
        .bind(limit)
        .fetch_all(pool)
        .await?;
    let heading = |row: &PgRow| {
        Ok(Heading {
            partition,
            position: row.try_get(0)?,
            aggregate_type: row.try_get(1)?,
            aggregate_id: row.try_get(2)?,
        })
    };
    rows.iter().map(heading).collect()
}

/// A stream's events after a version, in order.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn read_stream(pool: &PgPool, aggregate_type: &str, key: &str, after: i64) -> Result<Vec<Recorded>, Fault> {
    read_stream_page(pool, aggregate_type, key, after, i64::MAX).await
}

/// At most `limit` of a stream's events after a version, in order.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn read_stream_page(
    executor: impl sqlx::PgExecutor<'_>,
    aggregate_type: &str,
    key: &str,
    after: i64,
    limit: i64,
) -> Result<Vec<Recorded>, Fault> {
    let statement = format!(
        "select {COLUMNS} from events
          where aggregate_id = $1 and sequence > $2 and aggregate_type = $3 order by sequence limit $4"
    );
    let rows = sqlx::query(&statement)
        .bind(key)
        .bind(after)
        .bind(aggregate_type)
        .bind(limit)
        .fetch_all(executor)
        .await?;
    Ok(rows.iter().map(recorded).collect::<Result<_, _>>()?)
}

/// As [`read_stream_page`], for who knows the stream's log and decides by these events: each must be one that this
/// service wrote.
pub(crate) async fn checked_stream_page(
    log: &EventLog,
    executor: impl sqlx::PgExecutor<'_>,
    (partition, aggregate_type, key): (i32, &str, &str),
    after: i64,
    limit: i64,
) -> Result<Vec<Recorded>, Fault> {
    let statement = format!(
        "select {COLUMNS} from events
          where aggregate_id = $1 and sequence > $2 and aggregate_type = $3 and partition = $5
          order by sequence limit $4"
    );
    let rows = sqlx::query(&statement)
        .bind(key)
        .bind(after)
        .bind(aggregate_type)
        .bind(limit)
        .bind(partition)
        .fetch_all(executor)
        .await?;
    rows.iter().map(|row| log.event(row)).collect()
}

/// The newest events of these types in a stream, newest first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn read_newest(
    pool: &PgPool,
    aggregate_type: &str,
    key: &str,
    types: &[&str],
    limit: i64,
) -> Result<Vec<Recorded>, Fault> {
    let statement = format!(
        "select {COLUMNS} from events
          where aggregate_id = $1 and aggregate_type = $2 and event_type = any($3) order by sequence desc limit $4"
    );
    let types: Vec<String> = types.iter().map(ToString::to_string).collect();
    let rows = sqlx::query(&statement)
        .bind(key)
        .bind(aggregate_type)
        .bind(types)
        .bind(limit)
        .fetch_all(pool)
        .await?;
    Ok(rows.iter().map(recorded).collect::<Result<_, _>>()?)
}

/// The newest events of a type in a log, newest first. Casts are most of all events and are not found this way.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn read_newest_of_type(
    pool: &PgPool,
    partition: i32,
    event_type: &str,
    limit: i64,
) -> Result<Vec<Recorded>, Fault> {
    let statement = format!(
        "select {COLUMNS} from events
          where event_type = $1 and event_type <> 'CastResolved' and partition = $2
          order by position desc limit $3"
    );
    let rows = sqlx::query(&statement)
        .bind(event_type)
        .bind(partition)
        .bind(limit)
        .fetch_all(pool)
        .await?;
    Ok(rows.iter().map(recorded).collect::<Result<_, _>>()?)
}

/// All events of several streams of one type, each stream's in order: for pages of things whose streams are short.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn read_streams(pool: &PgPool, aggregate_type: &str, keys: &[String]) -> Result<Vec<Recorded>, Fault> {
    let statement = format!(
        "select {COLUMNS} from events
          where aggregate_id = any($1) and aggregate_type = $2 order by aggregate_id, sequence limit $3"
    );
    let rows = sqlx::query(&statement)
        .bind(keys)
        .bind(aggregate_type)
        .bind(PAGE_MAX * 10)
        .fetch_all(pool)
        .await?;
    Ok(rows.iter().map(recorded).collect::<Result<_, _>>()?)
}

/// The event at a position.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn read_one(pool: &PgPool, partition: u16, position: i64) -> Result<Option<Recorded>, Fault> {
    let row = one(pool, partition, position).await?;
    Ok(row.as_ref().map(recorded).transpose()?)
}

/// The events at some positions of one log.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn read_at(pool: &PgPool, partition: i32, positions: &[i64]) -> Result<Vec<Recorded>, Fault> {
    let statement = format!("select {COLUMNS} from events where partition = $1 and position = any($2)");
    let rows = sqlx::query(&statement)
        .bind(partition)
        .bind(positions)
        .fetch_all(pool)
        .await?;
    Ok(rows.iter().map(recorded).collect::<Result<_, _>>()?)
}

/// As [`read_one`], for who decides by this event: it must be one that this service wrote.
pub(crate) async fn checked_one(log: &EventLog, partition: u16, position: i64) -> Result<Option<Recorded>, Fault> {
    let row = one(log, partition, position).await?;
    row.as_ref().map(|row| log.event(row)).transpose()
}

async fn one(pool: &PgPool, partition: u16, position: i64) -> Result<Option<PgRow>, sqlx::Error> {
    let statement = format!("select {COLUMNS} from events where partition = $1 and position = $2");
    sqlx::query(&statement)
        .bind(i32::from(partition))
        .bind(position)
        .fetch_optional(pool)
        .await
}

/// The hint that something was appended.
#[derive(Clone, Debug)]
pub struct Signal(watch::Sender<u64>);

impl Default for Signal {
    fn default() -> Self {
        Signal(watch::Sender::new(0))
    }
}

impl Signal {
    pub(crate) fn raise(&self) {
        self.0.send_modify(|count| *count += 1);
    }

    /// A reader's end of the hint.
    pub fn subscribe(&self) -> Wakeup {
        Wakeup(self.0.subscribe())
    }

    /// Passes on the hints of other processes until the pool is closed.
    pub(crate) fn listen(&self, pool: PgPool) {
        let signal = self.clone();
        tokio::spawn(async move {
            loop {
                if let Err(error) = signal.relay(&pool).await {
                    tracing::debug!(%error, "listening for hints was interrupted; polling goes on");
                }
                if pool.is_closed() {
                    return;
                }
                tokio::time::sleep(POLL * 4).await;
            }
        });
    }

    async fn relay(&self, pool: &PgPool) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect_with(pool).await?;
        listener.listen("ledger").await?;
        loop {
            listener.recv().await?;
            self.raise();
        }
    }
}

/// Waits for a hint, but never longer than the poll interval.
#[derive(Debug)]
pub struct Wakeup(watch::Receiver<u64>);

impl Wakeup {
    /// Returns when something may have been appended.
    pub async fn wait(&mut self) {
        // An elapsed wait and a dropped sender both mean: look at the log.
        if let Ok(Err(_)) = tokio::time::timeout(POLL, self.0.changed()).await {
            tokio::time::sleep(POLL).await;
        }
    }
}
