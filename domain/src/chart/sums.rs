//! Legs of the journal summed by entry of the chart, and the equation that a balance sheet must keep.

use super::{Chart, Class, Entry};
use crate::money::Asset;
use std::collections::BTreeMap;
use thiserror::Error;

/// An account of the journal that is in no entry: its legs would be missing from every statement.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the chart of accounts has no entry for {0}")]
pub struct NotInChart(pub String);

/// Sums by entry, in minor units, each with the sign of its entry: what makes it larger is positive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amounts(pub(super) BTreeMap<u16, i128>);

impl Amounts {
    /// Adds what a type of event moved on an account; a credit is positive.
    ///
    /// # Errors
    /// [`NotInChart`]; nothing was added.
    pub fn add(&mut self, chart: &Chart, account: &str, event_type: &str, credited: i128) -> Result<(), NotInChart> {
        let entry = chart
            .entry(account, event_type)
            .ok_or_else(|| NotInChart(account.to_owned()))?;
        *self.0.entry(entry.code).or_default() += entry.shown(credited);
        Ok(())
    }

    /// The sum of an entry.
    pub fn of(&self, entry: &Entry) -> i128 {
        self.0.get(&entry.code).copied().unwrap_or_default()
    }

    /// What moved since an earlier moment.
    #[must_use]
    pub fn since(&self, earlier: &Amounts) -> Amounts {
        let mut moved = self.clone();
        for (code, amount) in &earlier.0 {
            *moved.0.entry(*code).or_default() -= amount;
        }
        moved
    }

    /// The sums of an asset by class.
    pub fn totals(&self, chart: &Chart, asset: Asset) -> Totals {
        let of = |class: Class| {
            let own = chart.entries.iter();
            let own = own.filter(|entry| entry.asset == asset && entry.class == class);
            own.map(|entry| self.of(entry)).sum()
        };
        Totals {
            assets: of(Class::Asset),
            liabilities: of(Class::Liability),
            equity: of(Class::Equity),
            income: of(Class::Income),
            expenses: of(Class::Expense),
        }
    }
}

/// The sums of one asset, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub assets: i128,
    pub liabilities: i128,
    pub equity: i128,
    pub income: i128,
    pub expenses: i128,
}

impl Totals {
    /// What was earned: below zero for a loss.
    pub fn result(&self) -> i128 {
        self.income - self.expenses
    }

    /// Whether assets are liabilities, equity and result, to the minor unit.
    pub fn hold(&self) -> bool {
        self.assets == self.liabilities + self.equity + self.result()
    }
}
