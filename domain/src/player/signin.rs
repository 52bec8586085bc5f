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

/// The streak of check-ins.
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
    pub diamonds: Diamond,
}

impl Signin {
    /// True when the day's check-in was made. A clock that steps back over midnight allows no second one.
    pub fn is_signed(&self, today: Day) -> bool {
        self.signed_on >= Some(today)
    }

    /// The streak on `today`, before a check-in of that day; 0 after a missed day.
    pub fn running(&self, today: Day) -> u32 {
        let alive = self.signed_on.is_some_and(|day| day == today || day.next() == today);
        if alive { self.streak } else { 0 }
    }

    /// The step of the ladder after `streak` days.
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
mod tests;
