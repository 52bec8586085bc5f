//! Making proofs (RFC 6962) from the tiles of a tree, wherever they come from: a table, or what a log publishes.
//!
//! First [`wanted`] names the tiles that a question takes, then [`Question::ask`] answers it from them. Tiles are not
//! trusted: an answer is to be checked against the roots that it is made for ([`crate::path`]).

use crate::tree::{TILE_HEIGHT, TILE_WIDTH};
use std::cell::RefCell;
use std::collections::HashMap;
use tlog_tiles::{Error, Hash, HashReader, Tile, prove_record, prove_tree};

/// Tiles found by level and number.
pub type Tiles = HashMap<(i16, i64), Vec<u8>>;

/// What is asked of a tree.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// The way from the leaf at this index to the root.
    Record(u64),
    /// What the tree has beyond its first so many leaves.
    Prefix(u64),
}

impl Question {
    /// The answer for a tree of `size` leaves.
    ///
    /// # Errors
    /// A tile that is missing or too short.
    pub fn ask(self, size: u64, tiles: &Source) -> Result<Vec<Hash>, Error> {
        match self {
            Question::Record(index) => prove_record(size, index, tiles),
            Question::Prefix(prefix) => prove_tree(size, prefix, tiles),
        }
    }
}

/// Tiles at hand. Which are wanted is noted, so that they can be fetched before the question is asked again.
#[derive(Default)]
pub struct Source {
    pub tiles: Tiles,
    wanted: RefCell<Vec<(i16, i64)>>,
}

impl Source {
    /// These tiles.
    pub fn of(tiles: Tiles) -> Source {
        let wanted = RefCell::default();
        Source { tiles, wanted }
    }
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
pub fn wanted(question: Question, size: u64) -> Vec<(i16, i64)> {
    let source = Source::default();
    // Without tiles there is no answer, only the list; or no tile is needed.
    let _ = question.ask(size, &source);
    let mut wanted = source.wanted.take();
    wanted.sort_unstable();
    wanted.dedup();
    wanted
}

/// Where a log publishes a tile of a tree of `size` leaves (C2SP tlog-tiles): `tile/<level>/<number>`, at the right edge
/// with `.p/<hashes in it>`. Nothing for a tile that such a tree does not have.
pub fn tile_path(level: i16, number: i64, size: u64) -> Option<String> {
    let (level, number) = (u8::try_from(level).ok()?, u64::try_from(number).ok()?);
    let hashes = size.checked_shr(u32::from(TILE_HEIGHT) * u32::from(level))?;
    let width = hashes.checked_sub(number << TILE_HEIGHT).filter(|width| *width > 0)?;
    let width = u32::try_from(width.min(TILE_WIDTH as u64)).ok()?;
    let path = Tile::new(TILE_HEIGHT, level, number, width, false).path();
    Some(path.replacen(&format!("tile/{TILE_HEIGHT}/"), "tile/", 1))
}

/// The tile that a path of [`tile_path`] names: level, number, hashes.
pub fn tile_at(path: &str) -> Option<(i16, i64, usize)> {
    let place = path.strip_prefix("tile/")?;
    // Version 0.2.0 of the crate panics on levels above 63 and on tiles without hashes.
    let level = place.split('/').next()?.parse::<u8>().ok();
    let width = place
        .rsplit_once(".p/")
        .map_or(Some(1), |(_, width)| width.parse::<u32>().ok());
    if level.is_none_or(|level| level >= 64) || width.is_none_or(|width| width == 0) {
        return None;
    }
    let path = format!("tile/{TILE_HEIGHT}/{place}");
    let tile = Tile::from_path(&path).ok().filter(|tile| !tile.is_data())?;
    let number = i64::try_from(tile.level_index()).ok()?;
    Some((i16::from(tile.level()), number, tile.width() as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_tiles_read_back_and_no_others() {
        for (level, number, size, path) in [
            (0, 0, 1, "tile/0/000.p/1"),
            (0, 0, 256, "tile/0/000"),
            (0, 1, 257, "tile/0/001.p/1"),
            (1, 0, 70_000, "tile/1/000"),
            (2, 0, 70_000, "tile/2/000.p/1"),
            (0, 1_234_067, 400_000_000, "tile/0/x001/x234/067"),
        ] {
            assert_eq!(tile_path(level, number, size).as_deref(), Some(path));
            let width = if path.contains(".p/") { 1 } else { 256 };
            assert_eq!(tile_at(path), Some((level, number, width)));
        }
        assert_eq!(tile_path(0, 1, 256), None, "no such tile");
        for path in [
            "",
            "tile/0",
            "tile/0/0",
            "tile/data/000",
            "tile/0/000.p/0",
            "tile/0/000.p/256",
            "tile/0/../000",
            "tile/64/000",
            "tile/0/000.p/00",
            "tile/0/.p/0",
        ] {
            assert_eq!(tile_at(path), None, "{path}");
        }
    }
}
