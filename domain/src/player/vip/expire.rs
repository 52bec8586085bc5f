//! Expiry of VIP days, recorded by the clock (domain §3.15). What it
//! records holds already: rules read the passes, never this event.

use super::super::{DomainEvent, Event, Player, Rule};
use super::Vip;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Records expired passes; issued by the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpireVip;

/// A pass expired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VipExpired {
    pub vip_id: u8,
    /// When it expired.
    pub at: Timestamp,
}

/// The passes expired at a moment, in order.
pub(super) fn lapsed(vip: &Vip, now: Timestamp) -> Vec<VipExpired> {
    let over = vip.runs().filter(|run| run.to <= now);
    over.map(|run| VipExpired {
        vip_id: run.vip_id,
        at: run.to,
    })
    .collect()
}

impl Rule for ExpireVip {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let expired = lapsed(&player.vip, context.now);
        if expired.is_empty() {
            return Err(Refusal::StateChanged);
        }
        Ok(Decision {
            events: expired.into_iter().map(Event::from).collect(),
            claims: Vec::new(),
        })
    }
}

impl DomainEvent for VipExpired {
    fn evolve(&self, player: &mut Player) {
        player.vip.expire(self);
    }
}

#[cfg(test)]
mod tests;
