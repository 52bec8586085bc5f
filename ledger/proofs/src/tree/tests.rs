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
