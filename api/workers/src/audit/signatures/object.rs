//! What is approved in a stream, as its events say it: the digest is recomputed, and nothing of the service's state is
//! used.

use super::{APPROVE_PROPOSAL, APPROVE_WITHDRAWAL, Entry, Said, said};
use domain::config::{Section, SectionEvent, Waiting};
use domain::proposal::{ProposalEvent, digest};
use domain::withdrawal::{Approver, Terms, WithdrawalEvent};
use std::collections::BTreeMap;

/// What is approved in the stream that is read.
#[derive(Default)]
pub(super) struct Object {
    terms: Option<Terms>,
    revision: u32,
    /// The digest of a proposal.
    proposed: Option<String>,
    section: Option<Section>,
    /// Versions of a section.
    waiting: BTreeMap<u64, Waiting>,
}

impl Object {
    pub(super) fn withdrawal(&mut self, event: WithdrawalEvent, entry: &Entry) -> Option<Said> {
        let (by, digest) = match event {
            WithdrawalEvent::Requested { request } => {
                (self.terms, self.revision) = (Some(request.terms), 1);
                return None;
            }
            WithdrawalEvent::RiskFlagged { revision, .. } => {
                self.revision = revision;
                return None;
            }
            WithdrawalEvent::ApprovalGiven { staff, digest } => (staff, digest),
            WithdrawalEvent::Approved {
                by: Approver::Staff(staff),
                digest,
            } => (staff.last()?.clone(), digest),
            _ => return None,
        };
        let is_it = self
            .terms
            .as_ref()
            .is_some_and(|terms| terms.digest(self.revision) == digest);
        Some(Said {
            digest: is_it.then_some(digest),
            ..said(
                by,
                entry.request,
                APPROVE_WITHDRAWAL,
                entry.key.to_owned(),
                String::new(),
            )
        })
    }

    pub(super) fn proposal(&mut self, event: ProposalEvent, entry: &Entry) -> Option<Said> {
        match event {
            ProposalEvent::Proposed {
                proposal, kind, what, ..
            } => {
                self.proposed = Some(digest(&proposal, kind, &what));
                None
            }
            ProposalEvent::Approved { by, digest, .. } => Some(Said {
                digest: self.proposed.clone().filter(|proposed| *proposed == digest),
                ..said(by, entry.request, APPROVE_PROPOSAL, entry.key.to_owned(), String::new())
            }),
            _ => None,
        }
    }

    pub(super) fn section(&mut self, event: SectionEvent, entry: &Entry) -> Option<Said> {
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
                self.section = Some(section);
                let proposed = Waiting {
                    body,
                    author,
                    effective_at,
                    replaces,
                };
                self.waiting.insert(version, proposed);
                None
            }
            SectionEvent::ConfigApproved { version, approver, .. } => {
                let section = self.section?;
                let proposed = self
                    .waiting
                    .get(&version)
                    .map(|waiting| waiting.digest(section, version));
                let subject = Waiting::id(section, version);
                Some(Said {
                    digest: proposed,
                    ..said(approver, entry.request, APPROVE_PROPOSAL, subject, String::new())
                })
            }
            SectionEvent::ConfigRejected { .. } => None,
        }
    }
}
