//! Cursors: how far each follower of the log has read, and why it has stopped when it has.
//!
//! A cursor moves in the transaction that writes what it read, and its row is locked
//! meanwhile: only the holder of the lock can work. That is what makes every
//! event count once; the [`crate::leader`] only saves the others useless attempts.

use crate::view::View;
use domain::time::Timestamp;
use ledger::timeouts::query_in_time;
use ledger::{Fault, Ledger};
use sqlx::{PgPool, Row};
use std::time::Duration;

/// How long a reader waits for a view at most (ASSUMED: longer would feel like a fault).
const WAIT_MAX: Duration = Duration::from_millis(500);
/// How often a waiting reader looks.
const WAIT_STEP: Duration = Duration::from_millis(10);
/// Letters of an error that are kept.
const ERROR_CHARS_MAX: usize = 1_000;

/// The event that a follower cannot take: the next one after its cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Where it is.
    pub position: i64,
    pub event_type: String,
    /// Why it cannot be taken.
    pub error: String,
    /// Since when the follower has stopped.
    pub since: Timestamp,
}

/// How far a follower is behind its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The follower's name.
    pub view: String,
    pub partition: i32,
    /// Events it has not read yet.
    pub behind: i64,
    /// Age of the oldest of them in milliseconds; 0 when there is none.
    pub behind_ms: i64,
    /// Why it has stopped, if it has.
    pub stopped: Option<Stop>,
}

/// How a reader's wait for a view ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited {
    /// The view has seen it.
    Seen,
    /// The view has not reached it.
    Behind,
    /// There is no such position yet.
    NoSuchPosition,
}

/// Records that a follower cannot take the event after a position, where its cursor stands, since the first note. Nothing
/// when somebody else took that event meanwhile, as another version of the program may: the fault says nothing about the
/// events after it.
pub(crate) async fn stop(
    ledger: &Ledger,
    view: &dyn View,
    (partition, after): (i32, i64),
    fault: &Fault,
) -> Result<Option<Stop>, Fault> {
    let error: String = fault
        .to_string()
        .replace('\0', " ")
        .chars()
        .take(ERROR_CHARS_MAX)
        .collect();
    let noted = sqlx::query(
        "update cursors c
            set stopped_error = $3, stopped_at_ms = coalesce(c.stopped_at_ms, $4),
                stopped_event = coalesce((select e.event_type from events e
                                           where e.partition = $1 and e.position = c.position + 1), '')
           from heads h
          where c.partition = $1 and c.view = $2 and h.partition = c.partition
            and c.position = $5 and h.position > c.position
         returning c.position + 1, c.stopped_event, c.stopped_at_ms",
    )
    .bind(partition)
    .bind(view.name())
    .bind(&error)
    .bind(ledger.clock().now().0)
    .bind(after);
    let row = query_in_time(ledger.pool(), async |connection| noted.fetch_optional(connection).await).await?;
    let noted = |row: sqlx::postgres::PgRow| {
        Ok::<_, sqlx::Error>(Stop {
            position: row.try_get(0)?,
            event_type: row.try_get(1)?,
            error,
            since: Timestamp(row.try_get(2)?),
        })
    };
    Ok(row.map(noted).transpose()?)
}

/// All followers of a database that ever ran, by name and partition.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn standings(pool: &PgPool, now: Timestamp) -> Result<Vec<Standing>, Fault> {
    let rows = sqlx::query(
        "select c.view, c.partition, h.position - c.position, e.recorded_at_ms,
                c.stopped_event, c.stopped_error, c.stopped_at_ms, c.position + 1
           from cursors c
           join heads h on h.partition = c.partition
           left join events e on e.partition = c.partition and e.position = c.position + 1
          order by c.view, c.partition",
    )
    .fetch_all(pool)
    .await?;
    let standing = |row: &sqlx::postgres::PgRow| {
        let oldest: Option<i64> = row.try_get(3)?;
        let since: Option<i64> = row.try_get(6)?;
        let stop = |since| {
            Ok::<_, sqlx::Error>(Stop {
                position: row.try_get(7)?,
                event_type: row.try_get(4)?,
                error: row.try_get(5)?,
                since: Timestamp(since),
            })
        };
        Ok(Standing {
            view: row.try_get(0)?,
            partition: row.try_get(1)?,
            behind: row.try_get(2)?,
            behind_ms: oldest.map_or(0, |oldest| (now.0 - oldest).max(0)),
            stopped: since.map(stop).transpose()?,
        })
    };
    Ok(rows.iter().map(standing).collect::<Result<_, sqlx::Error>>()?)
}

/// How far a view has read a partition.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn position(ledger: &Ledger, view: &dyn View, partition: i32) -> Result<i64, Fault> {
    Ok(look(ledger, view, partition).await?.position)
}

/// The position of the last event of a partition.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn head(ledger: &Ledger, partition: i32) -> Result<i64, Fault> {
    let row = sqlx::query("select position from heads where partition = $1")
        .bind(partition)
        .fetch_one(ledger.pool())
        .await?;
    Ok(row.try_get(0)?)
}

/// Up to when a view has seen everything, in every log: the time of the first event that it has not seen, or now.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn seen(ledger: &Ledger, view: &dyn View) -> Result<Timestamp, Fault> {
    let row = sqlx::query(
        "select min(e.recorded_at_ms)
           from heads h
           left join cursors c on c.partition = h.partition and c.view = $1
           join events e on e.partition = h.partition and e.position = coalesce(c.position, 0) + 1
          where h.partition < $2",
    )
    .bind(view.name())
    .bind(i32::from(ledger.partitions()))
    .fetch_one(ledger.pool())
    .await?;
    let (unseen, now): (Option<i64>, _) = (row.try_get(0)?, ledger.clock().now());
    Ok(unseen.map_or(now, |unseen| now.min(Timestamp(unseen))))
}

/// When the first event of all logs was recorded; nothing in an empty ledger.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn begun(ledger: &Ledger) -> Result<Option<Timestamp>, Fault> {
    let row = sqlx::query("select min(recorded_at_ms) from events where position = 1 and partition < $1")
        .bind(i32::from(ledger.partitions()))
        .fetch_one(ledger.pool())
        .await?;
    Ok(row.try_get::<Option<i64>, _>(0)?.map(Timestamp))
}

/// Waits until a view has seen a position, or without one everything recorded before this call: a player
/// reads what the player wrote. Never longer than half a second; not at all for a view that has stopped, nor in a process
/// that follows nothing.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn wait(
    ledger: &Ledger,
    view: &dyn View,
    partition: i32,
    min_position: Option<i64>,
) -> Result<Waited, Fault> {
    let mut look_at = look(ledger, view, partition).await?;
    let wanted = min_position.unwrap_or(look_at.head);
    if wanted > look_at.head {
        return Ok(Waited::NoSuchPosition);
    }
    let mut waited = Duration::ZERO;
    while look_at.position < wanted {
        if look_at.stands_still || waited >= WAIT_MAX || !ledger.is_followed() {
            return Ok(Waited::Behind);
        }
        tokio::time::sleep(WAIT_STEP).await;
        waited += WAIT_STEP;
        look_at = look(ledger, view, partition).await?;
    }
    Ok(Waited::Seen)
}

/// The same for several views in every log, which have the half second together; how it ended is not said.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn wait_for_all(ledger: &Ledger, views: &[&dyn View]) -> Result<(), Fault> {
    let names: Vec<&str> = views.iter().map(|view| view.name()).collect();
    let mut wanted = unseen(ledger, &names, None).await?;
    let mut waited = Duration::ZERO;
    while !wanted.is_empty() && waited < WAIT_MAX && ledger.is_followed() {
        tokio::time::sleep(WAIT_STEP).await;
        waited += WAIT_STEP;
        wanted = unseen(ledger, &names, Some(wanted)).await?;
    }
    Ok(())
}

/// The logs, and the positions in them, that some view has yet to see: of these, else of all logs and their ends.
pub(crate) async fn unseen(
    ledger: &Ledger,
    views: &[&str],
    of: Option<Vec<(i32, i64)>>,
) -> Result<Vec<(i32, i64)>, Fault> {
    let of: Option<(Vec<i32>, Vec<i64>)> = of.map(|of| of.into_iter().unzip());
    let (logs, positions) = of.unzip();
    let rows = sqlx::query_as(
        "select distinct h.partition, least(h.position, w.position)
           from heads h
          cross join unnest($1::text[]) as v(view)
           left join cursors c on c.partition = h.partition and c.view = v.view
           left join unnest($2::int[], $3::bigint[]) as w(log, position) on w.log = h.partition
          where h.partition < $4 and ($2 is null or w.log is not null)
            and coalesce(c.position, 0) < least(h.position, w.position) and c.stopped_at_ms is null",
    )
    .bind(views)
    .bind(logs)
    .bind(positions)
    .bind(i32::from(ledger.partitions()))
    .fetch_all(&**ledger.pool())
    .await?;
    Ok(rows)
}

struct Look {
    head: i64,
    position: i64,
    stands_still: bool,
}

async fn look(ledger: &Ledger, view: &dyn View, partition: i32) -> Result<Look, Fault> {
    let row = sqlx::query(
        "select h.position, coalesce(c.position, 0), c.stopped_at_ms is not null
           from heads h left join cursors c on c.partition = h.partition and c.view = $2
          where h.partition = $1",
    )
    .bind(partition)
    .bind(view.name())
    .fetch_one(ledger.pool())
    .await?;
    Ok(Look {
        head: row.try_get(0)?,
        position: row.try_get(1)?,
        stands_still: row.try_get(2)?,
    })
}
