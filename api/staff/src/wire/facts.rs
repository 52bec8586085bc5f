//! Facts that a person who decides has to know: a key, a value with its unit, and what the value must be.
//!
//! A client needs no sentence of the server: it finds its own words for the key, the account and the bound.

use super::finding::StaffFinding;
use domain::finding::Finding;
use domain::money::Asset;
use domain::posting::{Account, House, Purse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that a decider has to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StaffFact {
    /// What it is: a key such as `fee_at_least`; `holds` and `would_hold` of an account.
    pub name: String,
    /// The account of the journal that holds the value.
    #[serde(default)]
    pub account: Option<String>,
    /// Whose it is, where it is not of what the fact stands beside: a player, a member, a tier.
    #[serde(default)]
    pub of: Option<String>,
    /// What the value is counted in.
    #[serde(default)]
    pub unit: FactUnit,
    /// The value; none where nobody set it or nobody knows it.
    pub value: Option<String>,
    /// What it must be, if it must be something.
    pub bound: Option<FactBound>,
}

/// What a fact's value is counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FactUnit {
    /// Words.
    #[default]
    Text,
    /// A whole number.
    Number,
    /// `true` or `false`.
    YesNo,
    /// Millionths.
    Ppm,
    /// Unix milliseconds.
    Time,
    /// Milliseconds.
    Duration,
    Minutes,
    /// Minor units of an asset.
    Coin,
    Diamond,
    Gusd,
    Usdt,
    Coupon,
}

/// A value with its unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Measured {
    /// What the value is counted in.
    pub unit: FactUnit,
    /// The value in that unit.
    pub value: String,
    /// Words as a code, where they are the service's own.
    pub finding: Option<StaffFinding>,
}

impl Measured {
    pub fn new(unit: FactUnit, value: impl ToString) -> Measured {
        Measured {
            unit,
            value: value.to_string(),
            finding: None,
        }
    }

    /// Words of somebody or of a program.
    pub fn text(words: impl ToString) -> Measured {
        Measured::new(FactUnit::Text, words)
    }

    /// Words of the service that name no value.
    pub fn word(code: &str, text: &str) -> Measured {
        Measured::said(Finding::new(code, text))
    }

    /// Words of the service.
    pub fn said(finding: Finding) -> Measured {
        Measured {
            finding: Some(finding.clone().into()),
            ..Measured::text(finding.text)
        }
    }
}

/// What a value must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(from = "StoredBound")]
pub struct FactBound {
    /// How the value is held against the bound.
    pub is: BoundKind,
    /// The bound, in the unit of the value.
    pub value: String,
}

/// How a value is held against its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoundKind {
    AtLeast,
    AtMost,
    Exactly,
    /// What it is good for, in words; nothing is compared.
    Note,
}

/// A bound as reports hold it: those signed before bounds had a kind hold a text.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredBound {
    Kind { is: BoundKind, value: String },
    Text(String),
}

impl From<StoredBound> for FactBound {
    fn from(stored: StoredBound) -> FactBound {
        match stored {
            StoredBound::Kind { is, value } => FactBound { is, value },
            StoredBound::Text(text) => FactBound::written(&text),
        }
    }
}

impl FactBound {
    pub fn at_least(value: impl ToString) -> FactBound {
        FactBound {
            is: BoundKind::AtLeast,
            value: value.to_string(),
        }
    }

    pub fn exactly(value: impl ToString) -> FactBound {
        FactBound {
            is: BoundKind::Exactly,
            value: value.to_string(),
        }
    }

    /// As figures of a configuration write it: `at most 800`, `>= 0`, `940000`, or words.
    pub fn written(text: &str) -> FactBound {
        let (is, value) = if let Some(most) = text.strip_prefix("at most ") {
            (BoundKind::AtMost, most)
        } else if let Some(least) = text.strip_prefix(">= ") {
            (BoundKind::AtLeast, least)
        } else if text.parse::<i128>().is_ok() {
            (BoundKind::Exactly, text)
        } else {
            (BoundKind::Note, text)
        };
        FactBound {
            is,
            value: value.to_owned(),
        }
    }

    fn admits(&self, value: &str) -> bool {
        let numbers = value.parse::<i128>().ok().zip(self.value.parse::<i128>().ok());
        match (self.is, numbers) {
            (BoundKind::Note, _) => true,
            (BoundKind::AtLeast, Some((value, bound))) => value >= bound,
            (BoundKind::AtMost, Some((value, bound))) => value <= bound,
            (BoundKind::Exactly, Some((value, bound))) => value == bound,
            (_, None) => value == self.value,
        }
    }
}

/// A fact without a bound.
pub fn fact(name: &str, unit: FactUnit, value: impl ToString) -> StaffFact {
    fact_if_known(name, unit, Some(value))
}

/// A fact whose value perhaps nobody set or nobody knows.
pub fn fact_if_known(name: &str, unit: FactUnit, value: Option<impl ToString>) -> StaffFact {
    StaffFact {
        name: name.to_owned(),
        account: None,
        of: None,
        unit,
        value: value.map(|value| value.to_string()),
        bound: None,
    }
}

impl StaffFact {
    /// What an account holds, in minor units.
    pub fn of_account(name: &str, account: Account, minor: impl ToString) -> StaffFact {
        StaffFact {
            account: Some(account.name().to_owned()),
            ..fact(name, account.asset().into(), minor)
        }
    }

    /// What a purse holds, in minor units.
    pub fn of_purse(name: &str, purse: Purse, minor: impl ToString) -> StaffFact {
        StaffFact {
            account: Some(purse.name().to_owned()),
            ..fact(name, purse.asset().into(), minor)
        }
    }

    /// What an account of the house holds, in minor units.
    pub fn of_house(name: &str, house: House, minor: impl ToString) -> StaffFact {
        StaffFact::of_account(name, Account::House(house), minor)
    }

    /// The same of somebody.
    pub fn of(self, whom: impl ToString) -> StaffFact {
        StaffFact {
            of: Some(whom.to_string()),
            ..self
        }
    }

    /// The same with a bound.
    pub fn bound(self, bound: FactBound) -> StaffFact {
        StaffFact {
            bound: Some(bound),
            ..self
        }
    }

    /// Whether the value is what it must be; one that nobody knows is not held against anything.
    pub fn holds(&self) -> bool {
        match (&self.value, &self.bound) {
            (Some(value), Some(bound)) => bound.admits(value),
            _ => true,
        }
    }
}

impl From<Asset> for FactUnit {
    fn from(asset: Asset) -> FactUnit {
        match asset {
            Asset::Coin => FactUnit::Coin,
            Asset::Diamond => FactUnit::Diamond,
            Asset::Gusd => FactUnit::Gusd,
            Asset::Usdt => FactUnit::Usdt,
            Asset::Coupon => FactUnit::Coupon,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_as_figures_write_them_and_held_against_numbers() {
        for (text, is, good, bad) in [
            ("at most 800", BoundKind::AtMost, "800", "801"),
            (">= 0", BoundKind::AtLeast, "0", "-1"),
            ("940000", BoundKind::Exactly, "940000", "939999"),
        ] {
            let bound = FactBound::written(text);
            assert_eq!(bound.is, is, "{text}");
            let share = |value: &str| fact("share", FactUnit::Number, value).bound(bound.clone());
            assert!(share(good).holds() && !share(bad).holds(), "{text}");
        }
        assert_eq!(FactBound::written("named in every dive").is, BoundKind::Note);
    }

    #[test]
    fn a_report_that_was_signed_before_bounds_had_a_kind_reads_back() {
        let old = r#"{"name":"h:usdt_reserve","value":"-5","bound":">= 0"}"#;
        let fact: StaffFact = serde_json::from_str(old).expect("a fact");
        assert_eq!((fact.unit, fact.holds()), (FactUnit::Text, false));
        let new = serde_json::to_string(&fact).expect("text");
        assert_eq!(serde_json::from_str::<StaffFact>(&new).expect("a fact"), fact);
    }
}
