//! Building the tree of one asset, and the path from any of its leaves.

use super::tile::{TILE_LEVELS, Tile};
use super::{DEPTH_MAX, Node, Proof, Statement, written};
use crate::Unproven;
use domain::money::Asset;
use sha2::{Digest, Sha256};
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
    /// The hash in the lowest level of an asset's tree.
    pub fn hash(&self, asset: Asset) -> Hash {
        self.node(asset).hash
    }

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
    /// In the order of the lowest level, empty ones among them.
    leaves: Vec<Leaf>,
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
        let (nodes, leaves): (Vec<Node>, Vec<Leaf>) = placed.into_iter().unzip();
        let mut players: Vec<Uuid> = leaves
            .iter()
            .map(|leaf| leaf.player)
            .filter(|player| !player.is_nil())
            .collect();
        players.sort_unstable();
        if let Some(pair) = players.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Unproven(format!("player {} has two leaves", pair[0])));
        }
        let levels = levels(asset, nodes)?;
        Ok(SumTree { asset, leaves, levels })
    }

    /// What is owed.
    pub const fn asset(&self) -> Asset {
        self.asset
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
        self.leaves.iter().filter(|leaf| !leaf.player.is_nil()).count()
    }

    /// Its nodes in pieces that are stored, see [`Tile`].
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        let kept = |level: &usize| *level == 0 || *level < self.depth();
        let levels = (0..=self.depth()).step_by(TILE_LEVELS).filter(kept);
        levels.flat_map(|level| {
            let pieces = self.levels[level].chunks(1 << TILE_LEVELS);
            (0..)
                .zip(pieces)
                .map(move |(number, nodes)| Tile::of(level, number, nodes))
        })
    }

    /// The proof for a player, found by looking at every leaf; none when the player is owed nothing.
    pub fn prove(&self, player: Uuid, statement: &Statement) -> Option<Proof> {
        let is_his = |leaf: &Leaf| !leaf.player.is_nil() && leaf.player == player;
        let index = self.leaves.iter().position(is_his)?;
        let beside = |(level, nodes): (usize, &Vec<Node>)| nodes.get((index >> level) ^ 1).map(written);
        let path = self.levels.iter().enumerate().take(self.depth()).filter_map(beside);
        let of = (self.asset, index as u64);
        Some(Proof::of(statement, of, &self.leaves[index], path.collect()))
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
