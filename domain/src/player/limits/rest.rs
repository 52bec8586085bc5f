//! Breaks from play: a cool-off of a day to six weeks, a self-exclusion of six
//! months or more (domain §3.14).
//!
//! A break can be prolonged and never shortened, by nobody. Money can always be taken out.

use super::super::{DomainEvent, Event, Player, Rule};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// The two kinds of a break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Break {
    /// A short one.
    CoolOff,
    /// A long one.
    Exclude,
}

/// Takes a break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeBreak {
    /// Which kind.
    pub kind: Break,
    /// How many days of 24 hours, from this moment.
    pub days: i64,
}

/// The player takes a break.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfExcluded {
    /// Which kind.
    pub kind: Break,
    /// How many days were asked for.
    pub days: i64,
    /// When it ends: the later of this wish and an earlier one.
    pub until: Timestamp,
    /// When it was asked for.
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
mod tests {
    use super::*;
    use crate::player::signin::SignIn;
    use crate::testing::Angler;

    fn take(kind: Break, days: i64) -> TakeBreak {
        TakeBreak { kind, days }
    }

    #[test]
    fn a_break_holds_to_its_last_moment() {
        for (kind, days) in [(Break::CoolOff, 1), (Break::CoolOff, 42), (Break::Exclude, 183)] {
            let mut angler = Angler::new();
            angler.must(take(kind, days));
            let until = Some(angler.now.plus_ms(days * DAY_MS).0);
            angler.wait(days * DAY_MS - 1);
            assert_eq!(angler.decide(SignIn), Err(Refusal::BlockedByPlayLimits { until }));
            assert!(angler.wait(1).decide(SignIn).is_ok());
        }
    }

    #[test]
    fn a_break_has_the_published_length() {
        let angler = Angler::new();
        for (kind, days) in [
            (Break::CoolOff, 0),
            (Break::CoolOff, 43),
            (Break::CoolOff, -1),
            (Break::Exclude, 182),
            (Break::Exclude, i64::MAX),
        ] {
            let refused = angler.decide(take(kind, days));
            assert_eq!(refused, Err(Refusal::InvalidField { field: "days".into() }), "{days}");
        }
    }

    #[test]
    fn a_break_is_prolonged_and_never_shortened() {
        let mut angler = Angler::new();
        angler.must(take(Break::Exclude, 183));
        let until = angler.player.limits.excluded_until;
        angler.must(take(Break::CoolOff, 1));
        angler.wait(-DAY_MS).must(take(Break::Exclude, 183));
        assert_eq!(angler.player.limits.excluded_until, until);
        assert_eq!(angler.player.break_until(angler.now), until, "the longer break decides");
        angler.wait(2 * DAY_MS).must(take(Break::Exclude, 184));
        assert!(angler.player.limits.excluded_until > until);
    }
}
