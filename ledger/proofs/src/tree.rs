//! The right edge of a growing Merkle tree (RFC 6962): what must be in memory to add
//! leaves and to know the root, whatever the size.
//!
//! Hashes lie in tiles of 256 (C2SP tlog-tiles). A full tile is handed out and its root
//! is the next hash of the tile one level up; the edge keeps the unfinished tile of each
//! level. Knows nothing of events and of tables.

use tlog_tiles::{EMPTY_HASH, HASH_SIZE, Hash, Tile, node_hash, record_hash};

/// Levels of the tree in one tile: 2^8 hashes.
pub const TILE_HEIGHT: u8 = 8;
/// Hashes of a full tile.
pub const TILE_WIDTH: usize = 1 << TILE_HEIGHT;
/// Levels of tiles at most: 256^7 events are more than a position can count.
const LEVELS_MAX: usize = 7;

/// A tile with its hashes, full or at the right edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileRow {
    /// Level of tiles, from the leaves up.
    pub level: i16,
    /// Its place in the level.
    pub number: i64,
    /// Its hashes, one after the other.
    pub hashes: Vec<u8>,
}

/// The unfinished tiles of a tree.
#[derive(Clone, Debug, Default)]
pub struct Edge {
    size: u64,
    /// Bytes of the unfinished tile of each level, from the leaves up.
    levels: Vec<Vec<u8>>,
    /// Tiles that became full and were not handed out.
    full: Vec<TileRow>,
}

impl Edge {
    /// The edge of a tree of `size` leaves from its unfinished tiles, found by level and number.
    ///
    /// Nothing when a tile is missing or too short.
    pub fn load(size: u64, tile: impl Fn(i16, i64) -> Option<Vec<u8>>) -> Option<Edge> {
        let mut levels = Vec::new();
        for (level, number, width) in unfinished(size) {
            let mut hashes = if width == 0 { Vec::new() } else { tile(level, number)? };
            if hashes.len() < width * HASH_SIZE {
                return None;
            }
            hashes.truncate(width * HASH_SIZE);
            levels.push(hashes);
        }
        let full = Vec::new();
        Some(Edge { size, levels, full })
    }

    /// Leaves in the tree.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Adds a leaf by its hash ([`tlog_tiles::record_hash`] of its data).
    pub fn push(&mut self, leaf: Hash) {
        self.size += 1;
        let mut hash = leaf;
        for level in 0..LEVELS_MAX {
            if self.levels.len() == level {
                self.levels.push(Vec::new());
            }
            self.levels[level].extend_from_slice(&hash.0);
            if self.levels[level].len() < TILE_WIDTH * HASH_SIZE {
                return;
            }
            let hashes = std::mem::take(&mut self.levels[level]);
            hash = Tile::subtree_hash(&hashes);
            let number = (self.size >> (usize::from(TILE_HEIGHT) * (level + 1))) - 1;
            self.full.push(TileRow {
                level: level as i16,
                number: number as i64,
                hashes,
            });
        }
    }

    /// The root of the tree.
    pub fn root(&self) -> Hash {
        let mut root = None;
        // From the smallest subtree to the largest: each is the left neighbour of all before.
        for tile in &self.levels {
            let mut rest = tile.as_slice();
            while !rest.is_empty() {
                let width = (rest.len() / HASH_SIZE) & (rest.len() / HASH_SIZE).wrapping_neg();
                let (left, subtree) = rest.split_at(rest.len() - width * HASH_SIZE);
                let subtree = Tile::subtree_hash(subtree);
                root = Some(root.map_or(subtree, |right| node_hash(subtree, right)));
                rest = left;
            }
        }
        root.unwrap_or(EMPTY_HASH)
    }

    /// Hands out the tiles that changed since the tree had `since` leaves: those that became full, and the
    /// unfinished ones.
    pub fn take_changed(&mut self, since: u64) -> Vec<TileRow> {
        let mut changed = std::mem::take(&mut self.full);
        for ((level, number, width), hashes) in unfinished(self.size).zip(&self.levels) {
            let shift = usize::from(TILE_HEIGHT) * level as usize;
            if width > 0 && since >> shift != self.size >> shift {
                let hashes = hashes.clone();
                changed.push(TileRow { level, number, hashes });
            }
        }
        changed
    }
}

/// A tree for whoever has all leaves and wants the root: it keeps nothing but the edge.
#[derive(Clone, Debug, Default)]
pub struct Tree(Edge);

impl Tree {
    /// Adds the leaf hash of the next event.
    pub fn add(&mut self, leaf: [u8; 32]) {
        self.0.push(record_hash(&leaf));
        self.0.full.clear();
    }

    /// Events in the tree.
    pub fn size(&self) -> u64 {
        self.0.size()
    }

    /// The root of the tree.
    pub fn root(&self) -> Hash {
        self.0.root()
    }
}

/// The tile at the right edge of each level of a tree: level, number, hashes in it.
pub fn unfinished(size: u64) -> impl Iterator<Item = (i16, i64, usize)> {
    let hashes = (0..LEVELS_MAX).map(move |level| size >> (usize::from(TILE_HEIGHT) * level));
    let levels = hashes.take_while(|hashes| *hashes > 0).zip(0..);
    levels.map(|(hashes, level)| {
        let width = hashes as usize % TILE_WIDTH;
        (level, (hashes >> TILE_HEIGHT) as i64, width)
    })
}

#[cfg(test)]
mod tests;
