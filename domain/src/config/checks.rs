//! What a document must hold before it may be published (api §4.1).
//!
//! A document that passes can never make a rule panic or the house expect to lose.

use super::{Coins, Config, Game, Team};
use crate::finding::Finding;
use crate::ids::Scode;
use crate::money::{Coin, Usdt};
use crate::paytable::LEVELS;
use std::ops::RangeInclusive;

impl Config {
    /// The checks that run before a version may be published; the finding is the first that fails.
    pub fn check(&self) -> Result<(), Finding> {
        let table = &self.game.paytable;
        table.check().map_err(|error| error.finding())?;
        self.game.check()?;
        self.coins.check()?;
        self.team.check()?;
        self.vip.check()?;
        self.shop.check(&self.vip)?;
        self.exchange.check()?;
        self.pay.check()?;
        self.withdraw.check()?;
        self.kyc.check()?;
        self.region.check()?;
        self.play.check()?;
        self.promotion.check()?;
        self.red_packet.check()?;
        self.seasons.check()?;
        let english = self.product.languages.iter().any(|lang| lang.code == "en");
        let text = &self.product.maintenance_text;
        let is_plain = !(text.en.clone() + &text.zh).contains(char::is_control);
        all(&[
            (english, "english_on_offer", "English must be on offer"),
            (
                text.is_empty() || text.is_complete(),
                "maintenance_text_complete",
                "a text about maintenance is in both languages, 200 characters at most",
            ),
            (
                is_plain,
                "maintenance_text_plain",
                "a text about maintenance is one line without control characters",
            ),
        ])
    }
}

impl Config {
    /// What a version must keep of the one it replaces.
    pub(super) fn check_after(&self, before: &Config) -> Result<(), Finding> {
        self.vip.check_after(&before.vip)?;
        self.seasons.check_after(&before.seasons)
    }
}

/// Bound of every reward and price, in coins or diamonds: far below the range of 64 bits (ASSUMED).
const REWARDS: RangeInclusive<i64> = 0..=1_000_000;
/// [`REWARDS`] without nothing.
const PRICES: RangeInclusive<i64> = 1..=1_000_000;

/// Rules of a document: whether each holds, its code and what it says.
pub(super) fn all(rules: &[(bool, &str, &str)]) -> Result<(), Finding> {
    match rules.iter().find(|(holds, ..)| !holds) {
        Some((_, code, sentence)) => Err(Finding::new(code, *sentence)),
        None => Ok(()),
    }
}

impl Game {
    fn check(&self) -> Result<(), Finding> {
        let stakes = &self.play_options;
        let deep = |(level, cost): (&u8, &i64)| (2..=LEVELS).contains(level) && PRICES.contains(cost);
        all(&[
            (
                !stakes.is_empty(),
                "play_options_empty",
                "play_options must not be empty",
            ),
            (
                stakes.iter().all(|stake| (1..=10_000).contains(stake)),
                "stake_range",
                "a stake is 1 to 10,000 coins",
            ),
            (
                stakes.is_sorted_by(|one, next| one < next),
                "play_options_order",
                "play_options must be in rising order",
            ),
            (
                (0..=1_000_000).contains(&self.stake_per_reserve_milli),
                "stake_per_reserve_range",
                "stake_per_reserve_milli is 0 to 1,000,000",
            ),
            (
                self.deep_start.iter().all(deep),
                "deep_start_range",
                "a deep start costs diamonds and lies between level 2 and 37",
            ),
            (
                PRICES.contains(&self.shield_cost),
                "shield_cost_range",
                "a shield costs diamonds",
            ),
            (
                (0..=60_000).contains(&self.min_cast_ms),
                "min_cast_range",
                "min_cast_ms is 0 to 60,000",
            ),
            (
                (60_000..=crate::time::DAY_MS).contains(&self.dive_ttl_ms),
                "dive_ttl_range",
                "dive_ttl_ms is from a minute to a day",
            ),
            (
                self.loss_day >= Usdt::ZERO,
                "loss_day_negative",
                "loss_day is not negative",
            ),
            (
                self.seed_max_casts >= u64::from(LEVELS),
                "seed_max_casts_short",
                "a seed pair must last for one dive",
            ),
        ])
    }
}

impl Coins {
    fn check(&self) -> Result<(), Finding> {
        let step = |(coins, diamonds): &(i64, i64)| REWARDS.contains(coins) && REWARDS.contains(diamonds);
        let given = self.signin.iter().all(step) && REWARDS.contains(&self.free_amount.minor());
        all(&[
            (given, "reward_range", "rewards are 0 to 1,000,000"),
            (
                self.free_floor >= Coin::ZERO,
                "free_floor_negative",
                "free_floor is not negative",
            ),
        ])
    }
}

impl Team {
    fn check(&self) -> Result<(), Finding> {
        let shares_ppm = u64::from(self.rate_l1_ppm) + u64::from(self.rate_l2_ppm);
        let root = self.root_scode.as_ref();
        all(&[
            // domain F1: above 94.33 % return the house would lose to a self-referred chain.
            (
                shares_ppm <= 60_000,
                "referral_shares",
                "referral shares above 6 % exceed the margin",
            ),
            (
                REWARDS.contains(&self.invite_diamonds) && REWARDS.contains(&self.invite_diamonds_day),
                "reward_range",
                "rewards are 0 to 1,000,000",
            ),
            (
                (0..=36_500).contains(&self.valid_days),
                "valid_days_range",
                "valid_days is 0 to 36,500",
            ),
            (
                self.invite_diamonds <= self.invite_diamonds_day,
                "invite_diamonds_day",
                "one invite is worth at most a day's diamonds",
            ),
            (
                self.rebate_day > Usdt::ZERO,
                "rebate_day_range",
                "rebate_day is above nothing",
            ),
            (
                (0..=crate::time::DAY_MS).contains(&self.rebate_opens_ms),
                "rebate_opens_range",
                "a rebate opens within a day",
            ),
            (
                (2..=3_650).contains(&self.record_ttl_days),
                "record_ttl_range",
                "record_ttl_days is 2 to 3,650",
            ),
            (
                // A code that nobody can type, or that a lower-case letter hides, would be of no use.
                root.is_none_or(|code| Scode::parse(code.as_str()).as_ref() == Some(code)),
                "root_scode_form",
                "root_scode is 8 characters of base 32 without I, L, O and U",
            ),
        ])
    }
}

#[cfg(test)]
mod tests;
