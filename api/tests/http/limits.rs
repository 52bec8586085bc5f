//! Limits of requests, and what they answer.

use crate::test_app::TestApp;
use api::app::{App, Settings};
use api::auth::launch_data::LaunchVerifier;
use api::auth::session::TURNS;
use api::limits::{Class, Limits, Subject};
use api::serve;
use domain::config::Config;
use domain::ids::PlayerId;
use hyper::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

async fn standard_app(trusted_proxies: u8) -> TestApp {
    TestApp::open_with(
        Config::standard(),
        Settings {
            trusted_proxies,
            ..Settings::default()
        },
    )
    .await
}

#[tokio::test]
async fn logins_are_counted_by_address_and_welcome_again_later() {
    let app = standard_app(0).await;
    for tg_id in 1..=10 {
        app.login(&app.launch(tg_id, None), "").await.done();
    }
    let refused = app.login(&app.launch(11, None), "").await.refused(-1005);
    let retry_after_ms = refused["retry_after_ms"].as_i64().expect("a time");
    assert!((1..=6_001).contains(&retry_after_ms), "{retry_after_ms}");
    app.wait_ms(retry_after_ms);
    app.login(&app.launch(11, None), "").await.done();
}

#[tokio::test]
async fn each_class_has_its_own_limit_for_each_player() {
    let app = standard_app(0).await;
    let (angler, other) = (app.player(1).await, app.player(2).await);
    for _ in 0..5 {
        assert_ne!(angler.call("signin/sign", json!({})).await.error, -1005);
    }
    angler.call("signin/sign", json!({})).await.refused(-1005);
    angler.call("fishing/receive_free_coin", json!({})).await.refused(-1005);
    assert_ne!(other.call("signin/sign", json!({})).await.error, -1005);
    for _ in 0..60 {
        angler.call("user/info", json!({})).await.done();
    }
    angler.call("fishing/config", json!({})).await.refused(-1005);
    other.call("fishing/config", json!({})).await.done();
    let cast = json!({ "dive_id": crate::angler::fresh(), "seq": 1, "shield": false });
    for _ in 0..24 {
        angler.call("fishing/cast", cast.clone()).await.refused(3001);
    }
    angler.call("fishing/cast", cast).await.refused(-1005);
}

#[tokio::test]
async fn guessing_tokens_is_counted_by_address_and_does_not_touch_players() {
    let app = standard_app(0).await;
    let angler = app.player(1).await;
    let guess = |number: u32| json!({ "token": format!("{number:064x}") });
    for number in 0..60 {
        app.post("user/info", guess(number)).await.refused(-1000);
    }
    app.post("user/info", guess(60)).await.refused(-1005);
    angler.call("user/info", json!({})).await.done();
    // Nor where the session is not in memory.
    let elsewhere = app.neighbour().await;
    for number in 0..60 {
        elsewhere.post("user/info", guess(number)).await;
    }
    elsewhere.post("user/info", guess(60)).await.refused(-1005);
    let body = json!({ "ts": app.now(), "token": angler.token });
    elsewhere.post("user/info", body.clone()).await.done();
    // Whoever comes from there and is not in memory waits for the turn of the address.
    let third = app.neighbour().await;
    for number in 0..60 {
        third.post("user/info", guess(number)).await;
    }
    let mut turns = Vec::new();
    for _ in 0..TURNS {
        turns.push(third.service().sessions().turn().await);
    }
    let mut waits = std::pin::pin!(third.post("user/info", body));
    tokio::select! {
        _ = &mut waits => panic!("it is not its turn"),
        _ = app.player(2) => {}
    }
    turns.clear();
    waits.await.done();
}

#[tokio::test]
async fn made_up_forwarding_headers_change_nothing_and_a_trusted_proxy_s_do_t_69() {
    let login = async |app: &TestApp, tg_id: i64, header: &str| {
        let body = json!({ "ts": app.now(), "init_data": app.launch(tg_id, None) }).to_string();
        let headers = [("x-forwarded-for", header)];
        let response = app
            .send(Method::POST, "/api/v1/login/telegram", &headers, body.into())
            .await;
        serde_json::from_slice::<Value>(response.body()).expect("an envelope")["error"].as_i64()
    };
    let app = standard_app(0).await;
    for tg_id in 1..=10 {
        assert_eq!(login(&app, tg_id, &format!("198.51.100.{tg_id}")).await, Some(0));
    }
    assert_eq!(login(&app, 11, "198.51.100.99").await, Some(-1005));

    let app = standard_app(1).await;
    for tg_id in 1..=10 {
        assert_eq!(login(&app, tg_id, "192.0.2.1, 2001:db8:0:1::5").await, Some(0));
    }
    assert_eq!(login(&app, 11, "192.0.2.77, 2001:db8:0:1::6").await, Some(-1005));
    assert_eq!(login(&app, 12, "192.0.2.1, 2001:db8:0:2::5").await, Some(0));
}

#[tokio::test]
async fn who_does_not_send_the_body_holds_no_permit() {
    let ledger = ledger::testing::ledger(1).await;
    let limited = App::new(ledger, LaunchVerifier::new("7:token"), Settings::default());
    let permits = || {
        std::iter::from_fn(|| limited.call_permit().ok())
            .collect::<Vec<_>>()
            .len()
    };
    let free = permits();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let served = tokio::spawn(serve::serve(limited.clone(), listener, std::future::pending()));
    let mut connection = TcpStream::connect(address).await.expect("a connection");
    let head = "POST /api/v1/signin/sign HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n";
    connection.write_all(head.as_bytes()).await.expect("sent");
    let mut go_on = [0; 25];
    connection.read_exact(&mut go_on).await.expect("a word");
    assert_eq!(
        go_on.as_slice(),
        b"HTTP/1.1 100 Continue\r\n\r\n",
        "the call waits for its body"
    );
    assert!(free > 1_000 && permits() == free);
    served.abort();
}

#[tokio::test]
async fn what_one_process_lets_pass_counts_in_every_other_one() {
    let app = standard_app(0).await;
    let (ledger, neighbour) = (&app.ledger, app.neighbour().await);
    let (here, there) = (Limits::default(), Limits::default());
    let subject = Subject::Player(PlayerId::of_messenger(1));
    let now = || ledger.clock().now();
    let passes = |limits: &Limits| {
        (0..60)
            .filter(|_| limits.count(subject, Class::Other, 60, now()).is_ok())
            .count()
    };
    assert_eq!(passes(&here), 60);
    here.exchange(ledger).await.expect("sent");
    // A quarter passes before the other one asks, and nothing after it.
    for _ in 0..15 {
        assert!(there.count(subject, Class::Other, 60, now()).is_ok());
    }
    there.exchange(&neighbour.ledger).await.expect("sent");
    assert_eq!(passes(&there), 0);
    // What was too much is paid back by waiting: what the first one does not know yet is what it lets pass now.
    app.wait_ms(15_000);
    assert_eq!((passes(&there), passes(&here)), (0, 15));
    here.exchange(ledger).await.expect("sent");
    assert_eq!(passes(&here), 0);
    app.wait_ms(3_600_000);
    assert_eq!(passes(&there), 60);
    let other = Subject::Player(PlayerId::of_messenger(2));
    // What was not sent when it was over is not counted from the moment of sending.
    let late = Subject::Player(PlayerId::of_messenger(3));
    for _ in 0..20 {
        assert!(here.count(late, Class::Other, 60, now()).is_ok());
    }
    app.wait_ms(3_600_000);
    here.exchange(ledger).await.expect("sent");
    let passed = (0..60).filter(|_| here.count(late, Class::Other, 60, now()).is_ok());
    assert_eq!(passed.count(), 60);
    assert!(here.count(other, Class::Other, 60, now()).is_ok());
}
