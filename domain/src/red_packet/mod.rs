//! Red packets and redeem codes: a total split into shares, first come, first served
//! (domain §3.10). One stream is one packet.
//!
//! Shares are fixed at creation, by a seed of which the terms hold the hash (`split.rs`); a claim takes the next slot of
//! the list that the seed draws. One share for a player and one for a device cluster, by natural keys, so the state holds
//! the terms and a counter, independent of the number of claimers (laws I-29, I-30, threats T-22, T-23). Code and seed
//! are sealed (`secrets.rs`).
//!
//! | event | money of a USDT packet | then |
//! |---|---|---|
//! | `PacketCreated` | h:usdt_promo_budget -> h:usdt_packet_held, the total | |
//! | `ShareClaimed` | - | the policy credits the player (`player/red_packet.rs`) |
//! | `PacketEnded` | h:usdt_packet_held -> h:usdt_promo_budget, what was not claimed | the policy frees the budget (`treasury.rs`) |
//! | `PacketRevealed`, of a lucky packet as it ends | - | |
//!
//! The money was reserved before by the treasury (`PromoAllotted`), the one stream
//! that tracks what is left of the budget. Other assets are minted when they are credited.
//! Order of checks in a claim: found, begun, finished, over, conditions, keys.
//! Balances of players are in other modules.

mod claim;
mod code;
mod create;
mod event;
mod prize;
mod recount;
pub(crate) mod secrets;
mod split;

pub use claim::Claimer;
pub use code::PacketCode;
pub use create::{CreatePacket, Eligibility, Kind, signed_subject};
pub use event::{EndReason, PacketCommand, PacketEvent, ShareClaimed, Terms};
pub use prize::Prize;
pub use recount::Recount;
pub use secrets::Secrets;

use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Stream};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use split::Drawn;

/// The stream of one packet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RedPacket {
    /// The terms; `None` before it was created.
    pub terms: Option<Terms>,
    /// Shares claimed: the next slot.
    pub claimed: u32,
    /// Minor units claimed.
    pub claimed_minor: i64,
    /// True when no share can be claimed any more.
    pub is_ended: bool,
    #[serde(skip)]
    drawn: Drawn,
}

impl RedPacket {
    fn create(&self, create: &CreatePacket, context: &Context) -> Result<PacketEvent, Refusal> {
        if self.terms.is_some() {
            return Err(Refusal::StateChanged);
        }
        create.check(context)?;
        Ok(PacketEvent::PacketCreated {
            terms: Terms::of(create),
            config_version: context.config.version,
        })
    }

    fn end(&self, reason: EndReason, context: &Context) -> Result<Decision<PacketEvent>, Refusal> {
        let terms = self.terms.as_ref().ok_or(Refusal::PacketNotFound)?;
        if self.is_ended {
            return Err(Refusal::StateChanged);
        }
        let seed = terms.seed(context.seed.as_ref());
        if terms.kind == Kind::Lucky && seed.is_none() {
            return Err(Refusal::StateChanged);
        }
        let left = terms.total.minor() - self.claimed_minor;
        Ok(Decision {
            events: terms.end(reason, left, seed.as_ref()),
            claims: Vec::new(),
        })
    }

    fn is_over(&self, now: Timestamp) -> bool {
        self.terms.as_ref().is_some_and(|terms| now >= terms.to)
    }
}

impl Stream for RedPacket {
    const TYPE: &'static str = "red_packet";
    const STATE_VERSION: u16 = 2;
    type Command = PacketCommand;
    type Event = PacketEvent;

    fn decide(&self, command: &PacketCommand, context: &Context) -> Result<Decision<PacketEvent>, Refusal> {
        match command {
            PacketCommand::Create(create) => Ok(self.create(create, context)?.into()),
            PacketCommand::Claim(claimer) => self.claim(claimer, context),
            PacketCommand::Stop { reason, .. } if reason.trim().is_empty() => Err(Refusal::ReasonMissing),
            PacketCommand::Stop { by, reason } => {
                let (by, reason) = (by.clone(), reason.clone());
                self.end(EndReason::Stopped { by, reason }, context)
            }
            PacketCommand::Expire if !self.is_over(context.now) => Err(Refusal::StateChanged),
            PacketCommand::Expire => self.end(EndReason::Expired, context),
        }
    }

    fn seed_needed(&self, command: &PacketCommand) -> Option<&str> {
        let terms = self
            .terms
            .as_ref()
            .filter(|terms| terms.kind == Kind::Lucky && !self.is_ended)?;
        match (&terms.secrets, command) {
            (_, PacketCommand::Create(_)) | (Secrets::Open { .. }, _) => None,
            (Secrets::Sealed { commit, .. }, _) => Some(commit),
        }
    }

    fn evolve(&mut self, event: &PacketEvent) {
        match event {
            PacketEvent::PacketCreated { terms, .. } => self.terms = Some(terms.clone()),
            PacketEvent::ShareClaimed(claimed) => {
                self.claimed = claimed.slot + 1;
                self.claimed_minor += claimed.prize.minor();
            }
            PacketEvent::PacketRevealed { .. } => {}
            PacketEvent::PacketEnded { .. } => self.is_ended = true,
        }
    }
}

#[cfg(test)]
mod tests;
