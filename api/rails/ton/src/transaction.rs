//! One transaction of an account, read from the `data` bytes that a node returns.
//!
//! A transaction takes at most one message in and sends any number out. It proves
//! something only together with the account it belongs to, so [`Transaction::account`]
//! is read from the bytes and never taken from the question that was asked.

use tycho_types::cell::Cell;
use tycho_types::models::{AccountStatus, ComputePhase, IntAddr, MsgInfo, OwnedMessage, Transaction as Raw, TxInfo};

use crate::jetton::Body;
use crate::{Address, Malformed, cell, payout};

/// One transaction of one account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// Hash part of the account's address.
    pub account: [u8; 32],
    /// Logical time: the order of things on one account, and a key together with it.
    pub lt: u64,
    /// Hash of the transaction's cell.
    pub hash: [u8; 32],
    /// The transaction before this one on the account; 0 for the first.
    pub previous_lt: u64,
    /// Hash of the transaction before this one.
    pub previous_hash: [u8; 32],
    /// Chain seconds.
    pub now: u64,
    /// What caused it.
    pub in_msg: Option<Message>,
    /// What it sent, in order.
    pub out_msgs: Vec<Message>,
    /// Exit code of the contract; nothing if it did not run (no code, no gas, frozen).
    pub compute_exit: Option<i32>,
    /// True if every action was carried out or skipped because the contract allows it.
    pub action_ok: bool,
    /// Actions that were left out, for example for want of TON (rails §1.5.7).
    pub skipped_actions: u16,
    /// True if the transaction changed nothing but fees.
    pub aborted: bool,
    /// Nanotons of all fees.
    pub fees: u128,
    /// What the account is afterwards.
    pub end: End,
}

/// State of an account after a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Holds TON, no code yet.
    Uninit,
    /// Stopped for debt.
    Frozen,
    /// Has code.
    Active,
    /// Deleted.
    NotExists,
}

/// One message, in or out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who sent it; nothing for a message from outside the chain.
    pub source: Option<Address>,
    /// Who gets it; nothing for a message that leaves the chain.
    pub destination: Option<Address>,
    /// Nanotons.
    pub value: u128,
    /// True if it comes back when it is refused.
    pub bounce: bool,
    /// True if it came back. A bounced body is not what the sender wrote.
    pub bounced: bool,
    /// Logical time of its making: with the source it is a key; 0 from outside.
    pub created_lt: u64,
    /// Hash of the message's cell. For a message from outside: the normalised hash (TEP-467).
    pub hash: [u8; 32],
    /// What it says.
    pub body: Cell,
}

impl Transaction {
    /// Reads the bytes of a transaction.
    pub fn parse(boc: &[u8]) -> Result<Transaction, Malformed> {
        Transaction::read(&cell(boc, "a transaction")?)
    }

    /// Reads the cell of a transaction.
    pub fn read(root: &Cell) -> Result<Transaction, Malformed> {
        let raw = root.parse::<Raw>()?;
        let outcome = Outcome::of(&raw.load_info()?);
        let out_msgs = raw.out_msgs.values().map(|message| Message::read(&message?));
        Ok(Transaction {
            account: raw.account.0,
            lt: raw.lt,
            hash: root.repr_hash().0,
            previous_lt: raw.prev_trans_lt,
            previous_hash: raw.prev_trans_hash.0,
            now: raw.now.into(),
            in_msg: raw.in_msg.as_ref().map(Message::read).transpose()?,
            out_msgs: out_msgs.collect::<Result<_, _>>()?,
            compute_exit: outcome.compute_exit,
            action_ok: outcome.action_ok,
            skipped_actions: outcome.skipped_actions,
            aborted: outcome.aborted,
            fees: raw.total_fees.tokens.into_inner(),
            end: raw.end_status.into(),
        })
    }
}

struct Outcome {
    compute_exit: Option<i32>,
    action_ok: bool,
    skipped_actions: u16,
    aborted: bool,
}

impl Outcome {
    fn of(info: &TxInfo) -> Outcome {
        let (compute, action, aborted) = match info {
            TxInfo::Ordinary(info) => (&info.compute_phase, &info.action_phase, info.aborted),
            TxInfo::TickTock(info) => (&info.compute_phase, &info.action_phase, info.aborted),
        };
        Outcome {
            compute_exit: match compute {
                ComputePhase::Executed(phase) => Some(phase.exit_code),
                ComputePhase::Skipped(_) => None,
            },
            action_ok: action.as_ref().is_some_and(|phase| phase.success),
            skipped_actions: action.as_ref().map_or(0, |phase| phase.skipped_actions),
            aborted,
        }
    }
}

impl Message {
    /// Reads the cell of a message.
    pub fn read(root: &Cell) -> Result<Message, Malformed> {
        let message = root.parse::<OwnedMessage>()?;
        let mut read = Message {
            source: None,
            destination: None,
            value: 0,
            bounce: false,
            bounced: false,
            created_lt: 0,
            hash: root.repr_hash().0,
            body: message.body.1,
        };
        match message.info {
            MsgInfo::Int(info) => {
                read.source = account(&info.src);
                read.destination = account(&info.dst);
                read.value = info.value.tokens.into_inner();
                (read.bounce, read.bounced) = (info.bounce, info.bounced);
                read.created_lt = info.created_lt;
            }
            MsgInfo::ExtIn(info) => {
                read.destination = account(&info.dst);
                if let Some(to) = read.destination {
                    read.hash = payout::normalised_hash(to, &read.body);
                }
            }
            MsgInfo::ExtOut(info) => {
                read.source = account(&info.src);
                read.created_lt = info.created_lt;
            }
        }
        Ok(read)
    }

    /// The body, as far as the rail cares. The caller compares the source first.
    pub fn content(&self) -> Body {
        Body::read(&self.body)
    }
}

fn account(address: &IntAddr) -> Option<Address> {
    match address {
        IntAddr::Std(address) if address.anycast.is_none() => Some(address.clone().into()),
        IntAddr::Std(_) | IntAddr::Var(_) => None,
    }
}

impl From<AccountStatus> for End {
    fn from(status: AccountStatus) -> End {
        match status {
            AccountStatus::Uninit => End::Uninit,
            AccountStatus::Frozen => End::Frozen,
            AccountStatus::Active => End::Active,
            AccountStatus::NotExists => End::NotExists,
        }
    }
}

#[cfg(test)]
mod tests;
