//! The daily check-in (domain §3.3): a ladder of seven UTC days; a missed day
//! restarts at day 1, after day 7 comes day 1 again (laws I-23, T-18, T-19).

use super::gate::Gate;
use super::{DomainEvent, Event, Player, Rule};
use crate::ids::PlayerId;
use crate::money::{Coin, Diamond};
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Day;
use serde::{Deserialize, Serialize};

/// The run of check-ins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signin {
    /// The day of the last check-in.
    pub signed_on: Option<Day>,
    /// Consecutive days up to it.
    pub streak: u32,
}

/// Checks in for the day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignIn;

/// The player checked in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedIn {
    /// The UTC day.
    pub day: Day,
    /// Consecutive days, this one included.
    pub streak: u32,
    /// Step of the ladder, 1 to 7.
    pub step: u8,
    /// Promo coins.
    pub coins: Coin,
    /// Diamonds.
    pub diamonds: Diamond,
}

impl Signin {
    /// True when the day's check-in was made. A clock that steps back over midnight opens no second one.
    pub fn is_signed(&self, today: Day) -> bool {
        self.signed_on >= Some(today)
    }

    /// The run as it stands on `today`, before a check-in of that day; 0 after a missed day.
    pub fn running(&self, today: Day) -> u32 {
        let alive = self.signed_on.is_some_and(|day| day == today || day.next() == today);
        if alive { self.streak } else { 0 }
    }

    /// The step of the ladder that a run of `streak` days has reached.
    pub fn step(streak: u32) -> u8 {
        (streak.saturating_sub(1) % 7) as u8 + 1
    }
}

impl Rule for SignIn {
    fn gate(&self) -> Gate {
        Gate::Gift("signin")
    }

    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let day = context.now.day();
        if player.signin.is_signed(day) {
            return Err(Refusal::AlreadyCheckedIn);
        }
        let streak = player.signin.running(day) + 1;
        let step = Signin::step(streak);
        let (coins, diamonds) = context.config.coins.signin[usize::from(step) - 1];
        let (coins, diamonds) = (Coin::from_minor(coins), Diamond::from_minor(diamonds));
        Ok(Event::from(SignedIn {
            day,
            streak,
            step,
            coins,
            diamonds,
        })
        .into())
    }
}

impl DomainEvent for SignedIn {
    fn evolve(&self, player: &mut Player) {
        player.signin = Signin {
            signed_on: Some(self.day),
            streak: self.streak,
        };
        player.promotion.signins += 1;
    }

    fn postings(&self, player: PlayerId) -> Postings {
        Postings::NONE
            .coin(
                Account::House(House::CoinIssueSignin),
                Account::Player(player, Purse::CoinPromo),
                self.coins,
            )
            .diamond(
                Account::House(House::DiamondIssueSignin),
                Account::Player(player, Purse::Diamond),
                self.diamonds,
            )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Angler;
    use crate::time::DAY_MS;

    fn told(angler: &mut Angler) -> (u32, u8, i64, i64) {
        match angler.must(SignIn) {
            Event::SignedIn(signed) => (
                signed.streak,
                signed.step,
                signed.coins.minor(),
                signed.diamonds.minor(),
            ),
            other => panic!("a check-in is told as SignedIn, not {other:?}"),
        }
    }

    #[test]
    fn a_week_pays_the_published_ladder_and_then_begins_again() {
        // domain §3.3: 2,000 coins and 8 diamonds a week.
        let mut angler = Angler::new();
        let ladder = [
            (100, 0),
            (150, 1),
            (200, 1),
            (250, 1),
            (300, 1),
            (400, 1),
            (600, 3),
            (100, 0),
        ];
        for (day, (coins, diamonds)) in (1..).zip(ladder) {
            assert_eq!(told(&mut angler), (day, (day as u8 - 1) % 7 + 1, coins, diamonds));
            angler.wait(DAY_MS);
        }
        assert_eq!((angler.has(Purse::CoinPromo), angler.has(Purse::Diamond)), (2_100, 8));
    }

    #[test]
    fn refuses_a_second_check_in_on_the_same_day() {
        let mut angler = Angler::new();
        angler.must(SignIn);
        assert_eq!(angler.decide(SignIn), Err(Refusal::AlreadyCheckedIn));
        let midnight = angler.now.day().next().start();
        assert_eq!(
            angler.wait(midnight.since(angler.now) - 1).decide(SignIn),
            Err(Refusal::AlreadyCheckedIn)
        );
        assert_eq!(
            angler.wait(1).decide(SignIn).map(|decision| decision.events.len()),
            Ok(1)
        );
    }

    #[test]
    fn a_clock_that_steps_back_over_midnight_opens_no_second_check_in() {
        let mut angler = Angler::new();
        angler.must(SignIn);
        assert_eq!(angler.wait(-DAY_MS).decide(SignIn), Err(Refusal::AlreadyCheckedIn));
        angler.wait(2 * DAY_MS);
        assert_eq!(told(&mut angler).0, 2);
    }

    #[test]
    fn ten_years_of_check_ins_keep_the_streak_law() {
        // Law I-23 over leap years: every day divisible by eleven is missed, others are tried twice.
        let mut angler = Angler::new();
        let mut streak = 0;
        for _ in 0..3_653 {
            let day = angler.now.day();
            if day.0 % 11 == 0 {
                streak = 0;
            } else {
                streak += 1;
                assert_eq!(angler.player.signin.running(day), streak - 1);
                assert_eq!(told(&mut angler).0, streak);
                assert_eq!(angler.decide(SignIn), Err(Refusal::AlreadyCheckedIn));
            }
            angler.wait(DAY_MS);
        }
    }
}
