//! What the rails saw on their chains, as a statement: payments that came, payments of slots that two nodes showed, and
//! transfers out of the wallets that the house did not sign.
//!
//! | line | time | transaction | what it names |
//! |---|---|---|---|
//! | a payment that came | when it was seen | its own | its comment |
//! | a transfer that no message of the house explains | when it was seen | the wallet's | who got it |
//! | a slot that paid | when that was certain | of the receipt; the slot's place while its stream has none | the withdrawal |

use super::StatementLine;
use domain::ids::WithdrawalId;
use domain::stream::Stream as _;
use domain::time::Timestamp;
use domain::withdrawal::{Receipt, Withdrawal, WithdrawalEvent};
use ledger::{EventLog, Fault, StreamId, feed};
use rails::slots::{self, PaidSlot};
use rails::{incoming, outgoing};
use std::collections::HashMap;

/// The asset of the house's wallets.
const ASSET: &str = "USDT";
/// Stands in the place of a slot, and in no transaction.
const IN_PLACE: char = ':';
/// Withdrawals whose receipts are read at once.
const WITHDRAWALS: usize = 200;

/// Lines after one moment, up to another, oldest first.
///
/// # Errors
/// A fault of the database; an event that does not read back.
pub(super) async fn lines(log: &EventLog, after: Timestamp, until: Timestamp) -> Result<Vec<StatementLine>, Fault> {
    let came = incoming::seen_between(log, after, until).await?;
    let mut lines: Vec<StatementLine> = (came.into_iter())
        .map(|seen| {
            line(
                seen.payment.tx,
                seen.payment.comment,
                seen.seen_at,
                seen.payment.amount.minor(),
            )
        })
        .collect();
    let strange = outgoing::seen_between(log, after, until).await?.into_iter();
    lines.extend(strange.map(|seen| line(seen.tx, Some(seen.recipient), seen.seen_at, -seen.amount.minor())));
    let paid = slots::paid_between(log, after, until).await?;
    for paid in paid.chunks(WITHDRAWALS) {
        let receipts = receipts(log, paid.iter().map(|slot| slot.withdrawal)).await?;
        lines.extend(paid.iter().map(|slot| of_slot(slot, receipts.get(&slot.withdrawal))));
    }
    lines.sort_by(|one, other| (one.at, &one.transaction).cmp(&(other.at, &other.transaction)));
    for (number, line) in (1..).zip(&mut lines) {
        line.number = number;
    }
    Ok(lines)
}

/// Lines that are known by their slot's place get the transaction and the amount of the receipt that there is by now.
///
/// # Errors
/// As [`lines`].
pub(super) async fn refresh(log: &EventLog, lines: Vec<&mut StatementLine>) -> Result<(), Fault> {
    let withdrawal = |line: &StatementLine| Some(WithdrawalId(line.reference.as_deref()?.parse().ok()?));
    let waits = |line: &&mut StatementLine| line.transaction.contains(IN_PLACE);
    let mut waiting: Vec<&mut StatementLine> = lines.into_iter().filter(waits).collect();
    for lines in waiting.chunks_mut(WITHDRAWALS) {
        let receipts = receipts(log, lines.iter().filter_map(|line| withdrawal(line))).await?;
        for line in lines {
            if let Some(receipt) = withdrawal(line).and_then(|withdrawal| receipts.get(&withdrawal)) {
                (line.transaction, line.amount) = (receipt.tx.clone(), -receipt.amount.minor());
            }
        }
    }
    Ok(())
}

fn of_slot(slot: &PaidSlot, receipt: Option<&Receipt>) -> StatementLine {
    let seen = receipt.map(|receipt| (receipt.tx.clone(), receipt.amount));
    let (transaction, amount) = seen.unwrap_or_else(|| (slot.place(), slot.amount));
    line(
        transaction,
        Some(slot.withdrawal.to_string()),
        slot.ended_at,
        -amount.minor(),
    )
}

fn line(transaction: String, reference: Option<String>, at: Timestamp, amount: i64) -> StatementLine {
    StatementLine {
        number: 0,
        transaction,
        reference,
        at,
        is_day: false,
        amount,
        asset: ASSET.to_owned(),
    }
}

/// What the chain showed of these payments; the newest of a withdrawal.
async fn receipts(
    log: &EventLog,
    paid: impl Iterator<Item = WithdrawalId>,
) -> Result<HashMap<WithdrawalId, Receipt>, Fault> {
    let keys: Vec<String> = paid.map(|withdrawal| withdrawal.to_string()).collect();
    let mut receipts = HashMap::with_capacity(keys.len());
    for recorded in feed::read_streams(log, Withdrawal::TYPE, &keys).await? {
        let withdrawal = WithdrawalId(StreamId::parse(&recorded.aggregate_id).owner);
        match recorded.decode()? {
            WithdrawalEvent::Confirmed { receipt, .. } | WithdrawalEvent::ReceiptMismatched { receipt } => {
                receipts.insert(withdrawal, receipt);
            }
            // No other event says what the chain showed of a payment.
            _ => {}
        }
    }
    Ok(receipts)
}
