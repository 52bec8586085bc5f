//! From the database to a bundle: finds the event, makes the proof, puts in what checking needs.

use super::linked::{self, Leaves};
use super::proof;
use crate::error::Fault;
use crate::read::feed::recorded;
use proofs::bundle::{Bundle, Consistency, EventFields, Inclusion, LogProof};
use proofs::{Signed, Vkey};
use sqlx::{PgConnection, Row};
use tlog_tiles::Hash;
use uuid::Uuid;

/// Partition and position of an event. There is no index by event id: the whole log is searched.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn find(connection: &mut PgConnection, event_id: Uuid) -> Result<Option<(i32, u64)>, Fault> {
    let row = sqlx::query("select partition, position from events where event_id = $1 limit 1")
        .bind(event_id)
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let position: i64 = row.try_get(1)?;
    Ok(Some((row.try_get(0)?, position.unsigned_abs())))
}

/// Proves that the event at a position is in its log.
///
/// # Errors
/// [`Fault::Contradiction`] when the database is not what was signed; [`Fault::Setting`] for a position that the
/// checkpoint does not cover.
pub async fn inclusion(
    connection: &mut PgConnection,
    against: &Signed,
    vkey: &Vkey,
    partition: i32,
    position: u64,
) -> Result<Bundle, Fault> {
    let checkpoint = &against.checkpoint;
    let head = checkpoint
        .log(partition)
        .map_err(|why| Fault::Setting(why.to_string()))?;
    if position == 0 || position > head.size {
        return Err(Fault::Setting(format!(
            "checkpoint {} covers positions 1 to {} of partition {partition}, not {position}",
            checkpoint.number, head.size
        )));
    }
    let place = (partition, position as i64 - 1, 1);
    let page = linked::read(connection, place, |row| Ok(recorded(row)?), &Leaves::default()).await?;
    let missing = || Fault::Contradiction(format!("partition {partition}: position {position} is missing"));
    let linked = page
        .first()
        .filter(|linked| linked.event.position as u64 == position)
        .ok_or_else(missing)?;
    let proof = proof::inclusion(connection, partition, head, position, linked.checked()?).await?;
    let bundle = Bundle::Inclusion(Box::new(Inclusion {
        vkey: vkey.to_string(),
        checkpoint: against.note.clone(),
        event: EventFields::of(&linked.event),
        previous: Hash(linked.previous().map_err(Fault::Contradiction)?),
        proof,
    }));
    holds(bundle, vkey)
}

/// Proves that all logs of `new` begin with those of `old`.
///
/// # Errors
/// [`Fault::Contradiction`] when they do not, or when the database is not what was signed.
pub async fn consistency(
    connection: &mut PgConnection,
    old: &Signed,
    new: &Signed,
    vkey: &Vkey,
) -> Result<Bundle, Fault> {
    let mut logs = Vec::new();
    for ((partition, old), new) in (0..).zip(&old.checkpoint.logs).zip(&new.checkpoint.logs) {
        let proof = proof::consistency(connection, partition, old, new).await?;
        logs.push(LogProof { proof });
    }
    let bundle = Bundle::Consistency(Consistency {
        vkey: vkey.to_string(),
        old: old.note.clone(),
        new: new.note.clone(),
        logs,
    });
    holds(bundle, vkey)
}

/// A bundle that leaves the house was checked as its reader will check it.
fn holds(bundle: Bundle, vkey: &Vkey) -> Result<Bundle, Fault> {
    match bundle.verify(Some(vkey)) {
        Ok(_) => Ok(bundle),
        Err(why) => Err(Fault::Contradiction(why.to_string())),
    }
}
