//! The law of the steps: what an event causes in another stream was decided there, as far as the policies have read.
//!
//! Whoever moves the policies' cursor lets them skip events: the refund of a withdrawal that failed then never comes,
//! and every balance still adds up. So each reaction is made anew from its event, and its answer is looked for.

use super::LawResult;
use super::entry::{count, law};
use domain::policies::Reaction;
use ledger::feed::{COLUMNS, Recorded, recorded};
use ledger::{Fault, policies};
use sqlx::{PgConnection, Row};
use std::collections::HashMap;
use uuid::Uuid;

/// Events read at once: positions have no gaps, so a page ends at one, and nothing that follows is sorted for it.
const PAGE: i64 = 5_000;

/// Checks every event that the policies have read, in the snapshot that `database` reads.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn check(database: &mut PgConnection) -> Result<LawResult, Fault> {
    let mut result = law("I-16d", "the steps that follow from an event were decided");
    let cursors: Vec<(i32, i64, i64)> = sqlx::query_as(
        "select partition, c.position, h.position from cursors c join heads h using (partition)
          where c.view = 'policies' order by partition",
    )
    .fetch_all(&mut *database)
    .await?;
    for (partition, cursor, head) in cursors {
        count(&mut result, cursor <= head, &format!("cursor of log {partition}"));
        let mut after = 0;
        while after < cursor {
            let until = cursor.min(after + PAGE);
            let events = page(database, (partition, after, until)).await?;
            decided(database, &events, &mut result).await?;
            after = until;
        }
    }
    Ok(result)
}

/// The events of a log between two positions; casts, which cause nothing elsewhere, are left out.
async fn page(database: &mut PgConnection, (partition, after, until): (i32, i64, i64)) -> Result<Vec<Recorded>, Fault> {
    let statement = format!(
        "select {COLUMNS} from events
          where partition = $1 and position > $2 and position <= $3 and event_type <> 'CastResolved'
          order by position"
    );
    let rows = sqlx::query(&statement)
        .bind(partition)
        .bind(after)
        .bind(until)
        .fetch_all(database)
        .await?;
    Ok(rows.iter().map(recorded).collect::<Result<_, _>>()?)
}

/// Looks for the answers to what these events cause. An event that does not read back is found by other laws.
async fn decided(database: &mut PgConnection, events: &[Recorded], result: &mut LawResult) -> Result<(), Fault> {
    let caused: Vec<(&Recorded, Reaction)> = events
        .iter()
        .flat_map(|event| {
            let reactions = policies::reactions(event).unwrap_or_default();
            reactions.into_iter().map(move |reaction| (event, reaction))
        })
        .collect();
    let ids: Vec<Uuid> = caused.iter().flat_map(|(_, reaction)| ids_of(reaction)).collect();
    let rows = sqlx::query(
        "select r.request_id, r.code from heads h
           join requests r on r.partition = h.partition and r.request_id = any($1)",
    )
    .bind(&ids)
    .fetch_all(database)
    .await?;
    let answers: HashMap<Uuid, i32> = rows
        .iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .collect::<Result<_, sqlx::Error>>()?;
    for (event, reaction) in &caused {
        let place = format!("{}/{}", event.partition, event.position);
        count(result, is_decided(reaction, &answers), &place);
    }
    Ok(())
}

fn ids_of(reaction: &Reaction) -> Vec<Uuid> {
    let mut ids = vec![reaction.request_id];
    ids.extend(reaction.otherwise.iter().flat_map(|otherwise| ids_of(otherwise)));
    ids
}

/// A step that was refused is followed by what is to be done instead.
fn is_decided(reaction: &Reaction, answers: &HashMap<Uuid, i32>) -> bool {
    match (answers.get(&reaction.request_id), &reaction.otherwise) {
        (None, _) => false,
        (Some(0), _) | (Some(_), None) => true,
        (Some(_), Some(otherwise)) => is_decided(otherwise, answers),
    }
}
