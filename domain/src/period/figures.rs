//! What a closing records of a month: sums of legs, fine enough that every statement of the month follows from them and
//! from the chart of accounts, and that they can be summed again from the log without the rules.

use crate::chart::{Amounts, Chart, NotInChart};
use crate::draw::hex_digest;
use crate::money::Asset;
use crate::time::Month;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What one type of event moved on an account, over all owners, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Moved {
    pub event: String,
    /// The account's journal name.
    pub account: String,
    pub debit: i64,
    pub credit: i64,
}

/// What came into custody against an account by one type of event; below zero for what left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cash {
    pub event: String,
    /// The counter-account.
    pub account: String,
    pub amount: i64,
}

/// What corrections moved on an account that name an earlier month as the one that they restate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Restated {
    pub restates: Month,
    pub account: String,
    pub debit: i64,
    pub credit: i64,
}

/// The figures of a month, each list in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    pub moved: Vec<Moved>,
    pub cash: Vec<Cash>,
    pub restated: Vec<Restated>,
}

impl Figures {
    /// Lists of several logs as one: each key once, in order, with its sums.
    #[must_use]
    pub fn summed(self) -> Figures {
        let mut cash: BTreeMap<(String, String), i64> = BTreeMap::new();
        for one in self.cash {
            *cash.entry((one.event, one.account)).or_default() += one.amount;
        }
        let mut restated: BTreeMap<(Month, String), (i64, i64)> = BTreeMap::new();
        for one in self.restated {
            let sum = restated.entry((one.restates, one.account)).or_default();
            *sum = (sum.0 + one.debit, sum.1 + one.credit);
        }
        Figures {
            moved: self.moved,
            cash: cash
                .into_iter()
                .map(|((event, account), amount)| Cash { event, account, amount })
                .collect(),
            restated: restated
                .into_iter()
                .map(|((restates, account), (debit, credit))| Restated {
                    restates,
                    account,
                    debit,
                    credit,
                })
                .collect(),
        }
    }

    /// Hex of SHA-256 over the written figures: what two people agree on.
    pub fn digest(&self) -> String {
        hex_digest(&serde_json::to_vec(self).expect("figures write"))
    }

    /// Adds what moved to the sums by entry of the chart.
    ///
    /// # Errors
    /// [`NotInChart`] for an account that no statement would show.
    pub fn add_to(&self, amounts: &mut Amounts, chart: &Chart) -> Result<(), NotInChart> {
        self.moved.iter().try_for_each(|moved| {
            let credited = i128::from(moved.credit) - i128::from(moved.debit);
            amounts.add(chart, &moved.account, &moved.event, credited)
        })
    }

    /// Whether debits are credits in every asset, and the statements of each asset hold.
    pub fn hold(&self, chart: &Chart) -> bool {
        let mut sums: BTreeMap<&str, i128> = BTreeMap::new();
        for moved in &self.moved {
            let asset = chart.of(&moved.account).map_or("", |entry| entry.asset.name());
            *sums.entry(asset).or_default() += i128::from(moved.credit) - i128::from(moved.debit);
        }
        let mut amounts = Amounts::default();
        let is_listed = self.add_to(&mut amounts, chart).is_ok();
        is_listed
            && sums.values().all(|sum| *sum == 0)
            && Asset::ALL.iter().all(|asset| amounts.totals(chart, *asset).hold())
    }
}
