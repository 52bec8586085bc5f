//! What is signed of all trees together.
//!
//! The text of the note, one line each, every line ended:
//!
//! ```text
//! ledger/<database id>/liabilities
//! checkpoint <number> <SHA-256 of its signed text, base64>
//! time <milliseconds since 1970>
//! asset <name> <levels> <total in minor units> <root, base64>      (one line an asset, in the order of reports)
//! ```
//! So everybody is shown the same totals, and they are those of one signed state of the log.

use super::SumTree;
use crate::{Signed, Unproven, Vkey};
use domain::money::Asset;
use domain::time::Timestamp;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use tlog_tiles::Hash;

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

/// What the players are owed at a checkpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The name that it is signed under.
    pub origin: String,
    /// The number of the checkpoint.
    pub checkpoint: u64,
    /// SHA-256 of the checkpoint's signed text.
    pub digest: Hash,
    /// When the checkpoint was made.
    pub time: Timestamp,
    pub owed: Vec<Owed>,
}

impl Statement {
    /// The roots of these trees at a checkpoint that `vkey` verifies.
    ///
    /// # Errors
    /// [`Unproven`] when it does not.
    pub fn of(trees: &[(Asset, SumTree)], checkpoint: &Signed, vkey: &Vkey) -> Result<Statement, Unproven> {
        let owed = |(asset, tree): &(Asset, SumTree)| Owed {
            asset: *asset,
            depth: tree.depth(),
            total: tree.total(),
            root: tree.root(),
        };
        Ok(Statement {
            origin: vkey.of_liabilities().name,
            checkpoint: checkpoint.checkpoint.number,
            digest: digest(checkpoint, vkey)?,
            time: checkpoint.checkpoint.time,
            owed: trees.iter().map(owed).collect(),
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
        let same = checkpoint.checkpoint.number == self.checkpoint && digest(checkpoint, vkey)? == self.digest;
        let other = || Unproven(format!("the statement is not of this checkpoint {}", self.checkpoint));
        same.then_some(()).ok_or_else(other)
    }

    /// The line of an asset.
    pub fn owed(&self, asset: Asset) -> Option<&Owed> {
        self.owed.iter().find(|owed| owed.asset == asset)
    }

    /// The text that is signed.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{}\ncheckpoint {} {}\ntime {}\n",
            self.origin, self.checkpoint, self.digest, self.time.0
        );
        for owed in &self.owed {
            let name = owed.asset.name();
            // Writing into a string cannot fail.
            let _ = writeln!(text, "asset {name} {} {} {}", owed.depth, owed.total, owed.root);
        }
        text
    }

    fn parse(text: &str) -> Option<Statement> {
        let mut lines = text.lines();
        let origin = lines.next()?.to_owned();
        let (number, digest) = lines.next()?.strip_prefix("checkpoint ")?.split_once(' ')?;
        let time = lines.next()?.strip_prefix("time ")?;
        let statement = Statement {
            origin,
            checkpoint: number.parse().ok()?,
            digest: Hash::parse_hash(digest).ok()?,
            time: Timestamp(time.parse().ok()?),
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
