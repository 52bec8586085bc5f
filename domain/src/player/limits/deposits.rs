//! Top-ups against the deposit limits: gross, by UTC days (domain §3.5, domain §3.14).
//!
//! A week is seven UTC days, a month thirty, today included. Orders that are still
//! open count as deposits, so that several at once do not slip through.

use super::super::Player;
use crate::money::Usdt;
use crate::refusal::Refusal;
use crate::time::{Day, Timestamp};
use serde::{Deserialize, Serialize};

/// Days that the longest limit looks back.
const DAYS: i32 = 30;

/// Top-ups of the last thirty days, summed by day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deposits(Vec<(Day, Usdt)>);

impl Deposits {
    pub(in super::super) fn add(&mut self, day: Day, amount: Usdt) {
        // A clock that steps back over midnight books on the last day seen.
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
    /// -1009 with the moment from which it would; none when it never would.
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

    /// What a deposit limit of `days` days leaves, orders under way counted; nothing without a limit.
    pub fn deposit_left(&self, limit: Option<Usdt>, days: i32, now: Timestamp) -> Option<Usdt> {
        let open: Usdt = self.coupon.open_orders(now).map(|order| order.amount).sum();
        let used = self.limits.deposits.sum(now.day(), days) + open;
        limit.map(|limit| (limit - used).max(Usdt::ZERO))
    }

    /// From when on the limit of `days` days leaves room for `amount`.
    fn deposit_from(&self, amount: Usdt, limit: Usdt, days: i32, now: Timestamp) -> Option<Timestamp> {
        let today = now.day();
        let fits = |day: &Day, open: Usdt| self.limits.deposits.sum(*day, days) + open + amount <= limit;
        let open: Usdt = self.coupon.open_orders(now).map(|order| order.amount).sum();
        if fits(&today, open) {
            return Some(now);
        }
        let last_open = self.coupon.open_orders(now).map(|order| order.valid_until).max();
        let first = (today.0..=today.0 + days).map(Day).find(|day| fits(day, Usdt::ZERO))?;
        let free = if first == today { now } else { first.start() };
        Some(last_open.map_or(free, |open| open.max(free)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SetLimit, Setting};
    use super::*;
    use crate::testing::Angler;
    use crate::time::DAY_MS;

    fn usdt(whole: i64) -> Usdt {
        Usdt::from_minor(whole * 1_000_000)
    }

    fn check(angler: &Angler, whole: i64) -> Result<(), Refusal> {
        angler.player.check_deposit(usdt(whole), angler.now)
    }

    fn blocked(day: Day) -> Result<(), Refusal> {
        let until = Some(day.start().0);
        Err(Refusal::BlockedByPlayLimits { until })
    }

    #[test]
    fn a_day_a_week_and_a_month_are_counted_gross_and_the_lowest_room_decides() {
        let mut angler = Angler::new();
        for setting in [
            Setting::DepositDay(Some(usdt(10))),
            Setting::DepositWeek(Some(usdt(25))),
            Setting::DepositMonth(Some(usdt(30))),
        ] {
            angler.must(SetLimit { setting });
        }
        let first = angler.now.day();
        angler.tops_up(10);
        assert_eq!(check(&angler, 1), blocked(first.next()));
        let left = |limit, days| angler.player.deposit_left(limit, days, angler.now);
        assert_eq!(
            (left(Some(usdt(10)), 1), left(Some(usdt(25)), 7)),
            (Some(usdt(0)), Some(usdt(15)))
        );
        assert_eq!(left(None, 30), None);
        angler.wait(DAY_MS).tops_up(10);
        angler.wait(DAY_MS);
        assert_eq!(check(&angler, 5), Ok(()));
        assert_eq!(check(&angler, 6), blocked(Day(first.0 + 7)), "the week has room again");
        angler.tops_up(5);
        angler.wait(6 * DAY_MS);
        assert_eq!(check(&angler, 5), Ok(()));
        assert_eq!(
            check(&angler, 6),
            blocked(Day(first.0 + 30)),
            "the month has room again"
        );
    }

    #[test]
    fn more_than_the_limit_itself_never_fits() {
        let mut angler = Angler::new();
        let setting = Setting::DepositDay(Some(usdt(10)));
        angler.must(SetLimit { setting });
        assert_eq!(check(&angler, 10), Ok(()));
        assert_eq!(check(&angler, 11), Err(Refusal::BlockedByPlayLimits { until: None }));
    }

    #[test]
    fn without_limits_everything_fits_and_the_books_stay_a_month_long() {
        let mut angler = Angler::new();
        for _ in 0..100 {
            angler.tops_up(1);
            angler.wait(DAY_MS / 2);
        }
        assert_eq!(check(&angler, 1_000), Ok(()));
        assert!(angler.player.limits.deposits.0.len() <= 30);
        let today = angler.now.day();
        let sum = angler.player.limits.deposits.sum(today, 7);
        assert!((usdt(12)..=usdt(14)).contains(&sum), "two a day: {sum}");
    }
}
