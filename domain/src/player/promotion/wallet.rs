//! The player's own wallet on the chain: shown by a signature, once, for one player.
//!
//! The signature is checked before the command (`api/rails/ton/src/proof.rs`); here is decided what it is worth. A player shows
//! one wallet, for ever, so a proof that was used is worth nothing a second time; and a wallet is shown by one player,
//! so its owner receives the reward of the task once, however many accounts there are.

use super::super::gate::Gate;
use super::super::{DomainEvent, Event, Player, Rule};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// How long a text that is to be signed is good (ASSUMED: ten minutes, of which a person needs one or two).
pub const CHALLENGE_MS: i64 = 600_000;
/// How far the clock of a wallet's device may be off (ASSUMED).
const SKEW_MS: i64 = 300_000;

/// Shows a wallet whose signature holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProveWallet {
    /// The account on the chain, `workchain:hex`.
    pub account: String,
    /// When the server made the text that was signed.
    pub challenged_at: Timestamp,
    /// When it was signed, by the clock of the wallet's device.
    pub signed_at: Timestamp,
    /// Another player has shown it, in any partition.
    pub is_used_elsewhere: bool,
}

/// The player showed a wallet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalletProved {
    /// The account on the chain, `workchain:hex`.
    pub account: String,
    /// When it was signed, by the clock of the wallet's device.
    pub signed_at: Timestamp,
    pub at: Timestamp,
}

/// The natural key under which a wallet belongs to its player.
pub fn wallet_key(account: &str) -> String {
    format!("wallet:{account}")
}

impl Rule for ProveWallet {
    fn gate(&self) -> Gate {
        Gate::Gift("promotion")
    }

    /// Order of checks: the player's own wallet, time, other players.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if player.promotion.wallet.is_some() {
            return Err(Refusal::WalletAlreadyShown);
        }
        let age_ms = context.now.since(self.challenged_at);
        let is_signed_in_time =
            self.signed_at.plus_ms(SKEW_MS) >= self.challenged_at && self.signed_at <= context.now.plus_ms(SKEW_MS);
        if !(0..CHALLENGE_MS).contains(&age_ms) || !is_signed_in_time {
            return Err(Refusal::WalletProofInvalid {
                reason: "expired".into(),
            });
        }
        if self.is_used_elsewhere {
            return Err(Refusal::WalletOfAnother);
        }
        let proved = WalletProved {
            account: self.account.clone(),
            signed_at: self.signed_at,
            at: context.now,
        };
        Ok(Decision::from(Event::from(proved)).claiming(wallet_key(&self.account), Refusal::WalletOfAnother))
    }
}

impl DomainEvent for WalletProved {
    fn evolve(&self, player: &mut Player) {
        player.promotion.wallet = Some(self.account.clone());
    }
}

#[cfg(test)]
mod tests;
