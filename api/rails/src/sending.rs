//! What is signed and sent for a slot, and slots that nothing is paid through any more (rails §3.2, §3.8).
//!
//! Knows of the withdrawal only which slot it is bound to.

use super::payout::{Halt, load};
use super::points::{self, Point, reach};
use super::slots::{self, Outcome, Reserved, messages};
use super::{Kept, Purpose, Rail, RailFault, Sight, Signed};
use domain::finding::Finding;
use domain::time::Timestamp;
use ledger::Ledger;

/// How far the numbers of a planted defect are from those that slots have, where a wallet may skip numbers.
const SECOND_PAYMENTS: u64 = 1_000_000;

/// Slots that were reserved, never bound to their withdrawal, and are over: nothing is paid through them.
///
/// # Errors
/// [`Halt`]; the next look goes on.
pub async fn tidy(ledger: &Ledger, rail: &dyn Rail) -> Result<(), Halt> {
    for reserved in slots::overdue(ledger.pool(), rail, ledger.clock().now()).await? {
        let bound = load(ledger, reserved.withdrawal).await?.slot;
        if bound.as_ref() != Some(&reserved.payment.slot) {
            retire(ledger, rail, &reserved).await?;
        }
    }
    Ok(())
}

/// Where a wallet may skip numbers, an unsigned one is void. Where it may not, the house takes the number itself:
/// everything behind it waits until then. Nothing is bound to it, so nothing is paid through it, whichever clock says
/// that its time is over.
pub(super) async fn retire(ledger: &Ledger, rail: &dyn Rail, reserved: &Reserved) -> Result<(), Halt> {
    let (pool, now, slot) = (ledger.pool(), ledger.clock().now(), &reserved.payment.slot);
    if rail.may_skip() {
        if reserved.kept.is_empty() {
            slots::end(pool, slot, Outcome::Void, now).await?;
        }
        return Ok(());
    }
    match rail.observe(&reserved.payment, &reserved.kept).await? {
        Sight::Nothing => cancel(ledger, rail, reserved).await,
        Sight::Broadcast { .. } => Ok(()),
        Sight::NotPaid(_) => {
            unpaid(rail, reserved)?;
            Ok(slots::end(pool, slot, Outcome::NotPaid, now).await?)
        }
        Sight::Paid(_) | Sight::Taken => taken(ledger, reserved).await,
    }
}

/// That nothing was paid is believed of messages alone that this wallet signed for this payment in this token: what
/// a message of another token moved is not seen by who looks for this one.
pub(super) fn unpaid(rail: &dyn Rail, reserved: &Reserved) -> Result<(), Halt> {
    if reserved.kept.iter().all(|kept| rail.is(kept, &reserved.payment)) {
        return Ok(());
    }
    let withdrawal = reserved.withdrawal;
    let text = format!(
        "a message kept for withdrawal {withdrawal} is of another wallet or token, or pays something else: that it \
         was not paid is not believed"
    );
    let found = Finding::new("message_not_believed", text);
    Err(Halt::Alarm(found.with("withdrawal", withdrawal)))
}

/// The number is used and no message here used it (threat T-60), unless another worker has just signed something.
pub(super) async fn taken(ledger: &Ledger, reserved: &Reserved) -> Result<(), Halt> {
    let slot = &reserved.payment.slot;
    let now_kept = slots::find(ledger.pool(), slot).await?.map(|now| now.kept);
    if now_kept.as_ref() != Some(&reserved.kept) {
        return Ok(());
    }
    let number = slot.query_id;
    let text = format!("number {number} of the wallet was executed by a message that is not known here");
    Err(Halt::Alarm(Finding::new("number_taken", text).with("number", number)))
}

/// Sends what was signed last for a withdrawal, or signs it first. A payment is signed only for the slot that the
/// withdrawal's stream names as its last: another worker may have ended this one meanwhile.
pub(super) async fn sign_and_send(ledger: &Ledger, rail: &dyn Rail, reserved: &Reserved) -> Result<(), Halt> {
    let (slot, now) = (&reserved.payment.slot, ledger.clock().now());
    let message = rail.next(&reserved.payment, &reserved.kept, now).await?;
    if matches!(message, Some((Purpose::Pay, _)))
        && load(ledger, reserved.withdrawal).await?.slot.as_ref() != Some(slot)
    {
        let (withdrawal, number) = (reserved.withdrawal, slot.query_id);
        tracing::warn!(withdrawal.id = %withdrawal, number, "a slot that the withdrawal is not bound to is not paid");
        return Ok(());
    }
    keep_and_send(ledger, rail, reserved, message, now).await
}

/// Takes the slot's number where it has to be taken, so that nothing is paid through it. What may have been paid by a
/// message before stays a candidate.
pub(super) async fn cancel(ledger: &Ledger, rail: &dyn Rail, reserved: &Reserved) -> Result<(), Halt> {
    let now = ledger.clock().now();
    let message = rail.cancel(&reserved.payment, &reserved.kept, now).await?;
    keep_and_send(ledger, rail, reserved, message, now).await
}

/// Sends this message, or else what was signed last. What is sent is kept before. Nothing once the wallet is stopped:
/// nodes were asked since this withdrawal's turn began, and that takes its time.
async fn keep_and_send(
    ledger: &Ledger,
    rail: &dyn Rail,
    reserved: &Reserved,
    message: Option<(Purpose, Signed)>,
    now: Timestamp,
) -> Result<(), Halt> {
    if slots::paused(ledger.pool(), rail).await?.is_some() {
        return Ok(());
    }
    let latest = match message {
        Some(message) => {
            let kept = messages::keep(ledger.pool(), reserved, message, now).await?;
            reach(Point::AfterSigned);
            Some(kept)
        }
        None => reserved.kept.last().cloned(),
    };
    match latest {
        Some(latest) => send(ledger, rail, reserved, &latest).await,
        None => Ok(()),
    }
}

/// What is sent is read back each time: bytes that say anything else stop the wallet. A payment whose time is over
/// is not sent again.
async fn send(ledger: &Ledger, rail: &dyn Rail, reserved: &Reserved, kept: &Kept) -> Result<(), Halt> {
    if !rail.is(kept, &reserved.payment) {
        let withdrawal = reserved.withdrawal;
        let text = format!("the message kept for withdrawal {withdrawal} pays something else");
        let found = Finding::new("message_pays_else", text);
        return Err(Halt::Alarm(found.with("withdrawal", withdrawal)));
    }
    if kept.purpose == Purpose::Cancel || reserved.payment.slot.valid_until > ledger.clock().now() {
        rail.send(&kept.signed.body).await;
        if points::pays_twice() {
            pay_again(ledger, rail, reserved).await?;
        }
        reach(Point::AfterSend);
    }
    Ok(())
}

/// The defect that a drill plants to see that it is noticed: a payment through a number that no slot has.
async fn pay_again(ledger: &Ledger, rail: &dyn Rail, reserved: &Reserved) -> Result<(), RailFault> {
    let mut again = reserved.payment.clone();
    let beyond = if rail.may_skip() { SECOND_PAYMENTS } else { 1 };
    let number = u64::try_from(reserved.number).unwrap_or_default() + beyond;
    again.slot.query_id = rail.new_slot(number, rail.time().await?)?.slot.query_id;
    if let Some((_, signed)) = rail.next(&again, &[], ledger.clock().now()).await? {
        rail.send(&signed.body).await;
    }
    Ok(())
}
