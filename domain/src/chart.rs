//! The chart of accounts: what each account of the journal is on a balance sheet or in an income statement.
//!
//! The data is `chart.json`, one version for the whole log, so that periods can be compared; another classification is
//! a version of its own. Every account has one entry of its own. An account out of which a result is paid, such as the
//! prize reserve, has further entries for what those types of event move on it: a sale on the reserve is income, a
//! prize out of it an expense, and what is left is equity. So each leg belongs to exactly one entry (domain §1.1).

mod rates;
mod sums;

pub use rates::{Rate, Rates, UsdtTotals};
pub use sums::{Amounts, NotInChart, Totals};

use crate::money::Asset;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use thiserror::Error;

static BUILT_IN: LazyLock<Chart> =
    LazyLock::new(|| Chart::parse(include_str!("chart.json")).expect("the built-in chart of accounts reads"));

/// What an entry is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    Asset,
    Liability,
    Equity,
    Income,
    Expense,
}

impl Class {
    /// The name in `chart.json`.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Asset => "asset",
            Class::Liability => "liability",
            Class::Equity => "equity",
            Class::Income => "income",
            Class::Expense => "expense",
        }
    }

    /// The side on which such an entry grows.
    pub const fn normal(self) -> Side {
        match self {
            Class::Asset | Class::Expense => Side::Debit,
            Class::Liability | Class::Equity | Class::Income => Side::Credit,
        }
    }
}

/// A side of the journal: what leaves an account is a debit, what comes to it a credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Debit,
    Credit,
}

impl Side {
    /// The name in `chart.json`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Debit => "debit",
            Side::Credit => "credit",
        }
    }
}

/// What an entry is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Name {
    pub en: String,
    pub zh: String,
}

/// A line of the chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Four digits: the class, the asset, the place.
    pub code: u16,
    /// The permanent name, for programs.
    pub key: String,
    pub name: Name,
    pub class: Class,
    /// The side on which it grows: that of its class.
    pub normal: Side,
    pub asset: Asset,
    /// Accounts of the journal.
    pub accounts: Vec<String>,
    /// Only what these types of event move; none: everything that no other entry takes.
    pub events: Vec<String>,
    /// How it is usually taxed. ASSUMED: the operator's adviser decides.
    pub tax: String,
}

impl Entry {
    /// Minor units of the journal, in which a credit is positive, as the entry shows them: what makes it larger is
    /// positive.
    pub fn shown(&self, credited: i128) -> i128 {
        match self.normal {
            Side::Credit => credited,
            Side::Debit => -credited,
        }
    }

    fn takes(&self, account: &str, event_type: Option<&str>) -> bool {
        self.accounts.iter().any(|own| own == account)
            && match event_type {
                Some(event_type) => self.events.iter().any(|own| own == event_type),
                None => self.events.is_empty(),
            }
    }
}

/// A version of the chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart {
    pub version: String,
    /// The first position of the logs that it classifies.
    pub effective_position: i64,
    pub entries: Vec<Entry>,
}

/// Why a chart cannot be used.
#[derive(Debug, Error)]
pub enum ChartFault {
    #[error("the chart cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("{0} is there twice")]
    Twice(String),
    #[error("{0} grows on the other side than its class")]
    OtherSide(String),
    #[error("{0} has an account without a place for what no other entry takes")]
    Incomplete(String),
}

impl Chart {
    /// The chart in force.
    pub fn built_in() -> &'static Chart {
        &BUILT_IN
    }

    /// A chart from its JSON.
    ///
    /// # Errors
    /// [`ChartFault`] names the first entry that makes a leg belong to no entry or to two.
    pub fn parse(text: &str) -> Result<Chart, ChartFault> {
        let chart: Chart = serde_json::from_str(text)?;
        let mut seen = BTreeSet::new();
        for entry in &chart.entries {
            let key = &entry.key;
            if entry.normal != entry.class.normal() {
                return Err(ChartFault::OtherSide(key.clone()));
            }
            let mut places = vec![format!("code {}", entry.code), format!("key {key}")];
            for account in &entry.accounts {
                if chart.of(account).is_none() {
                    return Err(ChartFault::Incomplete(key.clone()));
                }
                let own = |event: &String| format!("{account} in {event}");
                places.extend(entry.events.iter().map(own));
                places.extend(entry.events.is_empty().then(|| account.clone()));
            }
            if let Some(twice) = places.into_iter().find(|place| !seen.insert(place.clone())) {
                return Err(ChartFault::Twice(twice));
            }
        }
        Ok(chart)
    }

    /// The entry of an account of the journal by itself.
    pub fn of(&self, account: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.takes(account, None))
    }

    /// The entry of what a type of event moves on an account.
    pub fn entry(&self, account: &str, event_type: &str) -> Option<&Entry> {
        let special = self.entries.iter().find(|entry| entry.takes(account, Some(event_type)));
        special.or_else(|| self.of(account))
    }
}

#[cfg(test)]
mod tests;
