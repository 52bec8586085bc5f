//! What one node shows of a payment, transaction by transaction (rails §1.5).
//!
//! ```text
//! wallet ──transfer──▶ token account of the house ──internal transfer──▶ token account of the payee
//!   │ no transfer out         │ refused                                      │ refused, and back again
//!   ▼                         ▼                                              ▼
//! NoPayment                Bounced                                        Bounced        else: paid
//! ```
//!
//! Each step is found by the message that caused it: its sender and the logical time at which it was made. That
//! the wallet executed a number proves no payment; only the payee's token account does.

use super::node::{Account, NoAnswer, Node, Since, TOO_BUSY};
use crate::{BEYOND_CLOCKS, Payment, Sight, moment};
use domain::money::Usdt;
use domain::withdrawal::{self, Cause, NotPaid, Receipt};
use ton::jetton::{Body, InternalTransfer};
use ton::payout::Payout;
use ton::transaction::{Message, Transaction};
use ton::{Address, contracts};

/// What is looked for.
pub struct Wanted<'a> {
    pub payment: &'a Payment,
    /// The same, as the wallet sends it: as it was signed, once it was.
    pub payout: Payout,
    /// Hash of the signed message.
    pub hash: [u8; 32],
    pub wallet: Address,
    /// The token's master contract.
    pub master: Address,
}

/// What this node shows.
///
/// # Errors
/// The node's error.
pub async fn observe(node: &Node, wanted: &Wanted<'_>) -> Result<Sight, NoAnswer> {
    // The time first: what is not found afterwards had not happened by then.
    let chain_time = node.time().await?;
    let Some(executed) = executed(node, wanted).await? else {
        return never(node, wanted, chain_time).await;
    };
    let seen = || {
        Ok(Sight::Broadcast {
            tx: hex::encode(executed.hash),
        })
    };
    let token = wanted.payout.jetton_wallet;
    let Some(order) = executed.out_msgs.iter().find(|message| is_order(message, wanted)) else {
        let (tx, lt) = (hex::encode(executed.hash), executed.lt);
        return Ok(not_paid(wanted, Cause::NoPayment { tx, lt }));
    };
    let Some(moved) = caused(node, Account::Own(token), wanted.wallet, order).await? else {
        return seen();
    };
    if moved.aborted {
        return Ok(bounced(wanted, &moved));
    }
    let Some((message, transfer)) = transfer_of(&moved, wanted) else {
        return Err("a transfer that moved nothing and did not fail".to_owned());
    };
    let payee = contracts::jetton_wallet_address(wanted.master, wanted.payout.to);
    if message.destination != Some(payee) {
        return Err("a transfer to another account than the payee's".to_owned());
    }
    let arrived = match caused(node, Account::Payee(payee), token, message).await {
        // An exchange's account: what it sends back to our own wallet says the same, and we read that.
        Err(reason) if reason == TOO_BUSY => {
            return thanked(node, wanted, payee, &transfer).await?.map_or_else(seen, Ok);
        }
        arrived => arrived?,
    };
    let Some(arrived) = arrived else { return seen() };
    if arrived.aborted {
        // The money is the house's again once what came back was taken in.
        let back = arrived.out_msgs.iter().find(|message| message.bounced);
        let Some(back) = back else { return seen() };
        return match caused(node, Account::Own(token), payee, back).await? {
            Some(returned) if !returned.aborted => Ok(bounced(wanted, &returned)),
            _ => seen(),
        };
    }
    paid(wanted, &arrived, &transfer)
}

/// The wallet's transaction with our message.
async fn executed(node: &Node, wanted: &Wanted<'_>) -> Result<Option<Transaction>, NoAnswer> {
    let since = Since::Second(wanted.payment.created_at_s);
    let found = node.find(Account::Own(wanted.wallet), since, |transaction| {
        let message = transaction.in_msg.as_ref();
        message.is_some_and(|message| message.source.is_none() && message.hash == wanted.hash)
    });
    Ok(found.await?.filter(|transaction| !transaction.aborted))
}

/// The transaction on an account that a message of another one caused.
async fn caused(
    node: &Node,
    account: Account,
    sender: Address,
    message: &Message,
) -> Result<Option<Transaction>, NoAnswer> {
    let made = message.created_lt;
    let found = node.find(account, Since::After(made), |transaction| {
        let taken = transaction.in_msg.as_ref();
        taken.is_some_and(|taken| taken.source == Some(sender) && taken.created_lt == made)
    });
    found.await
}

/// The rest of the fee that the payee's token account sends back once it has the money.
async fn thanked(
    node: &Node,
    wanted: &Wanted<'_>,
    payee: Address,
    transfer: &InternalTransfer,
) -> Result<Option<Sight>, NoAnswer> {
    let rest = Body::Excesses(wanted.payment.slot.query_id);
    let since = Since::Second(wanted.payment.created_at_s);
    let found = node.find(Account::Own(wanted.wallet), since, |transaction| {
        let message = transaction.in_msg.as_ref();
        message.is_some_and(|message| message.source == Some(payee) && message.content() == rest)
    });
    let thanks = found.await?;
    thanks.map(|thanks| paid(wanted, &thanks, transfer)).transpose()
}

fn is_order(message: &Message, wanted: &Wanted<'_>) -> bool {
    message.destination == Some(wanted.payout.jetton_wallet) && matches!(message.content(), Body::Transfer(_))
}

fn transfer_of<'a>(moved: &'a Transaction, wanted: &Wanted<'_>) -> Option<(&'a Message, InternalTransfer)> {
    moved.out_msgs.iter().find_map(|message| match message.content() {
        Body::InternalTransfer(transfer) if transfer.query_id == wanted.payment.slot.query_id => {
            Some((message, transfer))
        }
        _ => None,
    })
}

fn paid(wanted: &Wanted<'_>, arrived: &Transaction, transfer: &InternalTransfer) -> Result<Sight, NoAnswer> {
    let amount = i64::try_from(transfer.amount_minor).map_err(|_| "an amount beyond all USDT")?;
    let address = withdrawal::Address::parse(&wanted.payout.to.non_bounceable());
    Ok(Sight::Paid(Receipt {
        slot: wanted.payment.slot.clone(),
        tx: hex::encode(arrived.hash),
        lt: arrived.lt,
        address: address.ok_or("a payee that cannot be written")?,
        comment: wanted.payout.comment.clone(),
        amount: Usdt::from_minor(amount),
        nodes: 1,
    }))
}

fn bounced(wanted: &Wanted<'_>, at: &Transaction) -> Sight {
    let (tx, lt) = (hex::encode(at.hash), at.lt);
    not_paid(wanted, Cause::Bounced { tx, lt })
}

fn not_paid(wanted: &Wanted<'_>, cause: Cause) -> Sight {
    let slot = wanted.payment.slot.clone();
    Sight::NotPaid(NotPaid { slot, cause, nodes: 1 })
}

/// Not executed: proved once the chain's time has passed the message's and the contract does not know the number.
async fn never(node: &Node, wanted: &Wanted<'_>, chain_time_s: u64) -> Result<Sight, NoAnswer> {
    let chain_time = moment(chain_time_s).ok_or(BEYOND_CLOCKS)?;
    if chain_time <= wanted.payment.slot.valid_until {
        return Ok(Sight::Nothing);
    }
    if node.is_processed(wanted.wallet, wanted.payment.slot.query_id).await? {
        return Err("a number that is executed, in no transaction of the wallet".to_owned());
    }
    Ok(not_paid(wanted, Cause::NeverProcessed { chain_time }))
}

#[cfg(test)]
mod tests;
