//! Setting a limit: tighter at once, looser after a day (domain §3.14, threat T-82).

use super::super::{DomainEvent, Event, Player, Rule};
use super::{Pending, Setting};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Longest session limit in minutes: a day.
const SESSION_MIN_MAX: u32 = 24 * 60;

/// Sets or removes one limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetLimit {
    /// Which limit, and its value.
    pub setting: Setting,
}

/// A limit was set; a looser one is pending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitSet {
    /// Which limit, and its value.
    pub setting: Setting,
    /// When it comes into force.
    pub effective_at: Timestamp,
    /// When it was set.
    pub at: Timestamp,
}

impl Rule for SetLimit {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let config = &context.config;
        let in_range = match self.setting {
            Setting::SessionMin(value) => value.is_none_or(|minutes| (1..=SESSION_MIN_MAX).contains(&minutes)),
            Setting::DepositDay(value)
            | Setting::DepositWeek(value)
            | Setting::DepositMonth(value)
            | Setting::LossDay(value) => {
                value.is_none_or(|limit| (0..=config.play.limit_max.minor()).contains(&limit.minor()))
            }
        };
        if !in_range {
            return Err(Refusal::InvalidField { field: "value".into() });
        }
        let in_force = player.limits.at(context.now).of(self.setting);
        let is_looser = self.setting.allows(config) > in_force.allows(config);
        let wait_ms = if is_looser { config.play.loosen_wait_ms } else { 0 };
        Ok(Event::from(LimitSet {
            setting: self.setting,
            effective_at: context.now.plus_ms(wait_ms),
            at: context.now,
        })
        .into())
    }
}

impl DomainEvent for LimitSet {
    fn evolve(&self, player: &mut Player) {
        let limits = &mut player.limits;
        limits.own = limits.at(self.at);
        // The last setting counts: it replaces a pending change of this field.
        let waits = |pending: &Pending| self.at < pending.at && !pending.setting.is_same_field(self.setting);
        limits.pending.retain(waits);
        if self.effective_at <= self.at {
            limits.own.apply(self.setting);
        } else {
            limits.pending.push(Pending {
                setting: self.setting,
                at: self.effective_at,
            });
        }
    }
}

#[cfg(test)]
mod tests;
