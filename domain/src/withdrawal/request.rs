//! A request: the terms that are paid, and the facts for the reviewer.

use super::address::Address;
use crate::draw::hex_digest;
use crate::ids::{PlayerId, WithdrawalId};
use crate::kyc::Status;
use crate::money::Usdt;
use crate::treasury::PaymentKey;
use serde::{Deserialize, Serialize};

/// What is paid, and to whom. The terms of a withdrawal never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    pub withdrawal: WithdrawalId,
    pub player: PlayerId,
    /// The amount debited from the player.
    pub amount: Usdt,
    /// The fee.
    pub fee: Usdt,
    /// The address that receives the net.
    pub address: Address,
    /// The comment of the payment.
    pub comment: Option<String>,
}

/// The inputs of the fee, and what decides about a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The tier whose rights applied; `None` without one.
    pub vip_id: Option<u8>,
    /// The tier's fee in parts per million.
    pub fee_ppm: u32,
    /// The tier's fee at least.
    pub fee_min: Usdt,
    /// Lifetime sum withdrawn or under way, without this one.
    pub lifetime: Usdt,
    /// The player ever topped up.
    pub topped_up: bool,
    /// The identity check at the request.
    pub kyc: Status,
    /// An approved identity is required.
    pub needs_kyc: bool,
    /// The source of funds needs a review.
    pub needs_funds_review: bool,
    /// Flagged by the risk score.
    pub is_flagged: bool,
    /// Another account brought the same payee, phone, mail or document: a person looks, and nothing is refused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_tied: bool,
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
    pub facts: Facts,
    /// Two people give back coupons of a top-up; nothing for what a player asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refund: Option<Refund>,
}

/// Unspent coupons of a top-up that two people give back, to whoever paid it (domain §3.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refund {
    pub order_no: String,
    /// The payment of the order whose sender is paid.
    pub payment: PaymentKey,
    pub proposer: String,
    pub approver: String,
}

impl Facts {
    /// Of what two people decided: no fee, and no check of an identity.
    pub(crate) fn unasked() -> Facts {
        Facts {
            vip_id: None,
            fee_ppm: 0,
            fee_min: Usdt::ZERO,
            lifetime: Usdt::ZERO,
            topped_up: false,
            kyc: Status::default(),
            needs_kyc: false,
            needs_funds_review: false,
            is_flagged: false,
            is_tied: false,
            is_confirmed: false,
            config_version: 0,
        }
    }
}

impl Terms {
    /// The net amount.
    pub fn net(&self) -> Usdt {
        self.amount - self.fee
    }

    /// What an approval is bound to (threat T-51): the withdrawal, its player, its revision, amount, fee,
    /// address and comment. Hex of SHA-256 over one JSON list, so that no two terms share a text.
    pub fn digest(&self, revision: u32) -> String {
        let paid = (self.amount, self.fee, &self.address, &self.comment);
        hashed(&(self.withdrawal, self.player, revision, paid))
    }

    /// What approvals were bound to before they named the player. Their signatures hold for ever.
    pub fn digest_without_player(&self, revision: u32) -> String {
        hashed(&(
            self.withdrawal,
            revision,
            self.amount,
            self.fee,
            &self.address,
            &self.comment,
        ))
    }
}

fn hashed(bound: &impl Serialize) -> String {
    hex_digest(&serde_json::to_vec(bound).expect("terms write"))
}
