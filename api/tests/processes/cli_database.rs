//! The command line on a real database: a server, its players and its auditors share one data directory.

mod custody;
mod exports;
mod liabilities;
mod moments;
mod periods;

use domain::ids::PlayerId;
use domain::money::{Diamond, Usdt};
use domain::player::team::{ReceiveRecord, Record, RecordKind};
use domain::time::DAY_MS;
use ledger::testing::players::{accept_terms, dive, give_coins, invited, must, open_the_house, register};
use ledger::{Clock, Ledger, testing};
use serde_json::{Value, json};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, PgConnection};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// The first of the simulated players.
const FIRST: &str = "5000000001";

/// A data directory of one test, removed at its end.
struct Data(PathBuf);

impl Data {
    fn new(name: &str) -> Data {
        let path = std::env::temp_dir().join(format!("ledger-data-{name}-{}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        Data(path)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ledger"));
        // Programs of PostgreSQL are looked for along PATH.
        let path = std::env::var_os("PATH").unwrap_or_default();
        command
            .env_clear()
            .env("PATH", path)
            .env("LEDGER_DATA", &self.0)
            .args(arguments);
        command.args(["--http", "127.0.0.1:0", "--staff-http", "127.0.0.1:0"]);
        command
    }

    fn ledger(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program runs")
    }

    /// Runs `ledger` on a database that is not in the directory.
    fn ledger_on(&self, database: &PgConnectOptions, arguments: &[&str]) -> Output {
        let mut command = self.command(arguments);
        command.env("DATABASE_URL", database.to_url_lossy().as_str());
        command.output().expect("the program runs")
    }

    async fn tamper(&self, statement: &str) {
        let address = std::fs::read(self.0.join("embedded.json")).expect("the owner left its address");
        let address: Value = serde_json::from_slice(&address).expect("JSON");
        let text = |name: &str| address[name].as_str().expect("a text").to_owned();
        let options = PgConnectOptions::new_without_pgpass().socket(Path::new(&text("socket_dir")));
        let options = options.username(&text("user")).database(&text("database"));
        let mut connection = PgConnection::connect_with(&options).await.expect("connects");
        connection.execute(statement).await.expect("changes");
        connection.close().await.expect("closes");
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// A running `ledger serve`, ended with its test.
struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn on(data: &Data) -> Server {
        let mut process = data
            .command(&["serve"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut said = String::new();
        let out = process.stdout.take().expect("piped");
        BufReader::new(out).read_line(&mut said).expect("a line");
        let url = said.trim().rsplit(' ').next().unwrap_or_default().to_owned();
        assert!(url.starts_with("http://127.0.0.1:"), "{said:?}");
        Server { process, url }
    }

    /// Asks the server to stop, as a process manager does, and answers its exit code.
    fn stop(mut self) -> Option<i32> {
        let pid = self.process.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &pid])
                .status()
                .expect("kill runs")
                .success()
        );
        self.process.wait().expect("ends").code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Already ended when it was stopped.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

#[track_caller]
fn assert_says(output: &Output, code: i32, words: &str) {
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let said = String::from_utf8_lossy(&said);
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(words), "{words:?} is not in {said}");
}

#[tokio::test]
async fn a_server_its_players_and_its_auditors_share_one_database() {
    let data = Data::new("shared");
    let (first, second) = (Server::on(&data), Server::on(&data));
    let urls = ["--url", first.url.as_str(), "--url", second.url.as_str()];
    let simulate = [
        "simulate",
        "--players",
        "6",
        "--seconds",
        "3",
        "--first-tg-id",
        FIRST,
        "--json",
    ];
    let played = data.ledger(&[&simulate[..], &urls].concat());
    assert_says(&played, 0, "\"ok\":true");
    let figures: Value = serde_json::from_slice(&played.stdout).expect("one JSON object");
    assert_eq!(figures["calls"]["login/telegram"]["count"], 6);
    assert!(
        figures["calls"]["fishing/cast"]["count"].as_u64() > Some(0),
        "{figures}"
    );

    assert_says(&data.ledger(&["verify"]), 0, "everything fits");
    assert_says(&data.ledger(&["replay", "treasury/reserve"]), 0, "h:usdt_reserve");
    assert_says(
        &data.ledger(&["replay", &format!("player/tg:{FIRST}"), "--json"]),
        0,
        "\"type\":\"PlayerRegistered\"",
    );
    assert_says(
        &data.ledger(&["balance", "--player", &format!("tg:{FIRST}")]),
        0,
        "coin_promo",
    );
    assert_says(
        &data.ledger(&["balance", "--player", &format!("tg:{FIRST}"), "--as-of", "0", "--json"]),
        0,
        "\"accounts\":[]",
    );
    assert_says(&data.ledger(&["replay", "player/tg:1"]), 2, "has no events");
    the_books_are_shown_and_add_up(&data).await;

    data.tamper("update balances set balance = balance + 1 where account = 'h:usdt_reserve'")
        .await;
    assert_says(&data.ledger(&["verify"]), 1, "First bad place: partition 0");
    assert_says(&data.ledger(&["verify", "--json"]), 1, "\"ok\":false");
    data.tamper("update balances set balance = balance - 1 where account = 'h:usdt_reserve'")
        .await;

    assert_says(
        &data.ledger(&["verify", "--stock"]),
        0,
        "Both readers see every stream alike.",
    );
    let reserve = |version: u8| {
        format!(
            "set session_replication_role = replica;
             update events set event_version = '{version}' where aggregate_type = 'treasury' and sequence = 1"
        )
    };
    data.tamper(&reserve(2)).await;
    assert_says(
        &data.ledger(&["verify", "--stock"]),
        1,
        "First difference: treasury reserve: ",
    );
    assert_says(&data.ledger(&["verify", "--stock", "--json"]), 1, "\"ok\":false");
    data.tamper(&reserve(1)).await;

    // The first one owns the database, so it goes last.
    assert_eq!((second.stop(), first.stop()), (Some(0), Some(0)));
    assert_says(&data.ledger(&["verify", "--json"]), 0, "\"ok\":true");
    assert_says(&data.ledger(&["migrate"]), 0, "up to date, 1 partition.");
    assert_says(&data.ledger(&["migrate", "--partitions", "2"]), 2, "LEDGER_PARTITIONS");
}

/// Trial balance, statement and audit: what they print is whole, and they notice what does not add up.
async fn the_books_are_shown_and_add_up(data: &Data) {
    let read = |arguments: &[&str], code: i32| -> Value {
        let output = data.ledger(&[arguments, &["--json"]].concat());
        assert_says(&output, code, "");
        serde_json::from_slice(&output.stdout).expect("one JSON object")
    };
    let trial = read(&["trial-balance"], 0);
    // Whether somebody won game tokens meanwhile is the draws' to say.
    let sums = trial["sums"].as_object().expect("sums");
    assert!(sums.contains_key("coin") && sums.contains_key("usdt"), "{trial}");
    assert!(sums.values().all(|sum| sum == "0"), "{trial}");
    assert_eq!(
        read(&["trial-balance", "--as-of", "0"], 0)["list"],
        serde_json::json!([])
    );
    let (early, late) = (
        read(&["trial-balance", "--as-of", "30"], 0),
        read(&["trial-balance", "--from", "30"], 0),
    );
    let balances = |of: &Value, name: &str| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let lines = of["list"].as_array().expect("a list").iter();
        let lines = lines.map(|line| (text(&line["account"]), text(&line[name])));
        lines
            .filter(|(_, balance)| balance.bytes().any(|byte| (b'1'..=b'9').contains(&byte)))
            .collect()
    };
    assert_eq!(balances(&early, "balance"), balances(&late, "opening"));
    assert_says(&data.ledger(&["trial-balance"]), 0, "usdt sums to 0.");
    let financials = read(&["financials", "--from", "30"], 0);
    assert!(
        financials["sums"]
            .as_array()
            .expect("assets")
            .iter()
            .all(|sum| sum["holds"] == true)
    );
    assert_says(&data.ledger(&["financials"]), 0, "usdt: assets ");
    periods::are_shown_and_restated(data);
    custody::is_matched_line_by_line(data);
    assert_says(
        &data.ledger(&["trial-balance", "--as-of", "soon"]),
        2,
        "a position is a whole number",
    );

    let player = format!("tg:{FIRST}");
    moments::of_the_future_are_refused(data, &player);
    let statement = read(&["statement", "--player", &player], 0);
    assert_eq!(
        (&statement["ok"], &statement["opening"]),
        (&Value::Bool(true), &serde_json::json!([]))
    );
    assert!(
        statement["lines"].as_array().is_some_and(|lines| !lines.is_empty()),
        "{statement}"
    );
    assert_says(&data.ledger(&["statement", "--player", &player]), 0, "Adds up.");
    assert_says(&data.ledger(&["audit"]), 0, "laws hold.");
    let statement = liabilities::are_proven(data, &player);
    exports::are_checked(data, &player);

    let spoil = |by: &str| {
        format!(
            "set session_replication_role = replica;
             update postings set amount = amount {by}, after = after where account = 'coin_promo' and leg = (
                select min(leg) from postings where account = 'coin_promo')"
        )
    };
    data.tamper(&spoil("+ 1")).await;
    assert_says(&data.ledger(&["trial-balance"]), 1, "coin sums to");
    assert_says(&data.ledger(&["financials"]), 1, " are NOT liabilities");
    assert_says(&data.ledger(&["statement", "--player", &player]), 1, "adds up to");
    assert_says(&data.ledger(&["audit"]), 1, "I-01 is broken");
    assert_eq!(read(&["audit"], 1)["ok"], false);
    data.tamper(&spoil("- 1")).await;
    let give = |by: &str| format!("update balances set balance = balance {by} where account = 'coin_promo'");
    data.tamper(&give("+ 1")).await;
    liabilities::are_no_longer_what_was_stated(data, &statement, &player);
    data.tamper(&give("- 1")).await;
}

/// Dives of a friend until one has brought the inviter something; how much.
async fn brings(ledger: &Ledger, friend: PlayerId, inviter: PlayerId) -> Usdt {
    give_coins(ledger, friend, 100_000).await;
    for _ in 0..100 {
        dive(ledger, friend, 2).await;
        let team = projections::players::team(ledger.pool(), inviter)
            .await
            .expect("a team");
        if !team.rebate_total.is_zero() {
            return team.rebate_total;
        }
    }
    panic!("a hundred dives without a profit");
}

/// An inviter whose friend's facts lie in another log; the friend brought so much on one day, which the inviter received
/// on the next.
async fn received_from_another_log(database: &PgConnectOptions) -> (PlayerId, Usdt) {
    let ledger = testing::open(database.clone(), Clock::fixed(testing::GENESIS_MS)).await;
    open_the_house(&ledger).await;
    let inviter = register(&ledger, 1).await;
    accept_terms(&ledger, inviter).await;
    let is_far = |tg_id: &i64| ledger.partition_of(PlayerId::of_messenger(*tg_id).0) != ledger.partition_of(inviter.0);
    let friend = invited(&ledger, (2..).find(is_far).expect("accounts without end"), inviter).await;
    let usdt = brings(&ledger, friend, inviter).await;
    let record = Record {
        kind: RecordKind::RebateL1,
        day: ledger.clock().now().day(),
        friend: Some(friend),
        diamonds: Diamond::ZERO,
        usdt,
        received: Usdt::ZERO,
    };
    ledger.clock().advance_ms(2 * DAY_MS);
    must(&ledger, inviter, ReceiveRecord { record }).await;
    ledger::books::settle(ledger.pool()).await.expect("books");
    ledger.close().await;
    (inviter, usdt)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_friends_bring_is_shown_whatever_log_it_lies_in() {
    const NEXT_DAY: &str = "2025-01-02T00:00:00Z";
    let (data, database) = (Data::new("logs"), testing::database(4).await);
    let (inviter, usdt) = received_from_another_log(&database).await;
    let (player, usdt) = (inviter.to_string(), usdt.to_string());
    let read = |arguments: &[&str]| -> Value {
        let output = data.ledger_on(&database, &[arguments, &["--player", &player, "--json"]].concat());
        assert_says(&output, 0, "");
        serde_json::from_slice(&output.stdout).expect("one JSON object")
    };
    let of = |list: &Value, account: &str| -> Vec<Value> {
        let list = list.as_array().expect("a list").iter();
        list.filter(|one| one["account"] == account).cloned().collect()
    };
    let now = read(&["balance"])["accounts"].clone();
    assert_eq!(of(&now, "referral_due")[0]["balance"], "0.000000", "{now}");
    assert_eq!(of(&now, "usdt")[0]["balance"], json!(usdt));
    let then = read(&["balance", "--as-of", NEXT_DAY])["accounts"].clone();
    assert_eq!(of(&then, "referral_due")[0]["balance"], json!(usdt), "{then}");

    let all = read(&["statement"]);
    let due = of(&all["lines"], "referral_due");
    let (first, last) = (&due[0], &due[due.len() - 1]);
    assert_eq!(
        (&first["event"], &last["event"]),
        (&json!("DiveClosed"), &json!("TeamRecordReceived"))
    );
    assert_ne!(first["partition"], last["partition"]);
    assert_eq!((&all["ok"], &last["after"]), (&json!(true), &json!("0.000000")));
    assert_eq!(of(&all["closing"], "referral_due")[0]["balance"], "0.000000");
    let late = read(&["statement", "--from", NEXT_DAY]);
    assert_eq!(
        of(&late["opening"], "referral_due")[0]["balance"],
        json!(usdt),
        "{late}"
    );
    assert_eq!(of(&late["lines"], "referral_due").len(), 1);

    let mut owner = database.connect().await.expect("a connection");
    let spoil = "set session_replication_role = replica;
                 update postings set after = after + 1 where account = 'referral_due' and amount > 0";
    owner.execute(spoil).await.expect("changed");
    owner.close().await.expect("closes");
    let place = format!("In partition {} referral_due adds up to", first["partition"]);
    assert_says(
        &data.ledger_on(&database, &["statement", "--player", &player]),
        1,
        &place,
    );
}
