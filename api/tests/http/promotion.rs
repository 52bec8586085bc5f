//! Tasks.

use crate::angler::Angler;
use crate::test_app::{Answer, TestApp};
use api::app::Settings;
use api::messenger::stand_in::StandIn;
use domain::config::Config;
use domain::config::promotion::{Task, TaskKind};
use domain::time::Timestamp;
use serde_json::{Value, json};
use workers::offers;

const PACE_MS: i64 = 10_000;

/// A service whose messenger is a stand-in, with tasks of these kinds named `a`, `b`, ...
async fn with(stand_in: &StandIn, kinds: Vec<TaskKind>, change: impl Fn(&mut Vec<Task>)) -> TestApp {
    let mut config = Config::demo();
    let pattern = config.promotion.tasks[0].clone();
    let tasks = kinds.into_iter().zip('a'..).map(|(kind, name)| Task {
        task_id: name.to_string(),
        kind,
        ..pattern.clone()
    });
    config.promotion.tasks = tasks.collect();
    change(&mut config.promotion.tasks);
    let settings = Settings {
        messenger: Some(stand_in.access()),
        ..Settings::default()
    };
    TestApp::open_with(config, settings).await
}

fn channel() -> TaskKind {
    TaskKind::TgChannel {
        channel: "fishing".into(),
    }
}

async fn verifies(angler: &Angler<'_>, task_id: &str) -> Answer {
    angler.call("promotion/verify", json!({ "task_id": task_id })).await
}

async fn receives(angler: &Angler<'_>, task_id: &str) -> Answer {
    angler.call("promotion/receive", json!({ "task_id": task_id })).await
}

async fn state(angler: &Angler<'_>, place: usize) -> Value {
    angler.read("promotion/list").await["list"][place]["state"].clone()
}

#[tokio::test]
async fn a_member_of_the_channel_is_rewarded_once_and_asked_twice() {
    let stand_in = StandIn::start().await.expect("a port");
    let app = with(&stand_in, vec![channel()], |_| {}).await;
    let angler = app.player(7).await;
    let listed = angler.read("promotion/list").await;
    assert_eq!(
        listed["list"][0],
        json!({
            "task_id": "a", "type": "tg_channel", "title": "Read the rules", "desc": "Open the game rules",
            "link": "#/info", "reward": { "coin": 100, "diamond": 0, "gusd_bonus": "0.00" }, "progress": 0,
            "target": 1, "state": "open", "verify_after": null, "ends_at": null
        })
    );
    receives(&angler, "a").await.refused(8004);
    verifies(&angler, "a").await.refused(8003);
    stand_in.join("fishing", 7);
    let early = verifies(&angler, "a").await.refused(8005);
    assert!(early["verify_after"].as_i64() > Some(app.now()), "{early}");
    app.wait_ms(PACE_MS);
    let task = verifies(&angler, "a").await.done().data["task"].clone();
    assert_eq!((&task["state"], &task["progress"]), (&json!("verified"), &json!(1)));
    assert_eq!(task["verify_after"], app.now() + PACE_MS);
    verifies(&angler, "a").await.refused(8005);
    stand_in.leave("fishing", 7);
    receives(&angler, "a").await.refused(8003);
    stand_in.join("fishing", 7);
    let received = receives(&angler, "a").await.done().data;
    assert_eq!(
        (&received["task"]["state"], &received["asset"]["coin_promo"]),
        (&json!("received"), &json!(100))
    );
    receives(&angler, "a").await.refused(4001);
    verifies(&angler, "a").await.refused(4001);
    assert_eq!(angler.read("fishing/player_info").await["asset"]["coin"], 100);
}

#[tokio::test]
async fn a_messenger_that_does_not_answer_changes_nothing() {
    // Threat T-43.
    let stand_in = StandIn::start().await.expect("a port");
    let app = with(&stand_in, vec![channel()], |_| {}).await;
    let angler = app.player(7).await;
    stand_in.join("fishing", 7);
    stand_in.fail(true);
    let before = app.facts().await;
    verifies(&angler, "a").await.refused(8006);
    assert_eq!(app.facts().await, before);
    stand_in.fail(false);
    app.wait_ms(PACE_MS);
    verifies(&angler, "a").await.done();
    stand_in.fail(true);
    receives(&angler, "a").await.refused(8006);
    assert_eq!(state(&angler, 0).await, "verified");
}

#[tokio::test]
async fn a_link_is_opened_first_and_verified_a_quarter_of_a_minute_later() {
    let stand_in = StandIn::start().await.expect("a port");
    let app = with(&stand_in, vec![TaskKind::VisitLink, TaskKind::SigninN(1)], |_| {}).await;
    let angler = app.player(7).await;
    let task = verifies(&angler, "a").await.done().data["task"].clone();
    assert_eq!(
        (&task["state"], &task["verify_after"]),
        (&json!("open"), &json!(app.now() + 15_000))
    );
    receives(&angler, "a").await.refused(8004);
    app.wait_ms(14_999);
    verifies(&angler, "a").await.refused(8005);
    app.wait_ms(1);
    verifies(&angler, "a").await.done();
    receives(&angler, "a").await.done();
    verifies(&angler, "b").await.refused(8003);
    angler.call("signin/sign", json!({})).await.done();
    app.wait_ms(PACE_MS);
    assert_eq!(angler.read("promotion/list").await["list"][1]["progress"], 1);
    verifies(&angler, "b").await.done();
    receives(&angler, "b").await.done();
}

#[tokio::test]
async fn a_task_that_is_unknown_over_or_used_up_is_refused_for_that_reason() {
    let stand_in = StandIn::start().await.expect("a port");
    let limited = |tasks: &mut Vec<Task>| {
        tasks[0].to = Some(Timestamp(1));
        tasks[1].stock = Some(1);
    };
    let app = with(&stand_in, vec![channel(), channel()], limited).await;
    let (first, second) = (app.player(7).await, app.player(8).await);
    offers::tick(&app.ledger).await.expect("offered");
    stand_in.let_everybody_in();
    verifies(&first, "nothing").await.refused(8001);
    receives(&first, "nothing").await.refused(8001);
    verifies(&first, "a").await.refused(8002);
    receives(&first, "a").await.refused(8002);
    for angler in [&first, &second] {
        verifies(angler, "b").await.done();
    }
    let received = receives(&first, "b").await.done().data;
    assert_eq!(received["asset"]["coin_promo"], 100);
    receives(&second, "b").await.refused(8002);
    let listed = second.read("promotion/list").await;
    assert_eq!(
        (listed["list"][0]["task_id"].clone(), state(&second, 0).await),
        (json!("b"), json!("closed"))
    );
    receives(&first, "b").await.refused(4001);
}
