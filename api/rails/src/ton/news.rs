//! New transactions of the house's accounts: payments received, messages that the wallet executed.
//!
//! A payment is what the house's own token account took in: its contract takes it from nobody but the token's
//! master and its kind, so a token of the same name pays nothing here. A notification from any other account is
//! a payment with something else.

use super::NAME;
use super::node::{Account, NoAnswer, Node, Since};
use crate::{Cursors, Incoming, NODES_MIN, News, Outgoing, RailFault};
use domain::money::Usdt;
use std::collections::BTreeMap;
use ton::Address;
use ton::jetton::Body;
use ton::transaction::Transaction;

/// New transactions of both accounts, oldest first.
pub struct Read {
    token: Vec<ListedTransaction>,
    wallet: Vec<ListedTransaction>,
}

/// What is kept of a transaction: after a long downtime there are many of them to read at once.
struct ListedTransaction {
    lt: u64,
    hash: [u8; 32],
    what: Option<What>,
}

/// What a transaction says.
enum What {
    Came(Box<Incoming>),
    /// An order was paid with something else: its comment.
    WrongAsset(String),
    /// The wallet executed a message: its hash when it came from outside, and the transfers that it ordered.
    Executed(Option<[u8; 32]>, Vec<Outgoing>),
}

/// What one node shows.
///
/// # Errors
/// The node's error.
pub async fn read(node: &Node, wallet: Address, token: Address, since: Cursors) -> Result<Read, NoAnswer> {
    let of_wallet = |transaction: &Transaction| on_wallet(transaction, token);
    Ok(Read {
        token: account(node, token, since.token, incoming).await?,
        wallet: account(node, wallet, since.wallet, of_wallet).await?,
    })
}

async fn account(
    node: &Node,
    address: Address,
    after: u64,
    what: impl Fn(&Transaction) -> Option<What>,
) -> Result<Vec<ListedTransaction>, NoAnswer> {
    let mut listed = Vec::new();
    let keep = |transaction: Transaction| {
        listed.push(ListedTransaction {
            lt: transaction.lt,
            hash: transaction.hash,
            what: what(&transaction),
        });
    };
    node.each(Account::Own(address), Since::After(after), keep).await?;
    listed.reverse();
    Ok(listed)
}

/// What enough nodes show: up to where two of them have come at least, and the same in all that have.
///
/// # Errors
/// [`RailFault::Contradiction`].
pub fn agreed(read: &[Read], since: Cursors) -> Result<News, RailFault> {
    let (on_token, reached_token) = shared(read.iter().map(|read| &read.token), since.token)?;
    let (on_wallet, reached_wallet) = shared(read.iter().map(|read| &read.wallet), since.wallet)?;
    let mut news = News {
        reached: Cursors {
            token: reached_token,
            wallet: reached_wallet,
        },
        ..News::default()
    };
    for what in on_token
        .into_iter()
        .chain(on_wallet)
        .filter_map(|listed| listed.what.as_ref())
    {
        match what {
            What::Came(payment) => news.incoming.push(payment.as_ref().clone()),
            What::WrongAsset(comment) => news.wrong_asset.push(comment.clone()),
            What::Executed(hash, ordered) => {
                news.executed.extend(hash);
                news.outgoing.extend(ordered.iter().cloned());
            }
        }
    }
    Ok(news)
}

fn on_wallet(transaction: &Transaction, token: Address) -> Option<What> {
    let message = transaction.in_msg.as_ref()?;
    match (message.source, message.content()) {
        (None, _) if !transaction.aborted => {
            let ordered = ordered(transaction, token, Some(message.hash));
            Some(What::Executed(Some(message.hash), ordered))
        }
        // A wallet of this kind may order itself; the house's messages never do.
        (Some(source), _) if source.hash == transaction.account && !transaction.aborted => {
            Some(What::Executed(None, ordered(transaction, token, None)))
        }
        // A wallet that was never used takes nothing in, and is notified all the same.
        (Some(source), Body::Notification(paid)) if source != token && !message.bounced => {
            paid.comment.map(What::WrongAsset)
        }
        _ => None,
    }
}

/// The transfers that a transaction of the wallet orders from the token.
fn ordered(transaction: &Transaction, token: Address, message: Option<[u8; 32]>) -> Vec<Outgoing> {
    let orders = transaction
        .out_msgs
        .iter()
        .filter(|order| order.destination == Some(token));
    let outgoing = orders.filter_map(|order| {
        let Body::Transfer(transfer) = order.content() else {
            return None;
        };
        let amount = i64::try_from(transfer.amount_minor).ok().filter(|amount| *amount > 0)?;
        Some(Outgoing {
            lt: order.created_lt,
            tx: hex::encode(transaction.hash),
            to: transfer.to.raw(),
            amount: Usdt::from_minor(amount),
            message,
        })
    });
    outgoing.collect()
}

/// Whether the token carried out what the wallet ordered at a logical time; nothing while this node does not show it.
///
/// # Errors
/// The node's error.
pub async fn moved(node: &Node, wallet: Address, token: Address, lt: u64) -> Result<Option<bool>, NoAnswer> {
    let found = node.find(Account::Own(token), Since::After(lt), |transaction| {
        let taken = transaction.in_msg.as_ref();
        taken.is_some_and(|taken| taken.source == Some(wallet) && taken.created_lt == lt)
    });
    Ok(found.await?.map(|taken| !taken.aborted))
}

/// The transactions that all show which have come as far as two have, and the last logical time of them. One that is
/// behind holds nobody up; what it shows must be the beginning of what the others show.
fn shared<'a>(
    accounts: impl Iterator<Item = &'a Vec<ListedTransaction>> + Clone,
    since: u64,
) -> Result<(Vec<&'a ListedTransaction>, u64), RailFault> {
    let last = |account: &Vec<ListedTransaction>| account.last().map_or(since, |last| last.lt);
    let mut lasts: Vec<u64> = accounts.clone().map(last).collect();
    lasts.sort_unstable();
    let reached = lasts.into_iter().rev().nth(NODES_MIN - 1).unwrap_or(since);
    let mut all: BTreeMap<u64, &ListedTransaction> = BTreeMap::new();
    for transaction in accounts.clone().flatten().filter(|listed| listed.lt <= reached) {
        let known = all.entry(transaction.lt).or_insert(transaction);
        if known.hash != transaction.hash {
            return Err(contradiction());
        }
    }
    for account in accounts {
        let until = last(account).min(reached);
        let shown = account.iter().filter(|listed| listed.lt <= until).count();
        if shown != all.range(..=until).count() {
            return Err(contradiction());
        }
    }
    Ok((all.into_values().collect(), reached))
}

fn contradiction() -> RailFault {
    let reason = "what happened on the house's accounts".to_owned();
    RailFault::Contradiction { rail: NAME, reason }
}

/// A payment that the token account took in. The comment is that of the notification it sent on.
fn incoming(transaction: &Transaction) -> Option<What> {
    let message = transaction.in_msg.as_ref().filter(|message| !message.bounced)?;
    let Body::InternalTransfer(transfer) = message.content() else {
        return None;
    };
    let amount = i64::try_from(transfer.amount_minor).ok().filter(|amount| *amount > 0)?;
    if transaction.aborted {
        return None;
    }
    let comment = transaction.out_msgs.iter().find_map(|message| match message.content() {
        Body::Notification(notification) => notification.comment,
        _ => None,
    });
    Some(What::Came(Box::new(Incoming {
        lt: transaction.lt,
        tx: hex::encode(transaction.hash),
        sender: transfer.from.map_or_else(String::new, |from| from.raw()),
        amount: Usdt::from_minor(amount),
        comment,
    })))
}
