//! Top-up orders (domain §3.5).

use crate::angler::{Angler, fresh};
use crate::test_app::{Answer, TestApp, development};
use api::app::Settings;
use api::wire::topup::Deposit;
use domain::config::Config;
use domain::ids::OrderId;
use domain::money::Usdt;
use domain::topup::TopUpCommand;
use ledger::{Plain, Request, StreamId};
use serde_json::{Value, json};

async fn orders(angler: &Angler<'_>, amount: &str) -> Answer {
    let body = json!({ "channel": "ton_usdt", "amount": amount });
    angler.call("topup/create", body).await
}

fn number(answer: &Value) -> Value {
    answer["order"]["order_no"].clone()
}

/// What the watcher of the chain records of an order.
async fn chain(app: &TestApp, order_no: &Value, command: TopUpCommand) {
    let id = StreamId::thing(OrderId::of(order_no.as_str().expect("a number")).0);
    let reply = app
        .ledger
        .topups()
        .execute(&id, command, Request::default(), Plain)
        .await;
    let reply = reply.expect("a reply");
    assert!(reply.is_accepted(), "{reply:?}");
    let partition = app.ledger.partition_of(id.owner);
    ledger::policies::apply_now(&app.ledger, partition, reply.position).await;
}

#[tokio::test]
async fn an_order_goes_from_created_to_success_and_what_came_is_credited() {
    let deposit = Deposit {
        to: "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI".into(),
        jetton_master: "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs".into(),
    };
    let settings = Settings {
        deposit: Some(deposit.clone()),
        ..development()
    };
    let app = TestApp::open_with(Config::demo(), settings).await;
    let angler = app.player(1).await;
    let body = json!({ "channel": "ton_usdt", "amount": "5", "req_id": fresh() });
    let first = angler.call("topup/create", body.clone()).await.done();
    let order_no = number(&first.data);
    let pay = json!({
        "to": deposit.to, "jetton_master": deposit.jetton_master, "comment": order_no,
        "valid_until": app.now() + 1_800_000
    });
    let created = json!({
        "order_no": order_no, "channel": "ton_usdt", "amount": "5.000000", "credited": null, "state": "created",
        "reason": null, "pay": pay, "tx": null, "created_at": app.now()
    });
    assert_eq!(first.data["order"], created);
    assert_eq!(angler.call("topup/create", body).await.done().bytes, first.bytes);

    let asked = json!({ "order_no": order_no, "address": format!("0:{}", "ab".repeat(32)) });
    let message = angler.call("topup/message", asked.clone()).await.done().data;
    assert_eq!(message["valid_until"], app.now() / 1_000 + 240);
    assert_eq!(message["messages"].as_array().map(Vec::len), Some(1));
    let nowhere = json!({ "order_no": order_no, "address": "EQnowhere" });
    let refused = angler.call("topup/message", nowhere).await.refused(-1006);
    assert_eq!(refused, json!({ "field": "address" }));

    let named = json!({ "order_no": order_no });
    let submit = json!({ "order_no": order_no, "boc": "te6ccgEBAQEAAgAAAA==" });
    let submitted = angler.call("topup/submit", submit.clone()).await.done();
    assert_eq!(submitted.data["order"]["state"], "submitted");
    assert_eq!(angler.call("topup/submit", submit).await.done().bytes, submitted.bytes);
    // Who signed is not asked to sign again.
    angler.call("topup/message", asked).await.refused(9003);
    chain(&app, &order_no, TopUpCommand::See { tx: "ab12".into() }).await;
    let seen = angler.call("topup/status", named.clone()).await.done().data;
    assert_eq!(
        (&seen["order"]["state"], &seen["order"]["pay"]),
        (&json!("loading"), &Value::Null)
    );
    let (amount, tx) = (Usdt::from_minor(4_900_000), "ab12".into());
    chain(
        &app,
        &order_no,
        TopUpCommand::Pay {
            amount,
            tx,
            lt: 7,
            from_suspense: false,
        },
    )
    .await;
    app.settle().await;
    let paid = angler.call("topup/status", named).await.done().data;
    assert_eq!(
        (
            &paid["order"]["state"],
            &paid["order"]["credited"],
            &paid["order"]["tx"]
        ),
        (&json!("success"), &json!("4.900000"), &json!("ab12"))
    );
    assert_eq!(angler.read("fishing/player_info").await["asset"]["coupon"], "4.900000");
    assert_eq!(angler.read("topup/records").await["list"], json!([paid["order"]]));
}

#[tokio::test]
async fn a_denied_order_fails_and_an_old_one_expires_by_the_clock() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let denied = number(&orders(&angler, "1").await.done().data);
    let cancel = json!({ "order_no": denied, "code": 300 });
    let answer = angler.call("topup/cancel", cancel.clone()).await.done().data;
    assert_eq!(
        (&answer["order"]["state"], &answer["order"]["reason"]),
        (&json!("fail"), &json!("denied"))
    );
    angler.call("topup/cancel", cancel).await.refused(5201);

    let late = number(&orders(&angler, "1").await.done().data);
    app.wait_ms(1_800_000);
    let submit = json!({ "order_no": late, "boc": "te6cc" });
    angler.call("topup/submit", submit.clone()).await.refused(5202);
    let asked = json!({ "order_no": late, "address": format!("0:{}", "ab".repeat(32)) });
    angler.call("topup/message", asked).await.refused(5202);
    app.settle().await;
    for _ in 0..2 {
        workers::topup::tick(&app.ledger).await.expect("done");
        app.settle().await;
    }
    let answer = angler
        .call("topup/status", json!({ "order_no": late }))
        .await
        .done()
        .data;
    assert_eq!(
        (&answer["order"]["state"], &answer["order"]["reason"]),
        (&json!("fail"), &json!("expired"))
    );
    angler.call("topup/submit", submit).await.refused(5202);
    let page = angler.call("topup/records", json!({ "size": 1 })).await.done().data;
    assert_eq!((&page["list"][0]["order_no"], &page["has_more"]), (&late, &json!(true)));
    let next = angler
        .call("topup/records", json!({ "size": 1, "last_id": page["next_last_id"] }))
        .await
        .done()
        .data;
    assert_eq!(
        (&next["list"][0]["order_no"], &next["next_last_id"]),
        (&denied, &json!(""))
    );
}

#[tokio::test]
async fn an_order_forgotten_when_the_next_one_opened_is_ended_and_looked_at_no_more() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let overdue = async || {
        app.settle().await;
        let now = app.ledger.clock().now();
        let page = projections::topups::overdue(app.ledger.pool(), now, None, 10).await;
        page.expect("read").len()
    };
    let forgotten = number(&orders(&angler, "1").await.done().data);
    app.wait_ms(1_800_000);
    orders(&angler, "1").await.done();
    assert_eq!(overdue().await, 1);
    workers::topup::tick(&app.ledger).await.expect("done");
    assert_eq!(overdue().await, 0);
    let answer = angler.call("topup/status", json!({ "order_no": forgotten })).await;
    assert_eq!(answer.done().data["order"]["reason"], "expired");
}

#[tokio::test]
async fn amounts_channels_and_the_number_of_open_orders_are_bounded() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    // Where the house has no account yet there is nothing to sign; the order waits.
    let waits = number(&orders(&angler, "1").await.done().data);
    let asked = json!({ "order_no": waits, "address": format!("0:{}", "ab".repeat(32)) });
    angler.call("topup/message", asked).await.refused(-1008);
    let cancel = json!({ "order_no": waits, "code": 300 });
    angler.call("topup/cancel", cancel).await.done();
    let range = json!({ "min": "1.000000", "max": "5000.000000" });
    assert_eq!(orders(&angler, "0.999999").await.refused(5204), range);
    assert_eq!(orders(&angler, "5000.000001").await.refused(5204), range);
    assert_eq!(orders(&angler, "x").await.refused(-1006), json!({ "field": "amount" }));
    let stars = json!({ "channel": "stars", "amount": "1" });
    let refused = angler.call("topup/create", stars).await.refused(-1006);
    assert_eq!(refused, json!({ "field": "channel" }));
    for _ in 0..3 {
        orders(&angler, "1").await.done();
    }
    orders(&angler, "1").await.refused(5205);
}

#[tokio::test]
async fn another_player_s_order_is_answered_like_an_unknown_one() {
    let app = TestApp::open().await;
    let (owner, stranger) = (app.player(1).await, app.player(2).await);
    let order_no = number(&orders(&owner, "1").await.done().data);
    let facts = app.facts().await;
    for call in ["topup/status", "topup/message", "topup/submit", "topup/cancel"] {
        let body = |order_no: &Value| match call {
            "topup/message" => json!({ "order_no": order_no, "address": format!("0:{}", "ab".repeat(32)) }),
            "topup/submit" => json!({ "order_no": order_no, "boc": "te6cc" }),
            "topup/cancel" => json!({ "order_no": order_no, "code": 300 }),
            _ => json!({ "order_no": order_no }),
        };
        let foreign = stranger.call(call, body(&order_no)).await;
        let unknown = stranger.call(call, body(&json!("T0"))).await;
        assert_eq!((foreign.error, &foreign.bytes), (5203, &unknown.bytes), "{call}");
    }
    assert_eq!(app.facts().await, facts);
}
