//! The notary from the outside: what `ledger serve` signs, what `ledger checkpoint` and `ledger prove`
//! hand out, what `ledger verify` finds with it, and which databases are not served any more.

use crate::rig::installation::Installation;
use crate::rig::server::Server;
use ledger::testing::{on_one_and_four_partitions, open, players::register};
use ledger::{Clock, notary};
use serde_json::Value;
use sqlx::Executor;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// A database that nobody can reach: what works with it works without any.
const NOWHERE: &str = "postgres://nobody@127.0.0.1:1/nothing";
/// How long a program may take that is expected to end by itself, on a busy machine.
const END_MAX: Duration = Duration::from_secs(60);

on_one_and_four_partitions!(
    an_auditor_checks_proofs_without_the_database,
    history_that_was_changed_is_found_and_not_served,
);

#[track_caller]
fn assert_says(output: &Output, code: i32, words: &str) {
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let said = String::from_utf8_lossy(&said);
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(words), "{words:?} is not in {said}");
}

fn text(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// An installation with some players, whose server was started and has ended.
async fn signed(partitions: u16) -> Installation {
    let installation = Installation::with_players_in(partitions, 6).await;
    serve_once(&installation).await;
    installation
}

/// Starts a server and ends it: it has then signed everything.
async fn serve_once(installation: &Installation) {
    let mut server = Server::start(installation).await;
    server.send("-TERM").await;
    assert!(server.ended().await.success());
}

async fn grow(installation: &Installation, tg_id: i64) {
    let ledger = open(installation.database.clone(), Clock::system()).await;
    register(&ledger, tg_id).await;
    ledger.close().await;
}

fn file(installation: &Installation, name: &str) -> (PathBuf, String) {
    let path = installation.folder.join(name);
    let text = path.to_string_lossy().into_owned();
    (path, text)
}

/// `ledger verify --bundle` where there is no database.
async fn check(installation: &Installation, path: &str, more: &[&str]) -> Output {
    let arguments = [&["verify", "--bundle", path], more].concat();
    let mut command = installation.command(&arguments);
    command.env("DATABASE_URL", NOWHERE).env_remove("LEDGER_MASTER_KEY");
    command.output().await.expect("the program runs")
}

async fn an_auditor_checks_proofs_without_the_database(partitions: u16) {
    let installation = signed(partitions).await;
    let vkey = text(&installation.run(&["checkpoint", "--vkey"]).await)
        .trim()
        .to_owned();
    let note = text(&installation.run(&["checkpoint"]).await);
    let latest = std::fs::read_to_string(installation.folder.join("data/checkpoints/latest"));
    assert_eq!(latest.expect("exported"), note);
    let printed: Value = serde_json::from_str(&text(&installation.run(&["checkpoint", "--json"]).await)).expect("JSON");
    assert_eq!(
        (printed["note"].as_str(), printed["vkey"].as_str()),
        (Some(note.as_str()), Some(vkey.as_str()))
    );
    assert_eq!(
        printed["partitions"].as_array().map(Vec::len),
        Some(usize::from(partitions))
    );
    let log = text(&installation.run(&["checkpoint", "--partition", "0"]).await);
    let of_log = notary::Vkey::parse(&vkey).expect("a key").of_partition(0);
    assert!(of_log.open(&log).is_ok(), "{log}");

    let (path, bundle) = file(&installation, "event.json");
    assert_says(
        &installation.run(&["prove", "--position", "1", "--out", &bundle]).await,
        0,
        "at position 1 of partition 0",
    );
    assert_says(&check(&installation, &bundle, &["--vkey", &vkey]).await, 0, "proven: ");
    assert_says(&check(&installation, &bundle, &[]).await, 0, "vouches for itself only");
    let read: Value = serde_json::from_slice(&std::fs::read(&path).expect("written")).expect("JSON");
    let id = read["event"]["event_id"].as_str().expect("an id");
    assert_eq!(
        text(&installation.run(&["prove", "--event", id, "--json"]).await),
        std::fs::read_to_string(&path).expect("text")
    );

    let (old, held) = file(&installation, "old.checkpoint");
    std::fs::write(old, &note).expect("written");
    grow(&installation, 1_001).await;
    serve_once(&installation).await;
    let (_, grown) = file(&installation, "grown.json");
    assert_says(
        &installation.run(&["prove", "--from", &held, "--out", &grown]).await,
        0,
        "are the beginning of",
    );
    let folder = installation.folder.to_string_lossy().into_owned();
    assert_says(
        &check(&installation, &folder, &["--vkey", &vkey, "--json"]).await,
        0,
        "\"trusted_key\":true",
    );
    let (_, newer) = file(&installation, "newer.checkpoint");
    text(&installation.run(&["checkpoint", "--out", &newer]).await);
    assert_says(
        &installation.run(&["prove", "--from", &newer, "--to", &held]).await,
        1,
        "its end is missing",
    );

    forge(&path);
    assert_says(
        &check(&installation, &bundle, &["--vkey", &vkey]).await,
        1,
        "NOT PROVEN",
    );
    assert_says(
        &check(&installation, &folder, &["--vkey", &vkey, "--json"]).await,
        1,
        "\"ok\":false",
    );
    wrong_requests(&installation, &vkey, &bundle).await;
}

/// Moves the event of a bundle by a millisecond.
fn forge(path: &Path) {
    let mut bundle: Value = serde_json::from_slice(&std::fs::read(path).expect("read")).expect("JSON");
    let at = bundle["event"]["recorded_at_ms"].as_i64().expect("a time");
    bundle["event"]["recorded_at_ms"] = (at + 1).into();
    std::fs::write(path, bundle.to_string()).expect("written");
}

async fn wrong_requests(installation: &Installation, vkey: &str, bundle: &str) {
    assert_says(
        &check(installation, "missing.json", &["--vkey", vkey]).await,
        2,
        "cannot be read",
    );
    assert_says(
        &check(installation, bundle, &["--vkey", "a+b+c"]).await,
        2,
        "is not a verification key",
    );
    let nobody = "00000000-0000-4000-8000-000000000000";
    for (arguments, words) in [
        (&["prove"] as &[&str], "--event"),
        (&["prove", "--event", nobody], "no event with this id"),
        (&["prove", "--position", "1000000"], "covers positions 1 to"),
        (
            &["prove", "--position", "1", "--partition", "9"],
            "covers no partition 9",
        ),
        (&["prove", "--position", "0"], "0"),
        (&["prove", "--from", bundle], "is not a checkpoint to believe"),
        (
            &["checkpoint", "--partition", "9"],
            "No checkpoint covers a partition 9",
        ),
        (&["verify", "--vkey", vkey], "--checkpoint"),
    ] {
        assert_says(&installation.run(arguments).await, 2, words);
    }
    let other = installation
        .command(&["checkpoint", "--vkey"])
        .env("LEDGER_MASTER_KEY", "01".repeat(32))
        .output()
        .await;
    assert_says(&other.expect("the program runs"), 2, "another LEDGER_MASTER_KEY");
    let empty = Installation::empty().await;
    assert_says(&empty.run(&["checkpoint"]).await, 2, "has no checkpoint yet");
}

async fn history_that_was_changed_is_found_and_not_served(partitions: u16) {
    let installation = signed(partitions).await;
    let vkey = text(&installation.run(&["checkpoint", "--vkey"]).await)
        .trim()
        .to_owned();
    let (path, held) = file(&installation, "held.checkpoint");
    text(&installation.run(&["checkpoint", "--out", &held]).await);
    let verify = ["verify", "--checkpoint", &held, "--vkey", &vkey];
    assert_says(&installation.run(&verify).await, 0, "everything fits");
    assert_says(
        &installation.run(&verify[..3]).await,
        0,
        "the key comes from the database itself",
    );
    let other = installation
        .command(&["serve"])
        .env("LEDGER_MASTER_KEY", "01".repeat(32))
        .output();
    let other = tokio::time::timeout(END_MAX, other).await.expect("it ends by itself");
    assert_says(&other.expect("the program runs"), 2, "another LEDGER_MASTER_KEY");

    // Everything that fits to everything: the last event of the log, with its traces.
    let mut owner = installation.connect().await;
    let last = "(select position from heads where partition = 0)";
    for statement in [
        "set session_replication_role = replica".to_owned(),
        format!("delete from requests where partition = 0 and position = {last}"),
        format!("delete from natural_keys where partition = 0 and position = {last}"),
        format!("delete from postings where partition = 0 and position = {last}"),
        format!("delete from events where partition = 0 and position = {last}"),
        "update heads set position = position - 1 where partition = 0".to_owned(),
    ] {
        owner.execute(statement.as_str()).await.expect("changed");
    }
    assert_says(
        &installation.run(&verify).await,
        1,
        "checkpoint: the log ends at position",
    );
    let json = installation.run(&[&verify[..], &["--json"]].concat()).await;
    assert_says(&json, 1, "\"ok\":false");
    let refused = tokio::time::timeout(END_MAX, installation.run(&["serve"]))
        .await
        .expect("it ends by itself");
    assert_says(&refused, 1, "the database does not continue the checkpoint");
    assert!(!String::from_utf8_lossy(&refused.stdout).contains("Serving"));
    std::fs::write(&path, "rubbish").expect("written");
    assert_says(&installation.run(&verify).await, 2, "is not a checkpoint to believe");
}

#[tokio::test]
async fn operators_see_how_far_the_notary_is() {
    let installation = Installation::with_players_in(4, 3).await;
    let server = Server::start(&installation).await;
    let address = server.url.trim_start_matches("http://").to_owned();
    let figures = async {
        loop {
            let figures = metrics(&address).await;
            let is_signed =
                |partition| figures.contains(&format!("ledger_notary_lag_events{{partition=\"{partition}\"}} 0"));
            if (0..4).all(is_signed) {
                return figures;
            }
            tokio::task::yield_now().await;
        }
    };
    let figures = tokio::time::timeout(END_MAX, figures).await.expect("signed in time");
    assert!(figures.contains("ledger_notary_stopped 0"), "{figures}");
    assert!(figures.contains("ledger_notary_checkpoint "), "{figures}");
}

async fn metrics(address: &str) -> String {
    let mut line = tokio::net::TcpStream::connect(address).await.expect("connects");
    let request = "GET /metrics HTTP/1.1\r\nHost: ledger\r\nConnection: close\r\n\r\n";
    line.write_all(request.as_bytes()).await.expect("asked");
    let mut answer = String::new();
    line.read_to_string(&mut answer).await.expect("answered");
    answer
}

/// As where a dump was restored in development and the data folder was not brought, with the master key in the settings.
#[tokio::test]
async fn a_database_that_was_signed_is_not_served_beside_a_new_data_folder_until_that_is_accepted() {
    let installation = signed(1).await;
    let (data, folder) = file(&installation, "new");
    let new = [("LEDGER_DATA", &*folder)];
    let mut serve = installation.command(&["serve"]);
    let refused = tokio::time::timeout(END_MAX, serve.envs(new).output()).await;
    let refused = refused.expect("it ends by itself").expect("the program runs");
    assert_says(
        &refused,
        2,
        "is not there to compare it with: an old backup looks the same",
    );
    let latest = data.join("checkpoints/latest");
    let path = latest.to_string_lossy();
    assert_says(&refused, 2, &format!("`ledger checkpoint --out {path}`"));
    let accepted = installation.command(&["checkpoint", "--out", &path]).output().await;
    text(&accepted.expect("the program runs"));
    let mut server = Server::start_with(&installation, &new).await;
    server.send("-TERM").await;
    assert!(server.ended().await.success());
}
