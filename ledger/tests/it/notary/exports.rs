//! Exports are checked from their files alone, and whatever is changed in them is found, even by somebody who
//! writes a new manifest for the changed files.

use super::{Folder, notary, play, played, tamper};
use domain::money::{Diamond, Usdt};
use domain::player::team::{ReceiveRecord, Record, RecordKind};
use ledger::balance::AsOf;
use ledger::export::{
    self, DICTIONARY, FileNote, Form, MANIFEST, Manifest, PostingRow, Query, SheetFault, Shown, write,
};
use ledger::notary::{Vkey, vkey};
use ledger::stream_id::partition_of;
use ledger::testing::{MASTER_KEY, on_one_and_four_partitions, players};
use ledger::trial::Period;
use ledger::{EventLog, Ledger};
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use std::path::Path;
use uuid::Uuid;

fn check(folder: &Path, trusted: Option<&Vkey>) -> Result<Shown, SheetFault> {
    export::check(&export::Folder(folder.to_owned()), trusted, &mut |_, _| ())
}

pub(super) async fn exported(ledger: &Ledger, query: &Query) -> (Folder, Manifest) {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let manifest = write(ledger.pool(), query, &folder.0, &mut |_| {})
        .await
        .expect("written");
    (folder, manifest)
}

async fn an_export_shows_everything_up_to_the_checkpoint(partitions: u16) {
    let (ledger, signed) = (played(partitions).await, Folder::new());
    let mut notary = notary(&ledger, &signed).await;
    notary.round().await.expect("a round");
    let newest = notary.newest().expect("signed").checkpoint.clone();
    // What comes after the checkpoint is not exported.
    play(&ledger, 100..=100).await;
    let trusted = vkey(&MASTER_KEY, &newest.origin);
    for form in [Form::Ndjson, Form::Csv, Form::Parquet] {
        let (folder, manifest) = exported(&ledger, &Query::everything(form)).await;
        let shown = check(&folder.0, Some(&trusted)).expect("it fits");
        assert_eq!((shown.events, shown.checkpoint), (newest.events(), Some(newest.number)));
        assert!(shown.postings > 100 && manifest.sums.values().all(|sum| sum == "0"));
        let other = vkey(&[9; 32], &newest.origin);
        let why = check(&folder.0, Some(&other)).expect_err("another's key");
        assert!(why.to_string().starts_with("the checkpoint"), "{why}");
        // Whoever leaves the checkpoint out has nothing that the trusted key signed.
        described(&folder.0, &|manifest| manifest.checkpoint = None);
        assert_eq!(check(&folder.0, None).expect("it fits").checkpoint, None);
        let why = check(&folder.0, Some(&trusted)).expect_err("nothing is signed");
        assert!(
            why.to_string().starts_with("nothing that the trusted key signed"),
            "{why}"
        );
    }
}

async fn an_export_of_a_range_or_a_player_fits_without_a_checkpoint(partitions: u16) {
    let ledger = played(partitions).await;
    let range = Query {
        period: Period {
            after: Some(AsOf::Position(5)),
            until: AsOf::Position(20),
        },
        ..Query::everything(Form::Ndjson)
    };
    let (folder, manifest) = exported(&ledger, &range).await;
    let events: u64 = manifest.logs.iter().map(|log| log.events).sum();
    let shown = check(&folder.0, None).expect("it fits");
    assert_eq!((shown.events, shown.checkpoint), (events, None));
    let why = check(&folder.0, Some(&vkey(&MASTER_KEY, &manifest.origin))).expect_err("nothing is signed");
    assert!(
        why.to_string().contains("a range that does not begin with the logs"),
        "{why}"
    );
    assert!(
        manifest.logs.iter().all(|log| (log.after, log.until) == (5, 20)),
        "{manifest:?}"
    );

    let player = domain::ids::PlayerId::of_messenger(3).0;
    let own = Query {
        player: Some(player),
        ..Query::everything(Form::Csv)
    };
    let (folder, manifest) = exported(&ledger, &own).await;
    let shown = check(&folder.0, None).expect("it fits");
    let home = i32::from(partition_of(player, partitions));
    let elsewhere = manifest.logs.iter().filter(|log| log.partition != home);
    assert_eq!(elsewhere.map(|log| log.events).sum::<u64>(), 0);
    assert!(shown.events > 30 && shown.postings > 30, "{shown:?}");
    let coins: i64 = manifest.sums["coin"].parse().expect("a number");
    assert!((0..10_000).contains(&coins), "what is left of the coins: {coins}");
}

/// What friends bring is booked in their events and received in the inviter's: the inviter's export has the latter
/// alone.
async fn an_export_of_an_inviter_fits(partitions: u16) {
    let ledger = played(partitions).await;
    let inviter = players::register(&ledger, 900).await;
    for tg_id in [901, 902] {
        let friend = players::invited(&ledger, tg_id, inviter).await;
        players::give_coins(&ledger, friend, 1_000).await;
        players::dive(&ledger, friend, 6).await;
        let record = Record {
            kind: RecordKind::Invite,
            day: ledger.clock().now().day(),
            friend: Some(friend),
            diamonds: Diamond::from_minor(2),
            usdt: Usdt::ZERO,
            received: Usdt::ZERO,
        };
        players::must(&ledger, inviter, ReceiveRecord { record }).await;
    }
    let own = Query {
        player: Some(inviter.0),
        ..Query::everything(Form::Ndjson)
    };
    let (folder, manifest) = exported(&ledger, &own).await;
    check(&folder.0, None).expect("it fits");
    assert_eq!(
        manifest.sums["diamond"], "0",
        "two came in, and two out of what was due"
    );
}

on_one_and_four_partitions!(
    an_export_shows_everything_up_to_the_checkpoint,
    an_export_of_an_inviter_fits,
    an_export_of_a_range_or_a_player_fits_without_a_checkpoint,
);

/// Changes a file by its lines.
pub(super) fn edit(folder: &Path, name: &str, change: &dyn Fn(&mut Vec<String>)) {
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path).expect("a file");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    std::fs::write(&path, lines.join("\n") + "\n").expect("written");
}

/// Writes another manifest.
fn described(folder: &Path, change: &dyn Fn(&mut Manifest)) {
    let path = folder.join(MANIFEST);
    let text = std::fs::read_to_string(&path).expect("a manifest");
    let mut manifest: Manifest = serde_json::from_str(&text).expect("a manifest");
    change(&mut manifest);
    std::fs::write(path, serde_json::to_string(&manifest).expect("json")).expect("written");
}

fn measured(file: &mut FileNote, bytes: &[u8]) {
    (file.bytes, file.sha256) = (bytes.len() as u64, hex::encode(Sha256::digest(bytes)));
}

/// Writes a manifest that fits the files again.
pub(super) fn cover_up(folder: &Path) {
    let path = folder.join(MANIFEST);
    let text = std::fs::read_to_string(&path).expect("a manifest");
    let mut manifest: Manifest = serde_json::from_str(&text).expect("a manifest");
    for file in manifest.files.iter_mut().chain(manifest.seals.iter_mut().flatten()) {
        let bytes = std::fs::read(folder.join(&file.name)).expect("a file");
        measured(file, &bytes);
        file.rows = bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
    }
    manifest.logs[0].events = manifest.files[0].rows;
    std::fs::write(path, serde_json::to_string(&manifest).expect("json")).expect("written");
}

/// Adds the same to every balance of the account of the first posting.
fn held_before(lines: &mut Vec<String>) {
    let rows = lines.iter().map(|line| serde_json::from_str(line).expect("JSON"));
    let mut rows: Vec<PostingRow> = rows.collect();
    let first = (rows[0].owner, rows[0].account.clone());
    for row in &mut rows {
        if (row.owner, &row.account) == (first.0, &first.1) {
            row.after += 1_000;
        }
    }
    *lines = rows
        .iter()
        .map(|row| serde_json::to_string(row).expect("JSON"))
        .collect();
}

#[tokio::test]
async fn whatever_is_changed_in_an_export_is_found() {
    let (ledger, signed) = (played(1).await, Folder::new());
    let mut notary = notary(&ledger, &signed).await;
    notary.round().await.expect("a round");
    let origin = notary.newest().expect("signed").checkpoint.origin.clone();
    let trusted = vkey(&MASTER_KEY, &origin);
    type Change = Box<dyn Fn(&mut Vec<String>)>;
    let replace = |line: usize, from: &'static str, to: &'static str| -> Change {
        Box::new(move |lines| {
            let changed = lines[line].replacen(from, to, 1);
            assert_ne!(changed, lines[line], "{from} is in line {line}: {changed}");
            lines[line] = changed;
        })
    };
    let tampers: Vec<(&str, &str, Change)> = vec![
        (
            "a changed payload",
            "events",
            replace(10, "\\\"dive\\\":\\\"", "\\\"dive\\\":\\\"0"),
        ),
        (
            "a changed time",
            "events",
            replace(10, "\"recorded_at_ms\":1", "\"recorded_at_ms\":2"),
        ),
        (
            "another event type",
            "events",
            replace(10, "\"event_type\":\"", "\"event_type\":\"X"),
        ),
        ("a deleted event", "events", Box::new(|lines| _ = lines.remove(10))),
        ("a lost end", "events", Box::new(|lines| lines.truncate(100))),
        (
            "two events in another order",
            "events",
            Box::new(|lines| lines.swap(10, 11)),
        ),
        (
            "an event twice",
            "events",
            Box::new(|lines| lines.insert(10, lines[10].clone())),
        ),
        (
            "a changed amount",
            "postings",
            replace(10, "\"amount\":", "\"amount\":1"),
        ),
        (
            "a changed balance",
            "postings",
            replace(10, "\"after\":", "\"after\":1"),
        ),
        ("a deleted posting", "postings", Box::new(|lines| _ = lines.remove(10))),
        (
            "a posting more",
            "postings",
            Box::new(|lines| lines.push(lines[10].clone())),
        ),
        (
            "an account that held something before its first posting",
            "postings",
            Box::new(held_before),
        ),
        (
            "another's account",
            "postings",
            Box::new(|lines| {
                let start = lines[10].find("\"owner\":\"").expect("an owner") + 9;
                lines[10].replace_range(
                    start..start + 36,
                    &Uuid::nil()
                        .to_string()
                        .replace("00000000-0000-0000", "00000000-0000-0001"),
                );
            }),
        ),
    ];
    for (what, kind, change) in tampers {
        let (folder, _) = exported(&ledger, &Query::everything(Form::Ndjson)).await;
        check(&folder.0, Some(&trusted)).expect("it fits");
        let name = format!("{kind}.ndjson");
        edit(&folder.0, &name, &*change);
        let why = check(&folder.0, Some(&trusted)).expect_err(what);
        assert!(why.to_string().contains("manifest"), "{what}: {why}");
        cover_up(&folder.0);
        let why = check(&folder.0, Some(&trusted)).expect_err(what);
        assert!(!why.to_string().contains("is not the file"), "{what}: {why}");
    }
}

#[tokio::test]
async fn a_rewritten_log_does_not_export_as_what_was_signed() {
    let (ledger, signed) = (played(1).await, Folder::new());
    let mut notary = notary(&ledger, &signed).await;
    notary.round().await.expect("a round");
    ledger::books::settle(ledger.pool()).await.expect("books");
    tamper(
        &ledger,
        "update events set metadata = '{\"actor\":\"nobody\"}' where position = 12",
    )
    .await;
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let refused = write(ledger.pool(), &Query::everything(Form::Ndjson), &folder.0, &mut |_| {}).await;
    let refused = refused.expect_err("somebody else changed it").to_string();
    assert!(
        refused.contains("position 12") && refused.contains("its MAC"),
        "{refused}"
    );
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let keyless = EventLog::without_key(PgPool::clone(ledger.pool()));
    write(&keyless, &Query::everything(Form::Ndjson), &folder.0, &mut |_| {})
        .await
        .expect("written");
    let why = check(&folder.0, None).expect_err("it was rewritten").to_string();
    assert!(why.contains("position 12: the leaf is not the hash"), "{why}");
}

/// Exchanges two names of one length where a Parquet file names its columns: its bytes end with that place, the place's
/// length and a mark of four bytes.
fn renamed(bytes: &mut [u8], [one, other]: [&[u8]; 2]) {
    let length_at = bytes.len() - 8;
    let length = u32::from_le_bytes(bytes[length_at..length_at + 4].try_into().expect("four bytes"));
    let names = &mut bytes[length_at - length as usize..length_at];
    for at in 0..=names.len() - one.len() {
        let place = &mut names[at..at + one.len()];
        if place == one {
            place.copy_from_slice(other);
        } else if place == other {
            place.copy_from_slice(one);
        }
    }
}

/// Other readers of Parquet go by names: what is checked must be what they read.
#[tokio::test]
async fn columns_under_other_names_and_with_other_meanings_are_found() {
    let (ledger, signed) = (played(1).await, Folder::new());
    let mut notary = notary(&ledger, &signed).await;
    notary.round().await.expect("a round");
    let origin = notary.newest().expect("signed").checkpoint.origin.clone();
    let trusted = vkey(&MASTER_KEY, &origin);
    let (folder, _) = exported(&ledger, &Query::everything(Form::Parquet)).await;
    check(&folder.0, Some(&trusted)).expect("it fits");
    let path = folder.0.join("events.parquet");
    let mut bytes = std::fs::read(&path).expect("a file");
    renamed(&mut bytes, [b"event_id", b"metadata"]);
    std::fs::write(&path, &bytes).expect("written");
    described(&folder.0, &|manifest| measured(&mut manifest.files[0], &bytes));
    let why = check(&folder.0, Some(&trusted)).expect_err("other names").to_string();
    assert!(why.ends_with("its columns are not those of an export"), "{why}");

    let (folder, _) = exported(&ledger, &Query::everything(Form::Parquet)).await;
    edit(&folder.0, DICTIONARY, &|lines| {
        let line = lines.iter_mut().find(|line| line.contains("below zero what was taken"));
        let line = line.expect("the meaning of an amount");
        *line = line.replace("taken", "given");
    });
    let why = check(&folder.0, Some(&trusted))
        .expect_err("another meaning")
        .to_string();
    assert!(why.starts_with(DICTIONARY), "{why}");
    std::fs::remove_file(folder.0.join(DICTIONARY)).expect("removed");
    check(&folder.0, Some(&trusted)).expect("exports of before have none");
}
