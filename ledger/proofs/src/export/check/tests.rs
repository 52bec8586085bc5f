use super::made::{Made, ORIGIN, claims, key, made};
use super::*;
use crate::key::NotaryKey;

/// A range that begins after the first player's events.
fn range() -> Made {
    let mut made = made();
    made.events = claims(0, 8);
    made.logs[0].after = 5;
    made
}

#[test]
fn an_export_that_the_trusted_key_covers_holds() {
    let shown = made().checked(Some(key().vkey())).expect("it fits");
    assert_eq!((shown.events, shown.checkpoint), (10, Some(3)));
    assert_eq!(made().checked(None).expect("it fits").checkpoint, Some(3));
}

/// Whoever rewrites every row and leaves the checkpoint out, or says that it is a range, has no signature to show.
#[test]
fn with_a_trusted_key_nothing_passes_that_it_did_not_sign() {
    let trusted = key();
    let unsigned = || Made {
        is_signed: false,
        ..made()
    };
    for (files, what) in [
        (unsigned().files(|_| ()), "rows that end at no checkpoint"),
        (range().files(|_| ()), "a range that does not begin with the logs"),
        (
            range().files(|manifest| manifest.checkpoint = None),
            "a range that does not begin with the logs",
        ),
        (
            unsigned().files(|manifest| manifest.player = Some(uuid::Uuid::from_u128(1))),
            "one player's rows",
        ),
    ] {
        let why = check(&files, Some(trusted.vkey()), &mut |_, _| ()).expect_err(what).0;
        assert!(why.starts_with("nothing that the trusted key signed covers"), "{why}");
        assert!(why.contains(what), "{what}: {why}");
    }
    // Without a key their rows fit each other, and the result says that no checkpoint covers them.
    for made in [unsigned(), range()] {
        assert_eq!(made.checked(None).expect("it fits").checkpoint, None);
    }
}

#[test]
fn the_trusted_key_is_of_the_database_that_the_export_names() {
    let other = NotaryKey::of_seed([7; 32], "ledger/b");
    let why = made().checked(Some(other.vkey())).expect_err("another database").0;
    assert_eq!(why, "the export is of ledger/a, the trusted key of ledger/b");
    let stolen = NotaryKey::of_seed([9; 32], ORIGIN);
    let why = made().checked(Some(stolen.vkey())).expect_err("another key").0;
    assert!(why.starts_with("the checkpoint: "), "{why}");
}

#[test]
fn a_name_that_would_write_over_the_verdict_is_refused() {
    for origin in ["ledger/a\n\u{1b}[2K", "", "ledger/a b", "ledger/\u{202e}a"] {
        let files = made().files(|manifest| manifest.origin = origin.into());
        let why = check(&files, None, &mut |_, _| ()).expect_err("no name").0;
        assert!(why.contains("names no database"), "{why}");
        assert!(!why.chars().any(char::is_control), "{why:?}");
    }
}

/// Balances that follow each other, all of them too high by the same: what an account held before its first posting.
#[test]
fn a_balance_begins_at_zero_where_the_log_does() {
    let why = Made { shift: 1_000, ..made() }.refused();
    assert!(why.contains("position 1: a running balance does not follow"), "{why}");
    // What an account held before a range is not in its files.
    let shifted = Made {
        shift: 1_000,
        ..range()
    };
    shifted.checked(None).expect("it fits");
}

/// What a whole export holds of a stream, it holds from the first version on.
#[test]
fn a_stream_begins_with_its_first_version_and_skips_none() {
    let missing = |from: usize, version: i64| {
        let mut made = made();
        made.events.remove(from);
        made.events[from].sequence = version;
        made
    };
    // The stream's first event is left out, and the leaf before the second is made up.
    let headless = |version| Made {
        root: [1; 32],
        ..missing(0, version)
    };
    // A posting less: so balances do not tell first.
    for made in [missing(1, 3), missing(1, 1), missing(1, 2), headless(2), headless(1)] {
        let why = made.refused();
        assert!(why.contains("the stream does not go on here"), "{why}");
    }
    let mut skips = range();
    skips.events[3].sequence = 7;
    assert!(skips.refused().contains("the stream does not go on here"));
    let mut begun = range();
    begun.events.remove(0);
    begun.root = [1; 32];
    begun.checked(None).expect("it began before the range");
}

#[test]
fn ranges_are_those_of_the_logs_in_order() {
    let two = || {
        let mut two = made();
        two.logs.push(LogRange {
            partition: 1,
            ..two.logs[0]
        });
        two.events = [claims(0, 7), claims(1, 8)].concat();
        two
    };
    two().checked(Some(key().vkey())).expect("it fits");
    let changes: [fn(&mut Manifest); 4] = [
        |manifest| manifest.logs.swap(0, 1),
        |manifest| manifest.logs[1].partition = 2,
        |manifest| manifest.logs[0].after = -1,
        |manifest| manifest.logs.clear(),
    ];
    for change in changes {
        let why = check(&two().files(change), None, &mut |_, _| ())
            .expect_err("no logs")
            .0;
        assert!(why.contains("does not name a range of each log"), "{why}");
    }
}

/// What a column is said to mean is nowhere signed, so it must be what this program says.
#[test]
fn a_dictionary_that_says_something_else_is_refused() {
    let with = |text: String| {
        let mut files = made().files(|_| ());
        files.0.insert(dictionary::DICTIONARY.into(), text.into_bytes());
        check(&files, Some(key().vkey()), &mut |_, _| ())
    };
    let text = dictionary::dictionary_text();
    with(text.clone()).expect("it fits");
    let why = with(text.replace("below zero what was taken", "below zero what was given")).expect_err("changed");
    assert!(why.0.starts_with("dictionary.json does not say"), "{why}");
}
