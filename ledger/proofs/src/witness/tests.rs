use super::*;
use crate::key::NotaryKey;
use crate::{Checkpoint, Tree};
use domain::time::Timestamp;
use tlog_tiles::{HashReader, prove_tree, record_hash, stored_hashes};

/// A log of leaves that are numbers, with the hashes that proofs are made from.
#[derive(Default)]
struct Log {
    tree: Tree,
    hashes: Vec<Hash>,
    heads: Vec<LogHead>,
}

impl HashReader for &Log {
    fn read_hashes(&self, indexes: &[u64]) -> Result<Vec<Hash>, tlog_tiles::Error> {
        Ok(indexes.iter().map(|index| self.hashes[*index as usize]).collect())
    }
}

impl Log {
    fn grown(leaves: impl IntoIterator<Item = u8>) -> Log {
        let mut log = Log::default();
        for leaf in leaves {
            let (number, leaf) = (log.tree.size(), [leaf; 32]);
            let stored = stored_hashes(number, &leaf, &&log).expect("hashes");
            log.hashes.extend(stored);
            log.tree.add(leaf);
            log.heads.push(LogHead {
                size: log.tree.size(),
                root: log.tree.root(),
            });
        }
        log
    }

    fn head(&self, size: usize) -> LogHead {
        self.heads[size - 1]
    }

    fn asks(&self, old: usize, new: usize) -> AddCheckpoint {
        let proof = match old {
            0 => Vec::new(),
            old => prove_tree(new as u64, old as u64, &self).expect("a proof"),
        };
        AddCheckpoint {
            old: old as u64,
            proof,
            note: note(&self.head(new), &key()),
        }
    }
}

fn key() -> NotaryKey {
    NotaryKey::of_seed([7; 32], "ledger/a")
}

fn note(head: &LogHead, key: &NotaryKey) -> String {
    let checkpoint = Checkpoint {
        origin: key.vkey().name.clone(),
        number: 1,
        time: Timestamp(1),
        logs: vec![*head],
    };
    checkpoint.sign_log(key, 0, head).expect("signed")
}

fn answer(asked: &AddCheckpoint, cosigned: Option<LogHead>) -> Result<Submitted, Refused> {
    let read = AddCheckpoint::parse(&asked.text())?;
    assert_eq!(&read, asked, "it reads as it was written");
    let submitted = read.opened(&[key().vkey().clone()])?;
    read.check(&submitted, cosigned)?;
    Ok(submitted)
}

#[test]
fn a_log_that_only_grows_is_cosigned_at_every_pair_of_sizes() {
    let log = Log::grown(0..20);
    for old in 0..=20 {
        for new in old.max(1)..=20 {
            let known = (old > 0).then(|| log.head(old));
            let submitted = answer(&log.asks(old, new), known).expect("it has grown");
            assert_eq!(
                (submitted.origin.as_str(), submitted.head),
                ("ledger/a/0", log.head(new))
            );
        }
    }
}

#[test]
fn a_smaller_tree_and_another_history_are_not() {
    let (log, fork) = (Log::grown(0..20), Log::grown((0..7).chain(100..120)));
    assert_eq!(answer(&log.asks(7, 9), Some(log.head(12))), Err(Refused::OldSize(12)));
    assert_eq!(answer(&log.asks(0, 9), Some(log.head(9))), Err(Refused::OldSize(9)));
    assert_eq!(answer(&log.asks(3, 9), None), Err(Refused::OldSize(0)));
    assert_eq!(answer(&fork.asks(9, 9), Some(log.head(9))), Err(Refused::OtherRoot(9)));
    for new in 10..=20 {
        let refused = answer(&fork.asks(9, new), Some(log.head(9)));
        assert!(matches!(refused, Err(Refused::NotConsistent(_))), "{refused:?}");
    }
    assert!(
        answer(&fork.asks(7, 20), Some(log.head(7))).is_ok(),
        "the fork is after it"
    );
    let mut without = log.asks(9, 12);
    without.proof.clear();
    assert!(matches!(
        answer(&without, Some(log.head(9))),
        Err(Refused::NotConsistent(_))
    ));
    let mut backwards = log.asks(9, 12);
    backwards.old = 13;
    assert!(matches!(
        answer(&backwards, Some(log.head(9))),
        Err(Refused::Malformed(_))
    ));
}

#[test]
fn only_known_logs_under_their_own_key_are_looked_at() {
    let log = Log::grown(0..4);
    let asked = log.asks(0, 4);
    let of = |seed, name: &str| NotaryKey::of_seed([seed; 32], name).vkey().clone();
    let unknown = Refused::UnknownLog("ledger/a/0".into());
    assert_eq!(asked.opened(&[]), Err(unknown.clone()));
    assert_eq!(asked.opened(&[of(7, "ledger/b"), of(7, "ledger/a/1")]), Err(unknown));
    assert_eq!(asked.opened(&[of(8, "ledger/a")]), Err(Refused::NotSigned));
    assert!(asked.opened(&[of(7, "ledger/b"), of(7, "ledger/a/0")]).is_ok());
    for name in ["ledger/a/00", "ledger/a/1024", "ledger/a/-0", "ledger/a/0/0"] {
        let foreign = key()
            .sign(name, &format!("{name}\n1\n{}\n", record_hash(b"x")))
            .expect("signed");
        let asked = AddCheckpoint {
            note: foreign,
            ..asked.clone()
        };
        assert_eq!(
            asked.opened(&[of(7, "ledger/a")]),
            Err(Refused::UnknownLog(name.into()))
        );
    }
    let no_log = key()
        .sign("ledger/a", "ledger/a\ncheckpoint 1\ntime 1\n")
        .expect("signed");
    let asked = AddCheckpoint { note: no_log, ..asked };
    assert!(matches!(asked.opened(&[of(7, "ledger/a")]), Err(Refused::Malformed(_))));
}

#[test]
fn what_is_no_request_is_named() {
    let good = Log::grown(0..4).asks(2, 4).text();
    assert!(AddCheckpoint::parse(&good).is_ok());
    let long = good.replace("old 2\n", &format!("old 2\n{}", format!("{EMPTY_HASH}\n").repeat(64)));
    for text in [
        String::new(),
        good.replace("old 2", "old 02"),
        good.replace("old 2", "old +2"),
        good.replace("old 2", "size 2"),
        good.replace("old 2\n", "old 2\nno hash\n"),
        good.replace("\n\n", "\n"),
        long,
    ] {
        assert!(
            matches!(AddCheckpoint::parse(&text), Err(Refused::Malformed(_))),
            "{text:?}"
        );
    }
}
