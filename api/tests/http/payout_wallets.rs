//! Which wallet pays, with what, and what it still does when it is stopped (rails §3).

use crate::bank::{Bank, payee, wallet};
use crate::payouts::{asks, shown};
use domain::money::Usdt;
use domain::withdrawal::Terms;
use ledger::StreamId;
use ledger::testing::players::state;
use local_chain::{Chain, Lock};
use projections::withdrawals;
use rails::slots::{self, Reserved, Switch, messages};
use rails::ton::GAS_MIN;
use rails::{Purpose, Rail, Signed};
use serde_json::json;
use std::sync::Arc;
use ton::payout::{FORWARD_NANO, Payout};
use ton::wallet::{QueryId, SUBWALLET_ID, Wallet};
use workers::Workers;

/// Over every validity and its margin, in seconds.
const OVER_S: u64 = 3 * 3_600;
/// What goes out of 12 USDT, in millionths.
const NET: u128 = 11_500_000;

const SLOTS: &str = "select count(*) from payout_slots";
const OPEN: &str = "select count(*) from payout_slots where outcome is null";
const MESSAGES: &str = "select count(*) from payout_messages";

#[tokio::test]
async fn a_wallet_that_is_compared_with_nothing_is_an_alert() {
    let bank = Bank::open().await;
    let alerts = async || {
        let all = staff::alerts::all(bank.app.service()).await.expect("alerts");
        let stale = all.into_iter().filter(|alert| alert.kind == "rail_stale");
        stale.map(|alert| (alert.alert, alert.since_ms)).collect::<Vec<_>>()
    };
    assert_eq!(alerts().await, [("rail_stale:chains".to_owned(), None)]);
    bank.agrees().await;
    let due = bank.app.now() + 600_000;
    bank.app.wait_ms(600_000);
    assert_eq!(alerts().await, []);
    bank.app.wait_ms(1);
    assert_eq!(alerts().await, [("rail_stale:chains".to_owned(), Some(due))]);
    bank.agrees().await;
    assert_eq!(alerts().await, []);
}

impl Bank {
    async fn stop(&self) {
        let (pool, now) = (self.app.ledger.pool(), self.app.ledger.clock().now());
        let is_new = slots::pause(pool, &self.rail, "ann", "a look", now).await;
        assert!(is_new.expect("stopped"));
    }

    async fn go_on(&self) {
        let (pool, now) = (self.app.ledger.pool(), self.app.ledger.clock().now());
        let on = Switch {
            wallet: None,
            by: "bo",
            reason: None,
        };
        slots::switch(pool, on, now).await.expect("goes on");
    }

    /// What the one withdrawal that is under way asks for.
    pub async fn terms(&self) -> Terms {
        self.app.settle().await;
        let page = withdrawals::under_way(self.app.ledger.pool(), None, 1).await;
        let id = page.expect("a page")[0].withdrawal;
        let stream = self.app.ledger.withdrawals().load(&StreamId::thing(id.0)).await;
        stream.expect("a stream").state.request.expect("a request").terms
    }

    /// A place that is reserved and not bound: a process ended between the two.
    async fn reserves(&self) -> Reserved {
        let (pool, now) = (self.app.ledger.pool(), self.app.ledger.clock().now());
        let chain_time = self.rail.time().await.expect("a time");
        let reserved = slots::reserve(pool, &self.rail, &self.terms().await, chain_time, now).await;
        reserved.expect("a slot").expect("the wallet's own")
    }
}

#[tokio::test]
async fn a_slot_of_another_wallet_is_neither_judged_nor_paid_again() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    bank.look().await;
    assert_eq!(bank.chain.usdt_balance(payee(1)), NET, "paid, and not seen yet");
    // The service comes back with another key, whose wallet could pay as well.
    let other = bank.with_key(43);
    bank.chain.faucet(other.address(), 100_000_000_000);
    bank.chain.mint(other.address(), 100 * NET);
    bank.chain.settle();
    bank.passes(OVER_S);
    for _ in 0..4 {
        bank.look_with(&other).await;
    }
    let alarm = bank.alarm_of(&other).await.expect("an alarm");
    assert!(alarm.contains("another wallet"), "{alarm}");
    assert_eq!((bank.count(SLOTS).await, bank.count(OPEN).await), (1, 1));
    assert_eq!(
        (bank.count(MESSAGES).await, bank.chain.usdt_balance(payee(1))),
        (1, NET)
    );
    assert_eq!(shown(&angler, &key).await["label"], "Pending");
    let player = state(&bank.app.ledger, angler.id).await;
    assert_eq!(
        player.wallet.usdt(),
        Usdt::from_minor(8_000_000),
        "nothing was given back"
    );
    assert_eq!(bank.alarm().await, None);
    // The wallet that signed sees what became of it.
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!(bank.chain.usdt_balance(payee(1)), NET);
}

#[tokio::test]
async fn an_unbound_slot_of_another_wallet_stays_unused() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    let reserved = bank.reserves().await;
    let other = bank.with_key(43);
    bank.chain.faucet(other.address(), 100_000_000_000);
    bank.chain.mint(other.address(), 100 * NET);
    bank.chain.settle();
    for _ in 0..4 {
        bank.look_with(&other).await;
    }
    let alarm = bank.alarm_of(&other).await.expect("an alarm");
    assert!(alarm.contains("another wallet"), "{alarm}");
    assert_eq!((bank.count(SLOTS).await, bank.count(OPEN).await), (1, 1));
    assert_eq!((bank.count(MESSAGES).await, bank.chain.usdt_balance(payee(1))), (0, 0));
    bank.looks().await;
    assert_eq!(
        shown(&angler, &key).await["label"],
        "Completed",
        "slot {}",
        reserved.number
    );
    assert_eq!(bank.count(SLOTS).await, 1);
}

#[tokio::test]
async fn what_a_release_before_signed_is_sent_and_found_as_it_was_signed() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    let reserved = bank.reserves().await;
    let payment = &reserved.payment;
    let app = Wallet::of(wallet().verifying_key().to_bytes(), SUBWALLET_ID, 30 * 60);
    // More goes along for the chain's work than this release would give.
    let payout = Payout {
        query_id: QueryId::from_raw(payment.slot.query_id).expect("a number"),
        created_at: payment.created_at_s,
        jetton_wallet: Chain::usdt_wallet(bank.rail.address()),
        to: payee(1),
        amount_minor: NET,
        comment: payment.comment.clone(),
        ton_value: 150_000_000,
        forward_ton: FORWARD_NANO,
        response_to: bank.rail.address(),
    };
    let signed = ton::payout::sign(&wallet(), &app, &payout, true);
    let signed = Signed {
        body: signed.boc,
        hash: signed.hash,
    };
    let now = bank.app.ledger.clock().now();
    let kept = messages::keep(bank.app.ledger.pool(), &reserved, (Purpose::Pay, signed), now).await;
    kept.expect("kept");
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!(
        (bank.count(MESSAGES).await, bank.chain.usdt_balance(payee(1))),
        (1, NET)
    );
    bank.agrees().await;
}

#[tokio::test]
async fn the_house_and_the_token_are_nobody_to_pay_to() {
    let bank = Bank::open().await;
    let own = bank.rail.address();
    for (tg_id, to) in [(1, own), (2, Chain::usdt_wallet(own)), (3, Chain::usdt_master())] {
        let (angler, key) = asks(&bank, tg_id, to).await;
        bank.look().await;
        assert_eq!(shown(&angler, &key).await["label"], "Review", "{}", to.raw());
    }
    assert_eq!((bank.count(SLOTS).await, bank.alarm().await), (0, None));
}

#[tokio::test]
async fn a_stopped_wallet_still_sees_what_it_paid_and_sends_nothing_else() {
    let bank = Bank::open().await;
    let (paid, key) = asks(&bank, 1, payee(1)).await;
    bank.look().await;
    bank.stop().await;
    let (waits, second) = asks(&bank, 2, payee(2)).await;
    bank.looks().await;
    assert_eq!(shown(&paid, &key).await["label"], "Completed");
    assert_eq!(shown(&waits, &second).await["label"], "Pending");
    assert_eq!((bank.count(SLOTS).await, bank.count(MESSAGES).await), (1, 1));
    assert_eq!(bank.chain.usdt_balance(payee(2)), 0);
    assert_eq!(bank.alarm().await, Some("a look".into()));
    bank.go_on().await;
    bank.looks().await;
    assert_eq!(shown(&waits, &second).await["label"], "Completed");
    bank.agrees().await;
}

#[tokio::test]
async fn a_stopped_wallet_sends_nothing_again_and_gives_nothing_back() {
    let bank = Bank::open().await;
    bank.chain.lock(payee(2), Lock::Incoming);
    bank.chain.settle();
    let (angler, key) = asks(&bank, 1, payee(2)).await;
    for index in 0..2 {
        bank.node(index, |faults| faults.swallowed_sends = 1);
    }
    bank.look().await;
    bank.stop().await;
    bank.looks().await;
    assert!(
        bank.chain
            .transactions(bank.rail.address())
            .iter()
            .all(|done| { done.in_msg.as_ref().is_none_or(|message| message.source.is_some()) }),
        "the lost message is not sent again"
    );
    bank.go_on().await;
    bank.look().await;
    bank.stop().await;
    bank.looks().await;
    assert_eq!(
        shown(&angler, &key).await["label"],
        "Pending",
        "it came back, and a person looks first"
    );
    assert_eq!(bank.count(OPEN).await, 1);
    bank.go_on().await;
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Failure");
    bank.agrees().await;
}

#[tokio::test]
async fn gas_is_there_for_every_payment_that_is_under_way() {
    let bank = Bank::open().await;
    bank.app
        .publish(|config| config.withdraw.address_wait_ms = 10_000)
        .await;
    let (first, paid) = asks(&bank, 1, payee(1)).await;
    let (second, waits) = asks(&bank, 2, payee(2)).await;
    for index in 0..2 {
        bank.node(index, |faults| faults.swallowed_sends = 1_000);
    }
    bank.chain.set_ton(bank.rail.address(), GAS_MIN * 3 / 2);
    bank.chain.mine();
    bank.looks().await;
    assert_eq!(bank.count(SLOTS).await, 1, "enough for one, and one is under way");
    bank.chain.set_ton(bank.rail.address(), GAS_MIN * 2);
    bank.chain.mine();
    bank.look().await;
    assert_eq!(bank.count(SLOTS).await, 2);
    for index in 0..2 {
        bank.node(index, |faults| faults.swallowed_sends = 0);
    }
    bank.looks().await;
    assert_eq!(shown(&first, &paid).await["label"], "Completed");
    assert_eq!(shown(&second, &waits).await["label"], "Completed");
}

#[tokio::test]
async fn nodes_that_stand_blocks_apart_hold_no_payout_up() {
    let bank = Bank::open().await;
    let _asked = asks(&bank, 1, payee(1)).await;
    let before = bank.rail.holding().await.expect("one word");
    bank.node(1, |faults| faults.behind = 6);
    for _ in 0..6 {
        bank.chain.mine();
    }
    bank.chain.faucet(bank.rail.address(), 1_000_000_000);
    bank.chain.settle();
    assert_eq!(bank.rail.holding().await, Ok(before), "gas is in no book");
    bank.chain.mint(bank.rail.address(), 5_000_000);
    bank.chain.settle();
    assert!(bank.rail.holding().await.is_err(), "USDT is");
    assert_eq!(bank.rail.spendable().await, Ok(before), "the lowest of both");
    bank.look().await;
    assert_eq!((bank.count(SLOTS).await, bank.count(MESSAGES).await), (1, 1));
    assert_eq!(bank.alarm().await, None);
}

#[tokio::test]
async fn a_player_is_refused_the_product_s_own_accounts_once_the_rails_run() {
    let bank = Bank::open().await;
    let own = bank.rail.address();
    let angler = bank.app.player(1).await;
    let set = async |to: String| {
        angler
            .call("withdraw/set_address", json!({ "key": "ton", "address": to }))
            .await
    };
    let same_wallet: Arc<dyn Rail> = Arc::new(bank.with_key(42));
    Workers::start(&bank.app.ledger, &[same_wallet]).stop().await;
    for account in [own, Chain::usdt_wallet(own), Chain::usdt_master()] {
        for spelled in [account.bounceable(), account.non_bounceable()] {
            let answer = set(spelled).await;
            assert_eq!(answer.message, "This is an address of ours, enter your own");
            answer.refused(6013);
        }
    }
    set(payee(1).bounceable()).await.done();
}
