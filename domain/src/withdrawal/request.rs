//! What was asked for: the terms that are paid, and the facts that a reviewer reads.

use super::address::Address;
use crate::draw::hex_digest;
use crate::ids::{PlayerId, WithdrawalId};
use crate::kyc::Status;
use crate::money::Usdt;
use serde::{Deserialize, Serialize};

/// What is paid, and to whom. The terms of a withdrawal never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// Which withdrawal.
    pub withdrawal: WithdrawalId,
    /// Whose.
    pub player: PlayerId,
    /// What the player gives.
    pub amount: Usdt,
    /// What the house keeps of it.
    pub fee: Usdt,
    /// Where the rest goes.
    pub address: Address,
    /// What goes with the payment.
    pub comment: Option<String>,
}

/// Why the fee is what it is, and what decides who has to look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The tier whose rights held; none without one.
    pub vip_id: Option<u8>,
    /// The tier's fee in parts per million.
    pub fee_ppm: u32,
    /// The tier's fee at least.
    pub fee_min: Usdt,
    /// What was withdrawn or is under way, without this one.
    pub lifetime: Usdt,
    /// The player ever topped up.
    pub topped_up: bool,
    /// The identity check at the request.
    pub kyc: Status,
    /// The identity has to be proved for it.
    pub needs_kyc: bool,
    /// A person looks at where the money came from.
    pub needs_funds_review: bool,
    /// The risk score stands against it.
    pub is_flagged: bool,
    /// The player confirmed with the device's biometrics.
    pub is_confirmed: bool,
    /// Version of the configuration in force.
    pub config_version: u64,
}

/// A withdrawal as the player's stream recorded it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// What is paid.
    pub terms: Terms,
    /// Why.
    pub facts: Facts,
}

impl Terms {
    /// What arrives.
    pub fn net(&self) -> Usdt {
        self.amount - self.fee
    }

    /// What an approval is bound to (case T-51): the withdrawal, its revision, amount, fee,
    /// address and comment. Hex of SHA-256 over one JSON list, so that no two terms share a text.
    pub fn digest(&self, revision: u32) -> String {
        let bound = (
            self.withdrawal,
            revision,
            self.amount,
            self.fee,
            &self.address,
            &self.comment,
        );
        hex_digest(&serde_json::to_vec(&bound).expect("terms write"))
    }
}
