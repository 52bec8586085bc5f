//! The player's own limits (domain §2.5, domain §3.14, threat T-82): deposits, losses and
//! session time, and breaks from play.
//!
//! A tighter limit applies at once, a looser one after a day; the lowest of several limits
//! decides (law I-39). A looser limit is in force when its time has come: it needs no
//! clock. This file holds the state; each command has its own file. The limits apply
//! to new stakes and new deposits, never to surfacing or withdrawals.

mod deposits;
mod rest;
mod set;

pub use deposits::Deposits;
pub use rest::{Break, SelfExcluded, TakeBreak};
pub use set::{LimitSet, SetLimit};

use super::Player;
use crate::config::Config;
use crate::money::Usdt;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Limits in force and pending; at most one pending change for each field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// What was in force when a limit was last set.
    own: Own,
    /// Pending looser limits.
    pub pending: Vec<Pending>,
    /// End of the last cool-off.
    pub cool_off_until: Option<Timestamp>,
    /// End of the last self-exclusion.
    pub excluded_until: Option<Timestamp>,
    /// Top-ups of the last month, for the deposit limits.
    pub deposits: Deposits,
}

/// One value for each limit; `None` means no limit, for the loss the product's default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Own {
    /// Top-ups of a UTC day.
    pub deposit_day: Option<Usdt>,
    /// Top-ups of seven UTC days.
    pub deposit_week: Option<Usdt>,
    /// Top-ups of thirty UTC days.
    pub deposit_month: Option<Usdt>,
    /// Paid coins lost in a UTC day.
    pub loss_day: Option<Usdt>,
    /// Minutes of a session.
    pub session_min: Option<u32>,
}

/// A limit and its value; `None` removes the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "field", content = "value", rename_all = "snake_case")]
pub enum Setting {
    /// Top-ups of a UTC day.
    DepositDay(Option<Usdt>),
    /// Top-ups of seven UTC days.
    DepositWeek(Option<Usdt>),
    /// Top-ups of thirty UTC days.
    DepositMonth(Option<Usdt>),
    /// Paid coins lost in a UTC day.
    LossDay(Option<Usdt>),
    /// Minutes of a session.
    SessionMin(Option<u32>),
}

/// A pending looser limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// The new value.
    pub setting: Setting,
    pub at: Timestamp,
}

impl Limits {
    /// The limits in force at a moment.
    pub fn at(&self, now: Timestamp) -> Own {
        let mut own = self.own.clone();
        let due = self.pending.iter().filter(|pending| pending.at <= now);
        due.for_each(|pending| own.apply(pending.setting));
        own
    }

    /// What a player may lose in a day: the own limit, else the product's default.
    pub fn loss_day(&self, now: Timestamp, config: &Config) -> Usdt {
        self.at(now).loss_day.unwrap_or(config.game.loss_day)
    }
}

impl Own {
    fn apply(&mut self, setting: Setting) {
        match setting {
            Setting::DepositDay(value) => self.deposit_day = value,
            Setting::DepositWeek(value) => self.deposit_week = value,
            Setting::DepositMonth(value) => self.deposit_month = value,
            Setting::LossDay(value) => self.loss_day = value,
            Setting::SessionMin(value) => self.session_min = value,
        }
    }

    /// The value in force for the field of `setting`.
    fn of(&self, setting: Setting) -> Setting {
        match setting {
            Setting::DepositDay(_) => Setting::DepositDay(self.deposit_day),
            Setting::DepositWeek(_) => Setting::DepositWeek(self.deposit_week),
            Setting::DepositMonth(_) => Setting::DepositMonth(self.deposit_month),
            Setting::LossDay(_) => Setting::LossDay(self.loss_day),
            Setting::SessionMin(_) => Setting::SessionMin(self.session_min),
        }
    }
}

impl Setting {
    /// The limit as a number, to compare values of one field.
    fn allows(self, config: &Config) -> i64 {
        match self {
            Setting::DepositDay(value) | Setting::DepositWeek(value) | Setting::DepositMonth(value) => {
                value.map_or(i64::MAX, Usdt::minor)
            }
            Setting::LossDay(value) => value.unwrap_or(config.game.loss_day).minor(),
            Setting::SessionMin(value) => value.map_or(i64::MAX, i64::from),
        }
    }

    fn is_same_field(self, other: Setting) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

impl Player {
    /// The end of the player's break: a chosen one, or the wait before erasure.
    pub fn break_until(&self, now: Timestamp) -> Option<Timestamp> {
        let own = [self.limits.cool_off_until, self.limits.excluded_until];
        let running = own.into_iter().flatten().filter(|until| now < *until);
        running.chain(self.erasure.erase_at).max()
    }
}
