//! Sessions: whom a token opens, and for how long (T-72).

use crate::test_app::{self, TestApp};
use hyper::Method;
use ledger::testing::owner_of;
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

const PHONE: &str = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Mobile Safari/537.36";
const TABLET: &str = "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15";

/// The token of another session of a player, opened by a browser of this name with a launch of its own.
async fn open_on(app: &TestApp, tg_id: i64, agent: &str) -> String {
    app.wait_ms(1_000);
    open_by(app, &app.launch(tg_id, None), agent).await
}

async fn open_by(app: &TestApp, launch: &str, agent: &str) -> String {
    let body = json!({ "ts": app.now(), "init_data": launch, "inviter": "" });
    let headers = [("content-type", "application/json"), ("user-agent", agent)];
    let response = app.send(
        Method::POST,
        "/api/v1/login/telegram",
        &headers,
        body.to_string().into(),
    );
    let answer = test_app::read(response.await).done();
    answer.data["token"].as_str().expect("a token").to_owned()
}

async fn sessions(app: &TestApp, token: &str) -> Vec<Value> {
    let answer = app.post("session/list", json!({ "token": token })).await.done();
    answer.data["list"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn a_player_sees_where_the_account_is_open_and_ends_one_or_all_others() {
    let app = TestApp::open().await;
    let phone = open_on(&app, 1, PHONE).await;
    let tablet = open_on(&app, 1, TABLET).await;
    let other = open_on(&app, 1, "curl").await;
    let stranger = open_on(&app, 2, PHONE).await;
    let seen = sessions(&app, &phone).await;
    let shown: Vec<_> = seen
        .iter()
        .map(|line| (line["device"].clone(), line["current"].clone()))
        .collect();
    assert_eq!(
        shown,
        [("unknown", false), ("ios", false), ("android", true)]
            .map(|(device, current)| (json!(device), json!(current)))
    );
    assert_eq!(seen[0]["created_at"], json!(app.now() - 1_000));
    let end = |token: &str, session: &Value| app.post("session/end", json!({ "token": token, "session": session }));
    let of_tablet = &seen[1]["session"];
    // Nobody ends a session of somebody else.
    assert_eq!(
        end(&stranger, of_tablet).await.done().data["list"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    assert!(is_open(&app, &tablet).await);
    for _twice in 0..2 {
        let left = end(&phone, of_tablet).await.done().data["list"].clone();
        assert_eq!(left.as_array().map(Vec::len), Some(2));
    }
    assert!(!is_open(&app, &tablet).await && is_open(&app, &other).await);
    end(&phone, &Value::Null).await.done();
    assert!(!is_open(&app, &other).await && is_open(&app, &phone).await);
    assert!(is_open(&app, &stranger).await);
    let left = sessions(&app, &phone).await;
    assert_eq!((left.len(), &left[0]["current"]), (1, &json!(true)));
}

#[tokio::test]
async fn an_expired_session_is_in_no_list() {
    let app = TestApp::open().await;
    open_on(&app, 1, PHONE).await;
    app.wait_ms(6 * DAY_MS);
    let tablet = open_on(&app, 1, TABLET).await;
    assert_eq!(sessions(&app, &tablet).await.len(), 2);
    app.wait_ms(DAY_MS);
    assert_eq!(sessions(&app, &tablet).await.len(), 1);
}

#[tokio::test]
async fn a_session_of_an_older_process_has_no_launch_and_ends_as_well() {
    let app = TestApp::open().await;
    let (phone, tablet) = (open_on(&app, 1, PHONE).await, open_on(&app, 1, TABLET).await);
    let older = sqlx::query("update sessions set launch = null, device = ''");
    older.execute(&mut owner_of(&app.ledger).await).await.expect("older");
    app.post("session/end", json!({ "token": phone })).await.done();
    assert!(is_open(&app, &phone).await && !is_open(&app, &tablet).await);
    assert_eq!(sessions(&app, &phone).await[0]["device"], "unknown");
}

#[tokio::test]
async fn the_launch_of_an_ended_session_opens_no_other_t_35() {
    let app = TestApp::open().await;
    let phone = open_on(&app, 1, PHONE).await;
    app.wait_ms(1_000);
    let launch = app.launch(1, None);
    let tablet = open_by(&app, &launch, TABLET).await;
    // The page was loaded again, and once more on the phone with what it had.
    let again = open_by(&app, &launch, TABLET).await;
    let seen = sessions(&app, &tablet).await;
    let end = json!({ "token": tablet, "session": seen[0]["session"] });
    app.post("session/end", end).await.done();
    assert!(is_open(&app, &tablet).await != is_open(&app, &again).await);
    let left = open_by(&app, &launch, TABLET).await;
    app.post("session/end", json!({ "token": phone })).await.done();
    assert!(!is_open(&app, &left).await);
    app.login(&launch, "").await.refused(-1001);
    app.wait_ms(1_000);
    app.login(&app.launch(1, None), "").await.done();
    app.login(&app.launch(2, None), "").await.done();
    app.wait_ms(2 * DAY_MS);
    // Somebody new: what is over by the time of the log is taken away.
    app.login(&app.launch(3, None), "").await.done();
    let kept: i64 = sqlx::query_scalar("select count(*) from ended_launches")
        .fetch_one(app.ledger.pool())
        .await
        .expect("a count");
    assert_eq!(kept, 0, "nobody could use it any more");
}

/// How much the log and the vault hold, the owner's devices among it.
async fn written(app: &TestApp) -> (i64, String) {
    let all = "select (select count(*) from events),
                      (select string_agg(md5(v::text), ' ' order by v::text) from vault_records v)
                      || (select count(*) from vault_fingerprints)";
    sqlx::query_as(all).fetch_one(app.ledger.pool()).await.expect("counts")
}

#[tokio::test]
async fn a_launch_that_somebody_copied_opens_nothing_on_another_device_t_35() {
    let app = TestApp::open().await;
    let launch = app.launch(1, None);
    let login = async |device: &str, agent: &str| {
        let body = json!({ "ts": app.now(), "init_data": launch, "inviter": "", "device": device });
        let headers = [("content-type", "application/json"), ("user-agent", agent)];
        let path = "/api/v1/login/telegram";
        let response = app.send(Method::POST, path, &headers, body.to_string().into());
        test_app::read(response.await)
    };
    login("my-telephone", PHONE).await.done();
    let before = written(&app).await;
    for (device, agent) in [("another", PHONE), ("", PHONE), ("", "curl")] {
        login(device, agent).await.refused(-1001);
    }
    assert_eq!(written(&app).await, before, "the owner's account was changed");
    // A page that is loaded again, even by a browser that was brought up to date.
    login("my-telephone", TABLET).await.done();
    let kept: i64 = sqlx::query_scalar("select count(*) from sessions")
        .fetch_one(app.ledger.pool())
        .await
        .expect("a count");
    assert_eq!(kept, 2);
    app.wait_ms(2 * DAY_MS);
    app.player(2).await;
    let kept: i64 = sqlx::query_scalar("select count(*) from spent_launches")
        .fetch_one(app.ledger.pool())
        .await
        .expect("a count");
    assert_eq!(kept, 1, "the old one is taken away");
}
