//! What stops a wallet while it is at work, and what whoever lets it go on is shown (rails §3.12).

use crate::bank::{Bank, payee};
use crate::odd_rail::OddRail;
use crate::payouts::{NET, asks, shown};
use domain::money::Usdt;
use rails::slots;
use workers::payouts;

const SLOTS: &str = "select count(*) from payout_slots";
const MESSAGES: &str = "select count(*) from payout_messages";
const MISMATCHES: &str = "select count(*) from events where event_type = 'ReceiptMismatched'";

impl Bank {
    /// One run of the worker, on a rail of its own.
    async fn runs(&self, rail: &OddRail<'_>) {
        self.app.settle().await;
        payouts::tick(&self.app.ledger, rail).await.expect("a run");
        self.chain.settle();
        self.app.settle().await;
    }
}

#[tokio::test]
async fn a_wallet_that_is_stopped_within_a_run_begins_nothing_more_in_it() {
    let bank = Bank::open().await;
    bank.app
        .publish(|config| config.withdraw.address_wait_ms = 10_000)
        .await;
    let (first, paid) = asks(&bank, 1, payee(1)).await;
    let (second, waits) = asks(&bank, 2, payee(2)).await;
    let stopping = OddRail {
        stops: true,
        ..OddRail::of(&bank)
    };
    bank.runs(&stopping).await;
    assert_eq!(bank.alarm().await, Some("a stolen key".into()));
    assert_eq!((bank.count(MESSAGES).await, bank.count(SLOTS).await), (1, 1));
    // What was sent before is still seen.
    bank.looks().await;
    assert_eq!(shown(&first, &paid).await["label"], "Completed");
    assert_eq!(shown(&second, &waits).await["label"], "Pending");
    assert_eq!(
        (bank.count(MESSAGES).await, bank.chain.usdt_balance(payee(1))),
        (1, NET)
    );
}

#[tokio::test]
async fn a_payment_that_arrived_otherwise_stops_the_wallet_and_is_named_beside_the_reason_of_before() {
    for person in [None, Some("a look")] {
        let bank = Bank::open().await;
        let _asked = asks(&bank, 1, payee(1)).await;
        bank.look().await;
        let (pool, now) = (bank.app.ledger.pool(), bank.app.ledger.clock().now());
        if let Some(reason) = person {
            let is_new = slots::pause(pool, &bank.rail, "ann", reason, now).await;
            assert!(is_new.expect("stopped"));
        }
        let short = OddRail {
            short: Usdt::from_minor(1),
            ..OddRail::of(&bank)
        };
        for _ in 0..3 {
            bank.runs(&short).await;
        }
        let alarm = bank.alarm().await.expect("an alarm");
        let found = "was paid otherwise than approved";
        assert_eq!(alarm.matches(found).count(), 1, "{alarm}");
        assert!(alarm.starts_with(person.unwrap_or("withdrawal")), "{alarm}");
        assert_eq!(bank.count(MISMATCHES).await, 1);
    }
}
