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
mod tests {
    use super::super::{ActivateVip, PayWith};
    use super::*;
    use crate::testing::Angler;
    use crate::time::DAY_MS;

    #[test]
    fn the_end_is_recorded_once_for_each_pass_and_a_late_clock_changes_nothing() {
        let mut angler = Angler::new().with_coupons(1_000_000_000);
        for vip_id in [1, 3] {
            let pay_with = PayWith::Coupon;
            angler.must(ActivateVip { vip_id, pay_with });
        }
        let start = angler.now;
        angler.wait(30 * DAY_MS - 1);
        assert_eq!(angler.decide(ExpireVip), Err(Refusal::StateChanged));
        let mut late = angler.clone();
        angler.wait(1).must(ExpireVip);
        angler.wait(30 * DAY_MS).must(ExpireVip);
        late.wait(100 * DAY_MS).give(ExpireVip).expect("records both");
        let ends = |angler: &Angler| -> Vec<(u8, i64)> {
            let recorded = angler.log.iter().filter_map(|event| match event {
                Event::VipExpired(recorded) => Some((recorded.vip_id, recorded.at.since(start) / DAY_MS)),
                _ => None,
            });
            recorded.collect()
        };
        assert_eq!(ends(&angler), [(3, 30), (1, 60)]);
        assert_eq!(ends(&late), ends(&angler));
        assert_eq!(late.player.vip, angler.player.vip);
        assert_eq!(angler.decide(ExpireVip), Err(Refusal::StateChanged));
    }
}
