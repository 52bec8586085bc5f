use super::*;
use crate::cosignature::Cosigner;
use crate::key::NotaryKey;
use crate::{Checkpoint, LogHead};
use domain::time::Timestamp;
use tlog_tiles::record_hash;

fn witness(byte: u8) -> Cosigner {
    Cosigner::of_seed(&[byte; 32], &format!("witness.example/{byte}")).expect("a name")
}

fn key() -> NotaryKey {
    NotaryKey::of_seed([7; 32], "ledger/a")
}

/// A checkpoint of two logs; `by` cosigned each of them.
fn witnessed(number: u64, by: [&[u8]; 2]) -> Witnessed {
    let head = |size: u64| LogHead {
        size,
        root: record_hash(&size.to_be_bytes()),
    };
    let checkpoint = Checkpoint {
        origin: "ledger/a".into(),
        number,
        time: Timestamp(1),
        logs: vec![head(10 + number), head(3)],
    };
    let log = |(partition, by): (i32, &[u8])| {
        let log = checkpoint.log(partition).expect("a log");
        let note = checkpoint.sign_log(&key(), partition, log).expect("signed");
        let text = key().vkey().of_partition(partition).open(&note).expect("a text");
        let lines = by.iter().map(|by| witness(*by).cosign(&text, 5).expect("cosigned"));
        note + &lines.collect::<String>()
    };
    let logs = (0..).zip(by).map(log).collect();
    let checkpoint = checkpoint.sign(&key()).expect("signed").note;
    Witnessed { checkpoint, logs }
}

fn demand(of: &[u8], needed: usize) -> Demand {
    let witnesses = of.iter().map(|of| witness(*of).key().clone()).collect();
    Demand { witnesses, needed }
}

#[test]
fn a_text_of_notes_reads_back() {
    let written = witnessed(1, [&[1, 2], &[2]]);
    assert_eq!(Witnessed::parse(&written.text()), Ok(written.clone()));
    let alone = Witnessed {
        checkpoint: written.checkpoint.clone(),
        logs: Vec::new(),
    };
    assert_eq!(Witnessed::parse(&written.checkpoint), Ok(alone), "a checkpoint alone");
    for text in [
        "",
        "\n",
        "text\n",
        "text\n\n",
        "text\n\nno signature\n",
        &(written.text() + "more\n"),
    ] {
        assert!(Witnessed::parse(text).is_err(), "{text:?}");
    }
}

#[test]
fn each_log_needs_as_many_witnesses_as_are_demanded() {
    let held = witnessed(1, [&[1, 2], &[2, 3]]);
    let opens = |held: &Witnessed, of: &[u8], needed| held.open(key().vkey(), &demand(of, needed)).is_ok();
    assert!(opens(&held, &[], 0));
    assert!(opens(&held, &[1, 2, 3], 2));
    assert!(opens(&held, &[2], 1));
    assert!(!opens(&held, &[1], 1), "the second log is not cosigned by it");
    assert!(!opens(&held, &[1, 2, 3], 3));
    assert!(!opens(&held, &[4], 1), "a stranger");
    assert!(!opens(&held, &[2, 2], 2), "one witness counts once");
    let other_key = NotaryKey::of_seed([8; 32], "ledger/a");
    assert!(held.open(other_key.vkey(), &demand(&[2], 1)).is_err());
}

#[test]
fn cosignatures_of_another_checkpoint_are_none_of_this() {
    let (held, newer) = (witnessed(1, [&[1], &[1]]), witnessed(2, [&[], &[]]));
    let mixed = Witnessed {
        logs: held.logs.clone(),
        ..newer.clone()
    };
    let refused = mixed.open(key().vkey(), &demand(&[1], 1)).expect_err("sizes differ");
    assert!(refused.0.contains("is not of checkpoint 2"), "{refused}");
    let alone = Witnessed {
        logs: Vec::new(),
        ..held
    };
    assert!(alone.open(key().vkey(), &demand(&[1], 1)).is_err());
}

/// Who follows what is published looks at each log, and would not look at one that is left out.
#[test]
fn all_notes_are_those_of_the_logs_of_the_checkpoint() {
    let (held, newer) = (witnessed(1, [&[], &[]]), witnessed(2, [&[], &[]]));
    let opens = |logs: &[&String], checkpoint: &Witnessed| {
        let logs = logs.iter().map(|note| (*note).clone()).collect();
        let published = Witnessed {
            logs,
            ..checkpoint.clone()
        };
        published.open_all(key().vkey()).map(|signed| signed.checkpoint.number)
    };
    let [first, second] = [&held.logs[0], &held.logs[1]];
    assert_eq!(opens(&[first, second], &held), Ok(1));
    for (logs, checkpoint, why) in [
        (&[][..], &held, "over 2 logs, and the notes of 0"),
        (&[first], &held, "over 2 logs, and the notes of 1"),
        (&[first, second, second], &held, "over 2 logs, and the notes of 3"),
        (&[second, first], &held, "the signature does not hold"),
        (&[first, second], &newer, "partition 0 is not of checkpoint 2"),
    ] {
        let refused = opens(logs, checkpoint).expect_err(why);
        assert!(refused.0.contains(why), "{why}: {refused}");
    }
    let other_key = NotaryKey::of_seed([8; 32], "ledger/a");
    assert!(held.open_all(other_key.vkey()).is_err());
}
