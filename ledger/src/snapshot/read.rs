//! A cold stream is read with one statement: its snapshot, if there is one of this
//! program's state version, and the events from there on, the event at the
//! snapshot's own version among them, to compare the leaf.

use super::{At, Snapshot};
use crate::crash_point::{Defect, planted};
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::read::feed::{self, COLUMNS, PAGE_MAX, Recorded};
use domain::stream::Stream;
use domain::time::Timestamp;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

/// Where the fold of a stream begins.
pub(crate) struct Tail<S> {
    /// Nothing: from the first event.
    pub snapshot: Option<Snapshot<S>>,
    /// The events after it, a page at most.
    pub events: Vec<Recorded>,
    /// True when there may be more.
    pub has_more: bool,
    /// Rows of events that were read.
    pub rows: u64,
}

/// The snapshot's own columns come with the event at its version alone.
fn statement() -> String {
    format!(
        "with kept as materialized (
             select version, leaf, recorded_at_ms, state, digest from snapshots
              where partition = $1 and aggregate_type = $2 and aggregate_id = $3 and state_version = $4
         )
         select e.*, kept.version as kept_version,
                case when e.sequence = kept.version then kept.leaf end as kept_leaf,
                case when e.sequence = kept.version then kept.recorded_at_ms end as kept_recorded_at_ms,
                case when e.sequence = kept.version then kept.state end as kept_state,
                case when e.sequence = kept.version then kept.digest end as kept_digest
           from (select) as one
           left join kept on true
           left join lateral (
                select {COLUMNS} from events
                 where aggregate_id = $3 and sequence >= coalesce(kept.version, 1) and aggregate_type = $2
                   and partition = $1
                 order by sequence limit $5) as e on true"
    )
}

/// Reads the end of a stream from the newest snapshot that can be believed.
///
/// # Errors
/// [`Fault`] of the database; a snapshot is never the reason for one.
pub(crate) async fn tail<S: Stream>(
    log: &EventLog,
    connection: &mut PgConnection,
    partition: i32,
    key: &str,
) -> Result<Tail<S>, Fault> {
    let rows = sqlx::query(&statement())
        .bind(partition)
        .bind(S::TYPE)
        .bind(key)
        .bind(i32::from(S::STATE_VERSION))
        .bind(PAGE_MAX)
        .fetch_all(&mut *connection)
        .await;
    match rows {
        Ok(rows) => match believed(log, partition, key, &rows)? {
            Some(tail) => return Ok(tail),
            None => remove::<S>(connection, partition, key).await?,
        },
        Err(error) if error.as_database_error().is_some() => {
            tracing::error!(stream_type = S::TYPE, %error, "snapshots do not read; streams are read from their first event");
        }
        Err(error) => return Err(error.into()),
    }
    whole(log, connection, partition, key).await
}

/// Makes room for the snapshot that the fold of the whole stream will leave.
async fn remove<S: Stream>(connection: &mut PgConnection, partition: i32, key: &str) -> Result<(), Fault> {
    tracing::warn!(
        stream_type = S::TYPE,
        stream = key,
        "a snapshot does not fit its stream and is removed"
    );
    sqlx::query("delete from snapshots where partition = $1 and aggregate_type = $2 and aggregate_id = $3")
        .bind(partition)
        .bind(S::TYPE)
        .bind(key)
        .execute(connection)
        .await?;
    Ok(())
}

/// The stream from its first event.
async fn whole<S: Stream>(
    log: &EventLog,
    connection: &mut PgConnection,
    partition: i32,
    key: &str,
) -> Result<Tail<S>, Fault> {
    let events = feed::checked_stream_page(log, connection, (partition, S::TYPE, key), 0, PAGE_MAX).await?;
    Ok(Tail {
        snapshot: None,
        rows: events.len() as u64,
        has_more: events.len() as i64 == PAGE_MAX,
        events,
    })
}

/// What the statement found; nothing when a snapshot stands there that must not be believed.
fn believed<S: Stream>(log: &EventLog, partition: i32, key: &str, rows: &[PgRow]) -> Result<Option<Tail<S>>, Fault> {
    let Some(first) = rows.first() else { return Ok(None) };
    let mut events = Vec::new();
    if first.try_get::<Option<i64>, _>("sequence")?.is_some() {
        events = rows.iter().map(|row| log.event(row)).collect::<Result<_, _>>()?;
    }
    let read = events.len();
    let mut snapshot = None;
    if first.try_get::<Option<i64>, _>("kept_version")?.is_some() {
        snapshot =
            snapshot_of(log, partition, key, first)?.filter(|kept: &Snapshot<S>| kept.at.leaf[..] == events[0].leaf);
        if snapshot.is_none() {
            return Ok(None);
        }
        events.remove(0);
    }
    Ok(Some(Tail {
        snapshot,
        events,
        has_more: read as i64 == PAGE_MAX,
        rows: read as u64,
    }))
}

/// The snapshot that came with the event at its version, if its MAC fits and its state reads.
fn snapshot_of<S: Stream>(
    log: &EventLog,
    partition: i32,
    key: &str,
    row: &PgRow,
) -> Result<Option<Snapshot<S>>, sqlx::Error> {
    let (leaf, state): (Option<Vec<u8>>, Option<Vec<u8>>) = (row.try_get("kept_leaf")?, row.try_get("kept_state")?);
    let (Some(leaf), Some(state)) = (leaf.and_then(|leaf| leaf.try_into().ok()), state) else {
        return Ok(None);
    };
    let at = At {
        partition,
        key: key.to_owned(),
        version: row.try_get::<i64, _>("kept_version")? as u64,
        leaf,
        recorded_at: Timestamp(row.try_get("kept_recorded_at_ms")?),
    };
    let digest: Vec<u8> = row.try_get("kept_digest")?;
    let fits = at.fits::<S>(log, &state, &digest);
    if !fits && !planted(Defect::UncheckedSnapshot) {
        return Ok(None);
    }
    Ok(serde_json::from_slice(&state).ok().map(|state| Snapshot { at, state }))
}
