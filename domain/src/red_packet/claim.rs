//! Claiming: the next share, for a player who fulfils the packet's conditions.

use super::create::Eligibility;
use super::{EndReason, PacketEvent, RedPacket, ShareClaimed};
use crate::ids::PlayerId;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, NaturalKey};
use crate::time::{DAY_MS, Timestamp};

/// The claimer, with data from the gateway and the views.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimer {
    pub player: PlayerId,
    /// When the account was registered.
    pub registered_at: Timestamp,
    /// Casts in the last seven days.
    pub casts_7d: u32,
    /// The player's country, if known.
    pub country: Option<String>,
    /// True where the region allows real money.
    pub is_real: bool,
    /// The cluster of devices the player belongs to, if known.
    pub cluster: Option<String>,
}

impl Eligibility {
    /// # Errors
    /// [`Refusal::NotEligible`] with the first condition that is not fulfilled.
    pub(super) fn check(&self, claimer: &Claimer, now: Timestamp) -> Result<(), Refusal> {
        let listed = |country: &String| self.countries.contains(country);
        let is_old = now.since(claimer.registered_at) >= self.min_age_days * DAY_MS;
        let reasons = [
            (is_old, "account_age"),
            (claimer.casts_7d >= self.min_casts_7d, "casts"),
            (
                self.countries.is_empty() || claimer.country.as_ref().is_some_and(listed),
                "country",
            ),
        ];
        match reasons.into_iter().find(|(holds, _)| !holds) {
            Some((_, reason)) => Err(not_eligible(reason)),
            None => Ok(()),
        }
    }
}

fn not_eligible(reason: &str) -> Refusal {
    Refusal::NotEligible { reason: reason.into() }
}

impl RedPacket {
    /// Claims the next share. Order of checks: found, begun, over, finished, conditions, seed, keys.
    pub(super) fn claim(&self, claimer: &Claimer, context: &Context) -> Result<Decision<PacketEvent>, Refusal> {
        let now = context.now;
        let terms = self.terms.as_ref().ok_or(Refusal::PacketNotFound)?;
        if now < terms.from {
            return Err(Refusal::NotReadyYet { at: terms.from.0 });
        }
        if self.claimed >= terms.shares {
            return Err(Refusal::PacketFinished);
        }
        if self.is_ended || now >= terms.to {
            return Err(Refusal::PacketExpired);
        }
        if terms.total.usdt().is_some() && !claimer.is_real {
            return Err(not_eligible("region"));
        }
        terms.eligibility.check(claimer, now)?;
        let seed = terms.seed(context.seed.as_ref());
        let share = self.drawn.share(terms, self.claimed, seed.as_ref());
        let share = share.ok_or(Refusal::StateChanged)?;
        let packet = terms.packet;
        let claimed = PacketEvent::ShareClaimed(ShareClaimed {
            packet,
            slot: self.claimed,
            player: claimer.player,
            prize: terms.total.with_minor(share),
            left: terms.shares - self.claimed - 1,
        });
        let is_last = self.claimed + 1 == terms.shares;
        let ended = is_last.then(|| terms.end(EndReason::Finished, 0, seed.as_ref()));
        let mut claims = vec![NaturalKey {
            key: format!("packet:{packet}:player:{}", claimer.player),
            taken: Refusal::AlreadyReceived,
        }];
        claims.extend(claimer.cluster.as_ref().map(|cluster| NaturalKey {
            key: format!("packet:{packet}:cluster:{cluster}"),
            taken: not_eligible("device"),
        }));
        Ok(Decision {
            events: std::iter::once(claimed).chain(ended.into_iter().flatten()).collect(),
            claims,
        })
    }
}
