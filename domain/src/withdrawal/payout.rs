//! What the rail reports about a payment, and what counts as a proof (rails §3).
//!
//! A slot is the number of one message in the payout wallet. It belongs to one
//! withdrawal permanently, and its message is executed at most once. Whatever a node
//! answers after a send means "possibly sent"; only the chain at final height, read from
//! two nodes, decides.

use super::Withdrawal;
use super::address::Address;
use crate::money::Usdt;
use crate::refusal::{Refusal, field};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Nodes that must agree before a result of the chain counts (rails §3.4).
const NODES_MIN: u8 = 2;
/// Longest name of a rail, a wallet or a transaction.
const NAME_MAX: usize = 128;

/// The slot of one message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    pub rail: String,
    /// The payout wallet.
    pub wallet: String,
    /// The number that the chain executes once: the contract's query id on TON, the account's nonce on an EVM chain.
    pub query_id: u64,
    /// From this moment on the slot is not paid any more. On TON the contract refuses the message; on an EVM chain,
    /// where a message never expires, the worker uses the number for a message to itself.
    pub valid_until: Timestamp,
}

/// A payment that the chain shows at final height.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// The slot whose message paid.
    pub slot: Slot,
    pub tx: String,
    /// Its logical time.
    pub lt: u64,
    /// The paid address.
    pub address: Address,
    /// The comment.
    pub comment: Option<String>,
    pub amount: Usdt,
    /// How many nodes report it.
    pub nodes: u8,
}

/// Why a slot's message was not and never will be paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The payment was returned.
    Bounced {
        tx: String,
        /// Its logical time.
        lt: u64,
    },
    /// The contract executed the number without paying.
    NoPayment {
        tx: String,
        /// Its logical time.
        lt: u64,
    },
    /// A message of the wallet to itself used the number, at final height.
    Cancelled {
        tx: String,
        /// Its logical time.
        lt: u64,
    },
    /// The chain's time has passed the message's validity, and the contract never executed it.
    NeverProcessed {
        /// The chain's time.
        chain_time: Timestamp,
    },
}

/// A proof that a slot was not paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotPaid {
    pub slot: Slot,
    pub cause: Cause,
    /// How many nodes report it.
    pub nodes: u8,
}

fn is_name(text: &str) -> bool {
    (1..=NAME_MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Refuses invalid transaction names.
pub(super) fn check_tx(tx: &str) -> Result<(), Refusal> {
    if is_name(tx) { Ok(()) } else { Err(field("tx")) }
}

impl Slot {
    /// The natural key that binds the slot permanently (law I-10).
    pub(super) fn key(&self) -> String {
        format!("payout_slot:{}:{}:{}", self.rail, self.wallet, self.query_id)
    }

    pub(super) fn check(&self, now: Timestamp) -> Result<(), Refusal> {
        let separate = |text: &str| is_name(text) && !text.contains(':');
        if !separate(&self.rail) || !separate(&self.wallet) {
            return Err(field("slot"));
        }
        if self.valid_until <= now {
            return Err(field("valid_until"));
        }
        Ok(())
    }
}

impl Receipt {
    /// Whether this receipt is about the message in `open`.
    pub(super) fn check(&self, open: Option<&Slot>) -> Result<(), Refusal> {
        if open != Some(&self.slot) {
            return Err(Refusal::StateChanged);
        }
        if self.nodes < NODES_MIN {
            return Err(field("nodes"));
        }
        check_tx(&self.tx)
    }

    /// True when exactly what was approved was paid (threat T-04).
    pub(super) fn pays(&self, withdrawal: &Withdrawal) -> bool {
        withdrawal.request.as_ref().is_some_and(|request| {
            let terms = &request.terms;
            let account = self.address.account();
            account.is_some()
                && account == terms.address.account()
                && (self.amount, &self.comment) == (terms.net(), &terms.comment)
        })
    }
}

impl NotPaid {
    /// Whether this proves that the message in `open` is not paid.
    pub(super) fn check(&self, open: Option<&Slot>, margin_ms: i64) -> Result<(), Refusal> {
        if open != Some(&self.slot) {
            return Err(Refusal::StateChanged);
        }
        if self.nodes < NODES_MIN {
            return Err(field("nodes"));
        }
        match &self.cause {
            Cause::Bounced { tx, .. } | Cause::NoPayment { tx, .. } | Cause::Cancelled { tx, .. } => check_tx(tx),
            Cause::NeverProcessed { chain_time } if chain_time.since(self.slot.valid_until) < margin_ms => {
                Err(field("chain_time"))
            }
            Cause::NeverProcessed { .. } => Ok(()),
        }
    }
}
