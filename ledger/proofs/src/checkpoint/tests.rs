use super::*;
use tlog_tiles::record_hash;

fn checkpoint() -> Checkpoint {
    let head = |size| LogHead {
        size,
        root: record_hash(&[size as u8]),
    };
    Checkpoint {
        origin: "ledger/a".into(),
        number: 17,
        time: Timestamp(1_735_689_600_000),
        logs: vec![head(812), head(0)],
    }
}

#[test]
fn a_signed_checkpoint_reads_back() {
    let key = NotaryKey::of_seed([7; 32], "ledger/a");
    let signed = checkpoint().sign(&key).expect("signed");
    assert_eq!(Signed::open(&signed.note, key.vkey()), Ok(signed.clone()));
    assert_eq!(signed.checkpoint.events(), 812);
    assert!(signed.checkpoint.log(1).is_ok() && signed.checkpoint.log(2).is_err());
    assert!(signed.checkpoint.log(-1).is_err());
}

#[test]
fn the_note_of_a_log_is_a_tlog_checkpoint_under_the_logs_own_name() {
    let key = NotaryKey::of_seed([7; 32], "ledger/a");
    let checkpoint = checkpoint();
    let note = checkpoint.sign_log(&key, 0, &checkpoint.logs[0]).expect("signed");
    let text = key.vkey().of_partition(0).open(&note).expect("its own key");
    let read = tlog_tiles::Checkpoint::from_bytes(text.as_bytes()).expect("a tlog-checkpoint");
    assert_eq!((read.origin(), read.size()), ("ledger/a/0", 812));
    assert_eq!(*read.hash(), checkpoint.logs[0].root);
}

#[test]
fn a_text_that_could_be_written_otherwise_is_no_checkpoint() {
    let text = checkpoint().text();
    assert_eq!(Checkpoint::parse(&text), Some(checkpoint()));
    for (from, to) in [
        ("checkpoint 17", "checkpoint +17"),
        ("checkpoint 17", "checkpoint 017"),
        ("partition 1", "partition 2"),
        ("partition 0 812", "partition 0  812"),
        ("time ", "at "),
        ("ledger/a\n", ""),
    ] {
        assert_eq!(Checkpoint::parse(&text.replace(from, to)), None, "{to:?}");
    }
    assert_eq!(Checkpoint::parse(&format!("{text}more\n")), None);
    assert_eq!(Checkpoint::parse(text.trim_end()), None);
    assert_eq!(Checkpoint::parse("ledger/a\ncheckpoint 1\ntime 1\n"), None, "no logs");
}
