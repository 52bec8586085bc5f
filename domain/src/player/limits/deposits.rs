//! Top-ups against the deposit limits: gross, by UTC days (domain §3.5, domain §3.14).
//!
//! A week is seven UTC days, a month thirty, today included. Orders that may still be
//! paid count as deposits, so that several of them cannot exceed a limit: open ones,
//! and cancelled ones until their time is over.

use super::super::Player;
use crate::money::Usdt;
use crate::refusal::Refusal;
use crate::time::{Day, Timestamp};
use serde::{Deserialize, Serialize};

/// Days covered by the longest limit.
const DAYS: i32 = 30;

/// Top-ups of the last thirty days, summed by day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deposits(Vec<(Day, Usdt)>);

impl Deposits {
    pub(in super::super) fn add(&mut self, day: Day, amount: Usdt) {
        // After a clock step back over midnight, sums are added to the last day seen.
        let day = self.0.last().map_or(day, |(last, _)| day.max(*last));
        self.0.retain(|(earlier, _)| day.0 - earlier.0 < DAYS);
        match self.0.last_mut() {
            Some((last, sum)) if *last == day => *sum += amount,
            _ => self.0.push((day, amount)),
        }
    }

    /// The sum of the `days` days that end with `last`.
    pub fn sum(&self, last: Day, days: i32) -> Usdt {
        let within = self.0.iter().filter(|(day, _)| last.0 - day.0 < days);
        within.map(|(_, amount)| *amount).sum()
    }
}

impl Player {
    /// Whether a top-up of `amount` keeps the player's deposit limits.
    ///
    /// # Errors
    /// -1009 with the time from which it would fit; `None` when it never would.
    pub(in super::super) fn check_deposit(&self, amount: Usdt, now: Timestamp) -> Result<(), Refusal> {
        let own = self.limits.at(now);
        let limits = [(own.deposit_day, 1), (own.deposit_week, 7), (own.deposit_month, DAYS)];
        let limited = limits
            .into_iter()
            .filter_map(|(limit, days)| limit.map(|limit| (limit, days)));
        let mut until = Some(now);
        for (limit, days) in limited {
            until = until.max(self.deposit_from(amount, limit, days, now));
            if amount > limit {
                return Err(Refusal::BlockedByPlayLimits { until: None });
            }
        }
        match until {
            Some(from) if from > now => Err(Refusal::BlockedByPlayLimits { until: Some(from.0) }),
            _ => Ok(()),
        }
    }

    /// What a deposit limit of `days` days leaves, orders that may still be paid counted; `None` without a limit.
    pub fn deposit_left(&self, limit: Option<Usdt>, days: i32, now: Timestamp) -> Option<Usdt> {
        let open: Usdt = self.coupon.awaited(now).map(|order| order.amount).sum();
        let used = self.limits.deposits.sum(now.day(), days) + open;
        limit.map(|limit| (limit - used).max(Usdt::ZERO))
    }

    /// The time from which the limit of `days` days allows `amount`.
    fn deposit_from(&self, amount: Usdt, limit: Usdt, days: i32, now: Timestamp) -> Option<Timestamp> {
        let today = now.day();
        let fits = |day: &Day, open: Usdt| self.limits.deposits.sum(*day, days) + open + amount <= limit;
        let open: Usdt = self.coupon.awaited(now).map(|order| order.amount).sum();
        if fits(&today, open) {
            return Some(now);
        }
        let last_open = self.coupon.awaited(now).map(|order| order.valid_until).max();
        let first = (today.0..=today.0 + days).map(Day).find(|day| fits(day, Usdt::ZERO))?;
        let free = if first == today { now } else { first.start() };
        Some(last_open.map_or(free, |open| open.max(free)))
    }
}

#[cfg(test)]
mod tests;
