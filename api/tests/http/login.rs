//! Login with the messenger's launch data.

use crate::test_app::{BOT_TOKEN, TestApp};
use api::auth::launch_data::{LaunchUser, sign};
use serde_json::{Value, json};

#[tokio::test]
async fn the_first_login_registers_and_the_next_finds_the_same_player() {
    let app = TestApp::open().await;
    let first = app.login(&app.launch(7, None), "").await.done().data;
    assert_eq!(
        (&first["is_new"], &first["inviter_applied"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(first["expires_at"], app.now() + 7 * 86_400_000);
    let facts = app.facts().await;
    let second = app.login(&app.launch(7, None), "").await.done().data;
    assert_eq!((&second["is_new"], &second["user"]), (&json!(false), &first["user"]));
    assert_ne!(second["token"], first["token"]);
    assert_eq!(app.facts().await, facts);
}

#[tokio::test]
async fn a_storm_of_first_logins_makes_one_player_t_35() {
    let app = TestApp::open().await;
    let launch = app.launch(7, None);
    let mut answers = Vec::new();
    let (a, b, c, d) = tokio::join!(
        app.login(&launch, ""),
        app.login(&launch, ""),
        app.login(&launch, ""),
        app.login(&launch, "")
    );
    answers.extend([a, b, c, d].map(|answer| answer.done().data));
    assert_eq!(answers.iter().filter(|data| data["is_new"] == true).count(), 1);
    assert!(answers.iter().all(|data| data["user"] == answers[0]["user"]));
}

#[tokio::test]
async fn launch_data_that_proves_nothing_is_one_answer_t_34_t_35_t_36() {
    let app = TestApp::open().await;
    let good = app.launch(7, None);
    let user = LaunchUser {
        tg_id: 7,
        first_name: "Ann".into(),
        ..LaunchUser::default()
    };
    let now_s = app.now() / 1_000;
    let facts = app.facts().await;
    for launch in [
        String::new(),
        "x".repeat(10_000),
        good.replace("Angler", "Ongler"),
        good.replace("&hash=", "&hash=0"),
        format!("{good}&query_id=1"),
        format!("{good}&{good}"),
        sign("2:another bot", &user, None, now_s),
        sign(BOT_TOKEN, &user, None, now_s - 86_401),
        sign(BOT_TOKEN, &user, None, now_s + 31),
        sign(
            BOT_TOKEN,
            &LaunchUser {
                tg_id: 0,
                ..user.clone()
            },
            None,
            now_s,
        ),
    ] {
        let answer = app.login(&launch, "").await;
        assert_eq!(answer.message, "Launch data is invalid or too old");
        assert_eq!(answer.refused(-1001), Value::Null, "{launch:.80}");
    }
    assert_eq!(app.facts().await, facts);
    app.login(&sign(BOT_TOKEN, &user, None, now_s - 86_400), "")
        .await
        .done();
}

#[tokio::test]
async fn the_signed_link_names_the_inviter_and_the_body_only_when_it_does_not() {
    let app = TestApp::open().await;
    let (ann, bob) = (app.player(1).await, app.player(2).await);
    let codes = |answer: &Value| {
        (
            answer["inviter_applied"].clone(),
            answer["user"]["inviter_scode"].clone(),
        )
    };
    for (tg_id, link, body, expected) in [
        (
            10,
            Some(format!("r_{}", ann.scode)),
            bob.scode.clone(),
            (json!(true), json!(ann.scode)),
        ),
        (11, None, bob.scode.clone(), (json!(true), json!(bob.scode))),
        (
            12,
            None,
            format!("r_{}__p_0123456789", bob.scode),
            (json!(true), json!(bob.scode)),
        ),
        (
            13,
            Some("p_0123456789".into()),
            ann.scode.clone(),
            (json!(true), json!(ann.scode)),
        ),
        (
            14,
            Some("r_ZZZZZZZZ".into()),
            bob.scode.clone(),
            (json!(false), Value::Null),
        ),
        (15, None, "ZZZZZZZZ".into(), (json!(false), Value::Null)),
        (16, None, "javascript:alert(1)".into(), (json!(false), Value::Null)),
    ] {
        app.wait_ms(1);
        let answer = app.login(&app.launch(tg_id, link.as_deref()), &body).await.done().data;
        assert_eq!(codes(&answer), expected, "{link:?} {body}");
    }
    app.wait_ms(1);
    let later = app.login(&app.launch(15, None), &ann.scode).await.done().data;
    assert_eq!(codes(&later), (json!(false), Value::Null));
}

#[tokio::test]
async fn names_are_shown_as_the_messenger_has_them_now_t_62() {
    let app = TestApp::open().await;
    let login = |first_name: &str, language_code: &str| {
        let user = LaunchUser {
            tg_id: 7,
            first_name: first_name.into(),
            language_code: Some(language_code.into()),
            photo_url: Some("https://t.me/a.svg".into()),
            ..LaunchUser::default()
        };
        sign(BOT_TOKEN, &user, None, app.now() / 1_000)
    };
    let first = app.login(&login("小鱼\u{202e}x", "zh-hans"), "").await.done().data;
    assert_eq!(
        (&first["user"]["nickname"], &first["user"]["lang"]),
        (&json!("小鱼x"), &json!("zh"))
    );
    assert_eq!(first["user"]["avatar"], "https://t.me/a.svg");
    let second = app.login(&login("Fish", "en"), "").await.done().data;
    assert_eq!(
        (&second["user"]["nickname"], &second["user"]["lang"]),
        (&json!("Fish"), &json!("zh"))
    );

    let refused = app
        .post("signin/sign", json!({ "token": second["token"], "req_id": "x" }))
        .await;
    assert_eq!((refused.error, refused.message.as_str()), (-1006, "Invalid request"));
    let answer = app
        .post(
            "team/bind",
            json!({ "token": second["token"], "code": "", "req_id": crate::angler::fresh() }),
        )
        .await;
    assert_eq!((answer.error, answer.message.as_str()), (7001, "邀请码无效"));
}

#[tokio::test]
async fn a_frozen_account_and_a_blocked_region_are_refused_at_the_login() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let launch = app.launch(1, None);
    app.publish(|config| config.region.default_mode = domain::config::region::Mode::Blocked)
        .await;
    app.login(&launch, "").await.refused(-1004);
    let (staff, reason) = ("risk".to_owned(), "a ring".to_owned());
    let freeze = domain::player::freeze::Freeze { staff, reason };
    ledger::testing::players::must(&app.ledger, angler.id, freeze).await;
    app.login(&launch, "").await.refused(-1002);
    // A session that is open shows why.
    let user = angler.read("user/info").await["user"].clone();
    assert_eq!(
        (&user["frozen"], &user["region_mode"]),
        (&json!(true), &json!("blocked"))
    );
}
