//! What is signed of all trees together.
//!
//! The text of the note, one line each, every line ended:
//!
//! ```text
//! ledger/<database id>/liabilities
//! checkpoint <number> <SHA-256 of its signed text, base64>
//! events <of the log of each partition, in order>
//! time <milliseconds since 1970>
//! asset <name> <levels> <total in minor units> <root, base64>      (one line an asset, in the order of reports)
//! ```
//! So everybody is shown the same totals, and they are those of one signed state of the log: the first events of each
//! log, which the checkpoint covers.

use super::{Proof, SumTree};
use crate::stream_id::partition_of;
use crate::{Checkpoint, Signed, Unproven, Vkey};
use domain::money::Asset;
use domain::time::Timestamp;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use tlog_tiles::Hash;
use uuid::Uuid;

/// What the players are owed of one asset.
#[derive(Clone, Debug, PartialEq)]
pub struct Owed {
    pub asset: Asset,
    /// Levels of the tree above its leaves.
    pub depth: usize,
    /// Minor units.
    pub total: u64,
    pub root: Hash,
}

impl Owed {
    /// What a tree comes to.
    pub fn of(tree: &SumTree) -> Owed {
        Owed {
            asset: tree.asset(),
            depth: tree.depth(),
            total: tree.total(),
            root: tree.root(),
        }
    }
}

/// The events up to which something counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Extent {
    /// Of each partition's log, by partition.
    pub events: Vec<u64>,
    /// The moment that they are of.
    pub time: Timestamp,
}

impl Extent {
    /// Everything that a checkpoint covers.
    pub fn of(checkpoint: &Checkpoint) -> Extent {
        Extent {
            events: checkpoint.logs.iter().map(|log| log.size).collect(),
            time: checkpoint.time,
        }
    }

    /// How many events count of the log that a player's own events are in.
    pub fn of_log(&self, player: Uuid) -> u64 {
        let partitions = u16::try_from(self.events.len()).unwrap_or(u16::MAX);
        let partition = partition_of(player, partitions);
        self.events.get(usize::from(partition)).copied().unwrap_or_default()
    }

    /// The checkpoint covers all of it.
    pub fn is_within(&self, checkpoint: &Checkpoint) -> bool {
        let mut both = self.events.iter().zip(&checkpoint.logs);
        self.events.len() == checkpoint.logs.len() && both.all(|(events, log)| *events <= log.size)
    }
}

/// What the players are owed at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The name that it is signed under.
    pub origin: String,
    /// The number of a checkpoint that covers all that counts.
    pub checkpoint: u64,
    /// SHA-256 of the checkpoint's signed text.
    pub digest: Hash,
    /// What counts.
    pub extent: Extent,
    pub owed: Vec<Owed>,
}

impl Statement {
    /// What is owed after so much of a checkpoint that `vkey` verifies.
    ///
    /// # Errors
    /// [`Unproven`] when it does not, or does not cover that much.
    pub fn of(owed: Vec<Owed>, extent: Extent, checkpoint: &Signed, vkey: &Vkey) -> Result<Statement, Unproven> {
        let number = checkpoint.checkpoint.number;
        if !extent.is_within(&checkpoint.checkpoint) {
            return Err(Unproven(format!("checkpoint {number} does not cover so many events")));
        }
        Ok(Statement {
            origin: vkey.of_liabilities().name,
            checkpoint: number,
            digest: digest(checkpoint, vkey)?,
            extent,
            owed,
        })
    }

    /// Reads a statement whose signature `vkey`, the key of the database's checkpoints, verifies.
    ///
    /// # Errors
    /// A note that is malformed, changed, of another database, or signed by others only.
    pub fn open(note: &str, vkey: &Vkey) -> Result<Statement, Unproven> {
        let vkey = vkey.of_liabilities();
        let text = vkey.open(note)?;
        let malformed = || Unproven("the signed text is not a statement of liabilities".into());
        let statement = Statement::parse(&text).ok_or_else(malformed)?;
        if statement.origin == vkey.name {
            Ok(statement)
        } else {
            Err(Unproven(format!(
                "the statement is of {}, the key of {}",
                statement.origin, vkey.name
            )))
        }
    }

    /// Whether it is of this checkpoint, which `vkey` verifies.
    ///
    /// # Errors
    /// [`Unproven`] when it is of another one, or the signature does not hold.
    pub fn is_of(&self, checkpoint: &Signed, vkey: &Vkey) -> Result<(), Unproven> {
        let same = checkpoint.checkpoint.number == self.checkpoint
            && digest(checkpoint, vkey)? == self.digest
            && self.extent.is_within(&checkpoint.checkpoint);
        let other = || Unproven(format!("the statement is not of this checkpoint {}", self.checkpoint));
        same.then_some(()).ok_or_else(other)
    }

    /// Whether these proofs, at most one an asset, show that their amounts of one player are in the totals.
    ///
    /// # Errors
    /// [`Unproven`] for the first proof that does not hold, is of somebody else, or of an asset that has one already:
    /// otherwise two players who are owed the same could be shown one leaf.
    pub fn check_share(&self, player: Uuid, proofs: &[Proof]) -> Result<(), Unproven> {
        for (place, proof) in proofs.iter().enumerate() {
            let asset = proof.asset;
            if proof.player != player {
                return Err(Unproven(format!("the proof of {} is another player's", asset.name())));
            }
            if proofs[..place].iter().any(|before| before.asset == asset) {
                return Err(Unproven(format!("there are two proofs of {}", asset.name())));
            }
            proof.verify(self)?;
        }
        Ok(())
    }

    /// The line of an asset.
    pub fn owed(&self, asset: Asset) -> Option<&Owed> {
        self.owed.iter().find(|owed| owed.asset == asset)
    }

    /// The text that is signed.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{}\ncheckpoint {} {}\nevents",
            self.origin, self.checkpoint, self.digest
        );
        // Writing into a string cannot fail.
        for events in &self.extent.events {
            let _ = write!(text, " {events}");
        }
        let _ = writeln!(text, "\ntime {}", self.extent.time.0);
        for owed in &self.owed {
            let name = owed.asset.name();
            let _ = writeln!(text, "asset {name} {} {} {}", owed.depth, owed.total, owed.root);
        }
        text
    }

    fn parse(text: &str) -> Option<Statement> {
        let mut lines = text.lines();
        let origin = lines.next()?.to_owned();
        let (number, digest) = lines.next()?.strip_prefix("checkpoint ")?.split_once(' ')?;
        let events = lines.next()?.strip_prefix("events ")?.split(' ');
        let time = lines.next()?.strip_prefix("time ")?;
        let statement = Statement {
            origin,
            checkpoint: number.parse().ok()?,
            digest: Hash::parse_hash(digest).ok()?,
            extent: Extent {
                events: events.map(|count| count.parse().ok()).collect::<Option<_>>()?,
                time: Timestamp(time.parse().ok()?),
            },
            owed: lines.map(line).collect::<Option<Vec<Owed>>>()?,
        };
        // One text for one statement, and one line for each asset.
        let assets: Vec<Asset> = statement.owed.iter().map(|owed| owed.asset).collect();
        (statement.text() == text && assets == Asset::ALL).then_some(statement)
    }
}

fn line(line: &str) -> Option<Owed> {
    let mut words = line.strip_prefix("asset ")?.split(' ');
    Some(Owed {
        asset: Asset::named(words.next()?)?,
        depth: words.next()?.parse().ok()?,
        total: words.next()?.parse().ok()?,
        root: Hash::parse_hash(words.next()?).ok()?,
    })
}

fn digest(checkpoint: &Signed, vkey: &Vkey) -> Result<Hash, Unproven> {
    Ok(Hash(Sha256::digest(vkey.open(&checkpoint.note)?).into()))
}
