//! Sessions: whom a token opens, and for how long (T-72).

use crate::test_app::TestApp;
use serde_json::{Value, json};

const DAY_MS: i64 = 86_400_000;

async fn is_open(app: &TestApp, token: &str) -> bool {
    let answer = app.post("user/info", json!({ "token": token })).await;
    assert!(matches!(answer.error, 0 | -1000), "{answer:?}");
    answer.error == 0
}

#[tokio::test]
async fn every_failure_is_one_answer() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let (upper, cut) = (angler.token.to_uppercase(), angler.token[..63].to_owned());
    let zeros = "0".repeat(64);
    for token in [
        json!(""),
        json!(zeros),
        json!(upper),
        json!(cut),
        json!("'"),
        json!(5),
        Value::Null,
        json!(["x"]),
        json!("a\0"),
    ] {
        let answer = app.post("user/info", json!({ "token": token })).await;
        assert_eq!(answer.message, "Session expired, please reopen");
        assert_eq!(answer.refused(-1000), Value::Null, "{token}");
    }
    assert_eq!(app.post("user/info", json!({})).await.refused(-1000), Value::Null);
}

#[tokio::test]
async fn a_session_ends_seven_days_after_its_last_use() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    app.wait_ms(7 * DAY_MS - 1);
    assert!(is_open(&app, &angler.token).await);
    app.wait_ms(7 * DAY_MS - 1);
    assert!(is_open(&app, &angler.token).await);
    app.wait_ms(7 * DAY_MS);
    assert!(!is_open(&app, &angler.token).await);
}

#[tokio::test]
async fn a_session_ends_thirty_days_after_its_login_however_busy() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    for _ in 0..29 {
        app.wait_ms(DAY_MS);
        assert!(is_open(&app, &angler.token).await);
    }
    app.wait_ms(DAY_MS);
    assert!(!is_open(&app, &angler.token).await);
}

#[tokio::test]
async fn the_sixth_session_ends_the_oldest() {
    let app = TestApp::open().await;
    let mut tokens = Vec::new();
    for _ in 0..6 {
        tokens.push(app.player(1).await.token);
    }
    assert!(!is_open(&app, &tokens[0]).await);
    for token in &tokens[1..] {
        assert!(is_open(&app, token).await);
    }
    let elsewhere = app.neighbour().await;
    assert!(!is_open(&elsewhere, &tokens[0]).await);
    assert!(is_open(&elsewhere, &tokens[1]).await);
}

#[tokio::test]
async fn ended_sessions_are_taken_away_and_no_token_is_kept() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    app.wait_ms(7 * DAY_MS);
    app.player(2).await;
    let kept: i64 = sqlx::query_scalar("select count(*) from sessions")
        .fetch_one(app.ledger.pool())
        .await
        .expect("a count");
    assert_eq!(kept, 1);
    let raw: i64 = sqlx::query_scalar("select count(*) from sessions where encode(token_hash, 'hex') = $1")
        .bind(&angler.token)
        .fetch_one(app.ledger.pool())
        .await
        .expect("a count");
    assert_eq!(raw, 0);
}
