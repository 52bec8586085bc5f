//! Proofs over trees in memory, of every small size and across tiles.

use super::*;
use proofs::tree::Edge;
use tlog_tiles::{EMPTY_HASH, record_hash};

/// A tree with its tiles, and its heads by size.
struct Grown {
    source: Source,
    heads: Vec<LogHead>,
}

fn leaf(index: usize) -> Hash {
    record_hash(&index.to_be_bytes())
}

fn grown(leaves: usize) -> Grown {
    let (mut edge, mut source) = (Edge::default(), Source::default());
    let mut heads = vec![LogHead {
        size: 0,
        root: EMPTY_HASH,
    }];
    for index in 0..leaves {
        edge.push(leaf(index));
        let (size, root) = (edge.size(), edge.root());
        heads.push(LogHead { size, root });
    }
    for tile in edge.take_changed(0) {
        source.tiles.insert((tile.level, tile.number), tile.hashes);
    }
    Grown { source, heads }
}

#[test]
fn every_position_of_every_small_size_is_proven_and_no_other_event() {
    let Grown { source, heads } = grown(70);
    for head in &heads[1..] {
        for position in 1..=head.size {
            let proof = Question::Record(position - 1).ask(head.size, &source).expect("proven");
            assert!(1 << proof.len() < 2 * head.size, "at most log2 of the size");
            check_inclusion(&proof, head, position, leaf(position as usize - 1)).expect("holds");
            assert!(check_inclusion(&proof, head, position, leaf(position as usize)).is_err());
            let other = position % head.size + 1;
            assert!(other == position || check_inclusion(&proof, head, other, leaf(position as usize - 1)).is_err());
        }
        assert!(check_inclusion(&[], head, 0, leaf(0)).is_err());
        assert!(check_inclusion(&[], head, head.size + 1, leaf(0)).is_err());
    }
}

#[test]
fn every_pair_of_small_sizes_is_consistent_and_no_other_root() {
    let Grown { source, heads } = grown(70);
    for new in &heads[1..] {
        for old in &heads[1..=new.size as usize] {
            let proof = Question::Prefix(old.size).ask(new.size, &source).expect("proven");
            check_consistency(&proof, old, new).expect("holds");
            let forged = LogHead { root: leaf(7), ..*old };
            assert!(check_consistency(&proof, &forged, new).is_err());
            assert!(check_consistency(&proof, new, old).is_err() || old == new);
            for index in 0..proof.len() {
                let mut bent = proof.clone();
                bent[index].0[31] ^= 1;
                assert!(check_consistency(&bent, old, new).is_err());
            }
        }
        check_consistency(&[], &heads[0], new).expect("everything extends nothing");
        assert!(check_consistency(&[leaf(0)], &heads[0], new).is_err());
    }
}

#[test]
fn proofs_cross_tiles_and_levels_and_read_few_tiles() {
    let sizes = [255_u64, 256, 257, 512, 65_535, 65_536, 65_537, 66_000];
    let Grown { source, heads } = grown(66_000);
    for size in sizes {
        let head = &heads[size as usize];
        for position in [1, 2, 255, 256, 257, size / 2, size - 1, size].map(|position| position.clamp(1, size)) {
            let question = Question::Record(position - 1);
            assert!(
                wanted(question, head.size).len() <= 6,
                "{:?}",
                wanted(question, head.size)
            );
            let proof = question.ask(head.size, &source).expect("proven");
            check_inclusion(&proof, head, position, leaf(position as usize - 1)).expect("holds");
        }
        for old in sizes.into_iter().filter(|old| *old <= size) {
            let proof = Question::Prefix(old).ask(head.size, &source).expect("proven");
            check_consistency(&proof, &heads[old as usize], head).expect("holds");
        }
    }
}

#[test]
fn what_is_made_from_a_changed_tile_does_not_hold() {
    let Grown { mut source, heads } = grown(600);
    source.tiles.get_mut(&(0, 1)).expect("a tile")[0] ^= 1;
    let proof = |position: u64| Question::Record(position - 1).ask(600, &source).expect("hashes");
    assert!(check_inclusion(&proof(301), &heads[600], 301, leaf(300)).is_err());
    check_inclusion(&proof(11), &heads[600], 11, leaf(10)).expect("another tile");
}

#[test]
fn the_published_proofs_of_certificate_transparency_are_made() {
    let data = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"];
    let data = data.into_iter().chain(["606162636465666768696a6b6c6d6e6f"]);
    let (mut edge, mut source, mut heads) = (Edge::default(), Source::default(), Vec::new());
    for leaf in data {
        edge.push(record_hash(&hex::decode(leaf).expect("hex")));
        let (size, root) = (edge.size(), edge.root());
        heads.push(LogHead { size, root });
    }
    for tile in edge.take_changed(0) {
        source.tiles.insert((tile.level, tile.number), tile.hashes);
    }
    let made = |size: usize, question: Question| -> Vec<String> {
        let proof = question.ask(size as u64, &source).expect("proven");
        proof.iter().map(|hash| hex::encode(&hash.0[..4])).collect()
    };
    assert_eq!(made(8, Question::Record(0)), ["96a296d2", "5f083f0a", "6b47aaf2"]);
    assert_eq!(made(8, Question::Record(5)), ["bc1a0643", "ca854ea1", "d37ee418"]);
    assert_eq!(made(3, Question::Record(2)), ["fac54203"]);
    assert_eq!(made(5, Question::Record(1)), ["6e340b9c", "5f083f0a", "bc1a0643"]);
    assert_eq!(made(8, Question::Prefix(1)), ["96a296d2", "5f083f0a", "6b47aaf2"]);
    assert_eq!(made(8, Question::Prefix(6)), ["0ebc5d34", "ca854ea1", "d37ee418"]);
    assert_eq!(made(5, Question::Prefix(2)), ["5f083f0a", "bc1a0643"]);
}
