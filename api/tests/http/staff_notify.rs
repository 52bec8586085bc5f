//! The webhook that alerts are sent to (api §7.30), from the cause of an alert to a receiver over real HTTP.

use crate::solvency::moves;
use crate::staff_site::StaffSite;
use crate::test_app::development;
use api::app::Settings;
use api::notify::{ID, SIGNATURE, Target};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use domain::posting::Purse;
use domain::staff::Role;
use domain::time::DAY_MS;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use staff::notify;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use workers::solvency::Checks;

const KEY: &str = "0123456789abcdef0123456789abcdef";
/// For a message on its way over a socket.
const SOON: Duration = Duration::from_secs(30);

/// What came, and how many of the next are refused.
#[derive(Default)]
struct Came {
    fails: usize,
    messages: Vec<(HeaderMap, String)>,
}

/// A receiver that takes messages, or refuses them with 500.
struct Receiver {
    address: SocketAddr,
    came: watch::Sender<Came>,
}

async fn take(State(came): State<watch::Sender<Came>>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let mut status = StatusCode::NO_CONTENT;
    came.send_modify(|came| {
        if came.fails > 0 {
            (came.fails, status) = (came.fails - 1, StatusCode::INTERNAL_SERVER_ERROR);
        }
        let body = String::from_utf8(body.to_vec()).expect("text");
        came.messages.push((headers, body));
    });
    status
}

impl Receiver {
    async fn open(fails: usize) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let came = watch::Sender::new(Came {
            fails,
            ..Came::default()
        });
        let routes = Router::new().route("/hook", post(take)).with_state(came.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Receiver { address, came }
    }

    fn settings(&self) -> Settings {
        let notify = Target {
            url: format!("http://{}/hook?channel=7", self.address),
            key: KEY.into(),
        };
        Settings {
            notify: Some(notify),
            ..development()
        }
    }

    /// Every attempt so far, each with a signature that holds.
    fn attempts(&self) -> Vec<Value> {
        let came = self.came.borrow();
        let parsed = came.messages.iter().map(|(headers, body)| {
            verified(headers, body);
            let message: Value = serde_json::from_str(body).expect("JSON");
            assert_eq!(headers[ID].to_str().ok(), message["id"].as_str());
            message
        });
        parsed.collect()
    }
}

/// As a receiver checks it: HMAC-SHA256 over the seconds, a dot and the body as it came.
fn verified(headers: &HeaderMap, body: &str) {
    let header = headers[SIGNATURE].to_str().expect("text");
    let (seconds, signature) = header.split_once(',').expect("two parts");
    let (seconds, signature) = (seconds.strip_prefix("t="), signature.strip_prefix("v1="));
    let mut keyed = Hmac::<Sha256>::new_from_slice(KEY.as_bytes()).expect("a key");
    keyed.update(format!("{}.{body}", seconds.expect("a moment")).as_bytes());
    let signature = hex::decode(signature.expect("a signature")).expect("hex");
    keyed.verify_slice(&signature).expect("the signature holds");
}

/// Somebody guesses at bob's password: an alert for a minute.
async fn guesses(site: &StaffSite) {
    for _ in 0..5 {
        site.login("bob", "wrong", "000000").await;
    }
}

async fn looks_and_sends(site: &StaffSite) {
    site.settle().await;
    notify::look(site.service()).await.expect("looked");
    notify::send(site.service()).await.expect("sent");
}

#[tokio::test]
async fn an_alert_is_sent_once_when_it_opens_and_once_when_it_closes_whatever_fails() {
    let receiver = Receiver::open(2).await;
    let site = StaffSite::open_as(receiver.settings()).await;
    site.hire("bob", &[Role::Finance], None).await;
    looks_and_sends(&site).await;
    assert_eq!(receiver.attempts(), Vec::<Value>::new(), "nothing is wrong");
    guesses(&site).await;
    looks_and_sends(&site).await;
    // Refused: not due again at once, and sent by nobody twice.
    looks_and_sends(&site).await;
    assert_eq!(receiver.attempts().len(), 1);
    for (wait_ms, attempts) in [(5_000, 2), (9_999, 2), (1, 3), (20_000, 3)] {
        site.wait_ms(wait_ms);
        looks_and_sends(&site).await;
        assert_eq!(receiver.attempts().len(), attempts, "after {wait_ms} ms");
    }
    let sent = receiver.attempts();
    assert!(sent.iter().all(|message| *message == sent[0]), "{sent:?}");
    let expected = [
        ("state", json!("open")),
        ("code", json!("staff_locked")),
        ("severity", json!("low")),
        ("count", json!(1)),
        ("path", json!("/desks/accounts")),
        ("sequence", json!(1)),
    ];
    for (field, value) in expected {
        assert_eq!(sent[0][field], value, "{field}");
    }
    assert!(!sent[0].to_string().contains("bob"));
    // After a restart nothing is sent again.
    let again = site.neighbour_with(receiver.settings()).await;
    notify::look(again.service()).await.expect("looked");
    notify::send(again.service()).await.expect("sent");
    assert_eq!(receiver.attempts().len(), 3);
    site.wait_ms(60_000);
    looks_and_sends(&site).await;
    looks_and_sends(&site).await;
    let sent = receiver.attempts();
    assert_eq!(sent.len(), 4);
    assert_eq!((&sent[3]["state"], &sent[3]["count"]), (&json!("closed"), &json!(0)));
    assert_ne!(sent[3]["id"], sent[0]["id"]);
}

/// Whether operators see that large stakes are closed. Figures are those of the whole process, so a scrape of another
/// test may come between: its service has them open.
async fn shows_closed_stakes(site: &StaffSite) -> bool {
    for _ in 0..10 {
        let text = String::from_utf8(site.get("/metrics").await.body().to_vec()).expect("text");
        if text.lines().any(|line| line == "ledger_stakes_closed 1") {
            return true;
        }
    }
    false
}

#[tokio::test]
async fn finance_is_paged_once_when_what_there_is_no_longer_covers_what_is_owed() {
    let receiver = Receiver::open(0).await;
    let site = StaffSite::open_as(receiver.settings()).await;
    let [lea, leo] = [
        site.clerk("lea", &[Role::FinanceLead]).await,
        site.clerk("leo", &[Role::FinanceLead]).await,
    ];
    // Tokens of 45,000 USDT beside a reserve of 50,000.
    site.player(1).await.given(Purse::Gusd, 45_000_000_000).await;
    looks_and_sends(&site).await;
    Checks::default().tick(&site.ledger).await.expect("checked");
    looks_and_sends(&site).await;
    assert_eq!(receiver.attempts(), Vec::<Value>::new(), "all is covered");
    assert!(!shows_closed_stakes(&site).await);

    moves(&site, &lea, &leo, "promo_budget", 10_000_000_000).await;
    let checks = Checks::default();
    checks.tick(&site.ledger).await.expect("checked");
    assert!(shows_closed_stakes(&site).await);
    let closed_at = site.now();
    looks_and_sends(&site).await;
    // It is checked each minute while stakes are closed, and looked at more often: nothing more is said.
    for _ in 0..2 {
        site.wait_ms(60_000);
        site.settle().await;
        checks.tick(&site.ledger).await.expect("checked");
        looks_and_sends(&site).await;
    }
    let sent = receiver.attempts();
    assert_eq!(sent.len(), 1, "{sent:?}");
    let expected = [
        ("state", json!("open")),
        ("code", json!("solvency")),
        ("severity", json!("high")),
        ("count", json!(2)),
        ("since_ms", json!(closed_at)),
        ("path", json!("/overview")),
    ];
    for (field, value) in expected {
        assert_eq!(sent[0][field], value, "{field}: {sent:?}");
    }
}

#[tokio::test]
async fn what_is_not_taken_is_an_alert_that_is_sent_to_nobody() {
    let receiver = Receiver::open(usize::MAX).await;
    let site = StaffSite::open_as(receiver.settings()).await;
    let sue = site.clerk("sue", &[Role::Security]).await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    ann.does("notifications/test", json!({})).await.refused(9001);
    sue.does("notifications/test", json!({})).await.done();
    looks_and_sends(&site).await;
    let list = ann.ask("notifications/list", json!({})).await.done().data;
    let line = &list["list"][0];
    for (field, value) in [
        ("state", json!("test")),
        ("attempts", json!(1)),
        ("problem", json!("500")),
        ("outcome", Value::Null),
    ] {
        assert_eq!(line[field], value, "{field}: {list}");
    }
    assert_eq!(
        (&list["on"], &list["undelivered_since_ms"]),
        (&json!(true), &Value::Null)
    );
    site.wait_ms(300_000);
    looks_and_sends(&site).await;
    let alerts = ann.ask("alerts/list", json!({})).await.done().data;
    assert_eq!(alerts["list"][0]["alert"], "notifications_undelivered:webhook");
    assert_eq!(alerts["list"][0]["since_ms"], line["at_ms"]);
    let list = ann.ask("notifications/list", json!({})).await.done().data;
    assert_eq!(list["undelivered_since_ms"], line["at_ms"]);
    assert!(receiver.attempts().iter().all(|message| message["state"] == "test"));
    receiver.came.send_modify(|came| came.fails = 0);
    site.wait_ms(600_000);
    looks_and_sends(&site).await;
    let list = ann.ask("notifications/list", json!({})).await.done().data;
    assert_eq!(
        (&list["list"][0]["outcome"], &list["undelivered_since_ms"]),
        (&json!("delivered"), &Value::Null)
    );
    let alerts = ann.ask("alerts/list", json!({})).await.done().data;
    assert_eq!(alerts["list"], json!([]));
}

#[tokio::test]
async fn what_was_given_up_is_sent_again_and_numbers_only_grow() {
    let receiver = Receiver::open(usize::MAX).await;
    let site = StaffSite::open_as(receiver.settings()).await;
    site.hire("bob", &[Role::Finance], None).await;
    guesses(&site).await;
    looks_and_sends(&site).await;
    site.wait_ms(7 * DAY_MS);
    notify::send(site.service()).await.expect("given up");
    receiver.came.send_modify(|came| came.fails = 0);
    guesses(&site).await;
    looks_and_sends(&site).await;
    let sent = receiver.attempts();
    let open = sent.last().expect("a message");
    assert_eq!((&open["state"], &open["sequence"]), (&json!("open"), &json!(2)));
    site.wait_ms(60_000);
    looks_and_sends(&site).await;
    // Everything but the newest row is removed after a while.
    site.wait_ms(31 * DAY_MS);
    looks_and_sends(&site).await;
    guesses(&site).await;
    looks_and_sends(&site).await;
    let sequences: Vec<Value> = receiver.attempts().iter().map(|one| one["sequence"].clone()).collect();
    assert_eq!(sequences, [1, 2, 3, 4], "open that failed, open, closed, open");
}

#[tokio::test]
async fn without_a_webhook_nothing_is_sent() {
    let site = StaffSite::open().await;
    let sue = site.clerk("sue", &[Role::Security]).await;
    let refused = sue.does("notifications/test", json!({})).await.refused(-1006);
    assert_eq!(refused["finding"]["code"], "notify_off");
    let list = sue.ask("notifications/list", json!({})).await.done().data;
    assert_eq!((&list["on"], &list["list"]), (&json!(false), &json!([])));
}

#[tokio::test]
async fn of_two_processes_one_sends_and_a_stop_ends_both() {
    let receiver = Receiver::open(0).await;
    let site = StaffSite::open_as(receiver.settings()).await;
    let other = site.neighbour_with(receiver.settings()).await;
    site.hire("bob", &[Role::Finance], None).await;
    guesses(&site).await;
    let (stop, stopped) = watch::channel(false);
    let runs = [site.service(), other.service()].map(|app| tokio::spawn(notify::run(app.clone(), stopped.clone())));
    let mut came = receiver.came.subscribe();
    let first = tokio::time::timeout(SOON, came.wait_for(|came| !came.messages.is_empty())).await;
    drop(first.expect("in time").expect("a receiver"));
    stop.send(true).expect("they listen");
    for run in runs {
        tokio::time::timeout(SOON, run)
            .await
            .expect("in time")
            .expect("it ends");
    }
    assert_eq!(receiver.attempts().len(), 1);
}
