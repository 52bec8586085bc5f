//! Withdrawals (domain §3.12).

use crate::angler::{Angler, fresh};
use crate::test_app::{Answer, TestApp};
use domain::ids::WithdrawalId;
use domain::kyc::Status;
use domain::money::Usdt;
use domain::player::withdrawal::SettleWithdrawal;
use domain::posting::Purse;
use domain::withdrawal::{Approve, Standing, WithdrawalCommand};
use ledger::testing::players::{must, state};
use ledger::{Plain, Request, StreamId};
use serde_json::{Value, json};
use uuid::Uuid;

const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const DAY_MS: i64 = 86_400_000;

async fn says_where(angler: &Angler<'_>) -> Answer {
    let body = json!({ "key": "ton", "address": ADDRESS, "comment": "7" });
    angler.call("withdraw/set_address", body).await
}

async fn asks_for(angler: &Angler<'_>, amount: &str) -> Answer {
    angler
        .call("withdraw/do", json!({ "key": "ton", "amount": amount }))
        .await
}

/// A player with USDT and an address that has waited its day.
async fn rich(app: &TestApp, usdt: i64) -> Angler<'_> {
    let angler = app.player(1).await;
    angler.given(Purse::Usdt, usdt * 1_000_000).await;
    says_where(&angler).await.done();
    app.wait_ms(DAY_MS);
    angler
}

fn id_of(answer: &Value) -> Uuid {
    let text = answer["withdraw"]["withdraw_id"].as_str().expect("an id");
    Uuid::parse_str(text).expect("an id")
}

async fn decides(app: &TestApp, id: Uuid, command: WithdrawalCommand) {
    let withdrawals = app.ledger.withdrawals();
    let reply = withdrawals
        .execute(&StreamId::thing(id), command, Request::default(), Plain)
        .await;
    let reply = reply.expect("a reply");
    assert!(reply.is_accepted(), "{reply:?}");
    let partition = app.ledger.partition_of(id);
    ledger::policies::apply_now(&app.ledger, partition, reply.position).await;
}

#[tokio::test]
async fn a_small_withdrawal_is_reserved_approved_by_the_rule_and_shown_in_both_sets_of_statuses() {
    let app = TestApp::open().await;
    let angler = rich(&app, 100).await;
    let info = angler.read("withdraw/info").await;
    let channel = json!({
        "key": "ton", "network": "TON", "symbol": "USDT", "min": "10.000000", "fee_min": "0.500000", "fee_rate": "0.02"
    });
    assert_eq!(info["channels"], json!([channel]));
    assert_eq!((&info["address"], &info["comment"]), (&json!(ADDRESS), &json!("7")));
    assert_eq!(
        (&info["count_left"], &info["limit_left"]),
        (&json!(1), &json!("20.000000"))
    );

    let body = json!({ "key": "ton", "amount": "12", "req_id": fresh() });
    let first = angler.call("withdraw/do", body.clone()).await.done();
    let answer = &first.data;
    let withdraw = json!({
        "withdraw_id": answer["withdraw"]["withdraw_id"], "amount": "12.000000", "fee": "0.500000", "net": "11.500000",
        "address": ADDRESS, "comment": "7", "status": 0, "label": "Review", "reason": null, "tx": null, "tx_url": null,
        "created_at": app.now(), "updated_at": app.now(), "eta_at": app.now() + DAY_MS
    });
    assert_eq!(answer["withdraw"], withdraw);
    let asset = &answer["asset"];
    assert_eq!(
        (&asset["usdt"], &asset["usdt_hold"]),
        (&json!("88.000000"), &json!("12.000000"))
    );
    assert_eq!(angler.call("withdraw/do", body.clone()).await.done().bytes, first.bytes);
    let mut other = body;
    other["amount"] = json!("13");
    angler.call("withdraw/do", other).await.refused(-1007);

    app.settle().await;
    let key = answer["withdraw"]["withdraw_id"].clone();
    let detail = angler.call("withdraw/detail", json!({ "key": key })).await.done().data;
    let shown = &detail["withdraw"];
    assert_eq!((&shown["status"], &shown["label"]), (&json!(1), &json!("Pending")));
    let at = app.now();
    let steps = json!([
        { "label": "Review", "status": 0, "at": at }, { "label": "Pending", "status": 1, "at": at }
    ]);
    assert_eq!(detail["steps"], steps);
    let list = angler.read("withdraw/list").await;
    assert_eq!((&list["list"], &list["has_more"]), (&json!([shown]), &json!(false)));
}

#[tokio::test]
async fn each_reason_against_a_withdrawal_has_its_own_code() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    asks_for(&angler, "10").await.refused(6003);
    for address in ["", "EQ", "kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH"] {
        let body = json!({ "key": "ton", "address": address });
        angler.call("withdraw/set_address", body).await.refused(6006);
    }
    let set = says_where(&angler).await.done().data;
    assert_eq!(set, json!({ "address": ADDRESS, "usable_at": app.now() + DAY_MS }));
    let answer = asks_for(&angler, "10").await;
    assert_eq!(answer.message, "New address: wait until 2025-01-02 00:00 UTC");
    assert_eq!(answer.refused(6007)["until"], app.now() + DAY_MS);
    app.wait_ms(DAY_MS);
    assert_eq!(
        asks_for(&angler, "9.99").await.refused(6005),
        json!({ "min": "10.000000" })
    );
    asks_for(&angler, "10.001").await.refused(2006);
}

#[tokio::test]
async fn the_day_the_money_and_one_in_review_bound_what_is_asked_for() {
    let app = TestApp::open().await;
    let angler = rich(&app, 15).await;
    assert_eq!(
        asks_for(&angler, "20.01").await.refused(6002),
        json!({ "left": "20.000000" })
    );
    asks_for(&angler, "20").await.refused(2004);
    let first = asks_for(&angler, "10").await.done().data;
    app.publish(|config| config.withdraw.under_way_max = 1).await;
    asks_for(&angler, "10").await.refused(6004);
    app.next_day();
    asks_for(&angler, "10").await.refused(6010);
    let withdrawal = WithdrawalId(id_of(&first));
    must(&app.ledger, angler.id, SettleWithdrawal { withdrawal }).await;
    app.publish(|config| config.withdraw.paused = true).await;
    asks_for(&angler, "10").await.refused(6012);
}

#[tokio::test]
async fn a_withdrawal_that_needs_a_proved_identity_says_so_and_a_sixth_call_of_the_hour_waits() {
    let app = TestApp::open().await;
    let angler = rich(&app, 100).await;
    app.publish(|config| config.withdraw.kyc_over_single = config.withdraw.min_no_topup)
        .await;
    assert_eq!(
        angler.read("withdraw/info").await["kyc"],
        json!({ "required": true, "status": 0 })
    );
    for _ in 0..5 {
        let answer = asks_for(&angler, "10").await.refused(6001);
        assert_eq!(answer, json!({ "required_over": "50.000000", "kyc_status": 0 }));
    }
    asks_for(&angler, "10").await.refused(-1005);
}

#[tokio::test]
async fn a_rejected_withdrawal_comes_back_whole_with_the_reason() {
    let app = TestApp::open().await;
    let angler = rich(&app, 100).await;
    let usdt = |micro| domain::money::Usdt::from_minor(micro);
    app.publish(|config| config.withdraw.auto_max = usdt(0)).await;
    let answer = asks_for(&angler, "10").await.done().data;
    let id = id_of(&answer);
    let (by, reason) = ("ann".to_owned(), "name does not match".to_owned());
    decides(&app, id, WithdrawalCommand::Reject { by, reason }).await;
    app.settle().await;
    let detail = angler.call("withdraw/detail", json!({ "key": id })).await.done().data;
    let shown = &detail["withdraw"];
    assert_eq!((&shown["status"], &shown["label"]), (&json!(4), &json!("Failure")));
    assert_eq!(shown["reason"], "name does not match");
    let asset = &angler.read("fishing/player_info").await["asset"];
    assert_eq!(
        (&asset["usdt"], &asset["usdt_hold"]),
        (&json!("100.000000"), &json!("0.000000"))
    );
}

#[tokio::test]
async fn yes_and_no_at_once_end_a_withdrawal_one_way_t_06() {
    let app = TestApp::open().await;
    let neighbour = app.neighbour().await;
    app.publish(|config| config.withdraw.auto_max = config.withdraw.min)
        .await;
    let angler = rich(&app, 100).await;
    let id = id_of(&asks_for(&angler, "12").await.done().data);
    let stream = StreamId::thing(id);
    let digest = app
        .ledger
        .withdrawals()
        .load(&stream)
        .await
        .expect("loads")
        .state
        .digest()
        .expect("terms");
    let (kyc, is_frozen) = (Status::None, false);
    let standing = Standing { kyc, is_frozen };
    let yes = WithdrawalCommand::Approve(Approve {
        staff: "ann".into(),
        own: None,
        is_lead: true,
        digest,
        standing,
        let_go: Usdt::ZERO,
        may_alone: true,
    });
    let no = WithdrawalCommand::Reject {
        by: "bo".into(),
        reason: "no".into(),
    };
    let (yes, no) = tokio::join!(
        app.ledger
            .withdrawals()
            .execute(&stream, yes, Request::default(), Plain),
        neighbour
            .ledger
            .withdrawals()
            .execute(&stream, no, Request::default(), Plain),
    );
    let accepted = [yes, no].map(|reply| reply.expect("a reply").is_accepted());
    assert_ne!(accepted[0], accepted[1]);
    app.settle().await;
    let player = state(&app.ledger, angler.id).await;
    let left = if accepted[0] { 88_000_000 } else { 100_000_000 };
    assert_eq!(player.wallet.usdt().minor(), left);
}

#[tokio::test]
async fn another_player_s_withdrawal_is_answered_like_an_unknown_one() {
    let app = TestApp::open().await;
    let angler = rich(&app, 100).await;
    let stranger = app.player(2).await;
    let answer = asks_for(&angler, "10").await.done().data;
    app.settle().await;
    let key = &answer["withdraw"]["withdraw_id"];
    let foreign = stranger.call("withdraw/detail", json!({ "key": key })).await;
    let unknown = stranger.call("withdraw/detail", json!({ "key": fresh() })).await;
    assert_eq!((foreign.error, &foreign.bytes), (6011, &unknown.bytes));
    let page = stranger
        .call("withdraw/list", json!({ "last_id": key }))
        .await
        .done()
        .data;
    assert_eq!(page["list"], json!([]));
}

#[tokio::test]
async fn strange_bodies_of_withdrawals_are_refused_by_name() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    for (call, body, field) in [
        ("withdraw/do", json!({ "key": "eth", "amount": "10" }), "key"),
        ("withdraw/do", json!({ "key": "ton", "amount": "1e1" }), "amount"),
        ("withdraw/do", json!({ "key": "ton", "amount": "" }), "amount"),
        (
            "withdraw/do",
            json!({ "key": "ton", "amount": "10", "bio_token": "x".repeat(1_024) }),
            "bio_token",
        ),
        ("withdraw/set_address", json!({ "key": "", "address": ADDRESS }), "key"),
        ("withdraw/list", json!({ "size": 51 }), "size"),
        ("withdraw/list", json!({ "last_id": "x" }), "last_id"),
        ("withdraw/detail", json!({ "key": "x" }), "key"),
    ] {
        assert_eq!(
            angler.call(call, body).await.refused(-1006),
            json!({ "field": field }),
            "{call}"
        );
    }
}
