use super::*;
use crate::checkpoint::{Checkpoint, LogHead};
use crate::key::NotaryKey;
use crate::stream_id::partition_of;
use crate::{Signed, Vkey};
use domain::time::Timestamp;

fn leaf(player: u128, amount: u64) -> Leaf {
    Leaf {
        player: Uuid::from_u128(player),
        blinding: [player as u8; 32],
        amount,
    }
}

fn tree(leaves: &[Leaf]) -> SumTree {
    SumTree::of(Asset::Usdt, leaves.to_vec(), |number| [!(number as u8); 32]).expect("a tree")
}

/// As many players as `amounts`, numbered from 1.
fn players(amounts: &[u64]) -> Vec<Leaf> {
    (1..)
        .zip(amounts)
        .map(|(player, amount)| leaf(player, *amount))
        .collect()
}

fn signed() -> (Signed, NotaryKey) {
    let key = NotaryKey::of_seed([7; 32], "ledger/a");
    let checkpoint = Checkpoint {
        origin: "ledger/a".into(),
        number: 3,
        time: Timestamp(9),
        logs: vec![LogHead {
            size: 5,
            root: Hash([1; 32]),
        }],
    };
    (checkpoint.sign(&key).expect("signed"), key)
}

fn stated(tree: SumTree) -> (Statement, SumTree) {
    let (checkpoint, key) = signed();
    let owed = Asset::ALL.map(|asset| match asset {
        Asset::Usdt => Owed::of(&tree),
        other => Owed::of(&SumTree::of(other, Vec::new(), |_| [0; 32]).expect("a tree")),
    });
    let extent = Extent::of(&checkpoint.checkpoint);
    let statement = Statement::of(owed.into(), extent, &checkpoint, key.vkey()).expect("a statement");
    (statement, tree)
}

fn proof(statement: &Statement, tree: &SumTree, player: u128) -> Proof {
    tree.prove(Uuid::from_u128(player), statement).expect("a proof")
}

#[test]
fn every_player_finds_his_amount_in_the_total_whatever_their_number() {
    for count in 0..=17_u64 {
        let amounts: Vec<u64> = (1..=count).map(|amount| amount * 1_000_003).collect();
        let (statement, tree) = stated(tree(&players(&amounts)));
        assert_eq!(tree.total(), amounts.iter().sum::<u64>());
        assert_eq!(
            (tree.players() as u64, 1_usize << tree.depth()),
            (count, (count as usize).max(1).next_power_of_two())
        );
        for player in 1..=count {
            let proof = proof(&statement, &tree, player.into());
            assert_eq!((proof.verify(&statement), proof.amount), (Ok(()), player * 1_000_003));
            let text = serde_json::to_string(&proof).expect("JSON");
            assert_eq!(serde_json::from_str::<Proof>(&text).expect("a proof"), proof);
        }
        assert_eq!(tree.prove(Uuid::from_u128(99), &statement), None, "owed nothing");
        assert_eq!(tree.prove(Uuid::nil(), &statement), None, "an empty leaf is nobody's");
    }
}

#[test]
fn a_proof_with_anything_changed_does_not_hold() {
    let (statement, tree) = stated(tree(&players(&[5, 7, 11, 13, 17])));
    let good = proof(&statement, &tree, 3);
    let mut forged: Vec<Proof> = vec![
        Proof {
            amount: 10,
            ..good.clone()
        },
        Proof {
            player: Uuid::from_u128(2),
            ..good.clone()
        },
        Proof {
            asset: Asset::Coin,
            ..good.clone()
        },
        Proof {
            checkpoint: 4,
            ..good.clone()
        },
        Proof {
            origin: "ledger/b/liabilities".into(),
            ..good.clone()
        },
        Proof {
            blinding: BASE64_STANDARD.encode([9; 32]),
            ..good.clone()
        },
        Proof {
            blinding: "AAAA".into(),
            ..good.clone()
        },
        Proof {
            path: good.path[1..].to_vec(),
            ..good.clone()
        },
        Proof {
            index: good.index + 8,
            ..good.clone()
        },
        Proof {
            index: u64::MAX,
            ..good.clone()
        },
    ];
    for level in 0..good.path.len() {
        forged.push(Proof {
            index: good.index ^ (1 << level),
            ..good.clone()
        });
        let node = read(&good.path[level]).expect("a node");
        for beside in [
            written(&Node {
                total: node.total + 1,
                ..node
            }),
            written(&Node {
                hash: Hash([3; 32]),
                ..node
            }),
            written(&Node {
                total: u64::MAX,
                ..node
            }),
            format!("{} 0{}", node.hash, node.total),
            format!("{} -1", node.hash),
            String::new(),
        ] {
            let mut proof = good.clone();
            proof.path[level] = beside;
            forged.push(proof);
        }
    }
    for proof in forged {
        assert!(proof.verify(&statement).is_err(), "{proof:?}");
    }
    assert_eq!(good.verify(&statement), Ok(()));
}

/// Where nodes commit to the sum of their children alone, the house can owe 5 and 7 and sign 7: it shows each of the two
/// another total for the other one.
#[test]
fn a_house_that_signs_less_than_its_leaves_cannot_satisfy_both() {
    let (mut statement, tree) = stated(tree(&players(&[5, 7])));
    let [five, seven] = [1, 2].map(|player| proof(&statement, &tree, player));
    let showing = |proof: &Proof, total: u64| {
        let beside = read(&proof.path[0]).expect("a node");
        Proof {
            path: vec![written(&Node { total, ..beside })],
            ..proof.clone()
        }
    };
    let (five, seven) = (showing(&five, 2), showing(&seven, 0));
    let own = five.leaf().expect("a leaf").node(Asset::Usdt);
    let beside = read(&five.path[0]).expect("a node");
    let (left, right) = if five.index == 0 { (own, beside) } else { (beside, own) };
    let root = Node::above(left, right).expect("a sum");
    statement.owed[3].total = root.total;
    statement.owed[3].root = root.hash;
    assert_eq!((five.verify(&statement), root.total), (Ok(()), 7));
    assert!(seven.verify(&statement).is_err());
}

#[test]
fn who_is_left_out_or_owed_less_has_no_proof_that_holds() {
    let all = players(&[5, 7, 11, 13]);
    let (honest, whole) = stated(tree(&all));
    let mut less = all.clone();
    less[1].amount = 6;
    for (why, leaves) in [("left out", all[..3].to_vec()), ("owed less", less)] {
        let (cheating, _) = stated(tree(&leaves));
        assert_ne!(cheating.owed(Asset::Usdt), honest.owed(Asset::Usdt), "{why}");
        for player in 1..=4 {
            assert!(proof(&honest, &whole, player).verify(&cheating).is_err(), "{why}");
        }
    }
    let twice = [all[0], all[0]];
    assert!(SumTree::of(Asset::Usdt, twice.to_vec(), |_| [0; 32]).is_err());
    let overflow = [leaf(1, u64::MAX), leaf(2, 1)];
    assert!(SumTree::of(Asset::Usdt, overflow.to_vec(), |_| [0; 32]).is_err());
}

#[test]
fn a_statement_opens_unchanged_under_the_key_of_its_database_only() {
    let (statement, _) = stated(tree(&players(&[5, 7])));
    let (checkpoint, key) = signed();
    let vkey = key.vkey();
    let sign = |text: &str| key.sign(&vkey.of_liabilities().name, text).expect("signed");
    let note = sign(&statement.text());
    assert_eq!(Statement::open(&note, vkey), Ok(statement.clone()));
    assert_eq!(statement.is_of(&checkpoint, vkey), Ok(()));
    let other = Vkey::parse(&NotaryKey::of_seed([8; 32], "ledger/a").vkey().to_string()).expect("a key");
    assert!(Statement::open(&note, &other).is_err());
    assert!(
        Statement::open(&checkpoint.note, vkey).is_err(),
        "a note of another kind"
    );
    for index in 0..note.len() {
        let mut changed = note.clone().into_bytes();
        changed[index] ^= 1;
        assert!(
            Statement::open(&String::from_utf8_lossy(&changed), vkey).is_err(),
            "byte {index}"
        );
    }
    let text = statement.text();
    let without_an_asset = text.replace("asset coin 0", "asset gusd 0");
    for unfit in [
        text.replace("time 9", "time 09"),
        text.replace("events 5", "events 05"),
        without_an_asset,
        format!("{text}more\n"),
    ] {
        assert!(Statement::open(&sign(&unfit), vkey).is_err(), "{unfit}");
    }
}

#[test]
fn a_statement_counts_no_events_that_its_checkpoint_does_not_cover() {
    let (statement, _) = stated(tree(&players(&[5, 7])));
    let (checkpoint, key) = signed();
    for (events, fits) in [
        (vec![4], true),
        (vec![5], true),
        (vec![6], false),
        (vec![], false),
        (vec![4, 1], false),
    ] {
        let extent = Extent {
            events,
            time: Timestamp(8),
        };
        let made = Statement::of(statement.owed.clone(), extent.clone(), &checkpoint, key.vkey());
        assert_eq!(made.is_ok(), fits, "{extent:?}");
        let other = Statement {
            extent,
            ..statement.clone()
        };
        assert_eq!(other.is_of(&checkpoint, key.vkey()).is_ok(), fits, "{other:?}");
    }
}

#[test]
fn the_events_of_a_players_own_log_are_those_of_his_partition() {
    let extent = |events: &[u64]| Extent {
        events: events.to_vec(),
        time: Timestamp(0),
    };
    let player = Uuid::from_u128(7);
    assert_eq!(extent(&[5]).of_log(player), 5);
    let partition = partition_of(player, 4);
    assert_ne!(partition, 0, "another one than the house's");
    let events = [10, 11, 12, 13];
    assert_eq!(extent(&events).of_log(player), events[usize::from(partition)]);
}

/// As a service does it that keeps the pieces alone.
#[test]
fn a_path_comes_out_of_the_pieces_of_a_tree_as_out_of_the_tree() {
    for count in [1, 2, 3, 255, 256, 257, 700] {
        let leaves: Vec<Leaf> = (1..=count).map(|player| leaf(player, player as u64)).collect();
        let (statement, tree) = stated(tree(&leaves));
        let tiles: Vec<Tile> = tree.tiles().collect();
        assert!(tiles.iter().all(|tile| tile.nodes.len() <= 256 * 40), "{count}");
        for own in &leaves {
            let hash = own.hash(Asset::Usdt);
            let before = |tile: &&Tile| tile.level == 0 && tile.first() <= hash.0.as_slice();
            let lowest = tiles.iter().rfind(before).expect("a piece");
            let index = lowest.find(&hash).expect("a leaf");
            let mut path = Vec::new();
            for level in (0..tree.depth()).step_by(TILE_LEVELS) {
                let (at, number) = (index >> level, index >> (level + TILE_LEVELS));
                let of = |tile: &&Tile| (tile.level, tile.number) == (level, number);
                let tile = tiles.iter().find(of).expect("a piece");
                path.extend(tile.beside(at, tree.depth() - level).expect("a way"));
            }
            let made = Proof::of(&statement, (Asset::Usdt, index), own, path);
            assert_eq!(Some(&made), tree.prove(own.player, &statement).as_ref());
            assert_eq!(made.verify(&statement), Ok(()));
        }
        assert_eq!(tiles[0].find(&Hash([9; 32])), None);
        assert_eq!(tiles[0].beside(256, 8), None, "of another piece");
    }
}

#[test]
fn a_proof_among_a_million_players_is_below_two_kilobytes() {
    let widest = written(&Node {
        hash: Hash([255; 32]),
        total: i64::MAX as u64,
    });
    let proof = Proof {
        origin: format!("ledger/{}/liabilities", Uuid::nil()),
        checkpoint: u64::MAX,
        asset: Asset::Diamond,
        player: Uuid::nil(),
        amount: i64::MAX as u64,
        blinding: BASE64_STANDARD.encode([255; 32]),
        index: (1 << 20) - 1,
        path: vec![widest; 20],
    };
    assert!(serde_json::to_vec(&proof).expect("JSON").len() < 2_000);
}
