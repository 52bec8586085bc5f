//! Proofs that leave the house: each is checked without a database, and nothing in it can be changed.

use super::*;
use ledger::notary::{Bundle, Signed, Vkey, audit, prove, signed};
use ledger::testing::on_one_and_four_partitions;
use serde_json::{Value, json};

on_one_and_four_partitions!(
    every_event_is_proven_and_no_field_can_be_changed,
    all_checkpoints_continue_each_other_and_none_is_forgotten,
);

async fn newest(ledger: &Ledger) -> (Signed, Vkey) {
    signed::newest(ledger.pool()).await.expect("read").expect("signed")
}

fn read(bundle: &Value) -> Result<Bundle, serde_json::Error> {
    serde_json::from_value(bundle.clone())
}

fn proves(bundle: &Value, vkey: &Vkey) -> bool {
    read(bundle).is_ok_and(|bundle| bundle.verify(Some(vkey)).is_ok())
}

/// Every text, number and list of a document, changed once.
fn changes(document: &Value) -> Vec<(String, Value)> {
    let mut changed = Vec::new();
    let mut places = vec![String::new()];
    while let Some(place) = places.pop() {
        let value = document.pointer(&place).expect("a place of the document");
        let others = match value {
            Value::Object(fields) => {
                places.extend(fields.keys().map(|name| format!("{place}/{name}")));
                Vec::new()
            }
            Value::Array(list) => {
                places.extend((0..list.len()).map(|index| format!("{place}/{index}")));
                let longer = list
                    .iter()
                    .chain(list.first())
                    .chain(list.is_empty().then_some(&Value::Null));
                vec![json!(list.get(1..).unwrap_or(&[])), longer.cloned().collect()]
            }
            Value::String(text) => vec![json!(format!("{text} ")), json!(other_letter(text)), json!("")],
            Value::Number(number) => vec![json!(number.as_i64().unwrap_or_default() + 1)],
            _ => Vec::new(),
        };
        for other in others.into_iter().filter(|other| other != value) {
            let mut copy = document.clone();
            *copy.pointer_mut(&place).expect("the same place") = other;
            changed.push((place.clone(), copy));
        }
    }
    changed
}

/// The text with a letter in its middle replaced.
fn other_letter(text: &str) -> String {
    let place = text.chars().count() / 2;
    let swap = |letter: char| if letter == 'A' { 'B' } else { 'A' };
    let letters = text.chars().enumerate();
    letters
        .map(|(index, letter)| if index == place { swap(letter) } else { letter })
        .collect()
}

async fn every_event_is_proven_and_no_field_can_be_changed(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    notary(&ledger, &folder).await.round().await.expect("a round");
    let (newest, vkey) = newest(&ledger).await;
    let mut connection = ledger.pool().acquire().await.expect("a connection");
    let mut tried = 0;
    for (partition, log) in (0..).zip(&newest.checkpoint.logs) {
        for position in 1..=log.size {
            let bundle = prove::inclusion(&mut connection, &newest, &vkey, partition, position)
                .await
                .expect("proven");
            let text = serde_json::to_string(&bundle).expect("JSON");
            let back: Bundle = serde_json::from_str(&text).expect("reads back");
            assert_eq!(back, bundle);
            let proven = back.verify(Some(&vkey)).expect("holds");
            assert!(
                proven
                    .what
                    .contains(&format!("position {position} of partition {partition}")),
                "{}",
                proven.what
            );
            assert!(
                back.verify(None).is_ok() && back.verify(Some(&ledger::notary::vkey(&[9; 32], &vkey.name))).is_err()
            );
            if position % 37 != 1 {
                continue;
            }
            for (place, changed) in changes(&serde_json::to_value(&bundle).expect("JSON")) {
                // The key that came along is not believed when there is a better one.
                let believed = place == "/vkey";
                assert_eq!(
                    proves(&changed, &vkey),
                    believed,
                    "{place} of position {position}: {changed}"
                );
                tried += 1;
            }
        }
        let beyond = prove::inclusion(&mut connection, &newest, &vkey, partition, log.size + 1).await;
        assert!(matches!(beyond, Err(Fault::Setting(_))), "{beyond:?}");
    }
    assert!(tried > 200, "only {tried} changes");
}

async fn all_checkpoints_continue_each_other_and_none_is_forgotten(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    let mut notary = notary(&ledger, &folder).await;
    let mut all: Vec<Signed> = Vec::new();
    for tg_id in 100..106 {
        notary.round().await.expect("a round");
        all.push(notary.newest().expect("signed").clone());
        play(&ledger, tg_id..=tg_id).await;
    }
    let vkey = newest(&ledger).await.1;
    let mut connection = ledger.pool().acquire().await.expect("a connection");
    for (index, new) in all.iter().enumerate() {
        for old in &all[..=index] {
            let bundle = prove::consistency(&mut connection, old, new, &vkey)
                .await
                .expect("proven");
            bundle.verify(Some(&vkey)).expect("holds");
            for (place, changed) in changes(&serde_json::to_value(&bundle).expect("JSON")) {
                assert_eq!(proves(&changed, &vkey), place == "/vkey", "{place}: {changed}");
            }
            let back = prove::consistency(&mut connection, new, old, &vkey).await;
            assert_eq!(back.is_ok(), old == new, "an older one does not continue a newer one");
        }
        let checks = audit::run(&mut connection, &new.checkpoint, &mut |_, _| {})
            .await
            .expect("read");
        assert!(checks.iter().all(|check| check.finding.is_none()), "{checks:?}");
    }
}
