//! Building the tree of one asset, and the path from any of its leaves.

use super::{DEPTH_MAX, Node, Proof, Statement, written};
use crate::Unproven;
use base64::prelude::{BASE64_STANDARD, Engine};
use domain::money::Asset;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use tlog_tiles::Hash;
use uuid::Uuid;

/// What one player is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Nil for an empty leaf.
    pub player: Uuid,
    /// Secret of the house and the player: without it the amount could be guessed from the hash.
    pub blinding: [u8; 32],
    /// Minor units.
    pub amount: u64,
}

impl Leaf {
    pub(super) fn node(&self, asset: Asset) -> Node {
        let mut hasher = Sha256::new();
        hasher.update([0]);
        hasher.update(asset.name());
        hasher.update([0]);
        hasher.update(self.player.as_bytes());
        hasher.update(self.blinding);
        hasher.update(self.amount.to_be_bytes());
        Node {
            hash: Hash(hasher.finalize().into()),
            total: self.amount,
        }
    }
}

/// The tree of one asset.
pub struct SumTree {
    asset: Asset,
    leaves: HashMap<Uuid, (usize, Leaf)>,
    /// Leaves first, the root last.
    levels: Vec<Vec<Node>>,
}

impl SumTree {
    /// Over these leaves, no two of one player, filled up with empty ones to a power of two. `blinding` gives those
    /// their secrets, by number.
    ///
    /// # Errors
    /// [`Unproven`] when a player has two leaves, or a total does not fit.
    pub fn of(asset: Asset, leaves: Vec<Leaf>, blinding: impl Fn(u64) -> [u8; 32]) -> Result<SumTree, Unproven> {
        let width = leaves.len().max(1).next_power_of_two();
        let empty = (0..).map(|number| Leaf {
            player: Uuid::nil(),
            blinding: blinding(number),
            amount: 0,
        });
        let missing = width - leaves.len();
        let mut placed: Vec<(Node, Leaf)> = (leaves.into_iter().chain(empty.take(missing)))
            .map(|leaf| (leaf.node(asset), leaf))
            .collect();
        placed.sort_unstable_by_key(|(node, _)| node.hash.0);
        let mut found = HashMap::with_capacity(width - missing);
        for (index, (_, leaf)) in placed.iter().enumerate().filter(|(_, (_, leaf))| !leaf.player.is_nil()) {
            if found.insert(leaf.player, (index, *leaf)).is_some() {
                return Err(Unproven(format!("player {} has two leaves", leaf.player)));
            }
        }
        let levels = levels(asset, placed.into_iter().map(|(node, _)| node).collect())?;
        Ok(SumTree {
            asset,
            leaves: found,
            levels,
        })
    }

    /// Levels above the leaves.
    pub fn depth(&self) -> usize {
        self.levels.len() - 1
    }

    /// What all players together are owed, in minor units.
    pub fn total(&self) -> u64 {
        self.top().total
    }

    /// The hash of the root.
    pub fn root(&self) -> Hash {
        self.top().hash
    }

    /// The players with a leaf.
    pub fn players(&self) -> usize {
        self.leaves.len()
    }

    /// The proof for a player; none when the player is owed nothing.
    pub fn prove(&self, player: Uuid, statement: &Statement) -> Option<Proof> {
        let (index, leaf) = self.leaves.get(&player)?;
        let beside = |(level, nodes): (usize, &Vec<Node>)| nodes.get((index >> level) ^ 1).map(written);
        let path = self.levels.iter().enumerate().take(self.depth());
        Some(Proof {
            origin: statement.origin.clone(),
            checkpoint: statement.checkpoint,
            asset: self.asset,
            player,
            amount: leaf.amount,
            blinding: BASE64_STANDARD.encode(leaf.blinding),
            index: *index as u64,
            path: path.filter_map(beside).collect(),
        })
    }

    fn top(&self) -> Node {
        self.levels[self.depth()][0]
    }
}

fn levels(asset: Asset, leaves: Vec<Node>) -> Result<Vec<Vec<Node>>, Unproven> {
    let mut levels = vec![leaves];
    while let Some(below) = levels.last().filter(|below| below.len() > 1) {
        let above = |pair: &[Node]| Node::above(pair[0], pair[1]);
        let level: Option<Vec<Node>> = below.chunks_exact(2).map(above).collect();
        let too_large = || Unproven(format!("what players are owed in {} does not fit", asset.name()));
        levels.push(level.ok_or_else(too_large)?);
    }
    if levels.len() > DEPTH_MAX {
        return Err(Unproven(format!("{} levels are too many", levels.len())));
    }
    Ok(levels)
}
