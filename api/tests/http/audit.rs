//! The audit finds nothing in books that players made, and each of its laws finds what breaks it.

pub mod demanded;
mod draws;
mod forgeries;
mod shares;
pub mod signatures;
mod steps;

use crate::angler::fresh;
use crate::race::prepare;
use crate::races::{BY_NAME, RACES};
use crate::test_app::TestApp;
use api::app::Settings;
use domain::config::Config;
use domain::posting::Purse;
use forgeries::forgeries;
use ledger::testing::forgery;
use serde_json::json;
use sqlx::{Executor, PgConnection};
use std::collections::BTreeSet;
use workers::audit::{authority, check, count, laws, run};

/// Calls whose repetition is known by another name than a request id.
const WITHOUT_ID: [&str; 5] = [
    "signin/sign",
    "fishing/receive_free_coin",
    "vip/receive",
    "team/receive",
    "promotion/receive",
];

/// A service in which everything was done once.
pub async fn played() -> TestApp {
    let mut config = Config::demo();
    config.shop.items[2].stock = Some(1);
    let app = TestApp::open_with(config, Settings::default()).await;
    for (name, tg_id) in RACES.iter().chain(&BY_NAME).zip(100..) {
        let (angler, race) = prepare(&app, tg_id, name).await;
        let mut body = race.body.clone();
        if !WITHOUT_ID.contains(&race.call) {
            body["req_id"] = json!(fresh());
        }
        angler.call(race.call, body).await.done();
    }
    let fair = app.player(99).await;
    fair.given(Purse::CoinPaid, 1_000).await.dives_five_times().await;
    let seed = json!({ "client_seed": "angler-2" });
    fair.call("fishing/seed_rotate", seed).await.done();
    // Days have passed since the dive that one of them left alone.
    app.settle().await;
    workers::expiry::tick(&app.ledger).await.expect("done");
    ledger::books::reach_heads(app.ledger.pool()).await.expect("books");
    app
}

/// A connection that may change facts, and plant events of any kind.
pub async fn forger(app: &TestApp) -> PgConnection {
    let mut forger = forgery::forger(&app.ledger).await;
    let plant = "create function pg_temp.plant(stream text, owner text, seq bigint, kind text, body text, meta text)
         returns void language sql as $$
            insert into public.events select 0, (select coalesce(max(position), 0) + 1 from public.events where partition = 0),
                   stream, owner, seq, gen_random_uuid(), kind, '1', json_build_object(kind, body::json), meta::json, 1,
                   decode(repeat('00', 32), 'hex'), decode(repeat('00', 20), 'hex') $$";
    forger.execute(plant).await.expect(plant);
    forger
}

/// The law of two people (I-41j) finds each of these statements.
pub async fn finds_each(app: &TestApp, forgeries: &[String]) {
    let mut forger = forger(app).await;
    for statement in forgeries {
        forger.execute("begin").await.expect("begun");
        let done = forger.execute(statement.as_str()).await.expect("changed");
        let laws = authority::check(&mut forger).await.expect("read");
        forger.execute("rollback").await.expect("rolled back");
        assert!(done.rows_affected() > 0, "{statement} changes nothing");
        let law = laws.into_iter().find(|law| law.law == "I-41j").expect("the law");
        assert!(!law.holds(), "{statement}");
    }
}

/// The statement that writes `to` for all that matches `from`, in the events of a type that have it.
pub fn rewritten(kind: &str, from: &str, to: &str) -> String {
    format!(
        "update events set payload = regexp_replace(payload::text, '{from}', '{to}', 'g')::json
          where event_type = '{kind}' and payload::text ~ '{from}'"
    )
}

#[tokio::test]
async fn books_that_players_made_keep_every_law() {
    let app = played().await;
    let mut last = 0;
    let results = run(app.ledger.pool(), &mut |checked| last = checked)
        .await
        .expect("read");
    let broken: Vec<_> = results.iter().filter(|result| !result.holds()).collect();
    assert!(broken.is_empty(), "{broken:#?}");
    assert_eq!(last, count());
    let names: BTreeSet<_> = laws().map(|law| law.id).collect();
    assert_eq!(names.len(), laws().count(), "each law has a number of its own");
    // Laws of what only staff, the chain and scheduled jobs do find nothing to check here; forgeries test them.
    let idle: Vec<_> = results
        .iter()
        .filter(|result| result.compared == 0)
        .map(|result| result.law)
        .collect();
    assert_eq!(
        idle,
        [
            "I-07b", "I-42", "I-42b", "I-42c", "I-42d", "I-42e", "I-42f", "I-41b", "I-41c", "I-43", "I-25", "I-26b",
            "I-27b", "I-34", "I-09", "I-09b", "I-10", "I-10b", "I-10c", "I-32", "I-32b", "I-47", "I-30b", "I-16d",
            "I-41d", "I-41e", "I-41f", "I-41g", "I-41h", "I-41i", "I-41j", "I-41k"
        ]
    );
}

#[tokio::test]
async fn each_law_finds_what_breaks_it() {
    let app = played().await;
    let mut forger = forger(&app).await;
    let forgeries = forgeries();
    for (id, statements) in &forgeries {
        let law = laws().find(|law| law.id == *id);
        let law = law.unwrap_or_else(|| panic!("no law is {id}"));
        forger.execute("begin").await.expect("begun");
        let before = check(&mut forger, law).await.expect("read");
        for statement in statements {
            let done = forger.execute(statement.as_str()).await;
            done.unwrap_or_else(|error| panic!("{}: {statement}: {error}", law.id));
        }
        let after = check(&mut forger, law).await.expect("read");
        forger.execute("rollback").await.expect("rolled back");
        assert!(before.holds() && !after.holds() && after.first.is_some(), "{after:?}");
    }
    let tried: BTreeSet<_> = forgeries.iter().map(|(id, _)| *id).collect();
    assert_eq!(
        tried,
        laws().map(|law| law.id).collect::<BTreeSet<_>>(),
        "each law is tried"
    );
}
