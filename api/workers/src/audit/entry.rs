//! Events as laws in Rust read them: straight from the table, one at a time, in the snapshot of the audit.

use super::LawResult;
use domain::stream::StreamEvent;
use ledger::authority::Place;
use ledger::{Fault, upcast};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use uuid::Uuid;

/// Rows fetched at once.
const PAGE: usize = 5_000;

/// What is read of each event; a law adds which events, and their order.
const COLUMNS: &str = "
    select aggregate_type, aggregate_id, event_type, event_version, payload, metadata->>'request_id', partition, position,
           recorded_at_ms, metadata->>'actor'
      from events ";

/// An event as it is stored.
pub(super) struct Entry<'r> {
    pub stream: &'r str,
    pub key: &'r str,
    pub event_type: &'r str,
    version: &'r str,
    payload: &'r str,
    pub request: Option<Uuid>,
    pub actor: Option<&'r str>,
    pub place: Place,
}

impl<'r> Entry<'r> {
    fn of(row: &'r PgRow) -> Result<Entry<'r>, sqlx::Error> {
        let request: Option<&str> = row.try_get(5)?;
        Ok(Entry {
            stream: row.try_get(0)?,
            key: row.try_get(1)?,
            event_type: row.try_get(2)?,
            version: row.try_get(3)?,
            payload: row.try_get_raw(4)?.as_str().map_err(sqlx::Error::Decode)?,
            request: request.and_then(|request| request.parse().ok()),
            actor: row.try_get(9)?,
            place: Place {
                partition: row.try_get(6)?,
                position: row.try_get(7)?,
                at: row.try_get(8)?,
            },
        })
    }

    pub fn read<E: StreamEvent>(&self) -> Option<E> {
        upcast::read(self.event_type, self.version, self.payload).ok()
    }
}

/// Reads the events of a condition in its order.
///
/// # Errors
/// [`Fault`] of the database.
pub(super) async fn each(database: &mut PgConnection, which: &str, mut take: impl FnMut(&Entry)) -> Result<(), Fault> {
    rows(database, &format!("{COLUMNS}{which}"), |row| {
        take(&Entry::of(row)?);
        Ok(())
    })
    .await
}

/// Reads the rows of a query one at a time.
///
/// # Errors
/// [`Fault`] of the database.
pub(super) async fn rows(
    database: &mut PgConnection,
    query: &str,
    mut take: impl FnMut(&PgRow) -> Result<(), sqlx::Error>,
) -> Result<(), Fault> {
    let declare = format!("declare entries no scroll cursor for {query}");
    sqlx::query(&declare).persistent(false).execute(&mut *database).await?;
    let fetch = format!("fetch {PAGE} from entries");
    loop {
        let rows = sqlx::query(&fetch).persistent(false).fetch_all(&mut *database).await?;
        rows.iter().try_for_each(&mut take)?;
        if rows.len() < PAGE {
            break;
        }
    }
    sqlx::query("close entries").execute(database).await?;
    Ok(())
}

/// A law of which nothing was compared so far.
pub(super) fn law(law: &'static str, says: &'static str) -> LawResult {
    LawResult {
        law,
        says,
        compared: 0,
        broken: 0,
        first: None,
    }
}

pub(super) fn count(law: &mut LawResult, holds: bool, place: &str) -> bool {
    law.compared += 1;
    if !holds {
        law.broken += 1;
        law.first.get_or_insert_with(|| place.to_owned());
    }
    holds
}
