//! Payouts over the TON chain (rails §3).

use crate::angler::Angler;
use crate::bank::{Bank, LOOKS, payee};
use domain::money::Usdt;
use domain::posting::Purse;
use ledger::testing::players::state;
use local_chain::{Chain, Faults, Lock};
use rails::payout::Halt;
use rails::slots::{self, Switch};
use rails::{Caps, reconcile};
use serde_json::{Value, json};
use workers::payouts;

/// Over every validity and its margin, in seconds.
const OVER_S: u64 = 3 * 3_600;
/// What goes out of 12 USDT, in millionths.
pub const NET: u128 = 11_500_000;

/// A player who has asked for 12 USDT, 11.50 of which go out.
pub async fn asks<'a>(bank: &'a Bank, tg_id: i64, payee: ton::Address) -> (Angler<'a>, Value) {
    let angler = bank.app.player(tg_id).await;
    angler.given(Purse::Usdt, 20_000_000).await;
    let address = json!({ "key": "ton", "address": payee.non_bounceable(), "comment": "7" });
    angler.call("withdraw/set_address", address).await.done();
    let wait_ms = bank.app.ledger.current_config().withdraw.address_wait_ms;
    bank.passes(u64::try_from(wait_ms / 1_000).expect("a wait"));
    let answer = angler
        .call("withdraw/do", json!({ "key": "ton", "amount": "12" }))
        .await
        .done();
    let key = answer.data["withdraw"]["withdraw_id"].clone();
    (angler, key)
}

/// A withdrawal as the player sees it.
pub async fn shown(angler: &Angler<'_>, key: &Value) -> Value {
    angler.app.settle().await;
    let detail = angler.call("withdraw/detail", json!({ "key": key })).await.done().data;
    detail["withdraw"].clone()
}

#[tokio::test]
async fn a_withdrawal_is_paid_on_the_chain_and_shown_with_its_transaction() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    bank.look().await;
    assert_eq!(shown(&angler, &key).await["label"], "Pending");
    bank.looks().await;
    let withdrawal = shown(&angler, &key).await;
    assert_eq!(
        (&withdrawal["label"], &withdrawal["status"]),
        (&json!("Completed"), &json!(3))
    );
    let paid = bank.chain.transactions(Chain::usdt_wallet(payee(1)));
    let tx = hex::encode(paid.last().expect("a payment").hash);
    assert_eq!(withdrawal["tx"], tx);
    assert_eq!(withdrawal["tx_url"], format!("https://ton.example/{tx}"));
    assert_eq!(bank.chain.usdt_balance(payee(1)), NET);
    bank.agrees().await;
    assert_eq!(bank.alarm().await, None);
}

#[tokio::test]
async fn a_lost_reply_or_a_second_worker_pays_nobody_twice_t_03() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    bank.node(0, |faults| faults.lost_sends = 2);
    bank.node(1, |faults| faults.lost_sends = 2);
    let neighbour = bank.app.neighbour().await;
    for _ in 0..LOOKS {
        bank.app.settle().await;
        let (here, there) = tokio::join!(
            payouts::tick(&bank.app.ledger, &bank.rail),
            payouts::tick(&neighbour.ledger, &bank.rail)
        );
        here.and(there).expect("two looks at once");
        bank.chain.settle();
    }
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!(bank.chain.usdt_balance(payee(1)), NET);
    assert_eq!(bank.chain.transactions(Chain::usdt_wallet(payee(1))).len(), 1);
    bank.agrees().await;
}

#[tokio::test]
async fn what_comes_back_goes_back_to_the_player_with_its_proof_t_05() {
    let bank = Bank::open().await;
    bank.chain.lock(payee(2), Lock::Incoming);
    bank.chain.settle();
    let (angler, key) = asks(&bank, 1, payee(2)).await;
    bank.looks().await;
    let withdrawal = shown(&angler, &key).await;
    assert_eq!(
        (&withdrawal["label"], &withdrawal["reason"]),
        (&json!("Failure"), &json!("The payment came back"))
    );
    let player = state(&bank.app.ledger, angler.id).await;
    assert_eq!(player.wallet.usdt(), Usdt::from_minor(20_000_000));
    assert_eq!(bank.chain.usdt_balance(payee(2)), 0);
    bank.agrees().await;
}

#[tokio::test]
async fn silence_refunds_nothing_and_what_expired_unexecuted_is_sent_once_more_t_05() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    for index in 0..2 {
        bank.node(index, |faults| faults.swallowed_sends = 1_000);
    }
    bank.looks().await;
    assert_eq!(
        shown(&angler, &key).await["label"],
        "Pending",
        "no answer proves nothing"
    );
    // Over the validity, within the margin: nothing is proved yet.
    bank.passes(31 * 60);
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Pending");
    bank.passes(OVER_S);
    for index in 0..2 {
        bank.node(index, |faults| faults.swallowed_sends = 0);
    }
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!(bank.chain.usdt_balance(payee(1)), NET);
    bank.agrees().await;
}

#[tokio::test]
async fn one_node_alone_and_nodes_that_contradict_each_other_decide_nothing_t_38() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    bank.look().await;
    bank.node(1, |faults| faults.lies = true);
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Pending", "one of two lies");
    bank.node(1, |faults| {
        *faults = Faults {
            refuses: true,
            ..Faults::default()
        }
    });
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Pending", "one of two is silent");
    bank.node(1, |faults| *faults = Faults::default());
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    bank.agrees().await;
}

#[tokio::test]
async fn a_payment_that_nobody_here_knows_stops_the_wallet_t_60() {
    let bank = Bank::open().await;
    let (_, key) = asks(&bank, 1, payee(1)).await;
    bank.looks().await;
    // The database is set back to before the first payment: the wallet's history knows more than it.
    let mut owner = ledger::testing::owner_of(&bank.app.ledger).await;
    for table in ["payout_messages", "payout_slots"] {
        let forget = format!(
            "alter table {table} disable trigger user; delete from {table}; alter table {table} enable trigger user"
        );
        sqlx::raw_sql(&forget).execute(&mut owner).await.expect("forgotten");
    }
    sqlx::query("update rail_cursors set lt = 0")
        .execute(bank.app.ledger.pool())
        .await
        .expect("set back");
    let (angler, second) = asks(&bank, 2, payee(3)).await;
    bank.looks().await;
    let alarm = bank.alarm().await.expect("an alarm");
    assert!(alarm.contains("not known here"), "{alarm}");
    assert_eq!(shown(&angler, &second).await["label"], "Pending");
    assert_eq!(bank.chain.usdt_balance(payee(3)), 0, "{key}");
}

#[tokio::test]
async fn a_stopped_wallet_sends_nothing_until_a_person_lets_it_go_on() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    let (pool, now) = (bank.app.ledger.pool(), bank.app.ledger.clock().now());
    assert!(
        slots::pause(pool, &bank.rail, "ann", "a look", now)
            .await
            .expect("stopped")
    );
    bank.looks().await;
    assert_eq!(
        (bank.chain.usdt_balance(payee(1)), bank.alarm().await),
        (0, Some("a look".into()))
    );
    let on = Switch {
        wallet: None,
        by: "bo",
        reason: None,
    };
    assert_eq!(slots::switch(pool, on, now.plus_ms(1)).await.expect("goes on"), 1);
    assert_eq!(slots::switch(pool, on, now.plus_ms(2)).await.expect("goes on"), 0);
    let kept: i64 = sqlx::query_scalar("select count(*) from payout_switches")
        .fetch_one(pool)
        .await
        .expect("a count");
    assert_eq!(kept, 2, "who stopped it and who let it go on is kept");
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
}

#[tokio::test]
async fn a_wallet_without_gas_burns_no_number() {
    let bank = Bank::open().await;
    let (angler, key) = asks(&bank, 1, payee(1)).await;
    bank.chain.set_ton(bank.rail.address(), 1_000_000);
    bank.looks().await;
    let slots: i64 = sqlx::query_scalar("select count(*) from payout_slots")
        .fetch_one(bank.app.ledger.pool())
        .await
        .expect("a count");
    assert_eq!((slots, &shown(&angler, &key).await["label"]), (0, &json!("Pending")));
    bank.chain.faucet(bank.rail.address(), 1_000_000_000);
    bank.chain.settle();
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
}

#[tokio::test]
async fn a_full_hour_makes_the_next_one_wait() {
    let hour = Usdt::from_minor(20_000_000);
    let bank = Bank::open_with(Caps {
        hour,
        ..Caps::default()
    })
    .await;
    let (first, paid) = asks(&bank, 1, payee(1)).await;
    bank.looks().await;
    bank.app
        .publish(|config| config.withdraw.address_wait_ms = 10_000)
        .await;
    let (second, waits) = asks(&bank, 2, payee(2)).await;
    bank.looks().await;
    assert_eq!(shown(&first, &paid).await["label"], "Completed");
    assert_eq!(
        (
            &shown(&second, &waits).await["label"],
            bank.chain.usdt_balance(payee(2))
        ),
        (&json!("Pending"), 0)
    );
    bank.passes(3_600);
    bank.looks().await;
    assert_eq!(shown(&second, &waits).await["label"], "Completed");
}

#[tokio::test]
async fn a_difference_between_chain_and_books_stops_the_wallet() {
    let bank = Bank::open().await;
    bank.agrees().await;
    ledger::testing::players::fund(&bank.app.ledger).await;
    let done = reconcile::reconcile(&bank.app.ledger, &[&bank.rail]).await;
    assert!(
        matches!(done, Err(Halt::Alarm(_))),
        "money in the books that the chain does not have: {done:?}"
    );
    payouts::compare(&bank.app.ledger, &[&bank.rail])
        .await
        .expect("compared");
    assert!(bank.alarm().await.expect("an alarm").contains("nothing explains it"));
    let since = async || {
        let compared = reconcile::compared(bank.app.ledger.pool()).await.expect("read");
        compared[0].differs_since.map(|since| since.0)
    };
    let first = bank.app.now();
    assert_eq!(since().await, Some(first));
    bank.passes(60);
    assert!(reconcile::reconcile(&bank.app.ledger, &[&bank.rail]).await.is_err());
    assert_eq!(since().await, Some(first), "it still differs");
}
