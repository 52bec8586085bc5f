use super::made::{Made, ORIGIN, SIGNED_AT, claims, key, made};
use super::*;
use crate::Recorded;
use crate::key::NotaryKey;
use domain::staff::{Role, StaffEvent};
use domain::stream::StreamEvent;
use domain::time::Timestamp;

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

/// An account of staff that no two members decided about, recorded at this time.
fn forged(partition: i32, at: i64) -> Recorded {
    let event = StaffEvent::StaffAdded {
        name: "ann".into(),
        roles: [Role::Finance].into_iter().collect(),
        own: None,
        by: "zoe".into(),
        approver: Some("sam".into()),
        reason: "hired".into(),
        activation: None,
        at: Timestamp(at),
    };
    Recorded {
        aggregate_type: "staff".into(),
        aggregate_id: "ann".into(),
        event_type: event.name().into(),
        event_version: event.version().to_string(),
        payload: serde_json::to_string(&event).expect("JSON"),
        sequence: 1,
        recorded_at_ms: at,
        partition,
        ..claims(partition, 8)[0].clone()
    }
}

/// Two logs whose claims were recorded ten minutes before the checkpoint, and a forged act so long before it.
fn with_forged(before_ms: i64) -> Made {
    let mut made = made();
    made.logs.push(LogRange {
        partition: 1,
        ..made.logs[0]
    });
    made.events = claims(0, 7);
    made.events.iter_mut().for_each(|event| event.recorded_at_ms -= 600_000);
    made.events.push(forged(1, SIGNED_AT - before_ms));
    made
}

/// The newest event of all logs is near no end, when it says so itself: the checkpoint says when the end was.
#[test]
fn an_act_is_open_only_in_the_last_minute_before_the_checkpoint() {
    let open = |before_ms| {
        let shown = with_forged(before_ms)
            .checked(Some(key().vkey()))
            .expect("it may be open");
        let notes = shown.notes().iter().map(ToString::to_string).collect::<String>();
        assert!(
            notes.contains(&format!("{} acts of the last minute are open", shown.open())),
            "{notes}"
        );
        shown.open()
    };
    assert!(open(30_000) > 0 && open(-30_000) > 0);
    let why = with_forged(61_000)
        .checked(Some(key().vkey()))
        .expect_err("a forged act")
        .0;
    assert!(
        why.contains("partition 1 position 1") && why.contains("(law I-41"),
        "{why}"
    );
    let why = with_forged(-61_000)
        .checked(Some(key().vkey()))
        .expect_err("of tomorrow")
        .0;
    assert!(why.contains("later than that of the checkpoint"), "{why}");
}

#[test]
fn time_does_not_run_back_in_a_stream() {
    let mut made = made();
    made.events[3].recorded_at_ms = made.events[2].recorded_at_ms - 1;
    assert!(made.refused().contains("position 4: time runs back in the stream"));
}
