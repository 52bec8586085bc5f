//! Proof of liabilities: a Merkle sum tree for each asset over what the players are owed, with a signed root.
//!
//! ```text
//! leaf  SHA-256(0, asset, 0, player, blinding, amount)      total: the amount
//! node  SHA-256(1, left hash, left total, right hash, right total)   total: left + right, which must fit
//! ```
//! Each node commits to the totals of both children, so no total can be claimed that its leaves do not have; amounts
//! and totals are unsigned, so no leaf can make a total smaller; a leaf names its player, so two players cannot be
//! shown one leaf. Leaves stand in the order of their hashes among empty ones up to a power of two: a place says
//! nothing of its player, and the depth only how many players there are at most.
//!
//! What a player checks is that his own amount is in the signed total. What nobody can see here: whether a player who
//! never checks was left out, and whether the house has what it owes. A path shows sums over
//! other players without names, the nearest of one player alone.
//!
//! Knows nothing of where amounts come from.

mod statement;
mod tile;
mod tree;

pub use statement::{Extent, Owed, Statement};
pub use tile::{TILE_LEVELS, Tile};
pub use tree::{Leaf, SumTree};

use crate::Unproven;
use base64::prelude::{BASE64_STANDARD, Engine};
use domain::money::Asset;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tlog_tiles::Hash;
use uuid::Uuid;

/// Levels at most: more leaves than there are people.
const DEPTH_MAX: usize = 40;

/// A hash with what everything below it is owed, in minor units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Node {
    pub hash: Hash,
    pub total: u64,
}

impl Node {
    /// The node above two; none when the totals do not fit together.
    fn above(left: Node, right: Node) -> Option<Node> {
        let total = left.total.checked_add(right.total)?;
        let mut hasher = Sha256::new();
        hasher.update([1]);
        for child in [left, right] {
            hasher.update(child.hash.0);
            hasher.update(child.total.to_be_bytes());
        }
        let hash = Hash(hasher.finalize().into());
        Some(Node { hash, total })
    }
}

/// Shows one player that his amount is in the total of an asset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The name of the database that owes.
    pub origin: String,
    /// The checkpoint up to which the log counts.
    pub checkpoint: u64,
    pub asset: Asset,
    pub player: Uuid,
    /// What the player is owed, in minor units.
    #[serde(with = "in_words")]
    pub amount: u64,
    /// What hides the amount from whoever guesses it, base64.
    pub blinding: String,
    /// The place of the leaf, from 0.
    pub index: u64,
    /// The node beside each one on the way to the root, from the leaf upwards: hash in base64, space, total.
    pub path: Vec<String>,
}

impl Proof {
    /// Of a leaf of an asset at an index, with the nodes beside its way to the root.
    pub fn of(statement: &Statement, (asset, index): (Asset, u64), leaf: &Leaf, path: Vec<String>) -> Proof {
        Proof {
            origin: statement.origin.clone(),
            checkpoint: statement.checkpoint,
            asset,
            player: leaf.player,
            amount: leaf.amount,
            blinding: BASE64_STANDARD.encode(leaf.blinding),
            index,
            path,
        }
    }

    /// Checks it against what the house signed.
    ///
    /// # Errors
    /// [`Unproven`] with the first thing that does not fit.
    pub fn verify(&self, statement: &Statement) -> Result<(), Unproven> {
        if (self.origin.as_str(), self.checkpoint) != (statement.origin.as_str(), statement.checkpoint) {
            return Err(Unproven(format!(
                "the proof is of {} at checkpoint {}, the statement of {} at checkpoint {}",
                self.origin, self.checkpoint, statement.origin, statement.checkpoint
            )));
        }
        let owed = statement
            .owed(self.asset)
            .ok_or_else(|| Unproven(format!("the statement says nothing of {}", self.asset.name())))?;
        if self.path.len() != owed.depth || owed.depth > DEPTH_MAX || self.index >> owed.depth != 0 {
            return Err(Unproven(format!(
                "the path does not lead through {} levels",
                owed.depth
            )));
        }
        let mut node = self.leaf()?.node(self.asset);
        for (level, beside) in self.path.iter().enumerate() {
            let beside = read(beside).ok_or_else(|| Unproven(format!("level {level} of the path is malformed")))?;
            let is_left = self.index >> level & 1 == 0;
            let (left, right) = if is_left { (node, beside) } else { (beside, node) };
            node = Node::above(left, right)
                .ok_or_else(|| Unproven(format!("the totals of level {level} are too large")))?;
        }
        if (node.hash, node.total) == (owed.root, owed.total) {
            Ok(())
        } else {
            Err(Unproven("the path does not lead to the signed root".into()))
        }
    }

    fn leaf(&self) -> Result<Leaf, Unproven> {
        let blinding = BASE64_STANDARD.decode(&self.blinding).ok();
        let blinding = blinding.and_then(|bytes| bytes.try_into().ok());
        Ok(Leaf {
            player: self.player,
            blinding: blinding.ok_or_else(|| Unproven("the blinding is not 32 bytes".into()))?,
            amount: self.amount,
        })
    }
}

fn written(node: &Node) -> String {
    format!("{} {}", node.hash, node.total)
}

fn read(text: &str) -> Option<Node> {
    let (hash, total) = text.split_once(' ')?;
    let node = Node {
        hash: Hash::parse_hash(hash).ok()?,
        total: total.parse().ok()?,
    };
    (written(&node) == text).then_some(node)
}

/// Amounts as text, which no reader of JSON rounds.
mod in_words {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(amount: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(amount)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests;
