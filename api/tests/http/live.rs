//! A player's client is notified at once that something of the player's has changed.

use crate::angler::Angler;
use crate::test_app::TestApp;
use axum::body::Bytes;
use domain::posting::Purse;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::{Request, Response};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};

/// A stream of server-sent events.
struct EventStream(Response<Incoming>);

/// Name and position.
type Received = (String, i64);

impl EventStream {
    async fn of(app: &TestApp, token: &str, from: Option<i64>) -> EventStream {
        let mut body = json!({ "ts": app.now(), "token": token });
        if let Some(from) = from {
            body["from"] = json!(from);
        }
        let request = Request::post(format!("http://{}/api/v1/live/events", app.address))
            .body(Full::new(Bytes::from(body.to_string())))
            .expect("a request");
        let client = Client::builder(TokioExecutor::new()).build_http();
        EventStream(client.request(request).await.expect("an answer"))
    }

    fn kind(&self) -> &str {
        self.0.headers()["content-type"].to_str().expect("plain")
    }

    /// The next event; none once the stream is over.
    async fn next(&mut self) -> Option<Received> {
        let frame = self.0.body_mut().frame().await?.expect("a frame");
        let text = String::from_utf8(frame.into_data().expect("data").to_vec()).expect("text");
        let line = |name: &str| {
            let found = text.lines().find_map(|line| line.strip_prefix(name));
            found.unwrap_or_else(|| panic!("{name} in {text:?}")).to_owned()
        };
        let data: Value = serde_json::from_str(&line("data: ")).expect("JSON");
        let at = data["at"].as_i64().expect("a position");
        assert_eq!(line("id: "), at.to_string());
        Some((line("event: "), at))
    }

    async fn refused(self) -> i64 {
        assert_eq!(self.kind(), "application/json");
        let whole = self.0.into_body().collect().await.expect("a body").to_bytes();
        let envelope: Value = serde_json::from_slice(&whole).expect("an envelope");
        envelope["error"].as_i64().expect("a code")
    }
}

async fn head(app: &TestApp, angler: &Angler<'_>) -> i64 {
    app.head(app.ledger.partition_of(angler.id.0)).await
}

#[tokio::test]
async fn a_player_is_notified_of_the_own_changes_and_of_nobody_else_s() {
    let app = TestApp::open().await;
    let (first, second) = (app.player(1).await, app.player(2).await);
    let mut stream = EventStream::of(&app, &first.token, None).await;
    assert_eq!(stream.kind(), "text/event-stream");
    assert_eq!(stream.next().await, Some(("open".into(), head(&app, &first).await)));

    second.call("signin/sign", json!({})).await.done();
    first.call("signin/sign", json!({})).await.done();
    let after = head(&app, &first).await;
    let mut last = 0;
    // Signing in may be several events of the player's stream; each names its place.
    while last < after {
        let (topic, at) = stream.next().await.expect("news");
        assert_eq!(topic, "balance");
        assert!(at > last && at <= after, "{at} after {last}, up to {after}");
        last = at;
    }
}

#[tokio::test]
async fn steps_of_withdrawals_and_orders_are_sent_to_their_player() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let mut stream = EventStream::of(&app, &angler.token, None).await;
    stream.next().await.expect("open");
    angler.given(Purse::Usdt, 1).await;
    assert_eq!(stream.next().await.expect("news").0, "balance");
    let body = json!({ "channel": "ton_usdt", "amount": "5" });
    angler.call("topup/create", body).await.done();
    let mut topics = Vec::new();
    // The player's own stream opens the order; with several logs either is heard of first.
    while !["balance", "topup"]
        .iter()
        .all(|topic| topics.iter().any(|heard| heard == topic))
    {
        topics.push(stream.next().await.expect("news").0);
    }
}

#[tokio::test]
async fn who_comes_back_is_notified_of_what_was_missed() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let before = head(&app, &angler).await;
    angler.call("signin/sign", json!({})).await.done();
    let now = head(&app, &angler).await;
    let mut behind = EventStream::of(&app, &angler.token, Some(before)).await;
    for topic in ["open", "balance", "withdrawal", "topup"] {
        assert_eq!(behind.next().await, Some((topic.into(), now)));
    }
    let mut even = EventStream::of(&app, &angler.token, Some(now)).await;
    assert_eq!(even.next().await, Some(("open".into(), now)));
    angler.given(Purse::Usdt, 1).await;
    assert_eq!(even.next().await.expect("news").0, "balance");
}

#[tokio::test]
async fn a_stream_is_refused_as_a_call_is_and_the_oldest_of_a_player_ends() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    assert_eq!(EventStream::of(&app, "nobody", None).await.refused().await, -1000);
    let wrong = EventStream::of(&app, &angler.token, Some(-1)).await;
    assert_eq!(wrong.refused().await, -1006);
    let mut streams = Vec::new();
    for _ in 0..5 {
        let mut stream = EventStream::of(&app, &angler.token, None).await;
        stream.next().await.expect("open");
        streams.push(stream);
    }
    assert_eq!(streams[0].next().await, None, "four of one player at once");
    angler.given(Purse::Usdt, 1).await;
    assert!(streams[1].next().await.is_some());
}

#[tokio::test]
async fn streams_end_when_the_service_stops() {
    let mut app = TestApp::open().await;
    let token = app.player(1).await.token.clone();
    let mut stream = EventStream::of(&app, &token, None).await;
    stream.next().await.expect("open");
    app.close().await;
    assert_eq!(stream.next().await, None);
}
