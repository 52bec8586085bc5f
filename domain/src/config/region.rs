//! Where the product may be played, and how (domain §3.14).
//!
//! A player is known by up to two countries, of the connection and of the identity
//! document; the stricter of the two modes holds. The default of this document is
//! the test configuration (real everywhere); `Config::production` begins with
//! play until licensed countries are listed (domain F5).

use super::checks::all;
use serde::{Deserialize, Serialize};

/// What a region allows, strictest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Nothing.
    Blocked,
    /// Promo play: no top-up, no withdrawal, no referral money.
    Play,
    /// Everything.
    Real,
}

/// Modes by country.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// Where nothing else is said, and for players whose country is not known.
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

    pub(super) fn check(&self) -> Result<(), String> {
        let mut listed = self.real.iter().chain(&self.blocked);
        all(&[
            (
                listed.all(|code| is_country(code)),
                "a country is written as two capital letters",
            ),
            (
                !self.real.iter().any(|code| self.blocked.contains(code)),
                "a country is either real or blocked",
            ),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn licensed() -> Region {
        Region {
            default_mode: Mode::Play,
            real: vec!["MT".into()],
            blocked: vec!["US".into()],
        }
    }

    #[test]
    fn the_strictest_country_decides_and_the_default_holds_for_the_unknown() {
        for (countries, mode) in [
            (&[][..], Mode::Play),
            (&["MT"], Mode::Real),
            (&["DE"], Mode::Play),
            (&["MT", "DE"], Mode::Play),
            (&["MT", "US"], Mode::Blocked),
        ] {
            let countries: Vec<String> = countries.iter().map(|&code| code.to_owned()).collect();
            assert_eq!(licensed().mode(countries.iter()), mode, "{countries:?}");
        }
    }

    #[test]
    fn a_country_has_a_code_and_one_mode() {
        assert_eq!(licensed().check(), Ok(()));
        for code in ["us", "USA", "", "U1"] {
            let region = Region {
                blocked: vec![code.into()],
                ..licensed()
            };
            assert_eq!(
                region.check(),
                Err("a country is written as two capital letters".into())
            );
        }
        let both = Region {
            blocked: vec!["MT".into()],
            ..licensed()
        };
        assert_eq!(both.check(), Err("a country is either real or blocked".into()));
    }
}
