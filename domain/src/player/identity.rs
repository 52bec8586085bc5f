//! Where a player is and whether the identity is proved (domain §3.11, domain §3.14).
//!
//! The connection's country comes with a login, the document's country and the
//! verdict from the identity check: facts from outside, recorded so that every
//! decision that depended on them can be explained. Holds no personal data.

use super::{DomainEvent, Event, Player, Rule};
use crate::config::Config;
use crate::config::region::{Mode, is_country};
use crate::kyc::Status;
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
    /// How far the identity check is.
    pub kyc: Status,
    /// The last change of it that is known, counted by the check's own stream.
    pub kyc_revision: u32,
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

/// Notes how far the identity check is; issued by its policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteKyc {
    /// How far it is.
    pub status: Status,
    /// Which change of the check's stream told so.
    pub revision: u32,
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

/// The identity check went on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KycStatusChanged {
    /// How far it is.
    pub status: Status,
    /// Which change of the check's stream told so.
    pub revision: u32,
    /// When.
    pub at: Timestamp,
}

impl Identity {
    /// What the player's countries allow; the stricter one decides.
    pub fn mode(&self, config: &Config) -> Mode {
        config.region.mode(self.connection.iter().chain(&self.document))
    }

    /// True while the identity is proved.
    pub fn is_approved(&self) -> bool {
        self.kyc == Status::Approved
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

impl Rule for NoteKyc {
    /// News that arrive late or twice are refused: a newer verdict is never overwritten.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if self.revision <= player.identity.kyc_revision {
            return Err(Refusal::StateChanged);
        }
        Ok(Event::from(KycStatusChanged {
            status: self.status,
            revision: self.revision,
            at: context.now,
        })
        .into())
    }
}

impl DomainEvent for CountrySeen {
    fn evolve(&self, player: &mut Player) {
        *player.identity.of(self.source) = Some(self.country.clone());
    }
}

impl DomainEvent for KycStatusChanged {
    fn evolve(&self, player: &mut Player) {
        player.identity.kyc = self.status;
        player.identity.kyc_revision = self.revision;
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
    fn the_newest_word_of_the_identity_check_holds_whenever_it_arrives() {
        let note = |status, revision| NoteKyc { status, revision };
        let mut angler = Angler::new();
        assert_eq!(angler.decide(note(Status::None, 0)), Err(Refusal::StateChanged));
        angler.must(note(Status::Approved, 2));
        assert!(angler.player.identity.is_approved());
        for late in [note(Status::UnderReview, 1), note(Status::Failed, 2)] {
            assert_eq!(angler.decide(late), Err(Refusal::StateChanged));
        }
        angler.must(note(Status::None, 3));
        assert!(!angler.player.identity.is_approved());
    }
}
