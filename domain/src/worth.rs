//! What amounts of different assets are worth at parity, for limits that add them up.

use crate::money::Usdt;
use crate::posting::Purse;

/// What a diamond is worth: a sixtieth of the USDT that the shop asks for sixty (domain §3.6), in millionths.
pub const DIAMOND_MICRO: i64 = 16_667;
/// What a bought coin is worth (domain §1), in millionths.
pub const COIN_MICRO: i64 = 100;

/// What minor units of a purse are worth, either way; nothing for none, and for more than there is.
pub fn worth(purse: Purse, minor: i64) -> Option<Usdt> {
    let rate = match purse {
        Purse::CoinPaid | Purse::CoinPromo => COIN_MICRO,
        Purse::Diamond => DIAMOND_MICRO,
        // 10,000 tokens of two decimals are one USDT of six: a minor unit is a minor unit.
        Purse::Gusd | Purse::GusdBonus | Purse::Usdt | Purse::UsdtHold | Purse::Coupon => 1,
    };
    let minor = minor.checked_abs()?.checked_mul(rate)?;
    Some(Usdt::from_minor(minor)).filter(|worth| *worth > Usdt::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_asset_is_worth_what_the_house_asks_for_it() {
        let micro = |purse, minor| worth(purse, minor).map(Usdt::minor);
        assert_eq!(micro(Purse::CoinPaid, 10_000), Some(1_000_000));
        assert_eq!(micro(Purse::Gusd, -1_000_000), Some(1_000_000));
        assert_eq!(micro(Purse::Usdt, 7), Some(7));
        assert_eq!(micro(Purse::Diamond, 60), Some(1_000_020));
        assert_eq!((micro(Purse::Usdt, 0), micro(Purse::CoinPaid, i64::MAX)), (None, None));
        assert_eq!(micro(Purse::Usdt, i64::MIN), None);
    }
}
