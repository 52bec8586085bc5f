//! Withdrawals (domain §3.12).

use crate::angler::{Angler, fresh};
use crate::house::{Answer, House};
use domain::ids::WithdrawalId;
use domain::kyc::Status;
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
async fn rich(house: &House, usdt: i64) -> Angler<'_> {
    let angler = house.player(1).await;
    angler.given(Purse::Usdt, usdt * 1_000_000).await;
    says_where(&angler).await.done();
    house.wait_ms(DAY_MS);
    angler
}

fn id_of(answer: &Value) -> Uuid {
    let text = answer["withdraw"]["withdraw_id"].as_str().expect("an id");
    Uuid::parse_str(text).expect("an id")
}

async fn decides(house: &House, id: Uuid, command: WithdrawalCommand) {
    let door = house.ledger.withdrawals();
    let reply = door
        .execute(&StreamId::thing(id), command, Request::default(), Plain)
        .await;
    let reply = reply.expect("a reply");
    assert!(reply.is_accepted(), "{reply:?}");
    let partition = house.ledger.partition_of(id);
    ledger::policies::apply_now(&house.ledger, partition, reply.position).await;
}

#[tokio::test]
async fn a_small_withdrawal_is_held_let_go_by_the_rule_and_told_in_both_sets_of_statuses() {
    let house = House::open().await;
    let angler = rich(&house, 100).await;
    let info = angler.read("withdraw/info").await;
    let channel =
        json!({ "key": "ton", "symbol": "USDT", "min": "10.000000", "fee_min": "0.500000", "fee_rate": "0.02" });
    assert_eq!(info["channels"], json!([channel]));
    assert_eq!((&info["address"], &info["comment"]), (&json!(ADDRESS), &json!("7")));
    assert_eq!(
        (&info["count_left"], &info["limit_left"]),
        (&json!(1), &json!("20.000000"))
    );

    let body = json!({ "key": "ton", "amount": "12", "req_id": fresh() });
    let first = angler.call("withdraw/do", body.clone()).await.done();
    let told = &first.data;
    let withdraw = json!({
        "withdraw_id": told["withdraw"]["withdraw_id"], "amount": "12.000000", "fee": "0.500000", "net": "11.500000",
        "address": ADDRESS, "comment": "7", "status": 0, "label": "Review", "reason": null, "tx": null,
        "created_at": house.now(), "updated_at": house.now(), "eta_at": house.now() + DAY_MS
    });
    assert_eq!(told["withdraw"], withdraw);
    let asset = &told["asset"];
    assert_eq!(
        (&asset["usdt"], &asset["usdt_hold"]),
        (&json!("88.000000"), &json!("12.000000"))
    );
    assert_eq!(angler.call("withdraw/do", body.clone()).await.done().bytes, first.bytes);
    let mut other = body;
    other["amount"] = json!("13");
    angler.call("withdraw/do", other).await.refused(-1007);

    house.settle().await;
    let key = told["withdraw"]["withdraw_id"].clone();
    let detail = angler.call("withdraw/detail", json!({ "key": key })).await.done().data;
    let shown = &detail["withdraw"];
    assert_eq!((&shown["status"], &shown["label"]), (&json!(1), &json!("Pending")));
    let at = house.now();
    let steps = json!([
        { "label": "Review", "status": 0, "at": at }, { "label": "Pending", "status": 1, "at": at }
    ]);
    assert_eq!(detail["steps"], steps);
    let list = angler.read("withdraw/list").await;
    assert_eq!((&list["list"], &list["has_more"]), (&json!([shown]), &json!(false)));
}

#[tokio::test]
async fn each_reason_against_a_withdrawal_is_told_with_its_own_code() {
    let house = House::open().await;
    let angler = house.player(1).await;
    asks_for(&angler, "10").await.refused(6003);
    for address in ["", "EQ", "kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH"] {
        let body = json!({ "key": "ton", "address": address });
        angler.call("withdraw/set_address", body).await.refused(6006);
    }
    let set = says_where(&angler).await.done().data;
    assert_eq!(set, json!({ "address": ADDRESS, "usable_at": house.now() + DAY_MS }));
    let answer = asks_for(&angler, "10").await;
    assert_eq!(answer.message, "New address: wait until 2025-01-02 00:00 UTC");
    assert_eq!(answer.refused(6007)["until"], house.now() + DAY_MS);
    house.wait_ms(DAY_MS);
    assert_eq!(
        asks_for(&angler, "9.99").await.refused(6005),
        json!({ "min": "10.000000" })
    );
    asks_for(&angler, "10.001").await.refused(2006);
}

#[tokio::test]
async fn the_day_the_money_and_one_in_review_bound_what_is_asked_for() {
    let house = House::open().await;
    let angler = rich(&house, 15).await;
    assert_eq!(
        asks_for(&angler, "20.01").await.refused(6002),
        json!({ "left": "20.000000" })
    );
    asks_for(&angler, "20").await.refused(2004);
    let first = asks_for(&angler, "10").await.done().data;
    house.publish(|config| config.withdraw.under_way_max = 1).await;
    asks_for(&angler, "10").await.refused(6004);
    house.next_day();
    asks_for(&angler, "10").await.refused(6010);
    let withdrawal = WithdrawalId(id_of(&first));
    must(&house.ledger, angler.id, SettleWithdrawal { withdrawal }).await;
    house.publish(|config| config.withdraw.paused = true).await;
    asks_for(&angler, "10").await.refused(6012);
}

#[tokio::test]
async fn a_withdrawal_that_needs_a_proved_identity_says_so_and_a_sixth_call_of_the_hour_waits() {
    let house = House::open().await;
    let angler = rich(&house, 100).await;
    house
        .publish(|config| config.withdraw.kyc_over_single = config.withdraw.min_no_topup)
        .await;
    assert_eq!(
        angler.read("withdraw/info").await["kyc"],
        json!({ "required": true, "status": 0 })
    );
    for _ in 0..5 {
        let told = asks_for(&angler, "10").await.refused(6001);
        assert_eq!(told, json!({ "required_over": "50.000000", "kyc_status": 0 }));
    }
    asks_for(&angler, "10").await.refused(-1005);
}

#[tokio::test]
async fn a_rejected_withdrawal_comes_back_whole_with_the_reason() {
    let house = House::open().await;
    let angler = rich(&house, 100).await;
    let usdt = |micro| domain::money::Usdt::from_minor(micro);
    house.publish(|config| config.withdraw.auto_max = usdt(0)).await;
    let told = asks_for(&angler, "10").await.done().data;
    let id = id_of(&told);
    let (by, reason) = ("ann".to_owned(), "name does not match".to_owned());
    decides(&house, id, WithdrawalCommand::Reject { by, reason }).await;
    house.settle().await;
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
    let house = House::open().await;
    let neighbour = house.neighbour().await;
    house
        .publish(|config| config.withdraw.auto_max = config.withdraw.min)
        .await;
    let angler = rich(&house, 100).await;
    let id = id_of(&asks_for(&angler, "12").await.done().data);
    let stream = StreamId::thing(id);
    let digest = house
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
    });
    let no = WithdrawalCommand::Reject {
        by: "bo".into(),
        reason: "no".into(),
    };
    let (yes, no) = tokio::join!(
        house
            .ledger
            .withdrawals()
            .execute(&stream, yes, Request::default(), Plain),
        neighbour
            .ledger
            .withdrawals()
            .execute(&stream, no, Request::default(), Plain),
    );
    let accepted = [yes, no].map(|reply| reply.expect("a reply").is_accepted());
    assert_ne!(accepted[0], accepted[1]);
    house.settle().await;
    let player = state(&house.ledger, angler.id).await;
    let left = if accepted[0] { 88_000_000 } else { 100_000_000 };
    assert_eq!(player.wallet.usdt().minor(), left);
}

#[tokio::test]
async fn another_player_s_withdrawal_is_answered_like_an_unknown_one() {
    let house = House::open().await;
    let angler = rich(&house, 100).await;
    let stranger = house.player(2).await;
    let told = asks_for(&angler, "10").await.done().data;
    house.settle().await;
    let key = &told["withdraw"]["withdraw_id"];
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
    let house = House::open().await;
    let angler = house.player(1).await;
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
