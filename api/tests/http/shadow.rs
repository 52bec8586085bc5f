//! The shadow audit finds nothing in books that fit, and finds every change beside the log; payouts then pause.

use crate::audit::{forger, played};
use crate::bank::Bank;
use crate::test_app::TestApp;
use domain::money::Asset;
use domain::posting::Purse;
use ledger::feed::PAGE_MAX;
use ledger::testing::vouched;
use projections::cursor::standings;
use projections::{books::Books, runner};
use rails::{Rail, slots};
use serde_json::{Value, json};
use sqlx::Executor;
use std::sync::Arc;
use tokio::sync::watch;
use uuid::Uuid;
use workers::audit::shadow::{Divergence, Shadow};
use workers::notary::{Exports, NotaryWork};
use workers::shadow::Shadows;

async fn followed(app: &TestApp) -> Vec<Divergence> {
    let (mut shadow, mut found) = (Shadow::default(), Vec::new());
    for partition in 0..i32::from(app.ledger.partitions()) {
        while shadow.step(&app.ledger, partition, &mut found).await.expect("read") {}
    }
    assert!(
        shadow.seen().values().all(|position| *position > 0),
        "all logs were followed"
    );
    found
}

#[tokio::test]
async fn books_that_fit_cast_the_same_shadow() {
    let app = played().await;
    assert_eq!(followed(&app).await, []);
}

#[tokio::test]
async fn a_change_beside_the_log_is_found_with_its_asset() {
    let app = played().await;
    for (forgery, back, asset) in [
        (
            "update postings set after = after + 1 where account = 'usdt'",
            "update postings set after = after - 1 where account = 'usdt'",
            Some(Asset::Usdt),
        ),
        (
            "update postings set amount = amount + 1 where account = 'coupon'",
            "update postings set amount = amount - 1 where account = 'coupon'",
            Some(Asset::Coupon),
        ),
        (
            "update balances set balance = balance + 1 where account = 'coin_paid'",
            "update balances set balance = balance - 1 where account = 'coin_paid'",
            Some(Asset::Coin),
        ),
        (
            "update balances set balance = balance + 1, position = 9000000000000000000 where account = 'usdt'",
            "update balances b set balance = balance - 1, position =
                (select max(position) from postings p where (p.partition, p.owner, p.account) = (b.partition, b.owner, b.account))
              where account = 'usdt'",
            Some(Asset::Usdt),
        ),
        (
            "insert into balances select partition, owner, 'h:usdt_reserve_of_nobody', 'usdt', 1, 1 from balances limit 1",
            "delete from balances where account = 'h:usdt_reserve_of_nobody'",
            Some(Asset::Usdt),
        ),
        (
            "create table kept as select * from balances where account = 'usdt'; delete from balances where account = 'usdt'",
            "insert into balances select * from kept; drop table kept",
            None,
        ),
        (
            "create table kept as select * from natural_keys where key like 'invite:%' or key like 'scode:%';
             delete from natural_keys where key in (select key from kept)",
            "insert into natural_keys select * from kept; drop table kept",
            None,
        ),
        (
            "insert into natural_keys values (0, 'invite:nobody', 'nobody', 1)",
            "delete from natural_keys where key = 'invite:nobody'",
            None,
        ),
        (
            "update natural_keys set position = position + 1 where key like 'scode:%'",
            "update natural_keys set position = position - 1 where key like 'scode:%'",
            None,
        ),
    ] {
        forger(&app).await.execute(forgery).await.expect(forgery);
        let found = followed(&app).await;
        assert!(
            found.iter().any(|divergence| divergence.asset == asset),
            "{forgery}: {found:?}"
        );
        forger(&app).await.execute(back).await.expect(back);
        assert_eq!(followed(&app).await, [], "{back}");
    }
}

/// More events than a page has: a shadow that began with the first of them would see the newest last.
#[tokio::test]
async fn after_a_restart_the_newest_events_are_compared_first() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    // Position 50 is in the second page from the end.
    for _ in 0..PAGE_MAX + 100 {
        angler.given(Purse::CoinPaid, 1).await;
    }
    ledger::books::reach_heads(app.ledger.pool()).await.expect("books");
    let log = i32::from(app.ledger.partition_of(angler.id.0));
    let forgery = format!(
        "update postings set amount = amount * 2 where (partition, position) =
            (select partition, position from heads where partition = {log})"
    );
    forger(&app).await.execute(forgery.as_str()).await.expect("forged");
    let (mut shadow, mut found) = (Shadow::default(), Vec::new());
    assert!(shadow.step(&app.ledger, log, &mut found).await.expect("read"));
    let newest = |divergence: &Divergence| divergence.position > PAGE_MAX;
    assert!(!found.is_empty() && found.iter().all(newest), "{found:?}");
    found.clear();
    // What is older is compared afterwards, once, and what is added before it.
    let old = format!("update postings set amount = amount * 2 where partition = {log} and position = 50");
    forger(&app).await.execute(old.as_str()).await.expect("forged");
    angler.given(Purse::CoinPaid, 1).await;
    ledger::books::reach_heads(app.ledger.pool()).await.expect("books");
    assert!(shadow.step(&app.ledger, log, &mut found).await.expect("read"));
    assert!(shadow.seen()[&log] > PAGE_MAX && found.iter().all(newest), "{found:?}");
    while shadow.step(&app.ledger, log, &mut found).await.expect("read") {}
    assert!(found.iter().any(|divergence| divergence.position == 50), "{found:?}");
}

#[tokio::test]
async fn nobody_is_paid_while_books_and_log_part() {
    let Bank { app, rail, .. } = Bank::open().await;
    let rails: [Arc<dyn Rail>; 1] = [Arc::new(rail)];
    let ledger = &app.ledger;
    Shadows::new(&rails).tick(ledger).await.expect("compared");
    assert_eq!(slots::paused_why(ledger.pool()).await.expect("read"), None);
    let forgery = "update balances set balance = balance - 1 where account = 'h:usdt_custody'";
    forger(&app).await.execute(forgery).await.expect("forged");
    Shadows::new(&rails).tick(ledger).await.expect("compared");
    let why = slots::paused_why(ledger.pool())
        .await
        .expect("read")
        .expect("it stopped");
    assert!(why.why.starts_with("books and log part at position"), "{why:?}");
    assert_eq!(why.finding.expect("a rule stopped it").code, "books_part");
}

/// A reader steps over no gap, so the log is followed no further: nobody is paid on it.
#[tokio::test]
async fn an_event_that_is_missing_in_the_middle_of_a_log_stops_payouts() {
    let Bank { app, rail, .. } = Bank::open().await;
    let rails: [Arc<dyn Rail>; 1] = [Arc::new(rail)];
    app.player(1).await.given(Purse::CoinPaid, 1).await;
    ledger::books::reach_heads(app.ledger.pool()).await.expect("books");
    let missing = "delete from events where (partition, position) =
        (select partition, max(position) - 1 from events group by partition order by max(position) desc limit 1)";
    let deleted = forger(&app).await.execute(missing).await.expect("deleted");
    assert_eq!(deleted.rows_affected(), 1);
    Shadows::new(&rails).tick(&app.ledger).await.expect("compared");
    let why = paused(&app).await.expect("nobody is paid");
    assert!(why.contains("is missing"), "{why}");
}

#[tokio::test]
async fn a_log_that_cannot_be_compared_ends_no_other_check() {
    let Bank { app, rail, .. } = Bank::open().await;
    let rails: [Arc<dyn Rail>; 1] = [Arc::new(rail)];
    ledger::books::reach_heads(app.ledger.pool()).await.expect("books");
    let refused = "revoke select on natural_keys from ledger_app";
    forger(&app).await.execute(refused).await.expect(refused);
    app.ledger.trust().set(Some("checkpoint 1 is missing".to_owned()));
    let ticked = Shadows::new(&rails).tick(&app.ledger).await;
    let why = paused(&app).await.expect("nobody is paid");
    assert!(why.starts_with("the log is not what was signed"), "{why}");
    assert!(ticked.is_err(), "the fault of the first check is not lost");
}

/// Why the books of this ledger stop, followed as the service does until they have stopped.
async fn stopped(app: &TestApp) -> String {
    let (stop, stopping) = watch::channel(false);
    let following = runner::run(&app.ledger, &[&Books], &stopping);
    let mut wakeup = app.ledger.signal().subscribe();
    let why = loop {
        let all = standings(app.ledger.pool(), app.ledger.clock().now())
            .await
            .expect("read");
        let mut stops = all.into_iter().filter_map(|standing| standing.stopped);
        if let Some(stop) = stops.next() {
            break stop.error;
        }
        wakeup.wait().await;
    };
    stop.send(true).expect("they listen");
    following.join_all().await;
    why
}

async fn paused(app: &TestApp) -> Option<String> {
    let paused = slots::paused_why(app.ledger.pool()).await.expect("read");
    paused.map(|paused| paused.why)
}

/// Somebody adds an event to a player's stream by SQL that takes more USDT than he has.
async fn overdraw(app: &TestApp) {
    let owner = app.player(1).await.id.0;
    ledger::books::settle(app.ledger.pool()).await.expect("books");
    let debit =
        r#"{"purse":"usdt","delta":"-5000000","counter":"h:usdt_reserve","case_id":"1","proposer":"a","approver":"b"}"#;
    let partition = app.ledger.partition_of(owner);
    let mut forger = forger(app).await;
    for statement in [
        format!("select pg_temp.plant('player', '{owner}', 1000, 'AdjustmentPosted', '{debit}', '{{\"actor\":\"forger\"}}')"),
        format!(
            "update events set partition = {partition}, position = (select position + 1 from heads where partition = {partition})
              where sequence = 1000"
        ),
        format!("update heads set position = position + 1 where partition = {partition}"),
    ] {
        forger.execute(statement.as_str()).await.expect("forged");
    }
}

#[tokio::test]
async fn an_event_of_somebody_else_stops_the_books_and_payouts_t_57() {
    let Bank { app, rail, .. } = Bank::open().await;
    let rails: [Arc<dyn Rail>; 1] = [Arc::new(rail)];
    overdraw(&app).await;
    Shadows::new(&rails).tick(&app.ledger).await.expect("compared");
    let why = paused(&app)
        .await
        .expect("nobody is paid, also before the books meet it");
    assert!(why.contains("its MAC is of another key"), "{why}");
    let why = stopped(&app).await;
    assert!(why.contains("its MAC is of another key"), "{why}");
}

#[tokio::test]
async fn an_account_below_its_floor_stops_the_books_and_payouts() {
    let Bank { app, rail, .. } = Bank::open().await;
    let rails: [Arc<dyn Rail>; 1] = [Arc::new(rail)];
    overdraw(&app).await;
    // As a defect of the service would have written it.
    vouched(&app.ledger, "").await;
    let why = stopped(&app).await;
    assert!(why.contains("a_player_never_owes"), "{why}");
    Shadows::new(&rails).tick(&app.ledger).await.expect("compared");
    let why = paused(&app).await.expect("nobody is paid");
    assert!(why.starts_with("the books stop before position"), "{why}");
    let verified = ledger::verify::run(app.ledger.pool(), &mut |_, _| {})
        .await
        .expect("read");
    assert!(!verified.is_clean());
}

#[tokio::test]
async fn a_signed_checkpoint_that_is_gone_ends_readiness_and_payouts() {
    let Bank { app, rail, .. } = Bank::open().await;
    let rails: [Arc<dyn Rail>; 1] = [Arc::new(rail)];
    app.player(1).await;
    let folder = std::env::temp_dir().join(format!("ledger-notary-{}", Uuid::new_v4()));
    let notary = NotaryWork::start(&app.ledger, Exports::at(folder.clone())).await;
    let mut forger = forger(&app).await;
    // It signs when it has seen everything.
    while forger
        .execute("delete from checkpoints")
        .await
        .expect("deleted")
        .rows_affected()
        == 0
    {}
    while app.ledger.trust().broken().is_none() {
        tokio::task::yield_now().await;
    }
    let ready = app.get("/health/ready").await;
    assert_eq!(ready.status(), 503);
    let ready: Value = serde_json::from_slice(ready.body()).expect("JSON");
    assert_eq!(
        (&ready["trust"], &ready["why"]),
        (&json!(false), &json!(["the log is not what was signed"]))
    );
    Shadows::new(&rails).tick(&app.ledger).await.expect("compared");
    let why = paused(&app).await.expect("nobody is paid");
    assert!(
        why.starts_with("the log is not what was signed: checkpoint 1 is missing"),
        "{why}"
    );
    notary.expect("a notary").stop().await;
    std::fs::remove_dir_all(folder).expect("removed");
}
