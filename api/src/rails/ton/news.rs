//! What happened on the house's accounts: payments that came, messages that the wallet executed.
//!
//! A payment is what the house's own token account took in: its contract takes it from nobody but the token's
//! master and its kind, so a token of the same name pays nothing here. A notification from any other account is
//! a payment with something else.

use super::NAME;
use super::node::{Node, Unheard};
use crate::rails::{Cursors, Incoming, News, RailFault};
use domain::money::Usdt;
use std::collections::BTreeMap;
use ton::Address;
use ton::jetton::Body;
use ton::transaction::Transaction;

/// New transactions of both accounts, oldest first.
pub struct Read {
    token: Vec<Transaction>,
    wallet: Vec<Transaction>,
}

/// What one node shows.
///
/// # Errors
/// What the node said instead of an answer.
pub async fn read(node: &Node, wallet: Address, token: Address, since: Cursors) -> Result<Read, Unheard> {
    Ok(Read {
        token: node.transactions(token, since.token).await?,
        wallet: node.transactions(wallet, since.wallet).await?,
    })
}

/// What enough nodes show: up to where the shortest of them has read, and the same in all.
///
/// # Errors
/// [`RailFault::Contradiction`].
pub fn agreed(read: Vec<Read>, token: Address, since: Cursors) -> Result<News, RailFault> {
    let (on_token, reached_token) = shared(read.iter().map(|read| &read.token), since.token)?;
    let (on_wallet, reached_wallet) = shared(read.iter().map(|read| &read.wallet), since.wallet)?;
    let mut news = News {
        reached: Cursors {
            token: reached_token,
            wallet: reached_wallet,
        },
        ..News::default()
    };
    for transaction in on_token {
        news.incoming.extend(incoming(transaction));
    }
    for transaction in on_wallet {
        let Some(message) = &transaction.in_msg else { continue };
        match (message.source, message.content()) {
            (None, _) if !transaction.aborted => news.executed.push(message.hash),
            // A wallet that was never used takes nothing in, and was told all the same.
            (Some(source), Body::Notification(paid)) if source != token && !message.bounced => {
                news.wrong_asset.extend(paid.comment);
            }
            _ => {}
        }
    }
    Ok(news)
}

/// The transactions that all show, and the last logical time of them.
fn shared<'a>(
    accounts: impl Iterator<Item = &'a Vec<Transaction>> + Clone,
    since: u64,
) -> Result<(Vec<&'a Transaction>, u64), RailFault> {
    let last = |account: &Vec<Transaction>| account.last().map_or(since, |last| last.lt);
    let reached = accounts.clone().map(last).min().unwrap_or(since);
    let mut all: BTreeMap<u64, &Transaction> = BTreeMap::new();
    let mut shown = 0;
    for account in accounts.clone() {
        for transaction in account.iter().filter(|transaction| transaction.lt <= reached) {
            shown += 1;
            let known = all.entry(transaction.lt).or_insert(transaction);
            if known.hash != transaction.hash {
                return Err(contradiction());
            }
        }
    }
    if shown != all.len() * accounts.count() {
        return Err(contradiction());
    }
    Ok((all.into_values().collect(), reached))
}

fn contradiction() -> RailFault {
    let reason = "what happened on the house's accounts".to_owned();
    RailFault::Contradiction { rail: NAME, reason }
}

/// A payment that the token account took in. The comment is that of the notification it sent on.
fn incoming(transaction: &Transaction) -> Option<Incoming> {
    let message = transaction.in_msg.as_ref().filter(|message| !message.bounced)?;
    let Body::InternalTransfer(transfer) = message.content() else {
        return None;
    };
    let amount = i64::try_from(transfer.amount_minor).ok().filter(|amount| *amount > 0)?;
    if transaction.aborted {
        return None;
    }
    let comment = transaction.out_msgs.iter().find_map(|message| match message.content() {
        Body::Notification(told) => told.comment,
        _ => None,
    });
    Some(Incoming {
        lt: transaction.lt,
        tx: hex::encode(transaction.hash),
        sender: transfer.from.map_or_else(String::new, |from| from.raw()),
        amount: Usdt::from_minor(amount),
        comment,
    })
}
