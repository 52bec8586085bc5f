//! The product's numbers: proposed by one person, approved by another, in force from their time on (api §4.1).

use crate::test_app::TestApp;
use domain::config::{Propose, Section, SectionCommand};
use domain::posting::Purse;
use domain::time::Timestamp;
use ledger::{Plain, Reply, Request, StreamId};
use serde_json::{Value, json};

async fn ask(app: &TestApp, section: Section, command: SectionCommand) -> Reply {
    let id = StreamId::house(&section.stream());
    let reply = app
        .ledger
        .sections()
        .execute(&id, command, Request::default(), Plain)
        .await;
    reply.expect("a reply")
}

async fn propose(app: &TestApp, section: Section, change: impl FnOnce(&mut Value), at: i64) -> Reply {
    let mut body = app.ledger.current_config().section(section);
    change(&mut body);
    let propose = Propose {
        section,
        body,
        author: "ann".into(),
        reason: "a test".into(),
        effective_at: Timestamp(at),
        replaces: 0,
    };
    ask(app, section, SectionCommand::Propose(propose)).await
}

async fn approve(app: &TestApp, section: Section, approver: &str) -> Reply {
    let approver = approver.to_owned();
    let reply = ask(app, section, SectionCommand::Approve { version: 1, approver }).await;
    app.ledger.refresh().await.expect("read");
    reply
}

#[tokio::test]
async fn a_proposal_that_another_person_approved_holds_from_its_time_on() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let at = app.now() + 3_600_000;
    let proposed = propose(&app, Section::Coins, |body| body["signin"][0] = json!([777, 0]), at).await;
    assert!(proposed.is_accepted(), "{proposed:?}");
    assert_eq!(approve(&app, Section::Coins, "ann").await.code, 9002);
    assert!(approve(&app, Section::Coins, "bo").await.is_accepted());
    let today = async || angler.read("signin/info").await["days"][0]["coin"].clone();
    assert_eq!(today().await, 100);
    app.wait_ms(3_600_000);
    app.ledger.refresh().await.expect("read");
    assert_eq!(today().await, 777);
    let before = app.ledger.current_config().version;
    assert_eq!(angler.call("signin/sign", json!({})).await.done().data["coin"], 777);
    let line = angler.read("wallet/history").await["list"][0]["why"].clone();
    assert_eq!(
        (&line["rule"], &line["config_version"]),
        (&json!("signin.ladder"), &json!(before))
    );
}

#[tokio::test]
async fn a_proposal_that_fails_a_check_is_refused_with_its_sentence() {
    let app = TestApp::open().await;
    let refused = propose(&app, Section::Withdraw, |body| body["step"] = json!("0.000000"), 0).await;
    assert_eq!(refused.code, -1006);
    assert!(refused.message.contains("step is above nothing"), "{}", refused.message);
    let unread = propose(&app, Section::Withdraw, |body| body["stepp"] = json!(1), 0).await;
    assert!(unread.message.contains("stepp"), "{}", unread.message);
}

#[tokio::test]
async fn an_open_dive_keeps_the_table_it_started_with() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPaid, 10_000).await;
    let dive = angler.dives(10).await;
    let table = app.ledger.current_config().table_hash();
    let renamed = |body: &mut Value| body["paytable"]["version"] = json!("pt-2");
    let proposed = propose(&app, Section::Game, renamed, 0).await;
    assert!(proposed.is_accepted(), "{proposed:?}");
    assert!(approve(&app, Section::Game, "bo").await.is_accepted());
    let newer = app.ledger.current_config().table_hash();
    assert_ne!(newer, table);
    angler.casts(&dive, 1).await.done();
    angler.surfaces(&dive).await.done();
    app.settle().await;
    let answer = angler
        .call("fishing/dive_detail", json!({ "dive_id": dive }))
        .await
        .done()
        .data;
    assert_eq!(answer["table_hash"], json!(table));
    let next = angler.dives(10).await;
    app.settle().await;
    let answer = angler
        .call("fishing/dive_detail", json!({ "dive_id": next }))
        .await
        .done()
        .data;
    assert_eq!(answer["table_hash"], json!(newer));
}
