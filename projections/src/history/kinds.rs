//! Changes of purses by events of some kinds, with the events' own fields, newest first.

use super::Cursor;
use crate::page::{self, Page};
use domain::ids::PlayerId;
use domain::player::Event;
use domain::posting::Purse;
use domain::time::Timestamp;
use ledger::{EventLog, Fault, books, upcast};
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;

/// One change of the purse.
#[derive(Clone, Debug, PartialEq)]
pub struct KindLine {
    /// Id, and cursor of the next page.
    pub id: Cursor,
    /// Which purse changed.
    pub purse: Purse,
    /// Signed minor units.
    pub delta: i64,
    pub event: Event,
    pub event_id: Uuid,
    pub at: Timestamp,
}

/// Changes of purses by the events that are named beside each, before a cursor. Each purse is walked backwards along its
/// key.
///
/// # Errors
/// [`Fault`] of the database; an event that does not read back.
pub async fn of_kind(
    pool: &EventLog,
    partition: u16,
    player: PlayerId,
    lines: &[(Purse, &[&str])],
    before: Option<Cursor>,
    size: i64,
) -> Result<Page<KindLine>, Fault> {
    books::reach(pool, partition.into(), i64::MAX).await?;
    let before = before.unwrap_or(Cursor {
        position: i64::MAX,
        leg: i16::MAX,
    });
    let purses: Vec<&str> = lines.iter().map(|(purse, _)| purse.name()).collect();
    let kinds: Vec<String> = lines.iter().map(|(_, kinds)| kinds.join(",")).collect();
    let rows = sqlx::query(
        "select l.position, l.leg, l.amount, l.event_type, l.event_version, l.payload::text, l.event_id, l.recorded_at_ms,
                w.account
           from unnest($3::text[], $6::text[]) as w(account, kinds)
          cross join lateral (
                select p.position, p.leg, p.amount, e.event_type, e.event_version, e.payload, e.event_id, e.recorded_at_ms
                  from postings p
                  join events e on e.partition = p.partition and e.position = p.position
                 where p.partition = $1 and p.owner = $2 and p.account = w.account
                   and (p.position, p.leg) < ($4, $5)
                   and e.event_type = any(string_to_array(w.kinds, ','))
                 order by p.position desc, p.leg desc
                 limit $7) as l
          order by l.position desc, l.leg desc
          limit $7",
    )
    .bind(i32::from(partition))
    .bind(player.0)
    .bind(purses)
    .bind(before.position)
    .bind(before.leg)
    .bind(kinds)
    .bind(page::limit(size))
    .fetch_all(pool)
    .await?;
    let lines = rows.iter().map(line_of).collect::<Result<_, _>>()?;
    Ok(Page::of(lines, size))
}

fn line_of(row: &PgRow) -> Result<KindLine, Fault> {
    let (name, version, payload): (String, String, String) = (row.try_get(3)?, row.try_get(4)?, row.try_get(5)?);
    let event = upcast::read(&name, &version, &payload)
        .map_err(|error| Fault::Law(format!("a posted event does not read: {error}")))?;
    Ok(KindLine {
        id: Cursor {
            position: row.try_get(0)?,
            leg: row.try_get(1)?,
        },
        purse: Purse::named(row.try_get(8)?).ok_or_else(|| Fault::Law("a purse without a name of ours".into()))?,
        delta: row.try_get(2)?,
        event,
        event_id: row.try_get(6)?,
        at: Timestamp(row.try_get(7)?),
    })
}
