//! Where the product may be played, and how (domain §3.14).
//!
//! A player has up to two countries, of the connection and of the identity
//! document; the stricter of the two modes holds. The default of this document is
//! the test configuration (real everywhere); `Config::production` begins with
//! play until licensed countries are listed (domain F5).

use super::checks::all;
use crate::finding::Finding;
use serde::{Deserialize, Serialize};

/// What a region allows, strictest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    Blocked,
    /// Promo play: no top-up, no withdrawal, no referral money.
    Play,
    Real,
}

/// Modes by country.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// For countries in no list, and for players whose country is unknown.
    pub default_mode: Mode,
    /// Countries with real play, by ISO 3166-1 alpha-2 code.
    pub real: Vec<String>,
    /// Countries where the product is closed.
    pub blocked: Vec<String>,
}

/// True for the form of an ISO 3166-1 alpha-2 code.
pub fn is_country(code: &str) -> bool {
    code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase())
}

impl Region {
    /// The test configuration of domain §3.14.
    pub fn standard() -> Region {
        Region {
            default_mode: Mode::Real,
            real: Vec::new(),
            blocked: Vec::new(),
        }
    }

    /// The strictest mode of `countries`; the default when there are none.
    pub fn mode<'a>(&self, countries: impl Iterator<Item = &'a String>) -> Mode {
        let mode = |country: &'a String| {
            if self.blocked.contains(country) {
                Mode::Blocked
            } else if self.real.contains(country) {
                Mode::Real
            } else {
                self.default_mode
            }
        };
        countries.map(mode).min().unwrap_or(self.default_mode)
    }

    pub(super) fn check(&self) -> Result<(), Finding> {
        let mut listed = self.real.iter().chain(&self.blocked);
        all(&[
            (
                listed.all(|code| is_country(code)),
                "country_form",
                "a country is written as two capital letters",
            ),
            (
                !self.real.iter().any(|code| self.blocked.contains(code)),
                "country_twice",
                "a country is either real or blocked",
            ),
        ])
    }
}

#[cfg(test)]
mod tests;
