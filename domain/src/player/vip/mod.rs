//! VIP days (domain §3.4, law I-35): one tier is active at any moment.
//!
//! Days of a tier are a pass. The pass of the highest rank is active, the others are paused: so a
//! higher tier starts at once and pauses the lower one, a lower one queues, and days of
//! the same tier are added to its pass. The active pass follows from the state and the
//! time; the clock's [`VipExpired`] only records what holds already, so a late clock
//! changes nothing. A pass contains the claims that its days allow, so that thirty days
//! that span thirty-one dates give no thirty-first day of coins.
//!
//! The state holds one pass for each tier at most (`config::vip::TIERS_MAX`).

mod activate;
mod claim;
mod expire;

pub(super) use activate::grant;
pub use activate::{ActivateVip, PayWith, VipActivated};
pub use claim::{ClaimVip, VipClaimed};
pub use expire::{ExpireVip, VipExpired};

use crate::time::{Day, Timestamp};
use serde::{Deserialize, Serialize};

/// Passes and claims.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vip {
    /// Passes, highest rank first.
    passes: Vec<Pass>,
    /// From when on the first pass is counted.
    since: Timestamp,
    /// The day of the last claim.
    claimed_on: Option<Day>,
    /// Claims of that day.
    claims: u32,
    /// The last claim.
    claimed_at: Option<Timestamp>,
}

/// Days of one tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Pass {
    vip_id: u8,
    rank: u8,
    left_ms: i64,
    claims_left: u32,
}

/// When a pass is active, in the current state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub vip_id: u8,
    /// When it starts.
    pub from: Timestamp,
    /// When it ends.
    pub to: Timestamp,
    /// Claims that are left of its days.
    pub claims_left: u32,
}

impl Vip {
    /// The passes in the order in which they become active.
    pub fn runs(&self) -> impl Iterator<Item = Run> {
        self.passes.iter().scan(self.since, |start, pass| {
            let from = *start;
            *start = from.plus_ms(pass.left_ms);
            Some(Run {
                vip_id: pass.vip_id,
                from,
                to: *start,
                claims_left: pass.claims_left,
            })
        })
    }

    /// The pass that is active at a moment.
    pub fn active(&self, now: Timestamp) -> Option<Run> {
        self.runs().find(|run| now < run.to)
    }

    /// The tier that is active at a moment.
    pub fn tier(&self, now: Timestamp) -> Option<u8> {
        self.active(now).map(|run| run.vip_id)
    }

    /// Claims made on a day. A clock that steps back over midnight does not reset the count.
    pub fn claimed_on(&self, day: Day) -> u32 {
        if Some(day) <= self.claimed_on { self.claims } else { 0 }
    }

    /// When the pause between claims allows the next claim.
    pub fn next_claim_at(&self, gap_ms: i64) -> Option<Timestamp> {
        self.claimed_at.map(|at| at.plus_ms(gap_ms))
    }

    /// Reduces the active passes to `now`; a used pass is kept until its expiry is recorded.
    fn settle(&mut self, now: Timestamp) {
        let mut passed = now.since(self.since).max(0);
        for pass in &mut self.passes {
            let used = passed.min(pass.left_ms);
            pass.left_ms -= used;
            passed -= used;
        }
        self.since = self.since.max(now);
    }

    fn add(&mut self, added: Pass) {
        match self.passes.iter_mut().find(|pass| pass.vip_id == added.vip_id) {
            Some(pass) => {
                pass.left_ms += added.left_ms;
                pass.claims_left += added.claims_left;
            }
            None => {
                let place = self.passes.partition_point(|pass| pass.rank > added.rank);
                self.passes.insert(place, added);
            }
        }
    }
}
