//! The free daily coins (domain §10.9, domain §3.2): 1,000 promo coins once a UTC day
//! while the coin balance is under 1,000, after a valid invite.
//!
//! Coins staked in the open dive count as balance, so that parking them in a dive
//! does not open the claim (law I-24, threat T-21). Order of checks: claimed today,
//! floor, invite.

use super::gate::Gate;
use super::{DomainEvent, Event, Player, Rule};
use crate::ids::PlayerId;
use crate::money::Coin;
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Day;
use serde::{Deserialize, Serialize};

/// Claims so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeCoin {
    /// The day of the last claim.
    pub claimed_on: Option<Day>,
}

/// Claims the day's free coins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimFreeCoins;

/// The day's free coins were credited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeCoinClaimed {
    /// The UTC day.
    pub day: Day,
    /// Promo coins.
    pub amount: Coin,
}

impl Rule for ClaimFreeCoins {
    fn gate(&self) -> Gate {
        Gate::Gift("fishing")
    }

    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let coins = &context.config.coins;
        let day = context.now.day();
        // A clock that steps back over midnight allows no second claim.
        if player.free_coin.claimed_on >= Some(day) {
            return Err(Refusal::ClaimsUsedUp);
        }
        if player.coins_with_stakes() >= coins.free_floor {
            return Err(Refusal::BalanceNotUnderFloor {
                floor: coins.free_floor.minor(),
            });
        }
        if player.team.valid_invites < coins.free_valid_invites {
            return Err(Refusal::InviteAFriendFirst);
        }
        Ok(Event::from(FreeCoinClaimed {
            day,
            amount: coins.free_amount,
        })
        .into())
    }
}

impl DomainEvent for FreeCoinClaimed {
    fn evolve(&self, player: &mut Player) {
        player.free_coin.claimed_on = Some(self.day);
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = Account::Player(player, Purse::CoinPromo);
        Postings::NONE.coin(Account::House(House::CoinIssueFree), purse, self.amount)
    }
}

#[cfg(test)]
mod tests;
