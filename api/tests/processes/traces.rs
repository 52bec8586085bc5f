//! Traces (api §6.1), at a collector of OpenTelemetry that reads what the service sends.

mod collector;

use crate::rig::installation::{BOT_TOKEN, COINS, Installation};
use crate::rig::manual::{TEXT, blocks, filled};
use crate::rig::phone::Phone;
use crate::rig::server::Server;
use collector::{Collector, Traced};
use serde_json::{Value, json};
use sqlx::Row;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use uuid::Uuid;

/// No other text of a trace has it in it.
const NAME: &str = "Zvonimira";
const TG_ID: i64 = 1;
const SIGN: &str = "/api/v1/signin/sign";
/// What a client, or the proxy before the service, says that its call is part of.
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";
/// How long a figure may take to change, on a busy machine.
const WAIT_MAX: Duration = Duration::from_secs(30);
/// How long a server may take to stop (F-38).
const STOP_MAX: Duration = Duration::from_secs(10);

/// The header that names both, and whether the trace is kept (`01`).
fn traceparent(flags: &str) -> String {
    format!("00-{TRACE}-{PARENT}-{flags}")
}

/// Checks in once; the answer.
async fn sign(phone: &Phone) -> Value {
    phone.call("signin/sign", json!({ "req_id": Uuid::new_v4() })).await
}

/// A service that traces every call, and a player who logged in there and checked in.
async fn checked_in() -> (Installation, Collector, Server, Phone) {
    let installation = Installation::with_players(1).await;
    let collector = Collector::start().await;
    let server = Server::start_with(&installation, &[("LEDGER_OTLP", &collector.url)]).await;
    let phone = Phone::login(&server.url, TG_ID, NAME).await;
    assert_eq!(sign(&phone).await["error"], 0);
    (installation, collector, server, phone)
}

/// What a call left behind: the wait for its command, and the batch.
async fn followed(collector: &mut Collector, call: &Traced) -> (Traced, Traced) {
    let command = collector.span("its command", |span| span.is_child_of(call)).await;
    let named = (command.name.as_str(), command.text("stream"), command.text("command"));
    assert_eq!(named, ("command", "player", "SignIn"));
    let wait = collector.span("its wait", |span| span.is_child_of(&command)).await;
    assert_eq!(wait.name, "wait");
    let is_batch = |span: &Traced| span.name == "batch" && span.links_to(&wait);
    let batch = collector.span("its batch", is_batch).await;
    for view in ["books", "players"] {
        let wrote = |span: &Traced| span.name == "page" && span.links_to(&batch) && span.text("views").contains(view);
        let page = collector.span(view, wrote).await;
        assert_eq!(page.number("partition"), batch.number("partition"));
        assert!(page.number("from") <= batch.number("last") && batch.number("first") <= page.number("to"));
    }
    (wait, batch)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_leads_to_its_command_its_batch_and_the_pages_of_views() {
    let (_installation, mut collector, _server, _phone) = checked_in().await;

    let call = collector.span("the call", |span| span.name == SIGN).await;
    assert!(call.is_root() && call.is_server(), "{call:?}");
    assert_eq!(call.service, "ledger");
    assert_eq!(call.number("code"), 0);
    let (wait, batch) = followed(&mut collector, &call).await;
    assert!(batch.is_root() && batch.began_before_the_end_of(&wait), "{batch:?}");
    let (first, last) = (batch.number("first"), batch.number("last"));
    assert_eq!(batch.number("events"), last - first + 1);
    assert!(batch.number("commands") >= 1, "{batch:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_is_linked_to_no_batch_of_another_log_at_the_same_positions() {
    let players = 6;
    let mut followed_calls: Vec<String> = Vec::new();
    let installation = Installation::with_players_in(4, players).await;
    let mut collector = Collector::start().await;
    let server = Server::start_with(&installation, &[("LEDGER_OTLP", &collector.url)]).await;
    for tg_id in 1..=players {
        let phone = Phone::login(&server.url, tg_id, NAME).await;
        assert_eq!(sign(&phone).await["error"], 0);
        let is_next = |span: &Traced| span.name == SIGN && !followed_calls.contains(&span.trace);
        let call = collector.span("its call", is_next).await;
        followed(&mut collector, &call).await;
        followed_calls.push(call.trace);
    }
    let came = collector.came();
    let written = came
        .iter()
        .filter(|span| span.name == "batch" && span.attributes.contains_key("first"));
    let written: Vec<_> = written.collect();
    let mut foreign = 0;
    for page in came.iter().filter(|span| span.name == "page") {
        let elsewhere = written
            .iter()
            .filter(|batch| batch.number("partition") != page.number("partition"));
        let same_place = elsewhere
            .filter(|batch| page.number("from") <= batch.number("last") && batch.number("first") <= page.number("to"));
        for batch in same_place {
            foreign += 1;
            assert!(!page.links_to(batch), "{page:?} {batch:?}");
        }
    }
    assert!(foreign > 0, "positions of two logs meet");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_leaves_says_who_it_was() {
    let (installation, mut collector, _server, phone) = checked_in().await;
    for path in ["/api/v1/login/telegram", SIGN] {
        collector.span(path, |span| span.name == path).await;
    }
    collector.span("a page", |span| span.name == "page").await;
    let personal = secrets(&installation, &phone).await;
    for span in collector.came() {
        let said = personal.iter().find(|secret| span.said.contains(secret.as_str()));
        assert_eq!(said, None, "{span:?}");
        let unlisted = span
            .attributes
            .keys()
            .find(|key| !listed().contains(&format!("`{key}`")));
        assert_eq!(unlisted, None, "{span:?}");
    }
}

/// What the README says of traces: no attribute is missing in it.
fn listed() -> &'static str {
    let section = include_str!("../../README.md").split_once("### 6.1 Traces");
    let section = section.and_then(|(_, rest)| rest.split_once("\n## "));
    section.expect("the section").0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_share_of_the_calls_is_traced_to_the_views_with_the_settings_of_the_manual() {
    let installation = Installation::with_players(1).await;
    let mut collector = Collector::start().await;
    let blocks = blocks(TEXT);
    let written = blocks["traces"].clone() + &blocks["traces-share"];
    let settings = filled(&written, &[("LEDGER_OTLP", &collector.url)]);
    let settings = settings.iter().map(|(name, value)| (&**name, &**value));
    let settings: Vec<(&str, &str)> = settings.chain([("LEDGER_TRUSTED_PROXIES", "1")]).collect();
    let server = Server::start_with(&installation, &settings).await;
    let phone = Phone::login(&server.url, TG_ID, NAME).await;
    // The proxy has chosen: this one not, that one.
    let phone = phone.with_header("traceparent", traceparent("00"));
    assert_eq!(phone.call("signin/info", json!({})).await["error"], 0);
    let phone = phone.with_header("traceparent", traceparent("01"));
    assert_eq!(sign(&phone).await["error"], 0);
    let chosen = |span: &Traced| span.trace == TRACE && span.is_server();
    let call = collector.span("the call", chosen).await;
    assert_eq!((call.name.as_str(), call.parent.as_str()), (SIGN, PARENT));
    assert!(call.said.contains("service.instance.id"), "{call:?}");
    followed(&mut collector, &call).await;
    let came = collector.came();
    assert!(came.iter().all(|span| span.name != "/api/v1/signin/info"), "{came:?}");
}

/// What no span may say: names, tokens, addresses, amounts, and the ids of players.
async fn secrets(installation: &Installation, phone: &Phone) -> Vec<String> {
    let mut database = installation.connect().await;
    let streams = sqlx::query("select distinct aggregate_id from events where aggregate_type = 'player'");
    let streams = streams.fetch_all(&mut database).await.expect("streams");
    let key = |row: &sqlx::postgres::PgRow| row.get::<String, _>(0);
    let ids = streams
        .iter()
        .map(|row| key(row).rsplit(':').next().unwrap_or_default().to_owned());
    let mut secrets: Vec<String> = ids.collect();
    assert!(
        !secrets.is_empty() && secrets.iter().all(|id| !id.is_empty()),
        "{secrets:?}"
    );
    secrets.extend([NAME, BOT_TOKEN, "127.0.0.1", "init_data", "hash="].map(str::to_owned));
    secrets.extend([phone.token.clone(), COINS.to_string()]);
    secrets
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_trusted_proxy_a_call_begins_a_trace_of_its_own() {
    let installation = Installation::with_players(0).await;
    let mut collector = Collector::start().await;
    let server = Server::start_with(&installation, &[("LEDGER_OTLP", &collector.url)]).await;
    let phone = Phone::of(&server.url).with_header("traceparent", traceparent("01"));
    assert_eq!(phone.call("system/config", json!({})).await["error"], 0);
    let is_call = |span: &Traced| span.name == "/api/v1/system/config";
    let call = collector.span("the call", is_call).await;
    assert!(call.is_root() && call.trace != TRACE, "{call:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_collector_that_is_away_or_hangs_changes_no_answer() {
    let installation = Installation::with_players(2).await;
    // It takes connections, and answers none.
    let hangs = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let hangs_at = hangs.local_addr().expect("an address");
    let is_away = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let away_at = is_away.local_addr().expect("an address");
    drop(is_away);
    for (at, tg_id) in [(away_at, 1), (hangs_at, 2)] {
        let began_at = log(&installation).len();
        let collector = format!("http://{at}");
        let mut server = Server::start_with(&installation, &[("LEDGER_OTLP", &collector)]).await;
        let phone = Phone::login(&server.url, tg_id, NAME).await;
        assert_eq!(sign(&phone).await["error"], 0, "{collector}");
        let mut dropped = 0;
        // More than one request is not taken.
        for _ in 0..3 {
            dropped = more_dropped(&phone, dropped).await;
            assert_eq!(phone.call("signin/info", json!({})).await["error"], 0);
        }
        server.send("-TERM").await;
        let stopped = tokio::time::timeout(STOP_MAX, server.ended()).await;
        assert!(stopped.expect("it ends in time").success());
        let log = log(&installation);
        assert_eq!(
            log[began_at..].matches("the collector takes no spans").count(),
            1,
            "{log}"
        );
    }
}

fn log(installation: &Installation) -> String {
    std::fs::read_to_string(installation.folder.join("server.log")).unwrap_or_default()
}

/// Waits until more spans than these were dropped; how many.
async fn more_dropped(phone: &Phone, than: u64) -> u64 {
    let began = Instant::now();
    loop {
        let shown = phone.get("/metrics").await;
        let shown = String::from_utf8_lossy(&shown);
        let line = shown
            .lines()
            .find_map(|line| line.strip_prefix("ledger_spans_dropped_total "));
        let dropped: u64 = line.expect("the figure").parse().expect("a count");
        if dropped > than {
            return dropped;
        }
        assert!(began.elapsed() < WAIT_MAX, "still {dropped} dropped");
        tokio::task::yield_now().await;
    }
}
