//! Deposits from a chain (rails §6).

use crate::angler::{Angler, fresh};
use crate::bank::{Bank, came, payee, payment};
use crate::database_rights::approved;
use crate::odd_rail::OddRail;
use crate::staff_site::StaffSite;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::ids::OrderId;
use domain::money::Usdt;
use domain::staff::Role;
use domain::topup::TopUpCommand;
use domain::withdrawal::Address;
use ledger::testing::owner_of;
use ledger::{Plain, Request, StreamId};
use local_chain::DemoWallet;
use projections::page::Between;
use rails::payout::Halt;
use rails::{Cursors, Incoming, Payment, Rail, incoming, reconcile, scan};
use serde_json::{Value, json};

/// An order of 10 USDT, its number.
pub async fn orders(angler: &Angler<'_>) -> String {
    let body = json!({ "channel": "ton_usdt", "amount": "10", "req_id": fresh() });
    let answer = angler.call("topup/create", body).await.done().data;
    answer["order"]["order_no"].as_str().expect("a number").to_owned()
}

async fn order(angler: &Angler<'_>, order_no: &str) -> Value {
    angler.app.settle().await;
    let answer = angler
        .call("topup/status", json!({ "order_no": order_no }))
        .await
        .done()
        .data;
    answer["order"].clone()
}

async fn coupons(angler: &Angler<'_>) -> Value {
    angler.read("coupon/info").await["coupon"].clone()
}

impl Bank {
    pub fn pays(&self, from: u8, minor: u128, comment: Option<&str>) {
        let sent = DemoWallet::nth(from).send_usdt(&self.chain, self.rail.address(), minor, comment);
        sent.expect("a transfer");
        self.chain.settle();
    }
}

#[tokio::test]
async fn what_a_wallet_is_asked_to_sign_pays_the_order() {
    let bank = Bank::open().await;
    let angler = bank.app.player(1).await;
    let order_no = orders(&angler).await;
    let wallet = DemoWallet::nth(2);
    let asked = json!({ "order_no": order_no, "address": wallet.address().raw() });
    let answer = angler.call("topup/message", asked).await.done().data;
    let text = |field: &str| answer["messages"][0][field].as_str().expect("text").to_owned();
    let to = ton::Address::parse(&text("address")).expect("an address");
    let payload = STANDARD.decode(text("payload")).expect("base64");
    let body = ton::Boc::decode(payload).expect("cells");
    let nano = text("amount").parse().expect("nanotons");
    wallet.send(&bank.chain, to, nano, body).expect("a message");
    bank.chain.settle();
    bank.looks().await;
    let answer = order(&angler, &order_no).await;
    assert_eq!(
        (&answer["state"], &answer["credited"]),
        (&json!("success"), &json!("10.000000"))
    );
    assert_eq!(coupons(&angler).await, "10.000000");
    bank.agrees().await;
}

#[tokio::test]
async fn a_payment_is_credited_once_for_what_came_however_often_it_is_read_t_37() {
    let bank = Bank::open().await;
    let angler = bank.app.player(1).await;
    let order_no = orders(&angler).await;
    bank.pays(0, 10_000_000, Some(&order_no));
    bank.look().await;
    let answer = order(&angler, &order_no).await;
    assert_eq!(
        (&answer["state"], &answer["credited"]),
        (&json!("success"), &json!("10.000000"))
    );
    assert_eq!(coupons(&angler).await, "10.000000");
    for _ in 0..3 {
        sqlx::query("update rail_cursors set lt = 0")
            .execute(bank.app.ledger.pool())
            .await
            .expect("set back");
        sqlx::query("update incoming_payments set credited_at_ms = null")
            .execute(&mut owner_of(&bank.app.ledger).await)
            .await
            .expect("forgotten");
        scan::credit(&bank.app.ledger, &bank.rail)
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
    let angler = bank.app.player(1).await;
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
    let angler = bank.app.player(1).await;
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
    let answer = order(&angler, &order_no).await;
    assert_eq!(
        (&answer["state"], &answer["reason"]),
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
    let angler = bank.app.player(1).await;
    let order_no = orders(&angler).await;
    bank.passes(2 * 3_600);
    let id = StreamId::thing(OrderId::of(&order_no).0);
    let expire = TopUpCommand::Expire;
    bank.app
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
    let pool = bank.app.ledger.pool();
    let unmatched = incoming::unmatched(pool).await.expect("a list");
    assert_eq!(unmatched.len(), 3);
    let check = reconcile::reconcile(&bank.app.ledger, &[&bank.rail])
        .await
        .expect("explained");
    assert_eq!(check.unbooked, Usdt::ZERO, "what is seen is booked");
    let (payment, other) = (unmatched[0].key(), orders(&angler).await);
    let proposal = approved(&bank.app.ledger, &payment, &other).await;
    assert!(incoming::claim(pool, &payment, &other, proposal).await.expect("given"));
    let again = approved(&bank.app.ledger, &payment, &order_no).await;
    assert!(
        !incoming::claim(pool, &payment, &order_no, again).await.expect("asked"),
        "it is somebody's"
    );
    bank.look().await;
    assert_eq!(order(&angler, &other).await["credited"], "3.000000");
    assert_eq!(coupons(&angler).await, "13.000000");
}

#[tokio::test]
async fn a_wallet_that_is_stopped_by_an_alarm_takes_deposits_all_the_same_t_60() {
    let bank = Bank::open().await;
    let angler = bank.app.player(1).await;
    // Somebody has the key, and pays through a place that no slot knows.
    let chain_time = bank.rail.time().await.expect("a time");
    let new = bank.rail.new_slot(500_000, chain_time).expect("a slot");
    let theft = Payment {
        slot: new.slot,
        created_at_s: new.created_at_s,
        address: Address::parse(&payee(9).non_bounceable()).expect("an address"),
        comment: None,
        amount: Usdt::from_minor(1_000_000),
    };
    let signed = bank.rail.next(&theft, &[], chain_time).await.expect("signed");
    bank.rail.send(&signed.expect("a message").1.body).await;
    bank.chain.settle();
    let order_no = orders(&angler).await;
    bank.pays(0, 10_000_000, Some(&order_no));
    for _ in 0..2 {
        bank.look().await;
        let done = scan::scan(&bank.app.ledger, &bank.rail).await;
        assert!(done.is_err(), "the alarm stands until a person has looked");
    }
    assert!(bank.alarm().await.expect("an alarm").contains("not known here"));
    let answer = order(&angler, &order_no).await;
    assert_eq!(
        (&answer["state"], &answer["credited"]),
        (&json!("success"), &json!("10.000000"))
    );
    assert_eq!(coupons(&angler).await, "10.000000");
}

#[tokio::test]
async fn a_payment_of_nobody_is_found_however_many_wait_and_each_of_a_transaction_is_one() {
    let bank = Bank::open().await;
    let (pool, now) = (bank.app.ledger.pool(), bank.app.ledger.clock().now());
    let came = |tx: String, lt| Incoming {
        lt,
        tx,
        sender: "a".to_owned(),
        amount: Usdt::from_minor(1),
        comment: None,
    };
    let mut payments: Vec<_> = (0..450)
        .map(|number| (came(format!("t{number}"), number), None))
        .collect();
    payments.push((came("t449".to_owned(), 450), None));
    let kept = incoming::keep(pool, &bank.rail, &payments, Cursors::default(), now).await;
    kept.expect("kept");
    let (mut found, mut last) = (Vec::new(), None);
    loop {
        let page = incoming::unmatched_after(pool, Between::default(), last.as_ref(), 200)
            .await
            .expect("a page");
        let Some(end) = page.last().map(incoming::Unmatched::place) else {
            break;
        };
        found.extend(page.iter().map(|one| one.payment.lt));
        last = Some(end);
    }
    assert_eq!(found, (0..=450).collect::<Vec<u64>>());
    for lt in [449, 450] {
        let key = incoming::unmatched_of(pool, "t449")
            .await
            .expect("asked")
            .expect("one")
            .key();
        assert_eq!(key.lt, lt, "the other one of the transaction waits");
        let proposal = approved(&bank.app.ledger, &key, "A1").await;
        assert!(incoming::claim(pool, &key, "A1", proposal).await.expect("given"));
        assert!(incoming::is_of(pool, &key, "A1").await.expect("asked"));
        assert!(!incoming::is_of(pool, &key, "A2").await.expect("asked"));
    }
    assert_eq!(incoming::unmatched_of(pool, "t449").await.expect("asked"), None);
}

#[tokio::test]
async fn staff_assign_a_payment_beyond_the_page_they_see() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let order_no = orders(&angler).await;
    let numbered = |number: u64| payment(&format!("t{}", number.min(250)), number, 1, None);
    came(&site.ledger, (1..=251).map(numbered)).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let body = |tx: &str| json!({ "tx": tx, "order_no": order_no });
    ann.does("topups/propose_assign", body("t251")).await.refused(4007);
    let made = ann.does("topups/propose_assign", body("t250")).await.done().data;
    let yes = json!({ "proposal": made["proposal"], "digest": made["digest"] });
    let done = bob.does("proposals/approve", yes).await.done().data;
    assert_eq!((&done["state"], &done["code"]), (&json!("done"), &json!(0)));
    let given: Vec<(String, i64)> = sqlx::query_as("select tx, lt from incoming_payments where order_no = $1")
        .bind(&order_no)
        .fetch_all(site.ledger.pool())
        .await
        .expect("payments of the order");
    assert_eq!(
        given,
        [("t250".to_owned(), 250)],
        "one payment, not all of its transaction"
    );
}

#[tokio::test]
async fn whoever_pays_in_between_two_looks_neither_stops_the_wallet_nor_hides_a_loss() {
    let bank = Bank::open().await;
    let busy = |missing: i64| OddRail {
        paid_in: Some(1_000),
        missing: Usdt::from_minor(missing),
        ..OddRail::of(&bank)
    };
    let check = reconcile::reconcile(&bank.app.ledger, &[&busy(0)]).await;
    assert!(check.expect("explained").holds());
    assert_eq!(
        bank.count("select count(*) from incoming_payments").await,
        1,
        "one look was enough"
    );
    let lost = reconcile::reconcile(&bank.app.ledger, &[&busy(5_001)]).await;
    assert!(matches!(lost, Err(Halt::Alarm(_))), "{lost:?}");
    let after = reconcile::reconcile(&bank.app.ledger, &[&bank.rail]).await;
    assert_eq!(after.expect("explained").under_way, Usdt::ZERO);
}

#[tokio::test]
async fn a_payment_that_only_the_database_knows_is_credited_to_nobody_and_stops_payouts() {
    let bank = Bank::open().await;
    let order_no = orders(&bank.app.player(1).await).await;
    // The whole row as the scanner would write it, by whoever has the service's own connection.
    for (tx, named) in [("made up", order_no.as_str()), ("of nobody", "")] {
        sqlx::query(
            "select keep_incoming_payment('ton_usdt', $1, 9::bigint, 'a', 2000000000::bigint, nullif($2, ''), nullif($2, ''), 1::bigint, $3)",
        )
        .bind(tx)
        .bind(named)
        .bind([0xcb_u8; 20].as_slice())
        .execute(bank.app.ledger.pool())
        .await
        .expect("a row");
    }
    let alarm = scan::book(&bank.app.ledger, &bank.rail).await.expect_err("an alarm");
    assert!(
        alarm.to_string().contains("made up is not one that this service saw"),
        "{alarm}"
    );
    let credited = "select count(*) from events where event_type in ('TopUpSucceeded', 'UnmatchedReceived')";
    assert_eq!(bank.count(credited).await, 0);
    assert!(
        incoming::unfounded(bank.app.ledger.pool())
            .await
            .expect("asked")
            .is_some()
    );
    // What the chain really brought is booked all the same.
    bank.pays(0, 10_000_000, Some(&order_no));
    let alarm = scan::scan(&bank.app.ledger, &bank.rail).await.expect_err("an alarm");
    assert!(matches!(alarm, Halt::Alarm(_)), "{alarm}");
    assert_eq!(bank.count(credited).await, 1);
}
