//! What each asset is worth in USDT where statements add the assets up: rates that a closing stores (domain §1.2).

use super::{Amounts, Chart, Class, Entry, Totals};
use crate::config::Config;
use crate::money::Asset;
use crate::worth::{COIN_MICRO, DIAMOND_MICRO};
use serde::{Deserialize, Serialize};

/// Largest part of a rate (ASSUMED): a million USDT for one minor unit.
const PART_MAX: i64 = 1_000_000_000_000;

/// Entries that stand where a value of one asset was given for one of another: in a statement of one asset they are the
/// other side, in one of all assets they stand against what is counted there a second time.
const CONVERTED: [&str; 7] = [
    "usdt_customer",
    "coupon_issue",
    "coupon_sink",
    "gusd_burn",
    "gusd_unlocked",
    "coin_issue.shop",
    "diamond_issue.shop",
];

/// Millionths of a USDT for one minor unit of an asset, as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rate {
    pub asset: Asset,
    pub numerator: i64,
    pub denominator: i64,
}

/// A rate of each asset, in the order of reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rates(pub Vec<Rate>);

/// Sums of all assets in millionths of a USDT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsdtTotals {
    /// By class, without the entries of values given for another asset.
    pub totals: Totals,
    /// Those entries: they belong to the result, which counts a sale as it is paid and as it is spent.
    pub converted: i128,
    /// What rounding each line leaves between both sides.
    pub rounding: i128,
}

impl UsdtTotals {
    /// What was earned over all assets, each value once.
    pub fn result(&self) -> i128 {
        self.totals.result() + self.converted
    }
}

impl Rates {
    /// The rates of a configuration. Coins, tokens, USDT and coupons have their parity (domain §1); a diamond costs what
    /// the shop asks for it where it sells diamonds alone at the lowest price, else [`DIAMOND_MICRO`].
    pub fn of(config: &Config) -> Rates {
        let alone = config.shop.items.iter().filter(|item| {
            let coins = item.coin_paid.minor() + item.coin_promo.minor();
            item.diamond.minor() > 0 && item.price.minor() > 0 && coins == 0 && item.vip_id.is_none()
        });
        let diamond = alone
            .map(|item| (item.price.minor(), item.diamond.minor()))
            .min_by(|one, other| {
                let (left, right) = (
                    i128::from(one.0) * i128::from(other.1),
                    i128::from(other.0) * i128::from(one.1),
                );
                left.cmp(&right)
            })
            .unwrap_or((DIAMOND_MICRO, 1));
        let of = |asset| match asset {
            Asset::Coin => (COIN_MICRO, 1),
            Asset::Diamond => diamond,
            // 0.01 token is 0.000001 USDT: a minor unit is a minor unit.
            Asset::Gusd | Asset::Usdt | Asset::Coupon => (1, 1),
        };
        let rate = |asset| {
            let (numerator, denominator) = of(asset);
            Rate {
                asset,
                numerator,
                denominator,
            }
        };
        Rates(Asset::ALL.map(rate).into())
    }

    /// Whether each asset has one rate, in order, that is above zero and within its bounds.
    pub fn hold(&self) -> bool {
        let is_bounded = |part: i64| (1..=PART_MAX).contains(&part);
        self.0.iter().map(|rate| rate.asset).eq(Asset::ALL)
            && self
                .0
                .iter()
                .all(|rate| is_bounded(rate.numerator) && is_bounded(rate.denominator))
    }

    /// Minor units of an asset in millionths of a USDT, rounded to the nearest, a half away from zero.
    pub fn value(&self, asset: Asset, minor: i128) -> i128 {
        let rate = self.0.iter().find(|rate| rate.asset == asset);
        let (numerator, denominator) = rate.map_or((0, 1), |rate| (rate.numerator.into(), rate.denominator.into()));
        let doubled = minor.saturating_abs().saturating_mul(numerator).saturating_mul(2);
        minor.signum() * (doubled.saturating_add(denominator) / (2 * denominator))
    }
}

impl Entry {
    /// Whether it stands where a value was given for one of another asset.
    pub fn is_conversion(&self) -> bool {
        CONVERTED.contains(&self.key.as_str())
    }
}

impl Amounts {
    /// Each entry's amount in millionths of a USDT.
    #[must_use]
    pub fn valued(&self, chart: &Chart, rates: &Rates) -> Amounts {
        let value = |entry: &Entry| (entry.code, rates.value(entry.asset, self.of(entry)));
        Amounts(chart.entries.iter().map(value).collect())
    }

    /// Sums over all assets of amounts that are valued: sums of the lines as they are written.
    pub fn in_usdt(&self, chart: &Chart) -> UsdtTotals {
        let sum = |wanted: &dyn Fn(&Entry) -> bool| -> i128 {
            let own = chart.entries.iter().filter(|entry| wanted(entry));
            own.map(|entry| self.of(entry)).sum()
        };
        let of = |class: Class| sum(&|entry| entry.class == class && !entry.is_conversion());
        let totals = Totals {
            assets: of(Class::Asset),
            liabilities: of(Class::Liability),
            equity: of(Class::Equity),
            income: of(Class::Income),
            expenses: of(Class::Expense),
        };
        let converted = sum(&Entry::is_conversion);
        UsdtTotals {
            totals,
            converted,
            rounding: totals.assets - totals.liabilities - totals.equity - totals.result() - converted,
        }
    }
}

#[cfg(test)]
mod tests;
