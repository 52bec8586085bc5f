//! Traces (api §6.1), at a collector of OpenTelemetry that reads what the service sends.

mod collector;

use crate::rig::installation::{BOT_TOKEN, Installation};
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
/// What a client, or the proxy before the service, says that its call is part of.
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";
/// How long a figure may take to change, on a busy machine.
const WAIT_MAX: Duration = Duration::from_secs(30);
/// How long a server may take to stop (F-38).
const STOP_MAX: Duration = Duration::from_secs(10);

/// Checks in once; the answer.
async fn sign(phone: &Phone) -> Value {
    phone.call("signin/sign", json!({ "req_id": Uuid::new_v4() })).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_leads_to_its_command_its_batch_and_the_pages_of_views() {
    let installation = Installation::with_players(1).await;
    let mut collector = Collector::start().await;
    let server = Server::start_with(&installation, &[("LEDGER_OTLP", &collector.url)]).await;
    let phone = Phone::login(&server.url, TG_ID, NAME).await;
    assert_eq!(sign(&phone).await["error"], 0);

    let call = collector
        .span("the call", |span| span.name == "/api/v1/signin/sign")
        .await;
    assert!(call.is_root() && call.is_server(), "{call:?}");
    assert_eq!(call.service, "ledger");
    assert_eq!(call.text("path"), "/api/v1/signin/sign");
    assert_eq!(call.number("code"), 0);
    let command = collector.span("its command", |span| span.is_child_of(&call)).await;
    let named = (command.name.as_str(), command.text("stream"), command.text("command"));
    assert_eq!(named, ("command", "player", "SignIn"));
    let wait = collector.span("its wait", |span| span.is_child_of(&command)).await;
    assert_eq!(wait.name, "wait");
    let batch = collector
        .span("the batch", |span| span.name == "batch" && span.links_to(&wait))
        .await;
    assert!(batch.is_root() && batch.began_before_the_end_of(&wait), "{batch:?}");
    let (first, last) = (batch.number("first"), batch.number("last"));
    assert_eq!(batch.number("events"), last - first + 1);
    assert!(batch.number("commands") >= 1, "{batch:?}");
    for view in ["books", "players"] {
        let wrote = |span: &Traced| span.name == "page" && span.links_to(&batch) && span.text("views").contains(view);
        let page = collector.span(view, wrote).await;
        assert_eq!(page.number("partition"), batch.number("partition"));
        assert!(page.number("from") <= last && first <= page.number("to"), "{page:?}");
    }
    // The login is there too, and of everything nothing says who it was.
    collector
        .span("the login", |span| span.name == "/api/v1/login/telegram")
        .await;
    let personal = secrets(&installation, &phone).await;
    for text in collector.texts() {
        let said = personal.iter().find(|secret| text.contains(secret.as_str()));
        assert_eq!(said, None, "{text}");
    }
}

/// What no span may say: names, tokens, addresses, and the ids of all streams.
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
    secrets.push(phone.token.clone());
    secrets
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_continues_a_trace_only_where_a_proxy_is_trusted() {
    let installation = Installation::with_players(0).await;
    for (proxies, trace, parent) in [("0", None, ""), ("1", Some(TRACE), PARENT)] {
        let mut collector = Collector::start().await;
        let environment = [
            ("LEDGER_OTLP", collector.url.as_str()),
            ("LEDGER_TRUSTED_PROXIES", proxies),
        ];
        let server = Server::start_with(&installation, &environment).await;
        let phone = Phone::of(&server.url).with_header("traceparent", format!("00-{TRACE}-{PARENT}-01"));
        assert_eq!(phone.call("system/config", json!({})).await["error"], 0);
        let call = collector
            .span("the call", |span| span.name == "/api/v1/system/config")
            .await;
        assert_eq!((call.trace == TRACE, call.parent.as_str()), (trace.is_some(), parent));
    }
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
