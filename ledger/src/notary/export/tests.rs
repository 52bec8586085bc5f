use super::*;
use domain::time::Timestamp;
use proofs::{Checkpoint, LogHead};
use tlog_tiles::EMPTY_HASH;

fn signed(number: u64, hours: i64) -> Signed {
    let checkpoint = Checkpoint {
        origin: "ledger/a".into(),
        number,
        time: Timestamp(1_735_689_600_000 + hours * HOUR_MS),
        logs: vec![LogHead {
            size: number,
            root: EMPTY_HASH,
        }],
    };
    let note = number.to_string();
    Signed { checkpoint, note }
}

fn number(note: &str) -> Option<u64> {
    note.parse().ok()
}

#[test]
fn the_newest_is_the_latest_and_the_first_of_an_hour_stays() {
    let path = std::env::temp_dir().join(format!("ledger-export-{}", std::process::id()));
    fs::remove_dir_all(&path).ok();
    let folder = Folder::at(path.clone());
    assert_eq!(folder.read_latest().expect("readable"), None);
    for (number_, hours) in [(1, 0), (3, 0), (2, 0), (4, 1), (5, 25)] {
        folder.put(&signed(number_, hours), number).expect("kept");
    }
    assert_eq!(folder.read_latest().expect("readable").as_deref(), Some("5"));
    let kept = |name: &str| fs::read_to_string(path.join(name)).ok();
    assert_eq!(kept("2025-01-01T00.checkpoint").as_deref(), Some("1"));
    assert_eq!(kept("2025-01-01T01.checkpoint").as_deref(), Some("4"));
    assert_eq!(kept("2025-01-02T01.checkpoint").as_deref(), Some("5"));
    assert_eq!(
        fs::read_dir(&path).expect("listed").count(),
        5,
        "three hours, the latest and the lock"
    );
    fs::remove_dir_all(path).expect("removed");
}

/// Two copies of a database that were both served sign the same numbers.
#[test]
fn another_checkpoint_of_the_same_number_is_an_error_and_the_same_again_is_none() {
    let path = std::env::temp_dir().join(format!("ledger-export-forked-{}", std::process::id()));
    fs::remove_dir_all(&path).ok();
    let folder = Folder::at(path.clone());
    let number = |note: &str| note.split(' ').next()?.parse().ok();
    let noted = |number, note: &str| Signed {
        note: note.into(),
        ..signed(number, 0)
    };
    folder.put(&noted(7, "7 one\n\nsignature"), number).expect("kept");
    for again in ["7 one\n\nsignature", "7 one\n\nsignature\ncosignature"] {
        folder.put(&noted(7, again), number).expect("tried again");
    }
    let forked = folder.put(&noted(7, "7 two\n\nsignature"), number);
    let why = forked.expect_err("another history").to_string();
    assert!(why.contains("another checkpoint 7 is kept"), "{why}");
    let latest = folder.read_latest().expect("readable");
    assert_eq!(latest.as_deref(), Some("7 one\n\nsignature"), "what was there stays");
    folder
        .put(&noted(6, "6 two\n\nsignature"), number)
        .expect("it is older");
    folder
        .put(&noted(8, "8 one\n\nsignature"), number)
        .expect("it is newer");
    fs::remove_dir_all(path).expect("removed");
}

#[test]
fn only_the_newest_hours_are_kept() {
    let path = std::env::temp_dir().join(format!("ledger-export-hours-{}", std::process::id()));
    fs::remove_dir_all(&path).ok();
    fs::create_dir_all(&path).expect("made");
    for hour in 0..HISTORY_MAX {
        File::create(path.join(format!("2024-{hour:05}{SUFFIX}"))).expect("made");
    }
    Folder::at(path.clone()).put(&signed(1, 0), number).expect("kept");
    assert!(!path.join(format!("2024-00000{SUFFIX}")).exists());
    assert!(path.join(format!("2024-00001{SUFFIX}")).exists());
    assert!(path.join(format!("2025-01-01T00{SUFFIX}")).exists());
    fs::remove_dir_all(path).expect("removed");
}
