//! Money that comes from a chain (RAILS §B6).

use crate::angler::{Angler, fresh};
use crate::bank::{Bank, payee};
use api::rails::{incoming, reconcile, scan};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chain::DemoWallet;
use domain::ids::OrderId;
use domain::money::Usdt;
use domain::topup::TopUpCommand;
use ledger::{Plain, Request, StreamId};
use serde_json::{Value, json};

/// An order of 10 USDT, its number.
async fn orders(angler: &Angler<'_>) -> String {
    let body = json!({ "channel": "ton_usdt", "amount": "10", "req_id": fresh() });
    let told = angler.call("topup/create", body).await.done().data;
    told["order"]["order_no"].as_str().expect("a number").to_owned()
}

async fn order(angler: &Angler<'_>, order_no: &str) -> Value {
    angler.house.settle().await;
    let told = angler
        .call("topup/status", json!({ "order_no": order_no }))
        .await
        .done()
        .data;
    told["order"].clone()
}

async fn coupons(angler: &Angler<'_>) -> Value {
    angler.read("coupon/info").await["coupon"].clone()
}

impl Bank {
    fn pays(&self, from: u8, minor: u128, comment: Option<&str>) {
        let sent = DemoWallet::nth(from).send_usdt(&self.chain, self.rail.address(), minor, comment);
        sent.expect("a transfer");
        self.chain.settle();
    }
}

#[tokio::test]
async fn what_a_wallet_is_asked_to_sign_pays_the_order() {
    let bank = Bank::open().await;
    let angler = bank.house.player(1).await;
    let order_no = orders(&angler).await;
    let wallet = DemoWallet::nth(2);
    let asked = json!({ "order_no": order_no, "address": wallet.address().raw() });
    let told = angler.call("topup/message", asked).await.done().data;
    let text = |field: &str| told["messages"][0][field].as_str().expect("text").to_owned();
    let to = ton::Address::parse(&text("address")).expect("an address");
    let payload = STANDARD.decode(text("payload")).expect("base64");
    let body = ton::Boc::decode(payload).expect("cells");
    let nano = text("amount").parse().expect("nanotons");
    wallet.send(&bank.chain, to, nano, body).expect("a message");
    bank.chain.settle();
    bank.looks().await;
    let told = order(&angler, &order_no).await;
    assert_eq!(
        (&told["state"], &told["credited"]),
        (&json!("success"), &json!("10.000000"))
    );
    assert_eq!(coupons(&angler).await, "10.000000");
    bank.agrees().await;
}

#[tokio::test]
async fn a_payment_is_credited_once_for_what_came_however_often_it_is_read_t_37() {
    let bank = Bank::open().await;
    let angler = bank.house.player(1).await;
    let order_no = orders(&angler).await;
    bank.pays(0, 10_000_000, Some(&order_no));
    bank.look().await;
    let told = order(&angler, &order_no).await;
    assert_eq!(
        (&told["state"], &told["credited"]),
        (&json!("success"), &json!("10.000000"))
    );
    assert_eq!(coupons(&angler).await, "10.000000");
    for _ in 0..3 {
        sqlx::query("update rail_cursors set lt = 0")
            .execute(bank.house.ledger.pool())
            .await
            .expect("set back");
        sqlx::query("update incoming_payments set credited_at_ms = null")
            .execute(bank.house.ledger.pool())
            .await
            .expect("forgotten");
        scan::credit(&bank.house.ledger, &bank.rail)
            .await
            .expect("credited again");
    }
    assert_eq!(coupons(&angler).await, "10.000000");
    // A second payment for the same order, and another amount: what came is credited.
    bank.pays(0, 2_500_001, Some(&order_no));
    bank.look().await;
    assert_eq!(coupons(&angler).await, "12.500001");
}

#[tokio::test]
async fn a_payment_that_one_node_alone_shows_is_not_credited_yet_t_12() {
    let bank = Bank::open().await;
    let angler = bank.house.player(1).await;
    let order_no = orders(&angler).await;
    bank.node(1, |faults| faults.behind = 100);
    bank.pays(0, 10_000_000, Some(&order_no));
    bank.looks().await;
    assert_eq!(
        (&order(&angler, &order_no).await["state"], coupons(&angler).await),
        (&json!("created"), json!("0.000000"))
    );
    bank.node(1, |faults| faults.behind = 0);
    bank.look().await;
    assert_eq!(
        (&order(&angler, &order_no).await["state"], coupons(&angler).await),
        (&json!("success"), json!("10.000000"))
    );
}

#[tokio::test]
async fn a_token_of_the_same_name_pays_nothing_and_ends_the_order_t_37() {
    let bank = Bank::open().await;
    let angler = bank.house.player(1).await;
    let order_no = orders(&angler).await;
    // Whoever likes can send the house a notification: this one comes from no account of the token.
    let notification = ton::jetton::Notification {
        query_id: 0,
        amount_minor: 1_000_000_000,
        from: Some(payee(1)),
        comment: Some(order_no.clone()),
    };
    let sent = DemoWallet::nth(0).send(&bank.chain, bank.rail.address(), 100_000_000, notification.body());
    sent.expect("a message");
    bank.chain.settle();
    bank.looks().await;
    let told = order(&angler, &order_no).await;
    assert_eq!(
        (&told["state"], &told["reason"]),
        (&json!("fail"), &json!("wrong_asset"))
    );
    assert_eq!(coupons(&angler).await, "0.000000");
    bank.pays(0, 10_000_000, Some(&order_no));
    bank.look().await;
    assert_eq!(
        order(&angler, &order_no).await["state"],
        "success",
        "the right money counts all the same"
    );
    bank.agrees().await;
}

#[tokio::test]
async fn a_late_payment_counts_and_one_without_an_order_waits_for_staff() {
    let bank = Bank::open().await;
    let angler = bank.house.player(1).await;
    let order_no = orders(&angler).await;
    bank.passes(2 * 3_600);
    let id = StreamId::thing(OrderId::of(&order_no).0);
    let expire = TopUpCommand::Expire;
    bank.house
        .ledger
        .topups()
        .execute(&id, expire, Request::default(), Plain)
        .await
        .expect("a reply");
    assert_eq!(order(&angler, &order_no).await["state"], "fail");
    bank.pays(0, 10_000_000, Some(&order_no));
    bank.look().await;
    assert_eq!(order(&angler, &order_no).await["state"], "success");

    for comment in [None, Some("hello"), Some("0")] {
        bank.pays(0, 3_000_000, comment);
    }
    bank.look().await;
    let pool = bank.house.ledger.pool();
    let unmatched = incoming::unmatched(pool).await.expect("a list");
    assert_eq!(unmatched.len(), 3);
    let check = reconcile::reconcile(&bank.house.ledger, &[&bank.rail])
        .await
        .expect("explained");
    assert_eq!(check.unbooked, Usdt::from_minor(9_000_000));
    let (tx, other) = (&unmatched[0].payment.tx, orders(&angler).await);
    assert!(incoming::claim(pool, tx, &other, "ann").await.expect("given"));
    assert!(
        !incoming::claim(pool, tx, &order_no, "ann").await.expect("asked"),
        "it is somebody's"
    );
    bank.look().await;
    assert_eq!(order(&angler, &other).await["credited"], "3.000000");
    assert_eq!(coupons(&angler).await, "13.000000");
}
