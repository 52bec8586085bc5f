//! The player's side of a red packet: who may claim, and the credit of a share
//! (domain §3.10). The share itself is claimed in the packet's stream (`red_packet`).

use super::gate::Gate;
use super::{DomainEvent, Event, Player, Rule};
use crate::config::region::Mode;
use crate::ids::{PacketId, PlayerId};
use crate::posting::Postings;
use crate::red_packet::{Claimer, Prize};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Credits a claimed share; issued by the policy, refused only as a repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditShare {
    pub packet: PacketId,
    /// The slot that was claimed.
    pub slot: u32,
    pub prize: Prize,
}

/// A claimed share was credited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RedPacketCredited {
    pub packet: PacketId,
    /// The slot that was claimed.
    pub slot: u32,
    pub prize: Prize,
    pub at: Timestamp,
}

impl Player {
    /// The player as a claimer of packets, with data from the views and the gateway.
    ///
    /// # Errors
    /// The refusal of a closed gate: frozen, on a break, a blocked region, maintenance.
    pub fn claimer(&self, casts_7d: u32, cluster: Option<String>, context: &Context) -> Result<Claimer, Refusal> {
        if !self.is_registered() {
            return Err(Refusal::RecordNotFound);
        }
        Gate::Gift("redpacket").check(self, context)?;
        Ok(Claimer {
            player: self.id,
            registered_at: self.registration.registered_at,
            casts_7d,
            country: self.identity.country().cloned(),
            is_real: self.identity.mode(&context.config) == Mode::Real,
            cluster,
        })
    }
}

impl Rule for CreditShare {
    fn decide(&self, _player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let credited = RedPacketCredited {
            packet: self.packet,
            slot: self.slot,
            prize: self.prize,
            at: context.now,
        };
        let key = format!("packet_share:{}:{}", self.packet, self.slot);
        Ok(Decision::from(Event::from(credited)).claiming(key, Refusal::AlreadyReceived))
    }
}

impl DomainEvent for RedPacketCredited {
    fn evolve(&self, player: &mut Player) {
        if matches!(self.prize, Prize::GusdBonus(_)) {
            player.exchange.credit_bonus(self.at);
        }
    }

    fn postings(&self, player: PlayerId) -> Postings {
        self.prize.credit(player)
    }
}

#[cfg(test)]
mod tests;
