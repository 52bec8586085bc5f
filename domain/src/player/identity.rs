//! Where a player is and whether the identity is proved (PRODUCT §3.11, §3.14).
//!
//! The connection's country comes with a login, the document's country and the
//! verdict from the identity check: facts from outside, recorded so that every
//! decision that depended on them can be explained. Holds no personal data.

use super::{Event, Happening, Player, Rule};
use crate::config::Config;
use crate::config::region::{Mode, is_country};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Known countries, and the verdict of the identity check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Country of the connection.
    pub connection: Option<String>,
    /// Country of the identity document.
    pub document: Option<String>,
    /// The identity check ended well and was not reset.
    pub is_approved: bool,
}

/// Where a country is known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The address of a login.
    Connection,
    /// The identity document.
    Document,
}

/// Notes a country; issued by the login and by the identity check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeeCountry {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Where it is known from.
    pub source: Source,
}

/// Notes the verdict of the identity check; issued by its policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteIdentity {
    /// Proved, or no longer.
    pub is_approved: bool,
}

/// A country became known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountrySeen {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Where it is known from.
    pub source: Source,
    /// When.
    pub at: Timestamp,
}

/// The identity was proved, or the proof was withdrawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentityNoted {
    /// Proved, or no longer.
    pub is_approved: bool,
    /// When.
    pub at: Timestamp,
}

impl Identity {
    /// What the player's countries allow; the stricter one decides.
    pub fn mode(&self, config: &Config) -> Mode {
        config.region.mode(self.connection.iter().chain(&self.document))
    }

    /// The country to show: the document's, else the connection's.
    pub fn country(&self) -> Option<&String> {
        self.document.as_ref().or(self.connection.as_ref())
    }

    fn of(&mut self, source: Source) -> &mut Option<String> {
        match source {
            Source::Connection => &mut self.connection,
            Source::Document => &mut self.document,
        }
    }
}

impl Rule for SeeCountry {
    /// A country that is known already is refused as `StateChanged`: there is nothing to record.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if !is_country(&self.country) {
            return Err(Refusal::InvalidField {
                field: "country".into(),
            });
        }
        let mut identity = player.identity.clone();
        if identity.of(self.source).as_ref() == Some(&self.country) {
            return Err(Refusal::StateChanged);
        }
        Ok(Event::from(CountrySeen {
            country: self.country.clone(),
            source: self.source,
            at: context.now,
        })
        .into())
    }
}

impl Rule for NoteIdentity {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if player.identity.is_approved == self.is_approved {
            return Err(Refusal::StateChanged);
        }
        Ok(Event::from(IdentityNoted {
            is_approved: self.is_approved,
            at: context.now,
        })
        .into())
    }
}

impl Happening for CountrySeen {
    fn evolve(&self, player: &mut Player) {
        *player.identity.of(self.source) = Some(self.country.clone());
    }
}

impl Happening for IdentityNoted {
    fn evolve(&self, player: &mut Player) {
        player.identity.is_approved = self.is_approved;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Angler;

    fn see(country: &str, source: Source) -> SeeCountry {
        SeeCountry {
            country: country.into(),
            source,
        }
    }

    #[test]
    fn the_stricter_of_two_countries_decides_and_the_document_is_shown() {
        let mut angler = Angler::new().under(|config| config.region.blocked.push("US".into()));
        let mode = |angler: &Angler| angler.player.identity.mode(&angler.config);
        angler.must(see("MT", Source::Connection));
        assert_eq!(mode(&angler), Mode::Real);
        angler.must(see("US", Source::Document));
        assert_eq!(mode(&angler), Mode::Blocked);
        assert_eq!(angler.player.identity.country().map(String::as_str), Some("US"));
        angler.must(see("DE", Source::Document));
        assert_eq!(mode(&angler), Mode::Real);
    }

    #[test]
    fn a_country_is_a_code_and_is_noted_once() {
        let mut angler = Angler::new();
        for wrong in ["", "mt", "MLT", "M1"] {
            let refused = angler.decide(see(wrong, Source::Connection)).expect_err("a refusal");
            assert_eq!(refused.code(), -1006);
        }
        angler.must(see("MT", Source::Connection));
        assert_eq!(angler.decide(see("MT", Source::Connection)), Err(Refusal::StateChanged));
        assert!(angler.decide(see("MT", Source::Document)).is_ok());
    }

    #[test]
    fn the_verdict_of_the_identity_check_is_noted_and_taken_back() {
        let mut angler = Angler::new();
        assert_eq!(
            angler.decide(NoteIdentity { is_approved: false }),
            Err(Refusal::StateChanged)
        );
        angler.must(NoteIdentity { is_approved: true });
        assert!(angler.player.identity.is_approved);
        angler.must(NoteIdentity { is_approved: false });
        assert!(!angler.player.identity.is_approved);
    }
}
