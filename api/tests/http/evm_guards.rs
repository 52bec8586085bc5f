//! Numbers of an EVM wallet through which nothing may be paid: unbound ones, and those of accounts that are frozen.

use crate::evm_bank::{EvmBank, NET, payee, shown};
use crate::evm_payouts::{bank, rows};
use crate::payout_guards::{binds, freezes, reserves, unfreezes};

/// Over every validity, in seconds.
const OVER_S: u64 = 31 * 60;

const MESSAGES: &str = "select count(*) from payout_messages";
const CANCELS: &str = "select count(*) from payout_replacements where purpose = 'cancel'";

#[tokio::test]
async fn a_number_that_nothing_is_bound_to_is_never_signed_as_a_payment() {
    let bank = bank!();
    let (angler, key) = bank.asks(1, &payee(1)).await;
    reserves(&bank.app, &bank.rail).await;
    // The chain is ahead of our clock: by its time the slot is over, by ours it is not.
    bank.chain.advance(OVER_S).await.expect("a block");
    bank.tick().await;
    assert_eq!((rows(&bank, MESSAGES).await, rows(&bank, CANCELS).await), (0, 1));
    bank.blocks(1).await;
    bank.looks().await;
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!((bank.held(&payee(1)).await, bank.used().await), (NET, 2));
    assert_eq!(rows(&bank, MESSAGES).await, 1);
    bank.agrees().await;
}

#[tokio::test]
async fn a_freeze_takes_back_the_number_that_is_bound_and_not_signed_and_once_lifted_it_is_paid_once() {
    let bank = bank!();
    let (angler, key) = bank.asks(1, &payee(1)).await;
    binds(&bank.app, &bank.rail, angler.id).await;
    freezes(&bank.app, angler.id).await;
    bank.looks().await;
    assert_eq!((rows(&bank, MESSAGES).await, rows(&bank, CANCELS).await), (0, 1));
    let open = "select count(*) from payout_slots where outcome is null";
    assert_eq!(
        (bank.held(&payee(1)).await, bank.used().await, rows(&bank, open).await),
        (0, 1, 0)
    );
    unfreezes(&bank.app, angler.id).await;
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!((bank.held(&payee(1)).await, bank.used().await), (NET, 2));
    bank.agrees().await;
    assert_eq!(bank.alarm().await, None);
}
