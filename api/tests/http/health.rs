//! The paths of operators: health, readiness, metrics.

use crate::bank::wallet;
use crate::test_app::TestApp;
use api::app::Settings;
use api::serve::serve_figures;
use axum::body::Bytes;
use domain::config::Config;
use http_body_util::Full;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use ledger::synchrony::Synchronous;
use ledger::testing::private_server::PrivateServer;
use ledger::testing::{migrate, options, owner_of};
use ledger::{Ledger, Options};
use local_chain::Chain;
use rails::Caps;
use rails::ton::{Access, Ton};
use serde_json::{Value, json};
use sqlx::Executor;
use std::time::Duration;
use tokio::net::TcpListener;
use workers::payouts;

#[tokio::test]
async fn a_running_service_is_live_and_ready() {
    let app = TestApp::open().await;
    let live = app.get("/health/live").await;
    assert_eq!(
        (live.status().as_u16(), live.body().as_ref()),
        (200, b"{\"status\":\"live\"}".as_slice())
    );
    let ready = app.get("/health/ready").await;
    assert_eq!(ready.status(), 200);
    let report: Value = serde_json::from_slice(ready.body()).expect("JSON");
    assert_eq!(
        report,
        json!({
            "ready": true, "database": true, "schema": true, "writer": true, "trust": true, "synchronous": true,
            "why": [], "views_stopped": [],
        })
    );
}

#[tokio::test]
async fn without_its_database_a_service_is_live_and_not_ready_and_shows_no_secrets() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    app.ledger.pool().close().await;
    assert_eq!(app.get("/health/live").await.status(), 200);
    let ready = app.get("/health/ready").await;
    assert_eq!(ready.status(), 503);
    let report: Value = serde_json::from_slice(ready.body()).expect("JSON");
    assert_eq!(report["why"][0], "the database does not answer");
    let answer = angler.call("team/info", json!({})).await;
    assert_eq!((answer.status, answer.error), (500, -1));
    assert_eq!(
        (answer.message.as_str(), answer.data),
        ("Something went wrong, please try again", Value::Null)
    );
}

/// Its nodes are one listener, which a test asks whether anybody came.
fn rail_at(node: &TcpListener) -> Ton {
    let url = format!("http://{}", node.local_addr().expect("an address"));
    Ton::of(Access {
        nodes: vec![url.clone(), url],
        master: Chain::usdt_master(),
        key: wallet(),
        caps: Caps::default(),
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_standby_that_is_required_a_service_is_not_ready_and_pays_nobody() {
    let server = PrivateServer::start("ready").await;
    migrate(&server.options(), 1).await;
    server.set("synchronous_standby_names", Some("*")).await;
    let ledger = Ledger::connect(Options {
        synchronous: Synchronous::Required,
        ..options(server.options())
    });
    let app = TestApp::serve(ledger.await.expect("it starts"), None, Settings::default()).await;
    assert_eq!(app.get("/health/ready").await.status(), 200);
    server.set("synchronous_standby_names", None).await;
    while app.ledger.synchrony().lost().is_none() {
        tokio::task::yield_now().await;
    }
    let ready = app.get("/health/ready").await;
    assert_eq!(ready.status(), 503);
    let ready: Value = serde_json::from_slice(ready.body()).expect("JSON");
    assert_eq!((&ready["synchronous"], &ready["trust"]), (&json!(false), &json!(true)));
    let node = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let rail = rail_at(&node);
    tokio::select! {
        done = payouts::tick(&app.ledger, &rail) => done.expect("nothing to do"),
        _ = node.accept() => panic!("a node was asked"),
    }
}

/// The log is held by somebody else, so a batch waits for its outcome.
#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_waits_too_long_ends_readiness_until_it_has_its_outcome() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let mut owner = owner_of(&app.ledger).await;
    owner
        .execute("begin; select from heads for update")
        .await
        .expect("held");
    let sign = json!({ "req_id": "0190f3a4-0000-7000-8000-000000000001" });
    let signed = angler.call("signin/sign", sign.clone());
    let ends = async {
        while app.get("/health/ready").await.status() == 200 {}
        let waited = app.ledger.batch_age();
        let ready = app.get("/health/ready").await;
        owner.execute("rollback").await.expect("released");
        (waited, ready)
    };
    let ends = tokio::time::timeout(Duration::from_secs(60), ends);
    let (_, ended) = tokio::join!(signed, ends);
    let (waited, ready) = ended.expect("readiness ends");
    assert!(waited >= Duration::from_secs(5), "not before: {waited:?}");
    let ready: Value = serde_json::from_slice(ready.body()).expect("JSON");
    assert_eq!((&ready["writer"], &ready["database"]), (&json!(false), &json!(true)));
    let why = ready["why"][0].as_str().expect("a sentence");
    assert!(why.starts_with("commands wait"), "{why}");
    angler.call("signin/sign", sign).await.done();
    assert_eq!(app.get("/health/ready").await.status(), 200);
}

#[tokio::test]
async fn calls_are_counted_by_path_and_code_with_the_ledger_s_figures() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.read("user/info").await;
    angler
        .call("fishing/dive_start", json!({ "stake": 10, "start_level": 1 }))
        .await
        .refused(2001);
    let text = String::from_utf8(app.get("/metrics").await.body().to_vec()).expect("text");
    for line in [
        "api_calls_total{path=\"/api/v1/user/info\",code=\"0\"}",
        "api_calls_total{path=\"/api/v1/fishing/dive_start\",code=\"2001\"}",
        "api_call_seconds_bucket{path=\"/api/v1/user/info\",le=\"0.001\"}",
        "ledger_position{partition=\"0\"}",
        "ledger_writer_waiting 0",
        "ledger_config_version 1",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

#[tokio::test]
async fn the_document_is_served_as_it_is_checked_in() {
    let app = TestApp::open().await;
    let served = app.get("/openapi.json").await;
    assert_eq!(served.body().as_ref(), include_bytes!("../../openapi.json").as_slice());
}

#[tokio::test]
async fn every_answer_carries_a_reference_of_its_own() {
    let app = TestApp::open().await;
    let body = json!({ "ts": app.now() }).to_string();
    let mut references = Vec::new();
    for _ in 0..2 {
        let response = app
            .send(hyper::Method::POST, "/api/v1/system/config", &[], body.clone().into())
            .await;
        references.push(response.headers()["x-request-id"].to_str().expect("text").to_owned());
    }
    assert!(
        references[0] != references[1] && references[0].len() == 32,
        "{references:?}"
    );
}

#[tokio::test]
async fn where_money_is_real_figures_are_on_their_own_listener_alone() {
    let app = TestApp::open_with(Config::demo(), Settings::default()).await;
    assert_eq!(app.get("/metrics").await.status(), 404);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let service = app.service().clone();
    tokio::spawn(async move { serve_figures(&service, listener, std::future::pending()).await });
    let client: Client<_, Full<Bytes>> = Client::builder(TokioExecutor::new()).build_http();
    let status = async |path: &str| {
        let uri = format!("http://{address}{path}").parse().expect("an address");
        client.get(uri).await.expect("an answer").status().as_u16()
    };
    assert_eq!((status("/metrics").await, status("/health/live").await), (200, 404));
}
