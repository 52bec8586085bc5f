//! What one node shows of a payment (rails §1.4, §3).
//!
//! ```text
//! a kept message is in a block ─▶ that block is not final: broadcast
//!                              └▶ it is: a payment in the token's log:         paid
//!                                        one that failed, or moved nothing:      NoPayment
//!                                        a cancellation:                         Cancelled
//! none is, and the number is executed up to the last final block: Taken. Otherwise nothing is known.
//! ```
//!
//! A block that a node has forgotten, or that lost its number to another one, shows nothing: its transactions are
//! sent again.

use super::lt;
use super::node::{NoAnswer, Node, Receipt};
use crate::{Kept, Payment, Purpose, Sight};
use domain::money::Usdt;
use domain::withdrawal::{self, Cause, NotPaid};
use evm::{Address, B256, erc20};

/// What is looked for.
pub struct Wanted<'a> {
    pub payment: &'a Payment,
    /// Every message that may be the one.
    pub kept: &'a [Kept],
    pub to: Address,
    pub wallet: Address,
    pub token: Address,
}

/// What this node shows, whose last final block is `last_final`.
///
/// # Errors
/// The node's error.
pub async fn observe(node: &Node, last_final: u64, wanted: &Wanted<'_>) -> Result<Sight, NoAnswer> {
    for kept in wanted.kept {
        let Some(receipt) = node.receipt(kept.signed.hash).await? else {
            continue;
        };
        if node.block_hash(receipt.block_number).await? != Some(receipt.block_hash) {
            continue;
        }
        let tx = spelling(kept);
        return if receipt.block_number > last_final {
            Ok(Sight::Broadcast { tx })
        } else {
            end(wanted, kept.purpose, tx, &receipt)
        };
    }
    // The block first: what is not found afterwards was not executed up to it.
    let used = node.count(wanted.wallet, last_final).await?;
    if used > wanted.payment.slot.query_id {
        Ok(Sight::Taken)
    } else {
        Ok(Sight::Nothing)
    }
}

fn spelling(kept: &Kept) -> String {
    B256::from(kept.signed.hash).to_string()
}

fn end(wanted: &Wanted<'_>, purpose: Purpose, tx: String, receipt: &Receipt) -> Result<Sight, NoAnswer> {
    let at = lt(receipt.block_number, 0);
    match purpose {
        Purpose::Cancel => Ok(not_paid(wanted, Cause::Cancelled { tx, lt: at })),
        Purpose::Pay if receipt.status == 1 => paid(wanted, tx, receipt),
        Purpose::Pay => Ok(not_paid(wanted, Cause::NoPayment { tx, lt: at })),
    }
}

/// Money moved when the token says so. That the call was carried out proves nothing: a token may answer `false`.
fn paid(wanted: &Wanted<'_>, tx: String, receipt: &Receipt) -> Result<Sight, NoAnswer> {
    let moved = receipt.logs.iter().find_map(|log| {
        let moved = erc20::read_log(&log.topics, &log.data)?;
        let ours = log.address == wanted.token && moved.from == wanted.wallet && moved.to == wanted.to;
        ours.then_some((log, moved))
    });
    let Some((log, moved)) = moved else {
        let lt = lt(receipt.block_number, 0);
        return Ok(not_paid(wanted, Cause::NoPayment { tx, lt }));
    };
    let amount = i64::try_from(moved.amount_minor).map_err(|_| "an amount beyond all USDT")?;
    let address = withdrawal::Address::parse(&evm::spelling(moved.to));
    Ok(Sight::Paid(withdrawal::Receipt {
        slot: wanted.payment.slot.clone(),
        tx,
        lt: lt(receipt.block_number, log.log_index),
        address: address.ok_or("a payee that cannot be written")?,
        comment: None,
        amount: Usdt::from_minor(amount),
        nodes: 1,
    }))
}

fn not_paid(wanted: &Wanted<'_>, cause: Cause) -> Sight {
    let slot = wanted.payment.slot.clone();
    Sight::NotPaid(NotPaid { slot, cause, nodes: 1 })
}
