//! Unspent coupons of a top-up that go back to whoever paid it, as two people decide (api §7.27).

mod desk;
mod payers;

use crate::angler::fresh;
use crate::bank::agree;
use crate::staff_site::facts;
use desk::Desk;
use domain::staff::Role;
use ledger::keys::Keys;
use ledger::testing::{MASTER_KEY, owner_of};
use ledger::{MacKeys, MasterKeys};
use local_chain::{DemoWallet, Lock};
use rails::incoming;
use serde_json::{Value, json};

const DAY_MS: i64 = 86_400_000;

#[tokio::test]
async fn unspent_coupons_go_back_to_who_paid_them_once_and_in_parts() {
    let desk = Desk::open().await;
    let (ann, lea) = desk.clerks().await;
    let asked = json!({ "player": desk.player.0 });
    let listed = ann.ask("topups/refundable", asked.clone()).await.done().data;
    let [line] = listed["list"].as_array().expect("a list").as_slice() else {
        panic!("{listed}");
    };
    let payer = desk.payer.non_bounceable();
    assert_eq!(
        (&line["order_no"], &line["unspent"], &line["payer"]),
        (&json!(desk.order_no), &json!("10000000"), &json!(payer))
    );
    let made = desk.proposes(&ann, 4_000_000).await;
    ann.approves(&made).await.refused(9001);
    let info = json!({ "proposal": made["proposal"] });
    let info = lea.ask("proposals/info", info).await.done().data;
    assert_eq!(
        (&info["proposal"]["amount"], &info["proposal"]["asset"]),
        (&json!("4000000"), &json!("usdt"))
    );
    let facts = facts(&info);
    let of = |name: &str| facts[&format!("{name} {}", desk.player)].clone();
    assert_eq!(
        (of("holds coupon"), of("would_hold coupon"), of("would_hold usdt_hold")),
        (json!("10000000"), json!("6000000"), json!("4000000"))
    );
    assert_eq!(
        ["approved_address", "refund_order", "refund_unspent", "refund_days_left"].map(|name| facts[name].clone()),
        [json!(payer), json!(desk.order_no), json!("10000000"), json!("13")]
    );
    let (one, other) = tokio::join!(lea.approves(&made), lea.approves(&made));
    let (yes, no) = if one.error == 0 { (one, other) } else { (other, one) };
    no.refused(9003);
    assert_eq!(yes.done().data["code"], 0);
    // The coupons are taken at once; the money is the player's hold until the chain has it.
    assert_eq!(desk.purses().await, [6_000_000, 4_000_000, 0]);
    assert_eq!(desk.came_back(), 0);
    desk.looks().await;
    assert_eq!(desk.purses().await, [6_000_000, 0, 0]);
    desk.agrees(4_000_000).await;
    desk.looks().await;
    desk.agrees(4_000_000).await;

    assert_eq!(desk.decides((&ann, &lea), 6_000_000).await, 0);
    desk.looks().await;
    assert_eq!(desk.purses().await, [0, 0, 0]);
    desk.agrees(10_000_000).await;
    ann.does("topups/propose_refund", desk.body(1)).await.refused(2005);
    assert_eq!(ann.ask("topups/refundable", asked).await.done().data["list"], json!([]));

    let angler = desk.site.newcomer(1, "").await;
    let refund = |amount: &str| (json!("refund"), json!(amount));
    assert_eq!(
        desk.records(&angler).await[..2],
        [refund("-6.000000"), refund("-4.000000")]
    );
    assert_eq!(
        angler.read("withdraw/list").await["list"],
        json!([]),
        "no withdrawal of the player's"
    );
    let of_player = json!({ "player": angler.id.0, "sums": true });
    let of_player = ann.ask("withdrawals/list", of_player).await.done().data;
    assert_eq!(
        (
            of_player["list"].as_array().map(Vec::len),
            &of_player["sums"][0]["rows"]
        ),
        (Some(2), &json!(2)),
        "staff see what they gave back: {of_player}"
    );
    let paid = ann
        .ask("withdrawals/list", json!({ "state": "confirmed" }))
        .await
        .done()
        .data;
    let paid = paid["list"].as_array().expect("a list");
    assert!(
        paid.len() == 2 && paid.iter().all(|line| line["order_no"] == desk.order_no.as_str()),
        "{paid:?}"
    );
    assert_eq!(paid[0]["approved_by"], json!(["ann", "lea"]));
    the_laws_find_forgeries(&desk).await;
}

async fn the_laws_find_forgeries(desk: &Desk) {
    for [event, field, from, to, law] in [
        ["CouponRefunded", "case_id", "case 7", "case 8", "I-41j"],
        ["CouponRefunded", "approver", "lea", "ann", "I-41"],
        [
            "CouponRefunded",
            "comment",
            "Refund of unspent coupons",
            "Refund of what is ours",
            "I-41j",
        ],
        ["CouponRefunded", "amount", "6.000000", "7.000000", "I-09b"],
        ["Requested", "approver", "lea", "sam", "I-09b"],
        ["Requested", "amount", "6.000000", "5.000000", "I-09b"],
        ["WithdrawalSettled", "amount", "6.000000", "5.000000", "I-08"],
        ["TopUpCredited", "amount", "10.000000", "9.000000", "I-09b"],
    ] {
        let [was, is] = [from, to].map(|value| format!("\"{field}\":\"{value}\""));
        let broken = desk.broken_by(&[event], (&was, &is)).await;
        assert!(broken.contains(&law), "{event} {is}: {broken:?}");
    }
}

#[tokio::test]
async fn what_the_payer_does_not_get_is_coupons_again() {
    let desk = Desk::open().await;
    let (ann, lea) = desk.clerks().await;
    desk.chain.lock(desk.payer, Lock::Incoming);
    desk.chain.settle();
    assert_eq!(desk.decides((&ann, &lea), 10_000_000).await, 0);
    desk.looks().await;
    assert_eq!(desk.purses().await, [10_000_000, 0, 0], "coupons, and never USDT");
    assert_eq!(desk.broken().await, Vec::<&str>::new());
    let failed = ann
        .ask("withdrawals/list", json!({ "state": "failed" }))
        .await
        .done()
        .data;
    assert_eq!(failed["list"][0]["order_no"], desk.order_no.as_str());
    let angler = desk.site.newcomer(1, "").await;
    assert_eq!(
        desk.records(&angler).await[..2],
        [
            (json!("refund_back"), json!("10.000000")),
            (json!("refund"), json!("-10.000000"))
        ]
    );
    // It can be tried again, by another proposal.
    desk.proposes(&ann, 10_000_000).await;
}

#[tokio::test]
async fn what_was_spent_meanwhile_or_is_too_old_is_refused() {
    let desk = Desk::open().await;
    let (ann, lea) = desk.clerks().await;
    let angler = desk.site.newcomer(1, "").await;
    for (field, value, code) in [
        ("amount", "0", -1006),
        ("amount", "10000001", 2005),
        ("order_no", "none", 5203),
        ("case_id", " ", -1006),
    ] {
        let mut body = desk.body(1_000_000);
        body[field] = json!(value);
        ann.does("topups/propose_refund", body).await.refused(code);
    }
    let made = desk.proposes(&ann, 10_000_000).await;
    let buy = json!({ "item_id": "coins_1", "price": "1.000000", "count": 1, "req_id": fresh() });
    angler.call("shop/buy", buy).await.done();
    assert_eq!(lea.approves(&made).await.done().data["code"], 2005);
    assert_eq!(desk.purses().await, [9_000_000, 0, 0]);
    // In time when it is proposed, and too late when it is approved.
    desk.site.wait_ms(13 * DAY_MS);
    let ida = desk.site.clerk("ida", &[Role::Finance]).await;
    let made = desk.proposes(&ida, 9_000_000).await;
    desk.site.wait_ms(DAY_MS);
    let leo = desk.site.clerk("leo", &[Role::FinanceLead]).await;
    assert_eq!(leo.approves(&made).await.done().data["code"], 4008);
    let ivy = desk.site.clerk("ivy", &[Role::Finance]).await;
    ivy.does("topups/propose_refund", desk.body(1)).await.refused(4008);
    assert_eq!(desk.purses().await, [9_000_000, 0, 0]);
    desk.looks().await;
    desk.agrees(0).await;
}

#[tokio::test]
async fn whoever_dies_after_the_approval_leaves_it_to_the_next_and_it_is_paid_once() {
    let desk = Desk::open().await;
    let (ann, _) = desk.clerks().await;
    let made = desk.proposes(&ann, 3_000_000).await;
    desk.is_approved(&made, "lea").await;
    desk.site.settle().await;
    assert_eq!(desk.purses().await, [10_000_000, 0, 0]);
    for _ in 0..2 {
        staff::proposals::sweep_once(desk.site.service()).await.expect("swept");
        desk.looks().await;
        assert_eq!(desk.purses().await, [7_000_000, 0, 0]);
        assert_eq!(desk.came_back(), 3_000_000);
        agree(&desk.site.ledger, &desk.rail).await;
    }
}

/// A row says who paid; only one that this service wrote on seeing the chain decides who is paid back.
#[tokio::test]
async fn nobody_is_paid_whom_a_changed_row_names() {
    let desk = Desk::open().await;
    let (ann, lea) = desk.clerks().await;
    let made = desk.proposes(&ann, 4_000_000).await;
    let stranger = DemoWallet::nth(1).address();
    desk.names_as_sender(stranger).await;
    let refused = ann.does("topups/propose_refund", desk.body(1)).await;
    refused.refused(-1006);
    let listed = ann.ask("topups/refundable", json!({ "player": desk.player.0 })).await;
    assert_eq!(listed.done().data["list"][0]["payer"], Value::Null);
    assert_eq!(lea.approves(&made).await.done().data["code"], -1006);
    desk.names_as_sender(desk.payer).await;
    assert_eq!(desk.purses().await, [10_000_000, 0, 0], "nothing was taken");
    desk.proposes(&ann, 4_000_000).await;
}

/// A payment that was credited is still known as seen here after the change of the master key.
#[tokio::test]
async fn whoever_paid_is_known_under_another_master_key() {
    let desk = Desk::open().await;
    let ledger = &desk.site.ledger;
    let mut owner = owner_of(ledger).await;
    let masters = MasterKeys {
        current: [8; 32],
        others: vec![MASTER_KEY],
    };
    let [before, after] = [masters, [8; 32].into()];
    let both = Keys::open(&mut owner, &before).await.expect("keys");
    let only_new = Keys::open(&mut owner, &after).await.expect("keys");
    let (tx, lt) = &desk.paid;
    let lt = u64::try_from(*lt).expect("a logical time");
    let paid = incoming::of_order(ledger.pool(), &desk.order_no, tx, lt).await;
    let paid = paid.expect("read").expect("a payment");
    let known = async |macs: &MacKeys| {
        incoming::doubt(ledger.pool(), macs, &paid)
            .await
            .expect("read")
            .is_none()
    };
    assert!(known(both.macs()).await && !known(only_new.macs()).await);
    for rows in [1, 0] {
        assert_eq!(incoming::renew(&mut owner, both.macs()).await.expect("renewed"), rows);
    }
    assert!(known(only_new.macs()).await);
}
