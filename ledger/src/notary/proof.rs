//! Proofs (RFC 6962): that an event is in a log, and that a log has grown from an older one.
//!
//! Made from the stored tiles of the notary's tree, of which only those on the
//! way are read. The tiles are not trusted: every proof is checked against the roots it is
//! made for before it is handed out. Checking one needs no database and is not done here.

use super::tiles::{self, Tiles};
use crate::error::Fault;
use proofs::path::{check_consistency, check_inclusion};
use proofs::tree::TILE_HEIGHT;
use proofs::{Checkpoint, LogHead};
use sqlx::PgConnection;
use std::cell::RefCell;
use tlog_tiles::{Error, Hash, HashReader, Tile, prove_record, prove_tree};

/// What is asked of a tree.
#[derive(Clone, Copy)]
enum Question {
    /// The way from the leaf at this index to the root.
    Record(u64),
    /// What the tree has beyond its first so many leaves.
    Prefix(u64),
}

impl Question {
    fn ask(self, size: u64, tiles: &Source) -> Result<Vec<Hash>, Error> {
        match self {
            Question::Record(index) => prove_record(size, index, tiles),
            Question::Prefix(prefix) => prove_tree(size, prefix, tiles),
        }
    }
}

/// Tiles at hand. Which are wanted is noted, so that they can be fetched before the question is asked again.
#[derive(Default)]
struct Source {
    tiles: Tiles,
    wanted: RefCell<Vec<(i16, i64)>>,
}

/// Not the crate's `TileHashReader`: version 0.2.0 leaves some tiles unchecked, as a changed one has shown.
impl HashReader for Source {
    fn read_hashes(&self, indexes: &[u64]) -> Result<Vec<Hash>, Error> {
        let tile = |index: &u64| Tile::from_index(TILE_HEIGHT, *index);
        self.wanted
            .replace(indexes.iter().map(|index| tile_key(&tile(index))).collect());
        let hash = |index: &u64| {
            let hashes = self.tiles.get(&tile_key(&tile(index))).ok_or(Error::InvalidTile)?;
            tile(index).hash_at_index(hashes, *index)
        };
        indexes.iter().map(hash).collect()
    }
}

fn tile_key(tile: &Tile) -> (i16, i64) {
    (i16::from(tile.level()), tile.level_index() as i64)
}

/// The tiles that answering takes.
fn wanted(question: Question, size: u64) -> Vec<(i16, i64)> {
    let source = Source::default();
    // Without tiles there is no answer, only the list; or no tile is needed.
    let _ = question.ask(size, &source);
    let mut wanted = source.wanted.take();
    wanted.sort_unstable();
    wanted.dedup();
    wanted
}

async fn answer(
    connection: &mut PgConnection,
    partition: i32,
    size: u64,
    question: Question,
) -> Result<Vec<Hash>, Fault> {
    let source = Source {
        tiles: tiles::read(connection, partition, &wanted(question, size)).await?,
        wanted: RefCell::default(),
    };
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
