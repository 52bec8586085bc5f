//! Where a player is and whether the identity is proved (domain §3.11, domain §3.14).
//!
//! The country of the connection is known from a login, the document's country and the
//! status from the identity check: external facts, recorded so that every
//! decision that depended on them can be explained. No personal data is stored here.

use super::{DomainEvent, Event, Player, Rule};
use crate::config::Config;
use crate::config::region::{Mode, is_country};
use crate::kyc::Status;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Known countries, and the status of the identity check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Country of the connection.
    pub connection: Option<String>,
    /// Country of the identity document.
    pub document: Option<String>,
    /// Status of the identity check.
    pub kyc: Status,
    /// Number of its last known change, counted by the identity stream.
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

/// Records a country; issued by the login and by the identity check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeeCountry {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Where it is known from.
    pub source: Source,
}

/// Records the status of the identity check; issued by its policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteKyc {
    /// The current status.
    pub status: Status,
    /// Number of the change in the identity stream.
    pub revision: u32,
}

/// A country became known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountrySeen {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Where it is known from.
    pub source: Source,
    pub at: Timestamp,
}

/// The status of the identity check changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KycStatusChanged {
    /// The current status.
    pub status: Status,
    /// Number of the change in the identity stream.
    pub revision: u32,
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
    /// A country that is already known is refused as `StateChanged`: there is nothing to record.
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
    /// A change that arrives late or twice is refused: a newer status is never overwritten.
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
mod tests;
