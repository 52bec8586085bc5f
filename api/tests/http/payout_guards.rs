//! What holds a payout that is under way or waits (rails §3): a freeze, a stop of all withdrawals, the cap of an hour.

use crate::angler::Angler;
use crate::bank::{Bank, payee};
use crate::payouts::{NET, asks, shown};
use crate::test_app::TestApp;
use domain::ids::PlayerId;
use domain::money::Usdt;
use domain::player::freeze::{Freeze, Unfreeze};
use domain::withdrawal::{Send, Standing, Withdrawal, WithdrawalCommand};
use ledger::testing::players::{must, state};
use ledger::{Plain, Request, StreamId};
use projections::withdrawals;
use rails::slots::{self, Reserved};
use rails::{Caps, Rail};
use serde_json::{Value, json};

/// Over every validity and its margin, in seconds.
const OVER_S: u64 = 3 * 3_600;

const SLOTS: &str = "select count(*) from payout_slots";
const OPEN: &str = "select count(*) from payout_slots where outcome is null";
const MESSAGES: &str = "select count(*) from payout_messages";

/// The one withdrawal that is under way, and its stream.
async fn under_way(app: &TestApp) -> (StreamId, Withdrawal) {
    app.settle().await;
    let page = withdrawals::under_way(app.ledger.pool(), None, 1).await;
    let stream = StreamId::thing(page.expect("a page")[0].withdrawal.0);
    let loaded = app.ledger.withdrawals().load(&stream).await;
    (stream, loaded.expect("a stream").state)
}

/// Reserves a slot that nothing is bound to: a process ended between the two.
pub async fn reserves(app: &TestApp, rail: &dyn Rail) -> Reserved {
    let (_, withdrawal) = under_way(app).await;
    let terms = withdrawal.request.expect("a request").terms;
    let chain_time = rail.time().await.expect("a time");
    let reserved = slots::reserve(app.ledger.pool(), rail, &terms, chain_time, app.ledger.clock().now()).await;
    reserved.expect("a slot").expect("the wallet's own")
}

/// Binds the withdrawal to a slot and signs nothing: a process ended between the two.
pub async fn binds(app: &TestApp, rail: &dyn Rail, player: PlayerId) {
    let reserved = reserves(app, rail).await;
    let (stream, withdrawal) = under_way(app).await;
    let send = Send {
        slot: reserved.payment.slot,
        digest: withdrawal.digest().expect("a digest"),
        standing: Standing {
            kyc: state(&app.ledger, player).await.identity.kyc,
            is_frozen: false,
        },
    };
    let (command, request) = (WithdrawalCommand::Send(send), Request::without_id("system:payouts"));
    let reply = app.ledger.withdrawals().execute(&stream, command, request, Plain).await;
    assert!(reply.expect("a reply").is_accepted());
    app.settle().await;
}

pub async fn freezes(app: &TestApp, player: PlayerId) {
    let (staff, reason) = ("rex".to_owned(), "A look".to_owned());
    must(&app.ledger, player, Freeze { staff, reason }).await;
}

pub async fn unfreezes(app: &TestApp, player: PlayerId) {
    let (staff, reason) = ("rex".to_owned(), "Looked at".to_owned());
    must(&app.ledger, player, Unfreeze { staff, reason }).await;
}

#[tokio::test]
async fn a_freeze_holds_what_is_bound_and_not_signed_and_once_lifted_it_is_paid_once() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    binds(&bank.app, &bank.rail, angler.id).await;
    freezes(&bank.app, angler.id).await;
    bank.looks().await;
    assert_eq!(
        (bank.count(MESSAGES).await, bank.chain.usdt_balance(payee(1))),
        (0, 0),
        "nothing is signed"
    );
    // Its time passes: that it was never executed is proved, and no other slot is taken.
    bank.passes(OVER_S);
    bank.looks().await;
    assert_eq!(
        (
            bank.count(SLOTS).await,
            bank.count(OPEN).await,
            bank.count(MESSAGES).await
        ),
        (1, 0, 0)
    );
    unfreezes(&bank.app, angler.id).await;
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!(
        (bank.count(MESSAGES).await, bank.chain.usdt_balance(payee(1))),
        (1, NET)
    );
    bank.agrees().await;
    assert_eq!(bank.alarm().await, None);
}

#[tokio::test]
async fn a_stop_of_withdrawals_holds_what_is_bound_and_not_signed() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    binds(&bank.app, &bank.rail, angler.id).await;
    bank.app.publish(|config| config.withdraw.paused = true).await;
    bank.looks().await;
    assert_eq!(
        (bank.count(MESSAGES).await, bank.chain.usdt_balance(payee(1))),
        (0, 0),
        "nothing is signed"
    );
    bank.app.publish(|config| config.withdraw.paused = false).await;
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!((bank.count(SLOTS).await, bank.chain.usdt_balance(payee(1))), (1, NET));
    bank.agrees().await;
}

/// A freeze after the signature changes nothing: the message may be on its way.
#[tokio::test]
async fn what_was_signed_before_a_freeze_goes_on() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    for index in 0..2 {
        bank.node(index, |faults| faults.swallowed_sends = 1);
    }
    bank.look().await;
    assert_eq!((bank.count(MESSAGES).await, bank.chain.usdt_balance(payee(1))), (1, 0));
    freezes(&bank.app, angler.id).await;
    bank.looks().await;
    assert_eq!(bank.chain.usdt_balance(payee(1)), NET);
    unfreezes(&bank.app, angler.id).await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!(bank.count(SLOTS).await, 1);
}

/// A bank out of which so much may go within an hour, in millionths of a USDT.
async fn capped(hour: i64) -> Bank {
    let bank = Bank::open_with(Caps {
        hour: Usdt::from_minor(hour),
        ..Caps::default()
    })
    .await;
    bank.app
        .publish(|config| config.withdraw.address_wait_ms = 10_000)
        .await;
    bank
}

#[tokio::test]
async fn a_payout_beyond_the_cap_of_an_hour_goes_alone_once_the_hour_is_empty() {
    let bank = capped(11_000_000).await;
    let (small, first) = asks_for(&bank, 1, 10).await;
    bank.looks().await;
    assert_eq!(shown(&small, &first).await["label"], "Completed");
    let (large, second) = asks_for(&bank, 2, 12).await;
    bank.looks().await;
    assert_eq!(
        (
            &shown(&large, &second).await["label"],
            bank.chain.usdt_balance(payee(2))
        ),
        (&json!("Pending"), 0),
        "something went within the hour"
    );
    bank.passes(3_600);
    bank.looks().await;
    assert_eq!(shown(&large, &second).await["label"], "Completed");
    assert_eq!(bank.chain.usdt_balance(payee(2)), NET);
}

#[tokio::test]
async fn a_payout_that_waits_for_the_hour_is_not_overtaken_by_newer_ones() {
    let bank = capped(22_000_000).await;
    let (_paid, _) = asks_for(&bank, 1, 12).await;
    bank.looks().await;
    let (older, second) = asks_for(&bank, 2, 12).await;
    // This one would fit into what is left of the hour.
    let (newer, third) = asks_for(&bank, 3, 10).await;
    bank.looks().await;
    assert_eq!(
        (bank.chain.usdt_balance(payee(2)), bank.chain.usdt_balance(payee(3))),
        (0, 0)
    );
    bank.passes(3_600);
    bank.looks().await;
    assert_eq!(shown(&older, &second).await["label"], "Completed");
    assert_eq!(shown(&newer, &third).await["label"], "Completed");
}

/// A player who has asked for so many USDT, to the payee of the same number.
async fn asks_for(bank: &Bank, number: u8, amount: u32) -> (Angler<'_>, Value) {
    let angler = bank.app.player(number.into()).await;
    angler.given(domain::posting::Purse::Usdt, 20_000_000).await;
    let address = json!({ "key": "ton", "address": payee(number).non_bounceable(), "comment": "7" });
    angler.call("withdraw/set_address", address).await.done();
    bank.passes(10);
    let body = json!({ "key": "ton", "amount": amount.to_string() });
    let answer = angler.call("withdraw/do", body).await.done();
    let key = answer.data["withdraw"]["withdraw_id"].clone();
    (angler, key)
}
