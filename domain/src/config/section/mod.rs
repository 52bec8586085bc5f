//! Sections of the product's numbers: each is a stream of proposals, approvals and
//! times of effect (api §4.1, api §7.10).
//!
//! A version is proposed whole with its reason, checked against everything that is in
//! force, approved by another person who sees the computed figures, and in force from
//! its effective time on, never earlier than its approval. Times of effect rise, so the
//! version in force never falls back. The first numbers of a database come from the
//! genesis document ([`super::ConfigDocument`]); sections replace its parts.
//!
//! It does not interpret the values: the checks are defined beside each section.

mod figures;
mod name;

pub use figures::Figure;
pub use name::Section;

use super::Config;
use crate::finding::Finding;
use crate::paytable::Paytable;
use crate::posting::Postings;
use crate::proposal::{self, Kind};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Stream, StreamEvent, catalogue};
use crate::time::Timestamp;
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use uuid::Uuid;

/// Most pending proposals of one section (ASSUMED).
const OPEN_MAX: usize = 20;

/// Commands of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum SectionCommand {
    /// Proposes a version.
    Propose(Propose),
    /// Approves a proposal.
    Approve {
        version: u64,
        /// Who approves: another person than its author.
        approver: String,
    },
    /// Rejects a proposal.
    Reject {
        version: u64,
        /// Who rejects; an author may withdraw the own proposal.
        by: String,
        reason: String,
    },
}

/// A version of a section, proposed.
#[derive(Clone, Debug, PartialEq)]
pub struct Propose {
    pub section: Section,
    /// The whole section.
    pub body: Value,
    /// Who wrote it.
    pub author: String,
    pub reason: String,
    /// Effective time; a time in the past means the time of the approval.
    pub effective_at: Timestamp,
    /// The newest approved version the author saw; 0 before the first.
    pub replaces: u64,
}

/// Events of a section.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SectionEvent {
    /// A version was proposed and waits for an approver.
    ConfigProposed {
        section: Section,
        /// Counted from 1 over all proposals of the section.
        version: u64,
        /// The whole section.
        body: Value,
        /// Who wrote it.
        author: String,
        reason: String,
        /// The earliest effective time.
        effective_at: Timestamp,
        /// The approved version it replaces.
        replaces: u64,
        /// What the approver sees.
        figures: Vec<Figure>,
    },
    /// A version was approved.
    ConfigApproved {
        version: u64,
        approver: String,
        approved_at: Timestamp,
        /// The effective time.
        effective_at: Timestamp,
    },
    /// A proposal was rejected.
    ConfigRejected { version: u64, by: String, reason: String },
}

catalogue!(SectionEvent {
    ConfigProposed = 1,
    ConfigApproved = 1,
    ConfigRejected = 1,
});

impl StreamEvent for SectionEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        SectionEvent::shapes(name)
    }

    fn postings(&self, _owner: Uuid) -> Postings {
        Postings::NONE
    }
}

/// A pending proposal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waiting {
    /// The whole section.
    pub body: Value,
    /// Who wrote it.
    pub author: String,
    /// The earliest effective time.
    pub effective_at: Timestamp,
    /// The approved version it replaces.
    pub replaces: u64,
}

impl Waiting {
    /// The name of a version's proposal: `config.<section>.<version>`.
    pub fn id(section: Section, version: u64) -> String {
        format!("config.{}.{version}", section.name())
    }

    /// What an approval of this version is bound to.
    pub fn digest(&self, section: Section, version: u64) -> String {
        let bound = (&self.body, self.effective_at, self.replaces);
        proposal::digest(&Waiting::id(section, version), Kind::Config, &bound)
    }
}

/// A version with its time of effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Approved {
    pub version: u64,
    /// The effective time.
    pub effective_at: Timestamp,
    /// The whole section.
    pub body: Value,
}

/// The stream of one section.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SectionDocument {
    /// Which section; `None` before the first proposal.
    pub section: Option<Section>,
    /// Proposals so far.
    pub proposed: u64,
    /// Pending proposals, by version.
    pub waiting: BTreeMap<u64, Waiting>,
    /// The version in force at the last approval and those to come, by rising time of effect.
    pub approved: Vec<Approved>,
    /// Every paytable of an approved version: open dives keep theirs.
    pub paytables: BTreeMap<String, Arc<Paytable>>,
}

impl SectionDocument {
    /// The version in force at `now`.
    pub fn in_force(&self, now: Timestamp) -> Option<&Approved> {
        self.approved.iter().rev().find(|version| version.effective_at <= now)
    }

    fn newest(&self) -> u64 {
        self.approved.last().map_or(0, |approved| approved.version)
    }

    /// The proposal of a version, for a decision about it.
    fn proposal(&self, version: u64) -> Result<&Waiting, Refusal> {
        let decided = version >= 1 && version <= self.proposed;
        let missing = if decided {
            Refusal::StateChanged
        } else {
            Refusal::RecordNotFound
        };
        self.waiting.get(&version).ok_or(missing)
    }

    fn propose(&self, command: &Propose, context: &Context) -> Result<SectionEvent, Refusal> {
        if command.reason.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        if self.section.is_some_and(|section| section != command.section) {
            return Err(Refusal::InvalidField {
                field: "section".into(),
            });
        }
        if command.replaces != self.newest() {
            return Err(Refusal::StateChanged);
        }
        if self.waiting.len() >= OPEN_MAX {
            let waits = "20 proposals wait already";
            return Err(Finding::new("section_proposals_max", waits).into());
        }
        let after = self.checked(&context.config, command.section, &command.body)?;
        Ok(SectionEvent::ConfigProposed {
            section: command.section,
            version: self.proposed + 1,
            body: command.body.clone(),
            author: command.author.clone(),
            reason: command.reason.clone(),
            effective_at: command.effective_at,
            replaces: command.replaces,
            figures: after.figures(command.section),
        })
    }

    fn approve(&self, version: u64, approver: &str, context: &Context) -> Result<SectionEvent, Refusal> {
        let proposal = self.proposal(version)?;
        if proposal.author == approver {
            return Err(Refusal::OtherPersonMustApprove);
        }
        if proposal.replaces != self.newest() {
            return Err(Refusal::StateChanged);
        }
        if let Some(section) = self.section {
            self.checked(&context.config, section, &proposal.body)?;
        }
        let before = self.approved.last().map(|approved| approved.effective_at);
        Ok(SectionEvent::ConfigApproved {
            version,
            approver: approver.to_owned(),
            approved_at: context.now,
            effective_at: proposal
                .effective_at
                .max(context.now)
                .max(before.unwrap_or(context.now)),
        })
    }

    /// The whole configuration with this section in it, if every check holds: beside what is in force, and beside each
    /// version that was approved and comes into force before it.
    fn checked(&self, config: &Config, section: Section, body: &Value) -> Result<Config, Refusal> {
        let after = config.with_section(section, body)?;
        let mut checks = after.check().and_then(|()| after.check_after(config));
        for approved in &self.approved {
            if let Ok(before) = config.with_section(section, &approved.body) {
                checks = checks.and_then(|()| after.check_after(&before));
            }
        }
        checks?;
        Ok(after)
    }

    fn take_force(&mut self, version: u64, approved_at: Timestamp, effective_at: Timestamp) {
        let Some(waiting) = self.waiting.remove(&version) else {
            return;
        };
        if self.section == Some(Section::Game)
            && let Ok(table) = serde_json::from_value::<Paytable>(waiting.body["paytable"].clone())
        {
            self.paytables.insert(table.hash(), Arc::new(table));
        }
        self.approved.push(Approved {
            version,
            effective_at,
            body: waiting.body,
        });
        // Versions superseded before this approval can never be in force again.
        let first = self.approved.iter().rposition(|one| one.effective_at <= approved_at);
        self.approved.drain(..first.unwrap_or_default());
    }
}

impl Stream for SectionDocument {
    const TYPE: &'static str = "config_section";
    const STATE_VERSION: u16 = 1;
    type Command = SectionCommand;
    type Event = SectionEvent;

    fn decide(&self, command: &SectionCommand, context: &Context) -> Result<Decision<SectionEvent>, Refusal> {
        let event = match command {
            SectionCommand::Propose(propose) => self.propose(propose, context)?,
            SectionCommand::Approve { version, approver } => self.approve(*version, approver, context)?,
            SectionCommand::Reject { version, by, reason } => {
                if reason.trim().is_empty() {
                    return Err(Refusal::ReasonMissing);
                }
                self.proposal(*version)?;
                SectionEvent::ConfigRejected {
                    version: *version,
                    by: by.clone(),
                    reason: reason.clone(),
                }
            }
        };
        Ok(event.into())
    }

    fn evolve(&mut self, event: &SectionEvent) {
        match event {
            SectionEvent::ConfigProposed {
                section,
                version,
                body,
                author,
                effective_at,
                replaces,
                ..
            } => {
                self.section = Some(*section);
                self.proposed = *version;
                let waiting = Waiting {
                    body: body.clone(),
                    author: author.clone(),
                    effective_at: *effective_at,
                    replaces: *replaces,
                };
                self.waiting.insert(*version, waiting);
            }
            SectionEvent::ConfigApproved {
                version,
                approved_at,
                effective_at,
                ..
            } => self.take_force(*version, *approved_at, *effective_at),
            SectionEvent::ConfigRejected { version, .. } => _ = self.waiting.remove(version),
        }
    }
}

#[cfg(test)]
mod tests;
