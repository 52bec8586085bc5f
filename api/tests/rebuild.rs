//! `ledger rebuild` on a real database: what it finds, what it says with its exit code, and that a
//! `kill -9` at any moment leaves a view that serves.

use ledger::testing::players::{dive, give_coins, open_the_house, register};
use ledger::{Ledger, testing};
use projections::FOLLOWING;
use projections::runner::drain;
use serde_json::Value;
use sqlx::{ConnectOptions, Connection, PgConnection, Row};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const PLAYERS: i64 = 8;

/// A database with some play in it and views that have seen it.
async fn played() -> Ledger {
    let ledger = testing::ledger(1).await;
    open_the_house(&ledger).await;
    for tg_id in 1..=PLAYERS {
        let player = register(&ledger, tg_id).await;
        give_coins(&ledger, player, 100).await;
        dive(&ledger, player, 3).await;
    }
    drain(&ledger, FOLLOWING).await.expect("drained");
    ledger
}

fn command(ledger: &Ledger, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ledger"));
    let url = ledger.pool().connect_options().to_url_lossy();
    command.env_clear().env("DATABASE_URL", url.as_str()).args(arguments);
    command
}

fn rebuild(ledger: &Ledger, arguments: &[&str]) -> Output {
    let arguments = [&["rebuild"], arguments].concat();
    command(ledger, &arguments).output().expect("the program runs")
}

#[track_caller]
fn assert_says(output: &Output, code: i32, words: &str) {
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let said = String::from_utf8_lossy(&said);
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(words), "{words:?} is not in {said}");
}

async fn tamper(ledger: &Ledger, statement: &str) {
    let mut connection = PgConnection::connect_with(&ledger.pool().connect_options())
        .await
        .expect("connects");
    sqlx::raw_sql(statement)
        .execute(&mut connection)
        .await
        .expect("changed");
    connection.close().await.expect("closes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rebuild_says_what_it_found_and_what_serves() {
    let ledger = played().await;
    assert_says(&rebuild(&ledger, &["players"]), 0, "the new rows");
    let all = rebuild(&ledger, &["--all", "--compare-only", "--json"]);
    assert_says(&all, 0, "\"ok\":true");
    let told: Value = serde_json::from_slice(&all.stdout).expect("one JSON object");
    assert_eq!(told["views"].as_array().map(Vec::len), Some(5));
    assert_eq!(told["views"][0]["mode"], "inline");

    tamper(&ledger, "update players set scode = 'WRONG' where tg_id = 3").await;
    let compared = rebuild(&ledger, &["players", "--compare-only"]);
    assert_says(&compared, 1, "players DOES NOT FIT in 1 rows");
    assert_says(&compared, 1, "WRONG");
    assert_says(&rebuild(&ledger, &["players"]), 1, "The rows of the log serve now");
    assert_says(&rebuild(&ledger, &["players", "--json"]), 0, "\"different\":0");

    tamper(
        &ledger,
        "update balances set balance = balance + 1 where account = 'coin_paid'",
    )
    .await;
    assert_says(&rebuild(&ledger, &["balances"]), 1, "Nothing was changed");
    assert_says(&rebuild(&ledger, &["balances"]), 1, "balances DOES NOT FIT in 8 rows");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_rebuilt_is_refused_in_a_sentence() {
    let ledger = played().await;
    assert_says(
        &rebuild(&ledger, &["wallets"]),
        2,
        "the views are balances, postings, players",
    );
    assert_says(&rebuild(&ledger, &[]), 2, "VIEW");
    assert_says(&rebuild(&ledger, &["players", "--all"]), 2, "cannot be used with");
    let mut other = PgConnection::connect_with(&ledger.pool().connect_options())
        .await
        .expect("connects");
    sqlx::query("select pg_advisory_lock(hashtextextended('rebuild of players', 0))")
        .execute(&mut other)
        .await
        .expect("claimed");
    assert_says(
        &rebuild(&ledger, &["players"]),
        2,
        "another rebuild of players is under way",
    );
}

/// How many rows serve, and how many of them are from before the rebuild.
async fn serving(ledger: &Ledger) -> (i64, i64) {
    let row = sqlx::query("select count(*), count(*) filter (where scode = 'OLD') from players")
        .fetch_one(ledger.pool())
        .await
        .expect("the view serves");
    (row.try_get(0).expect("rows"), row.try_get(1).expect("old rows"))
}

fn start(ledger: &Ledger) -> Child {
    let mut child = command(ledger, &["rebuild", "players"]);
    child
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rebuild_killed_at_any_moment_leaves_old_rows_or_new_ones_f_29() {
    let ledger = played().await;
    let (mut killed, mut ended) = (0, 0);
    // Later and later, so that one of the kills meets each of its steps.
    for delay_ms in (0..).step_by(7) {
        tamper(&ledger, "update players set scode = 'OLD'").await;
        let mut child = start(&ledger);
        tokio::time::sleep(Duration::from_millis(delay_ms)).await;
        child.kill().expect("killed, or ended already");
        let ending = child.wait().expect("it is gone");
        let (rows, old) = serving(&ledger).await;
        assert_eq!(rows, PLAYERS, "killed after {delay_ms} ms");
        assert!(
            old == 0 || old == PLAYERS,
            "{old} of {rows} rows are old, killed after {delay_ms} ms"
        );
        match ending.code() {
            None => killed += 1,
            // One that was killed just now may still hold its claim.
            Some(2) => {}
            Some(code) => {
                assert_eq!((code, old), (1, 0), "it found the mark and replaced the rows");
                ended += 1;
            }
        }
        if ended == 2 {
            break;
        }
    }
    assert!(killed > 3, "{killed} were killed");
    // What they left does not stand in the way.
    let done = async {
        while rebuild(&ledger, &["players"]).status.code() == Some(2) {}
        rebuild(&ledger, &["players", "--json"])
    };
    assert_says(&done.await, 0, "\"different\":0");
}
