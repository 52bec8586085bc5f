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
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The leaves and roots that Certificate Transparency's implementations are tested with.
    const LEAVES: [&str; 8] = [
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    ];
    const ROOTS: [&str; 8] = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];

    #[test]
    fn roots_are_those_of_rfc_6962() {
        let mut edge = Edge::default();
        assert_eq!(edge.root(), EMPTY_HASH);
        for (leaf, root) in LEAVES.into_iter().zip(ROOTS) {
            edge.push(record_hash(&hex::decode(leaf).expect("hex")));
            assert_eq!(hex::encode(edge.root().0), root);
        }
    }

    /// The definition of RFC 6962 §2.1, word for word.
    fn defined(leaves: &[Hash]) -> Hash {
        match leaves {
            [] => EMPTY_HASH,
            [leaf] => *leaf,
            _ => {
                let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
                node_hash(defined(left), defined(right))
            }
        }
    }

    #[test]
    fn an_edge_that_is_put_down_and_taken_up_again_at_any_size_gives_the_defined_root() {
        let leaves: Vec<Hash> = (0..1_100_u32)
            .map(|number| record_hash(&number.to_be_bytes()))
            .collect();
        let mut tiles: HashMap<(i16, i64), Vec<u8>> = HashMap::new();
        let mut size = 0;
        for step in (1..=64).cycle() {
            let mut edge = Edge::load(size as u64, |level, number| tiles.get(&(level, number)).cloned()).expect("kept");
            let next = leaves.len().min(size + step);
            leaves[size..next].iter().for_each(|leaf| edge.push(*leaf));
            assert_eq!(edge.root(), defined(&leaves[..next]), "{next} leaves");
            for tile in edge.take_changed(size as u64) {
                tiles.insert((tile.level, tile.number), tile.hashes);
            }
            size = next;
            if size == leaves.len() {
                break;
            }
        }
        let widths = |level| -> Vec<usize> { (0..5).map(|number| tiles[&(level, number)].len() / HASH_SIZE).collect() };
        assert_eq!(widths(0), [256, 256, 256, 256, 76]);
        assert_eq!(tiles[&(1, 0)].len(), 4 * HASH_SIZE);
    }

    #[test]
    fn an_edge_with_a_missing_or_short_tile_is_refused() {
        assert!(Edge::load(300, |_, _| None).is_none());
        assert!(Edge::load(300, |_, _| Some(vec![0; 43 * HASH_SIZE])).is_none());
        assert!(Edge::load(300, |_, _| Some(vec![0; 44 * HASH_SIZE])).is_some());
    }
}
