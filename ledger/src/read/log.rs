//! The log as a list: events newest or oldest first, by stream, type and actor.

use crate::error::Fault;
use crate::event_log::EventLog;
use crate::read::entries::{WALKED, of_event};
use crate::read::feed::{Recorded, recorded};
use crate::read::walk::{Cursor, Part, Range, Search, Way};
use sqlx::{PgPool, QueryBuilder};
use uuid::Uuid;

const COLUMNS: &str = "select e.partition, e.position, e.aggregate_type, e.aggregate_id, e.sequence, e.event_id,
        e.event_type, e.event_version, e.payload, e.metadata, e.recorded_at_ms, e.leaf from events e";

/// Which events are wanted; an absent field matches everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub stream: Option<String>,
    pub key: Option<String>,
    /// One of these types; letters alone. None: any.
    pub types: Vec<String>,
    /// Who acted, as the event names them.
    pub actor: Option<String>,
}

impl Search for Filter {
    type Line = Recorded;

    fn is_direct(&self) -> bool {
        let is_indexed = !self.types.is_empty() && !self.types.iter().any(|name| name == WALKED);
        let everything = self.types.is_empty() && self.stream.is_none();
        self.key.is_some() || self.actor.is_none() && (is_indexed || everything)
    }

    fn cursor(event: &Recorded) -> Cursor {
        cursor(event)
    }

    async fn window(&self, pool: &EventLog, way: Way, part: Part, wanted: usize) -> Result<Vec<Recorded>, Fault> {
        let mut query = QueryBuilder::new(COLUMNS);
        query.push(" where e.partition = ").push_bind(part.partition);
        query.push(" and e.position > ").push_bind(part.low);
        query.push(" and e.position <= ").push_bind(part.high);
        if let Some(key) = &self.key {
            query.push(" and e.aggregate_id = ").push_bind(key.clone());
        }
        if let Some(stream) = &self.stream {
            query.push(" and e.aggregate_type = ").push_bind(stream.clone());
        }
        match &self.types[..] {
            [] => of_event(&mut query, None, self.actor.as_deref()),
            [one] => of_event(&mut query, Some(one), self.actor.as_deref()),
            several => {
                of_event(&mut query, None, self.actor.as_deref());
                // Written out, as `of_event` does, and for the same reason.
                let plain = several
                    .iter()
                    .map(|name| name.replace(|letter: char| !letter.is_ascii_alphanumeric(), ""));
                let listed = plain.collect::<Vec<_>>().join("', '");
                query.push(format!(
                    " and e.event_type in ('{listed}') and e.event_type <> '{WALKED}'"
                ));
            }
        }
        let (sign, order, cursor) = match way {
            Way::Before(cursor) => ("<", "desc", cursor),
            Way::After(cursor) => (">", "asc", Some(cursor)),
        };
        if let Some(cursor) = cursor {
            query.push(format!(" and (e.position, e.partition) {sign} ("));
            query.push_bind(cursor.position).push(", ");
            query.push_bind(cursor.partition).push(")");
        }
        query.push(format!(" order by e.position {order} limit "));
        query.push_bind(i64::try_from(wanted).unwrap_or(i64::MAX));
        let rows = query.build().persistent(false).fetch_all(pool).await?;
        Ok(rows.iter().map(recorded).collect::<Result<_, _>>()?)
    }
}

/// Where an event stands in lists.
pub fn cursor(event: &Recorded) -> Cursor {
    Cursor {
        position: event.position,
        partition: event.partition,
        leg: 0,
    }
}

/// The event with this id.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn find(pool: &PgPool, event_id: Uuid) -> Result<Option<Recorded>, Fault> {
    let row = sqlx::query(&format!("{COLUMNS} where e.event_id = $1 limit 1"))
        .bind(event_id)
        .fetch_optional(pool)
        .await?;
    Ok(row.as_ref().map(recorded).transpose()?)
}

/// Streams, by type and key, whose key begins like this, in the order of their keys; with bounds, those that had begun by
/// then. At most 50.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn streams_beginning(
    pool: &PgPool,
    head: &str,
    bounds: Option<&[i64]>,
) -> Result<Vec<(String, String)>, Fault> {
    // Behind every key that begins like this: keys are ASCII, compared by their bytes.
    let end = format!("{head}\u{7f}");
    let rows = sqlx::query_as(
        "select aggregate_type, aggregate_id from events
          where aggregate_id >= $1 and aggregate_id < $2 and sequence = 1
            and ($3::bigint[] is null or position <= ($3::bigint[])[partition + 1])
          order by aggregate_id, aggregate_type limit $4",
    )
    .bind(head)
    .bind(end)
    .bind(bounds)
    .bind(STREAMS_MAX)
    .fetch_all(pool)
    .await?;
    Ok(rows)
}

/// The leaf of the event before in the same stream; nothing before the first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn leaf_before(pool: &PgPool, event: &Recorded) -> Result<Option<Vec<u8>>, Fault> {
    let row: Option<(Vec<u8>,)> = sqlx::query_as(
        "select leaf from events
          where aggregate_id = $1 and sequence = $2 - 1 and aggregate_type = $3 and partition = $4",
    )
    .bind(&event.aggregate_id)
    .bind(event.sequence)
    .bind(&event.aggregate_type)
    .bind(event.partition)
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|(leaf,)| leaf))
}

/// The last version of a stream up to a position of its log; 0 when it has none by then. Versions rise with
/// positions, so halving finds it, however long the stream is.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn version_at(pool: &PgPool, stream: &str, key: &str, until: i64) -> Result<i64, Fault> {
    let newest: Option<(i32, i64)> = sqlx::query_as(
        "select partition, sequence from events where aggregate_id = $1 and aggregate_type = $2
          order by sequence desc limit 1",
    )
    .bind(key)
    .bind(stream)
    .fetch_optional(pool)
    .await?;
    let Some((partition, mut high)) = newest else {
        return Ok(0);
    };
    let mut low = 0;
    while low < high {
        let middle = low + (high - low + 1) / 2;
        let at: (i64,) = sqlx::query_as(
            "select position from events
              where aggregate_id = $1 and sequence = $2 and aggregate_type = $3 and partition = $4",
        )
        .bind(key)
        .bind(middle)
        .bind(stream)
        .bind(partition)
        .fetch_one(pool)
        .await?;
        if at.0 <= until {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Ok(low)
}

/// Streams that one search by the begin of a key gives.
const STREAMS_MAX: i64 = 50;

/// Events that one search of what events say gives.
const TELLING_MAX: i64 = 200;

/// Events of these types whose payload holds a text, up to the bounds, oldest first; at most 200. Every event of the
/// types is looked at: for types of which there are few.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn containing(pool: &PgPool, types: &[&str], text: &str, bounds: &[i64]) -> Result<Vec<Recorded>, Fault> {
    let statement = format!(
        "{COLUMNS} where e.event_type = any($1) and e.event_type <> '{WALKED}'
            and position($2 in e.payload::text) > 0 and e.position <= ($3::bigint[])[e.partition + 1]
          order by e.partition, e.position limit $4"
    );
    let rows = sqlx::query(&statement)
        .bind(types)
        .bind(text)
        .bind(bounds)
        .bind(TELLING_MAX)
        .fetch_all(pool)
        .await?;
    Ok(rows.iter().map(recorded).collect::<Result<_, _>>()?)
}

/// The first event of a type whose field holds a value, found by looking at every event of the type.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn with_field(pool: &PgPool, event_type: &str, field: &str, value: &str) -> Result<Option<Recorded>, Fault> {
    let statement = format!(
        "{COLUMNS} where e.event_type = $1 and e.event_type <> '{WALKED}' and e.payload -> $1 ->> $2 = $3 limit 1"
    );
    let row = sqlx::query(&statement)
        .bind(event_type)
        .bind(field)
        .bind(value)
        .fetch_optional(pool)
        .await?;
    Ok(row.as_ref().map(recorded).transpose()?)
}

/// Keys of the streams of a type that have an event of this type: of that which begins each of them, all there are.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn begun_by(pool: &PgPool, stream: &str, event_type: &str) -> Result<Vec<String>, Fault> {
    let statement = format!(
        "select distinct aggregate_id from events
          where event_type = $1 and event_type <> '{WALKED}' and aggregate_type = $2"
    );
    let rows: Vec<(String,)> = sqlx::query_as(&statement)
        .bind(event_type)
        .bind(stream)
        .fetch_all(pool)
        .await?;
    Ok(rows.into_iter().map(|(key,)| key).collect())
}

/// Streams that claimed a natural key which begins like this, up to the bounds; at most 200.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn claimed(pool: &PgPool, begin: &str, bounds: &[i64]) -> Result<Vec<String>, Fault> {
    let mut streams = Vec::new();
    for (partition, until) in (0_i32..).zip(bounds) {
        let rows: Vec<(String,)> = sqlx::query_as(
            "select aggregate_id from natural_keys
              where partition = $1 and key >= $2 and key < $2 || chr(127) and position <= $3
              order by key limit $4",
        )
        .bind(partition)
        .bind(begin)
        .bind(until)
        .bind(TELLING_MAX)
        .fetch_all(pool)
        .await?;
        streams.extend(rows.into_iter().map(|(stream,)| stream));
    }
    Ok(streams)
}

/// Places `(partition, position)` of all events of a type in a range, in order; nothing for the type that has no index.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn places_of(pool: &PgPool, event_type: &str, range: &Range) -> Result<Option<Vec<(i32, i64)>>, Fault> {
    if event_type == WALKED {
        return Ok(None);
    }
    let mut places = Vec::new();
    for ((partition, after), until) in (0_i32..).zip(&range.after).zip(&range.until) {
        let mut query = QueryBuilder::new("select e.partition, e.position from events e where e.partition = ");
        query.push_bind(partition);
        query.push(" and e.position > ").push_bind(*after);
        query.push(" and e.position <= ").push_bind(*until);
        of_event(&mut query, Some(event_type), None);
        query.push(" order by e.position");
        let rows: Vec<(i32, i64)> = query.build_query_as().persistent(false).fetch_all(pool).await?;
        places.extend(rows);
    }
    Ok(Some(places))
}
