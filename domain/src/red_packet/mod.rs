//! Red packets and redeem codes: a total split into shares, first come, first served
//! (domain §3.10). One stream is one packet.
//!
//! Shares are fixed at creation (`split.rs`); a claim takes the next slot. One share
//! for a player and one for a device cluster, by natural keys, so the state holds the
//! shares and a counter, independent of the number of claimers (laws I-29, I-30, cases T-22, T-23).
//!
//! | event | money of a USDT packet | then |
//! |---|---|---|
//! | `PacketCreated` | h:usdt_promo_budget -> h:usdt_packet_held, the total | |
//! | `ShareClaimed` | - | the policy credits the player (`player/red_packet.rs`) |
//! | `PacketEnded` | h:usdt_packet_held -> h:usdt_promo_budget, what was not claimed | the policy frees the budget (`treasury.rs`) |
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
mod split;

pub use claim::Claimer;
pub use code::PacketCode;
pub use create::{CreatePacket, Eligibility, Kind};
pub use event::{EndReason, PacketCommand, PacketEvent, ShareClaimed, Terms};
pub use prize::Prize;
pub use split::Split;

use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Stream};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

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

    fn end(&self, reason: EndReason) -> Result<PacketEvent, Refusal> {
        let terms = self.terms.as_ref().ok_or(Refusal::PacketNotFound)?;
        if self.is_ended {
            return Err(Refusal::StateChanged);
        }
        Ok(PacketEvent::PacketEnded {
            packet: terms.code.packet(),
            reason,
            refund: terms.total.with_minor(terms.total.minor() - self.claimed_minor),
        })
    }

    fn is_over(&self, now: Timestamp) -> bool {
        self.terms.as_ref().is_some_and(|terms| now >= terms.to)
    }
}

impl Stream for RedPacket {
    const TYPE: &'static str = "red_packet";
    const STATE_VERSION: u16 = 1;
    type Command = PacketCommand;
    type Event = PacketEvent;

    fn decide(&self, command: &PacketCommand, context: &Context) -> Result<Decision<PacketEvent>, Refusal> {
        match command {
            PacketCommand::Create(create) => Ok(self.create(create, context)?.into()),
            PacketCommand::Claim(claimer) => self.claim(claimer, context.now),
            PacketCommand::Stop { reason, .. } if reason.trim().is_empty() => Err(Refusal::ReasonMissing),
            PacketCommand::Stop { by, reason } => {
                let (by, reason) = (by.clone(), reason.clone());
                Ok(self.end(EndReason::Stopped { by, reason })?.into())
            }
            PacketCommand::Expire if !self.is_over(context.now) => Err(Refusal::StateChanged),
            PacketCommand::Expire => Ok(self.end(EndReason::Expired)?.into()),
        }
    }

    fn evolve(&mut self, event: &PacketEvent) {
        match event {
            PacketEvent::PacketCreated { terms, .. } => self.terms = Some(terms.clone()),
            PacketEvent::ShareClaimed(claimed) => {
                self.claimed = claimed.slot + 1;
                self.claimed_minor += claimed.prize.minor();
            }
            PacketEvent::PacketEnded { .. } => self.is_ended = true,
        }
    }
}

#[cfg(test)]
mod tests;
