//! Exports with MACs: whoever has the master key learns from the files alone who wrote each event and each refusal.

use super::exports::{cover_up, edit, exported};
use super::{Folder, played};
use crate::players::{register, request};
use domain::player::signin::SignIn;
use ledger::export::{self, DICTIONARY, Form, MANIFEST, Query, SheetFault, Shown, check_macs};
use ledger::testing::{MASTER_KEY, on_one_and_four_partitions};
use ledger::{Ledger, Plain, StreamId};
use std::path::Path;
use uuid::Uuid;

const ANOTHER: [u8; 32] = [9; 32];

fn with_seals(form: Form) -> Query {
    Query {
        with_seals: true,
        ..Query::everything(form)
    }
}

/// Something was refused, and something happened afterwards.
async fn refused(partitions: u16) -> Ledger {
    let ledger = played(partitions).await;
    let player = register(&ledger, 900).await;
    let id = StreamId::player(player);
    for is_refused in [false, true] {
        let reply = ledger
            .players()
            .execute(&id, SignIn.into(), request(Uuid::now_v7()), Plain);
        assert_eq!(reply.await.expect("a reply").code != 0, is_refused);
    }
    ledger
}

fn check(folder: &Path, master_key: [u8; 32]) -> Result<Shown, SheetFault> {
    check_macs(folder, None, &master_key.into())
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("read").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

async fn macs_show_who_wrote_an_export(partitions: u16) {
    let ledger = refused(partitions).await;
    for form in [Form::Ndjson, Form::Csv, Form::Parquet] {
        let (folder, manifest) = exported(&ledger, &with_seals(form)).await;
        let events = manifest.files[0].rows;
        let sealed = check(&folder.0, MASTER_KEY).expect("it fits").sealed.expect("MACs");
        assert_eq!((sealed.events, sealed.checked), (events, true));
        assert!(sealed.refusals > 0, "{sealed:?}");
        let why = check(&folder.0, ANOTHER).expect_err("another's key").to_string();
        assert!(
            why.contains("partition 0 position 1") && why.contains("its MAC is of another key"),
            "{why}"
        );
        // Who has no key learns that nobody looked.
        let shown = export::check(&export::Folder(folder.0.clone()), None, &mut |_, _| ()).expect("it fits");
        assert!(!shown.sealed.expect("MACs").checked);
        let notes = shown.notes().iter().map(ToString::to_string).collect::<String>();
        assert!(notes.contains("it is not checked who wrote the events"), "{notes}");
    }
}

on_one_and_four_partitions!(macs_show_who_wrote_an_export);

#[tokio::test]
async fn an_export_without_macs_is_what_it_was() {
    let ledger = refused(1).await;
    let (with, _) = exported(&ledger, &with_seals(Form::Ndjson)).await;
    let (without, _) = exported(&ledger, &Query::everything(Form::Ndjson)).await;
    let read = |folder: &Folder, name: &str| std::fs::read_to_string(folder.0.join(name)).expect("a file");
    assert_eq!(
        names(&without.0),
        [DICTIONARY, "events.ndjson", MANIFEST, "postings.ndjson"]
    );
    assert_eq!(
        names(&with.0),
        [
            DICTIONARY,
            "events.ndjson",
            MANIFEST,
            "postings.ndjson",
            "refusals.ndjson",
            "seals.ndjson"
        ]
    );
    for name in ["events.ndjson", "postings.ndjson"] {
        assert_eq!(read(&with, name), read(&without, name));
    }
    assert!(!read(&without, MANIFEST).contains("seals"));
    let shown = check(&without.0, MASTER_KEY).expect("it fits");
    assert_eq!(shown.sealed, None);
}

/// Whoever writes files anew, with a manifest that fits them, has no key.
#[tokio::test]
async fn what_somebody_without_the_key_wrote_is_named() {
    let ledger = refused(1).await;
    type Change = Box<dyn Fn(&mut Vec<String>)>;
    let set = |line: usize, field: &'static str, value: &'static str| -> Change {
        Box::new(move |lines| {
            let mut row: serde_json::Value = serde_json::from_str(&lines[line]).expect("JSON");
            assert_ne!(row[field], value);
            row[field] = value.into();
            lines[line] = row.to_string();
        })
    };
    let none: Change = Box::new(|lines| {
        let mut row: serde_json::Value = serde_json::from_str(&lines[10]).expect("JSON");
        (row["key"], row["mac"]) = ("".into(), "".into());
        lines[10] = row.to_string();
    });
    let forgeries: Vec<(&str, Change, &str)> = vec![
        (
            "seals",
            set(10, "mac", "00112233445566778899aabbccddeeff"),
            "position 11: its MAC does not fit",
        ),
        (
            "seals",
            set(10, "key", "00112233"),
            "position 11: its MAC is of another key",
        ),
        ("seals", none, "position 11: it has no MAC"),
        (
            "seals",
            Box::new(|lines| lines.swap(10, 11)),
            "position 11: its MAC is missing",
        ),
        (
            "seals",
            Box::new(|lines| _ = lines.remove(10)),
            "position 11: its MAC is missing",
        ),
        (
            "seals",
            Box::new(|lines| lines.push(lines[10].clone())),
            "there is a MAC of no event",
        ),
        ("refusals", set(0, "message", "Fine"), "the answer to request"),
        ("refusals", set(0, "answer", "{}"), "its MAC does not fit"),
    ];
    for (kind, change, words) in forgeries {
        let (folder, _) = exported(&ledger, &with_seals(Form::Ndjson)).await;
        edit(&folder.0, &format!("{kind}.ndjson"), &*change);
        cover_up(&folder.0);
        let why = check(&folder.0, MASTER_KEY).expect_err(words).to_string();
        assert!(why.contains(words), "{words}: {why}");
    }
}
