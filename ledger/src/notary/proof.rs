//! Proofs (RFC 6962): that an event is in a log, and that a log has grown from an older one.
//!
//! Made from the stored tiles of the notary's tree, of which only those on the
//! way are read. The tiles are not trusted: every proof is checked against the roots it is
//! made for before it is handed out. Checking one needs no database and is not done here.

use super::tiles;
use crate::error::Fault;
use proofs::path::{check_consistency, check_inclusion};
use proofs::prove::{Question, Source, wanted};
use proofs::{Checkpoint, LogHead};
use sqlx::PgConnection;
use tlog_tiles::Hash;

async fn answer(
    connection: &mut PgConnection,
    partition: i32,
    size: u64,
    question: Question,
) -> Result<Vec<Hash>, Fault> {
    let source = Source::of(tiles::read(connection, partition, &wanted(question, size)).await?);
    let missing = |_| Fault::Contradiction(format!("partition {partition}: tiles of the notary's tree are missing"));
    question.ask(size, &source).map_err(missing)
}

/// The proof that the log of `head` holds, at `position`, the event whose leaf hash is `leaf`.
///
/// # Errors
/// [`Fault::Contradiction`] when it does not, or when the stored tree is not that of `head`.
pub async fn inclusion(
    connection: &mut PgConnection,
    partition: i32,
    head: &LogHead,
    position: u64,
    leaf: Hash,
) -> Result<Vec<Hash>, Fault> {
    let index = position.checked_sub(1).filter(|index| *index < head.size);
    let proof = match index {
        Some(index) => answer(connection, partition, head.size, Question::Record(index)).await?,
        None => Vec::new(),
    };
    match check_inclusion(&proof, head, position, leaf) {
        Ok(()) => Ok(proof),
        Err(why) => Err(Fault::Contradiction(format!("partition {partition}: {why}"))),
    }
}

/// The proof that the log of `new` begins with the log of `old`.
///
/// # Errors
/// [`Fault::Contradiction`] when it does not, or when the stored tree is not that of `new`.
pub async fn consistency(
    connection: &mut PgConnection,
    partition: i32,
    old: &LogHead,
    new: &LogHead,
) -> Result<Vec<Hash>, Fault> {
    let proof = if old.size == 0 || old.size >= new.size {
        Vec::new()
    } else {
        answer(connection, partition, new.size, Question::Prefix(old.size)).await?
    };
    match check_consistency(&proof, old, new) {
        Ok(()) => Ok(proof),
        Err(why) => Err(Fault::Contradiction(format!("partition {partition}: {why}"))),
    }
}

/// Checks that logs of the database have grown from those of an older checkpoint.
///
/// # Errors
/// [`Fault::Contradiction`] that names the first log that has not.
pub async fn extends(connection: &mut PgConnection, old: &Checkpoint, new: &[LogHead]) -> Result<(), Fault> {
    if old.logs.len() != new.len() {
        let what = format!(
            "a checkpoint covers {} partitions, there are {}",
            old.logs.len(),
            new.len()
        );
        return Err(Fault::Contradiction(what));
    }
    for ((partition, old), new) in (0..).zip(&old.logs).zip(new) {
        consistency(connection, partition, old, new).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
