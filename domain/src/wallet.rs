//! A player's balances: the generic fold of postings. No feature does balance arithmetic.

use crate::ids::PlayerId;
use crate::money::{Asset, Coin, Coupon, Diamond, Gusd, Usdt};
use crate::posting::{Account, Postings, Purse};
use crate::refusal::Refusal;
use serde::{Deserialize, Serialize};

/// Balances of all purses, in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wallet([i64; Purse::ALL.len()]);

impl Wallet {
    /// Minor units in a purse.
    pub const fn minor(&self, purse: Purse) -> i64 {
        self.0[purse as usize]
    }

    /// All coins: what the player sees, and what "balance under 1,000" compares (domain §1, domain §3.2).
    pub fn coins(&self) -> Coin {
        Coin::from_minor(self.minor(Purse::CoinPaid) + self.minor(Purse::CoinPromo))
    }

    pub const fn diamonds(&self) -> Diamond {
        Diamond::from_minor(self.minor(Purse::Diamond))
    }

    /// Free game tokens.
    pub const fn gusd(&self) -> Gusd {
        Gusd::from_minor(self.minor(Purse::Gusd))
    }

    /// Locked game tokens.
    pub const fn gusd_bonus(&self) -> Gusd {
        Gusd::from_minor(self.minor(Purse::GusdBonus))
    }

    /// USDT at the player's disposal.
    pub const fn usdt(&self) -> Usdt {
        Usdt::from_minor(self.minor(Purse::Usdt))
    }

    pub const fn coupons(&self) -> Coupon {
        Coupon::from_minor(self.minor(Purse::Coupon))
    }

    /// Adds the legs on `owner`'s purses.
    pub fn apply(&mut self, owner: PlayerId, postings: &Postings) {
        for leg in postings.legs() {
            if let Account::Player(player, purse) = leg.account
                && player == owner
            {
                let balance = &mut self.0[purse as usize];
                *balance = balance.checked_add(leg.amount).expect("balance overflow");
            }
        }
    }

    /// Checked once after each decision: no purse below its floor of zero.
    pub fn check(&self) -> Result<(), Refusal> {
        let short = Purse::ALL.into_iter().find(|&purse| self.minor(purse) < 0);
        match short.map(Purse::asset) {
            None => Ok(()),
            Some(Asset::Coin) => Err(Refusal::NotEnoughCoins),
            Some(Asset::Diamond) => Err(Refusal::NotEnoughDiamonds),
            Some(Asset::Gusd) => Err(Refusal::NotEnoughTokens),
            Some(Asset::Usdt) => Err(Refusal::InsufficientUsdt),
            Some(Asset::Coupon) => Err(Refusal::NotEnoughCoupons),
        }
    }
}
