//! The law of the steps: what an event causes in another stream was decided there, as far as the policies have read.
//!
//! Whoever moves the policies' cursor lets them skip events: the refund of a withdrawal that failed then never comes,
//! and every balance still adds up. So each reaction is made anew from its event, and its answer is looked for: with a
//! key, only an answer that this service gave counts.

use super::LawResult;
use super::entry::{count, law};
use domain::policies::Reaction;
use ledger::feed::{COLUMNS, Recorded, recorded};
use ledger::{Fault, MacKeys, policies};
use sqlx::PgConnection;
use std::collections::HashMap;
use uuid::Uuid;

/// Events read at once: positions have no gaps, so a page ends at one, and nothing that follows is sorted for it.
const PAGE: i64 = 5_000;

/// Checks every event that the policies have read, in the snapshot that `database` reads.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn check(database: &mut PgConnection, key: Option<&MacKeys>) -> Result<LawResult, Fault> {
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
            decided((database, key), &events, &mut result).await?;
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
async fn decided(
    (database, key): (&mut PgConnection, Option<&MacKeys>),
    events: &[Recorded],
    result: &mut LawResult,
) -> Result<(), Fault> {
    let caused: Vec<(&Recorded, Reaction)> = events
        .iter()
        .flat_map(|event| {
            let reactions = policies::reactions(event).unwrap_or_default();
            reactions.into_iter().map(move |reaction| (event, reaction))
        })
        .collect();
    let reactions = caused.iter().map(|(_, reaction)| reaction);
    let answers = policies::answers(database, key, reactions).await?;
    for (event, reaction) in &caused {
        let place = format!("{}/{}", event.partition, event.position);
        count(result, is_decided(reaction, &answers), &place);
    }
    Ok(())
}

/// A step that was refused is followed by what is to be done instead.
fn is_decided(reaction: &Reaction, answers: &HashMap<Uuid, i32>) -> bool {
    match (answers.get(&reaction.request_id), &reaction.otherwise) {
        (None, _) => false,
        (Some(0), _) | (Some(_), None) => true,
        (Some(_), Some(otherwise)) => is_decided(otherwise, answers),
    }
}
