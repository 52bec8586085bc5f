//! The draws of an export, recomputed by a script that has no code of ours (`api/tests/draws/recompute.mjs`, domain §2.6).

use domain::player::seeds::RotateSeed;
use ledger::Ledger;
use ledger::export::{Form, Query, write};
use ledger::testing::{on_one_and_four_partitions, players};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tokio::task::JoinSet;

const PLAYERS: i64 = 8;
const DIVES: u32 = 4;
/// One less than the whole way: the last one ends the dive by itself.
const LEVELS: u32 = 36;

/// Plays under two seeds, and reveals the first.
async fn play(ledger: &Ledger, tg_id: i64) {
    let player = players::register(ledger, tg_id).await;
    players::give_coins(ledger, player, 100_000).await;
    for _ in 0..DIVES {
        players::dive(ledger, player, LEVELS).await;
    }
    let rotate = RotateSeed {
        client_seed: "my-own-words".into(),
        fresh_commit: ledger.seal_seed(player).await.expect("a seed"),
    };
    players::must(ledger, player, rotate).await;
    players::dive(ledger, player, 1).await;
}

async fn exported(ledger: &Ledger, folder: &Path) -> PathBuf {
    let query = Query::everything(Form::Ndjson);
    std::fs::create_dir_all(folder).expect("a folder");
    write(ledger.pool(), &query, folder, &mut |_| {})
        .await
        .expect("written");
    folder.join("events.ndjson")
}

/// Whether the script is content, and what it says.
fn recompute(events: &Path) -> (Option<i32>, String) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new("node")
        .arg(root.join("api/tests/draws/recompute.mjs"))
        .arg(events)
        .output()
        .expect("node, which builds the web application, is installed");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

/// The text with another number drawn by its first cast.
fn with_another_draw(text: &str) -> String {
    let key = r#"\"t\":"#;
    let at = text.find(key).expect("a cast") + key.len();
    let digits = text[at..].find(|sign: char| !sign.is_ascii_digit()).expect("an end");
    let drawn: u32 = text[at..at + digits].parse().expect("a number");
    format!("{}{}{}", &text[..at], drawn ^ 1, &text[at + digits..])
}

async fn a_thousand_draws_are_recomputed_and_a_changed_one_is_found(partitions: u16) {
    let ledger = Arc::new(ledger::testing::ledger(partitions).await);
    players::open_the_house(&ledger).await;
    let mut playing = JoinSet::new();
    for tg_id in 1..=PLAYERS {
        let ledger = ledger.clone();
        playing.spawn(async move { play(&ledger, tg_id).await });
    }
    while let Some(played) = playing.join_next().await {
        played.expect("played");
    }
    let folder = std::env::temp_dir().join(format!("ledger-draws-{}-{partitions}", std::process::id()));
    let events = exported(&ledger, &folder).await;
    let draws = PLAYERS * i64::from(DIVES * LEVELS);
    let fine = format!("{draws} draws recomputed, {PLAYERS} under seeds that are not revealed\n");
    assert_eq!(recompute(&events), (Some(0), fine));
    let text = std::fs::read_to_string(&events).expect("text");
    std::fs::write(&events, with_another_draw(&text)).expect("changed");
    let (code, says) = recompute(&events);
    assert!(code == Some(1) && says.contains("the seed gives"), "{code:?} {says}");
    std::fs::remove_dir_all(folder).expect("removed");
}

on_one_and_four_partitions!(a_thousand_draws_are_recomputed_and_a_changed_one_is_found);
