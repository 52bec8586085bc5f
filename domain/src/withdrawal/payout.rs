//! What the rail says about a payment, and what of it is a proof (rails §3).
//!
//! A slot is one place for a message in the house's wallet. It belongs to one
//! withdrawal for ever, and a message in it is executed once at most. Whatever a node
//! answers after a send means "maybe sent"; only the chain at final height, read from
//! two nodes, decides.

use super::Withdrawal;
use super::address::Address;
use crate::money::Usdt;
use crate::refusal::Refusal;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Nodes that must agree before the chain's word counts (rails §3.4).
const NODES_MIN: u8 = 2;
/// Longest name of a rail, a wallet or a transaction.
const NAME_MAX: usize = 128;

/// A place for one message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// The rail.
    pub rail: String,
    /// The house's wallet.
    pub wallet: String,
    /// The number that the chain executes once: the contract's query id on TON, the account's nonce on an EVM chain.
    pub query_id: u64,
    /// From this moment on the slot is not paid any more. On TON the contract refuses the message; on an EVM chain,
    /// where a message never expires, the house takes the number for itself.
    pub valid_until: Timestamp,
}

/// A payment that the chain shows at final height.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// The slot whose message paid.
    pub slot: Slot,
    /// The transaction.
    pub tx: String,
    /// Its logical time.
    pub lt: u64,
    /// Who was paid.
    pub address: Address,
    /// What went with it.
    pub comment: Option<String>,
    /// How much.
    pub amount: Usdt,
    /// How many nodes show it.
    pub nodes: u8,
}

/// Why a slot's message was not and never will be paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The payment came back.
    Bounced {
        /// The transaction.
        tx: String,
        /// Its logical time.
        lt: u64,
    },
    /// The contract executed the number without paying.
    NoPayment {
        /// The transaction.
        tx: String,
        /// Its logical time.
        lt: u64,
    },
    /// A message of the house to itself took the number, at final height.
    Cancelled {
        /// The transaction.
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
    /// The slot.
    pub slot: Slot,
    /// Why.
    pub cause: Cause,
    /// How many nodes show it.
    pub nodes: u8,
}

fn field(field: &str) -> Refusal {
    Refusal::InvalidField { field: field.into() }
}

fn is_name(text: &str) -> bool {
    (1..=NAME_MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Refuses what cannot be a transaction.
pub(super) fn check_tx(tx: &str) -> Result<(), Refusal> {
    if is_name(tx) { Ok(()) } else { Err(field("tx")) }
}

impl Slot {
    /// The name under which the slot is bound for ever (law I-10).
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
    /// Whether this tells about the message in `open`.
    pub(super) fn check(&self, open: Option<&Slot>) -> Result<(), Refusal> {
        if open != Some(&self.slot) {
            return Err(Refusal::StateChanged);
        }
        if self.nodes < NODES_MIN {
            return Err(field("nodes"));
        }
        check_tx(&self.tx)
    }

    /// True when exactly what was approved was paid (case T-04).
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
