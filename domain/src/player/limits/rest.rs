//! Breaks from play: a cool-off of a day to six weeks, a self-exclusion of six
//! months or more (domain §3.14).
//!
//! A break can be prolonged and never shortened, by anybody. Withdrawal is always possible.

use super::super::{DomainEvent, Event, Player, Rule};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// The two kinds of a break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Break {
    /// Up to six weeks.
    CoolOff,
    /// Six months or more.
    Exclude,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeBreak {
    pub kind: Break,
    /// How many days of 24 hours, from this moment.
    pub days: i64,
}

/// The player takes a break.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfExcluded {
    pub kind: Break,
    /// The requested days.
    pub days: i64,
    /// When it ends: the later of this break and an earlier one.
    pub until: Timestamp,
    /// When it was requested.
    pub at: Timestamp,
}

impl Rule for TakeBreak {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let play = &context.config.play;
        let (days, before) = match self.kind {
            Break::CoolOff => (1..=play.cool_off_days_max, player.limits.cool_off_until),
            Break::Exclude => (
                play.exclusion_days_min..=play.exclusion_days_max,
                player.limits.excluded_until,
            ),
        };
        if !days.contains(&self.days) {
            return Err(Refusal::InvalidField { field: "days".into() });
        }
        let until = context.now.plus_ms(self.days * DAY_MS);
        Ok(Event::from(SelfExcluded {
            kind: self.kind,
            days: self.days,
            until: before.map_or(until, |before| before.max(until)),
            at: context.now,
        })
        .into())
    }
}

impl DomainEvent for SelfExcluded {
    fn evolve(&self, player: &mut Player) {
        let until = match self.kind {
            Break::CoolOff => &mut player.limits.cool_off_until,
            Break::Exclude => &mut player.limits.excluded_until,
        };
        *until = Some(self.until);
    }
}

#[cfg(test)]
mod tests;
