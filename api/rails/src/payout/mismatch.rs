//! A payment that arrived otherwise than it was approved (threat T-04): what is said of it, and the stop of its wallet.
//!
//! The event of such a payment comes once, and no later look finds it again. So the wallet is stopped before it, and
//! one that is stopped already keeps this reason beside its own: whoever lets it go on sees it.

use super::ACTOR;
use crate::{Rail, slots};
use domain::finding::Finding;
use domain::ids::WithdrawalId;
use domain::stream::Stream;
use domain::withdrawal::{Receipt, Withdrawal, WithdrawalCommand, WithdrawalEvent};
use ledger::{Fault, Ledger};

/// Why the wallet stands still.
pub(super) fn finding(id: WithdrawalId) -> Finding {
    let text = format!("withdrawal {id} was paid otherwise than approved");
    Finding::new("paid_otherwise", text).with("withdrawal", id)
}

/// Stops the wallet, where the receipt is not of what was approved.
///
/// # Errors
/// [`Fault`] of the database; then the receipt is not recorded yet.
pub(super) async fn stop(
    ledger: &Ledger,
    rail: &dyn Rail,
    id: WithdrawalId,
    withdrawal: &Withdrawal,
    receipt: &Receipt,
) -> Result<(), Fault> {
    if !is_mismatch(ledger, withdrawal, receipt) {
        return Ok(());
    }
    let (pool, now, found) = (ledger.pool(), ledger.clock().now(), finding(id));
    if slots::pause(pool, rail, ACTOR, &found, now).await? || slots::add_reason(pool, rail, ACTOR, &found, now).await? {
        tracing::error!(rail = rail.name(), reason = %found, "payouts stop until a person resumes them");
    }
    Ok(())
}

/// As the stream itself will decide.
fn is_mismatch(ledger: &Ledger, withdrawal: &Withdrawal, receipt: &Receipt) -> bool {
    let decided = withdrawal.decide(&WithdrawalCommand::Confirm(receipt.clone()), &ledger.context());
    decided.is_ok_and(|decision| {
        let mut events = decision.events.iter();
        events.any(|event| matches!(event, WithdrawalEvent::ReceiptMismatched { .. }))
    })
}
