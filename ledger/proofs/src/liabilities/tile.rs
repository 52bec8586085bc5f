//! A tree in pieces that a database stores: each has 256 nodes of one level, side by side, and the eight levels above
//! them are computed when they are needed. So a path of a million leaves is read from three pieces.

use super::{Node, written};
use tlog_tiles::Hash;

/// Levels that one piece stands for.
pub const TILE_LEVELS: usize = 8;
/// A hash and a total.
const NODE_BYTES: usize = 40;

/// Neighbours in one level: 256, or the whole level where that has fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Levels below it: a multiple of eight.
    pub level: usize,
    /// Its place in the level, from 0.
    pub number: u64,
    /// Hash and total of each node, 40 bytes.
    pub nodes: Vec<u8>,
}

impl Tile {
    pub(super) fn of(level: usize, number: u64, nodes: &[Node]) -> Tile {
        let bytes = |node: &Node| node.hash.0.into_iter().chain(node.total.to_be_bytes());
        Tile {
            level,
            number,
            nodes: nodes.iter().flat_map(bytes).collect(),
        }
    }

    /// The first of its hashes: those of the lowest level stand in order.
    pub fn first(&self) -> &[u8] {
        &self.nodes[..32.min(self.nodes.len())]
    }

    /// The index in its level of the node with this hash.
    pub fn find(&self, hash: &Hash) -> Option<u64> {
        let at = self
            .nodes
            .chunks_exact(NODE_BYTES)
            .position(|node| node[..32] == hash.0)?;
        Some((self.number << TILE_LEVELS) + at as u64)
    }

    /// The nodes beside the way from a node up through the levels of this piece, at most `levels`, as a proof has them;
    /// nothing when the node is elsewhere or the piece is not whole.
    pub fn beside(&self, index: u64, levels: usize) -> Option<Vec<String>> {
        let mut at = usize::try_from(index.checked_sub(self.number << TILE_LEVELS)?).ok()?;
        let mut nodes: Vec<Node> = self.nodes.chunks_exact(NODE_BYTES).map(node).collect();
        let mut path = Vec::new();
        for _ in 0..levels.min(TILE_LEVELS) {
            path.push(written(nodes.get(at ^ 1)?));
            let above = |pair: &[Node]| Node::above(pair[0], pair[1]);
            nodes = nodes.chunks_exact(2).map(above).collect::<Option<_>>()?;
            at /= 2;
        }
        Some(path)
    }
}

fn node(bytes: &[u8]) -> Node {
    let (mut hash, mut total) = ([0; 32], [0; 8]);
    hash.copy_from_slice(&bytes[..32]);
    total.copy_from_slice(&bytes[32..]);
    Node {
        hash: Hash(hash),
        total: u64::from_be_bytes(total),
    }
}
