//! What a packet holds: an amount of one asset, and the accounts it comes from.

use crate::ids::PlayerId;
use crate::money::{Coin, Diamond, Gusd, Usdt};
use crate::posting::{Account, House, Postings, Purse};
use serde::{Deserialize, Serialize};

/// An amount of an asset that packets give (domain §3.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prize {
    /// Promo coins.
    Coin(Coin),
    Diamond(Diamond),
    /// Bonus tokens.
    GusdBonus(Gusd),
    /// USDT of the promo budget.
    Usdt(Usdt),
}

impl Prize {
    /// The permanent name of the asset, as packets have it.
    pub const fn name(self) -> &'static str {
        match self {
            Prize::Coin(_) => "coin",
            Prize::Diamond(_) => "diamond",
            Prize::GusdBonus(_) => "gusd_bonus",
            Prize::Usdt(_) => "usdt",
        }
    }

    /// The number of minor units.
    pub const fn minor(self) -> i64 {
        match self {
            Prize::Coin(amount) => amount.minor(),
            Prize::Diamond(amount) => amount.minor(),
            Prize::GusdBonus(amount) => amount.minor(),
            Prize::Usdt(amount) => amount.minor(),
        }
    }

    /// Another amount of the same asset.
    pub const fn with_minor(self, minor: i64) -> Prize {
        match self {
            Prize::Coin(_) => Prize::Coin(Coin::from_minor(minor)),
            Prize::Diamond(_) => Prize::Diamond(Diamond::from_minor(minor)),
            Prize::GusdBonus(_) => Prize::GusdBonus(Gusd::from_minor(minor)),
            Prize::Usdt(_) => Prize::Usdt(Usdt::from_minor(minor)),
        }
    }

    /// The amount, when it is money of the promo budget.
    pub const fn usdt(self) -> Option<Usdt> {
        match self {
            Prize::Usdt(amount) => Some(amount),
            Prize::Coin(_) | Prize::Diamond(_) | Prize::GusdBonus(_) => None,
        }
    }

    /// The purse of a player it goes to.
    pub const fn purse(self) -> Purse {
        match self {
            Prize::Coin(_) => Purse::CoinPromo,
            Prize::Diamond(_) => Purse::Diamond,
            Prize::GusdBonus(_) => Purse::GusdBonus,
            Prize::Usdt(_) => Purse::Usdt,
        }
    }

    /// Credits it to a player: USDT from the account of packets, anything else is minted.
    pub fn credit(self, player: PlayerId) -> Postings {
        let purse = Account::Player(player, self.purse());
        Postings::NONE.transfer(Account::House(self.source()), purse, self.minor())
    }

    /// The account of the house that shares come out of.
    pub const fn source(self) -> House {
        match self {
            Prize::Coin(_) => House::CoinIssueRedPacket,
            Prize::Diamond(_) => House::DiamondIssueRedPacket,
            Prize::GusdBonus(_) => House::GusdIssueBonus,
            Prize::Usdt(_) => House::UsdtPacketHeld,
        }
    }

    /// Moves promo money into a packet; other assets are minted when they are credited.
    pub(super) fn hold(self) -> Postings {
        let budget = Account::House(House::UsdtPromoBudget);
        let held = Account::House(House::UsdtPacketHeld);
        Postings::NONE.usdt(budget, held, self.usdt().unwrap_or_default())
    }

    /// Returns promo money of a packet.
    pub(super) fn release(self) -> Postings {
        let budget = Account::House(House::UsdtPromoBudget);
        let held = Account::House(House::UsdtPacketHeld);
        Postings::NONE.usdt(held, budget, self.usdt().unwrap_or_default())
    }
}

impl std::fmt::Display for Prize {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Prize::Coin(amount) => amount.fmt(formatter),
            Prize::Diamond(amount) => amount.fmt(formatter),
            Prize::GusdBonus(amount) => amount.fmt(formatter),
            Prize::Usdt(amount) => amount.fmt(formatter),
        }
    }
}
