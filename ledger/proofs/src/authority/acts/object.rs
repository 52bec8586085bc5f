//! What is approved in a stream, as its events say it: the digest is recomputed, and nothing of the service's state is
//! used.

use super::{CREATE, DECIDE, OPEN_STAKES, Said, said};
use crate::approval::{APPROVE_PROPOSAL, APPROVE_WITHDRAWAL};
use crate::authority::Stored;
use domain::config::{Section, SectionEvent, Waiting};
use domain::day_close::CloseEvent;
use domain::ids::{PlayerId, ProposalId, derived};
use domain::kyc::{KycEvent, signed_subject as verdict};
use domain::proposal::{Kind, ProposalEvent, digest, stated_subject};
use domain::red_packet::{self as packets, EndReason, PacketEvent, Secrets, signed_subject};
use domain::treasury::{Allotment, STAKES, TreasuryEvent};
use domain::withdrawal::{Approver, Terms, WithdrawalEvent};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use uuid::Uuid;

/// What one person did to the object that is read.
pub(super) fn did(by: String, entry: &impl Stored, call: &'static str, reason: String) -> Said {
    said(by, entry.request(), call, entry.key().to_owned(), reason)
}

/// What somebody decided about an identity. The event of a verdict has the names of reasons alone.
pub(super) fn identity(event: KycEvent, entry: &impl Stored) -> Option<Said> {
    match event {
        KycEvent::KycDecided {
            submission,
            verdict: decided,
            reasons,
            by,
            expires_on,
            ..
        } => {
            let subject = verdict(entry.key(), submission, decided, expires_on, &reasons);
            Some(said(by, entry.request(), DECIDE, subject, String::new()))
        }
        // With an approver it is what a proposal made of it (law I-41j).
        KycEvent::KycReset {
            by,
            approver: None,
            reason,
            ..
        } => Some(did(by, entry, "kyc/reset", reason)),
        // Only these two are asked for.
        _ => None,
    }
}

/// A day that somebody closed.
pub(super) fn closed(event: CloseEvent, entry: &impl Stored) -> Said {
    let CloseEvent::DayClosed { day, by, reason, .. } = event;
    said(by, entry.request(), "days/close", day.to_string(), reason)
}

/// A change that somebody proposed.
fn proposed(by: String, entry: &impl Stored, kind: Kind, what: &Value, reason: String) -> Option<Said> {
    Some(said(
        by,
        entry.request(),
        kind.call(what)?,
        stated_subject(kind, what),
        reason,
    ))
}

/// A packet that somebody ended early.
pub(super) fn stopped(event: PacketEvent, entry: &impl Stored) -> Option<Said> {
    match event {
        PacketEvent::PacketEnded {
            reason: EndReason::Stopped { by, reason },
            ..
        } => Some(did(by, entry, "packets/stop", reason)),
        _ => None,
    }
}

/// Puts a packet out: the act names its money, and before acts were signed its code, which then stands in the event.
fn put_out(by: &str, secrets: &Secrets, subject: String, entry: &impl Stored) -> Vec<Said> {
    let open = match secrets {
        Secrets::Open { code, .. } => Some(code.to_string()),
        Secrets::Sealed { .. } => None,
    };
    let said = |subject| said(by.to_owned(), entry.request(), CREATE, subject, String::new());
    open.into_iter().chain([subject]).map(said).collect()
}

/// A packet of another asset than USDT.
pub(super) fn created(terms: &packets::Terms, entry: &impl Stored) -> Vec<Said> {
    if terms.total.usdt().is_some() {
        return Vec::new();
    }
    let subject = signed_subject(terms.kind, terms.total, terms.shares);
    put_out(&terms.by, &terms.secrets, subject, entry)
}

/// A packet of USDT: the treasury promises its money first, under the request of whoever asked. Or stakes that a lead of
/// finance opens again.
pub(super) fn treasury(event: TreasuryEvent, entry: &impl Stored) -> Vec<Said> {
    match event {
        TreasuryEvent::PromoAllotted {
            purpose: Allotment::Packet { create },
            ..
        } => {
            let subject = signed_subject(create.kind, create.total, create.shares);
            put_out(&create.by, &create.secrets, subject, entry)
        }
        TreasuryEvent::StakesOpened { by, reason } => {
            vec![said(by, entry.request(), OPEN_STAKES, STAKES.to_owned(), reason)]
        }
        _ => Vec::new(),
    }
}

/// The requests under which a proposal stops accounts and puts packets out, as the service derives them.
fn decided(event: &ProposalEvent) -> Vec<Uuid> {
    match event {
        ProposalEvent::Proposed {
            proposal,
            kind: Kind::ClusterFreeze,
            players,
            ..
        } => {
            let done = done(proposal);
            let each = |player: &PlayerId| derived(&format!("freeze:{player}"), done);
            players.iter().map(each).collect()
        }
        ProposalEvent::Proposed {
            proposal,
            kind: Kind::Packet,
            ..
        } => vec![done(proposal)],
        _ => Vec::new(),
    }
}

fn done(proposal: &ProposalId) -> Uuid {
    derived("proposal_done", proposal.0)
}

/// What is approved in the stream that is read.
#[derive(Default)]
pub(super) struct Object {
    terms: Option<Terms>,
    revision: u32,
    /// Whether the digest of the newest approval of a withdrawal names its player; nothing for one of something else.
    pub(super) names_player: Option<bool>,
    /// The digest of a proposal.
    proposed: Option<String>,
    /// The requests of what follows, once it is approved.
    pub(super) then: Vec<Uuid>,
    section: Option<Section>,
    /// Versions of a section.
    waiting: BTreeMap<u64, Waiting>,
    /// Nothing more is approved here.
    pub(super) is_over: bool,
    /// A proposal opened the withdrawal, so its first approval is that of the proposal (law I-41j).
    is_of_proposal: bool,
}

impl Object {
    pub(super) fn withdrawal(&mut self, event: WithdrawalEvent, entry: &impl Stored) -> Option<Said> {
        let (by, digest) = match event {
            WithdrawalEvent::Requested { request } => {
                self.is_of_proposal = request.refund.is_some();
                (self.terms, self.revision) = (Some(request.terms), 1);
                return None;
            }
            WithdrawalEvent::ReturnOpened { .. } => {
                self.is_of_proposal = true;
                return None;
            }
            WithdrawalEvent::Approved { .. } if std::mem::take(&mut self.is_of_proposal) => return None,
            WithdrawalEvent::RiskFlagged { by, reason, revision } => {
                (self.revision, self.is_of_proposal) = (revision, false);
                return Some(did(by, entry, "withdrawals/flag", reason));
            }
            WithdrawalEvent::Rejected { by, reason, .. } => {
                self.is_over = true;
                return Some(did(by, entry, "withdrawals/reject", reason));
            }
            WithdrawalEvent::ApprovalGiven { staff, digest } => (staff, digest),
            WithdrawalEvent::Approved {
                by: Approver::Staff(staff),
                digest,
            } => (staff.last()?.clone(), digest),
            WithdrawalEvent::Confirmed { .. } | WithdrawalEvent::Failed { .. } => {
                self.is_over = true;
                return None;
            }
            // Nobody decides anything by the others.
            _ => return None,
        };
        let terms = self.terms.as_ref();
        self.names_player = terms.and_then(|terms| match digest == terms.digest(self.revision) {
            true => Some(true),
            false => (digest == terms.digest_without_player(self.revision)).then_some(false),
        });
        Some(Said {
            digest: self.names_player.map(|_| digest),
            ..said(
                by,
                entry.request(),
                APPROVE_WITHDRAWAL,
                entry.key().to_owned(),
                String::new(),
            )
        })
    }

    pub(super) fn proposal(&mut self, event: ProposalEvent, entry: &impl Stored) -> Option<Said> {
        self.then.extend(decided(&event));
        self.is_over = !matches!(event, ProposalEvent::Proposed { .. });
        match event {
            ProposalEvent::Proposed {
                proposal,
                kind,
                what,
                maker,
                reason,
                ..
            } => {
                self.proposed = Some(digest(&proposal, kind, &what));
                proposed(maker, entry, kind, &what, reason)
            }
            ProposalEvent::Rejected { by, reason, .. } | ProposalEvent::Withdrawn { by, reason, .. } => {
                Some(did(by, entry, "proposals/reject", reason))
            }
            ProposalEvent::Approved { by, digest, .. } => Some(Said {
                digest: self.proposed.clone().filter(|proposed| *proposed == digest),
                ..said(
                    by,
                    entry.request(),
                    APPROVE_PROPOSAL,
                    entry.key().to_owned(),
                    String::new(),
                )
            }),
            ProposalEvent::Done { .. } => None,
        }
    }

    pub(super) fn section(&mut self, event: SectionEvent, entry: &impl Stored) -> Option<Said> {
        match event {
            SectionEvent::ConfigProposed {
                section,
                version,
                body,
                author,
                reason,
                effective_at,
                replaces,
                ..
            } => {
                self.section = Some(section);
                let what = json!({
                    "section": section.name(), "body": body, "effective_ms": effective_at.0, "replaces": replaces
                });
                let stated = proposed(author.clone(), entry, Kind::Config, &what, reason);
                let proposed = Waiting {
                    body,
                    author,
                    effective_at,
                    replaces,
                };
                self.waiting.insert(version, proposed);
                stated
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
                    ..said(approver, entry.request(), APPROVE_PROPOSAL, subject, String::new())
                })
            }
            SectionEvent::ConfigRejected { version, by, reason } => {
                let subject = Waiting::id(self.section?, version);
                Some(said(by, entry.request(), "proposals/reject", subject, reason))
            }
        }
    }
}
