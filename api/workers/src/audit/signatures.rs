//! The laws of authority: what a member with a key approved is signed by the member, so is each login of a member whose
//! key is in force, and every approval of such a member, wherever it stands, is one that the member signed for just that
//! (api §7.19).
//!
//! | step | reads | finds |
//! |---|---|---|
//! | 1 | streams of members, each from its first event | keys that nobody else approved, acts and logins without a signature that holds |
//! | 2 | withdrawals, proposals, versions of the configuration, keys | approvals that no act of their approver stands behind; the digest is recomputed from what is approved |
//! | 2 | the same, and freezes, packets, accounts of staff, identities, ends of accounts, closings of days | what one person did or proposed, for which the same holds: subject and reason are those that were signed |
//!
//! Whether a member had a key is decided by the order of the member's own stream, where keys and acts stand together. An
//! approval in another stream is no older or younger than a key, but it names its request: either the act of that
//! request is signed, or it stands before the member's first key. So moving an approval back in time hides nothing.
//!
//! Bounded by the acts of members who have keys, a few hundred bytes each. Says nothing about members without a key:
//! that they may approve nothing where money is real is the rule of the service.

mod object;

use super::LawResult;
use super::entry::{Entry, count, each, law};
use domain::player::Event;
use domain::proposal::ProposalEvent;
use domain::red_packet::PacketEvent;
use domain::staff::StaffEvent;
use ledger::Fault;
use ledger::approval::{
    APPROVE, APPROVE_KEY, APPROVE_PROPOSAL, APPROVE_WITHDRAWAL, Keyring, LATER_ACTS, Signed, act_of,
};
use object::Object;
use sqlx::PgConnection;
use std::collections::HashSet;
use uuid::Uuid;

/// The call by which one person puts a packet out.
const CREATE: &str = "packets/create";
/// The call by which one person decides about an identity.
const DECIDE: &str = "kyc/decide";
const MEMBERS: &str = "
     where aggregate_type = 'staff'
       and event_type in ('StaffAdded', 'StaffActed', 'StaffSessionOpened', 'StaffKeyProposed', 'StaffKeyApproved',
                          'StaffKeyRevoked', 'StaffDisabled', 'StaffRolesSet')
     order by aggregate_id, sequence";

const APPROVED: &str = "
     where aggregate_type = 'withdrawal'
           and event_type in ('Requested', 'RiskFlagged', 'ApprovalGiven', 'Approved', 'Rejected')
        or aggregate_type = 'player'
           and event_type in ('PlayerFrozen', 'PlayerUnfrozen', 'ErasureRequested', 'ErasureCancelled')
        or aggregate_type = 'kyc' and event_type in ('KycDecided', 'KycReset')
        or aggregate_type = 'day_close'
        or aggregate_type = 'red_packet' and event_type in ('PacketCreated', 'PacketEnded')
        or aggregate_type = 'treasury' and event_type = 'PromoAllotted'
        or aggregate_type = 'proposal' and event_type in ('Proposed', 'Approved', 'Rejected', 'Withdrawn')
        or aggregate_type = 'config_section' and event_type in ('ConfigProposed', 'ConfigApproved', 'ConfigRejected')
     order by aggregate_type, aggregate_id, sequence";

/// Checks the three laws in the snapshot that `database` reads.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn check(database: &mut PgConnection) -> Result<[LawResult; 3], Fault> {
    let mut members = Members::default();
    each(database, MEMBERS, |entry| _ = members.take(entry)).await?;
    members.leave();
    let mut approvals = Approvals::of(members);
    each(database, APPROVED, |entry| _ = approvals.take(entry)).await?;
    approvals.leave();
    Ok([approvals.signed, approvals.stood_for, approvals.logins])
}

/// What somebody approved, or did alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Said {
    by: String,
    request: Option<Uuid>,
    call: &'static str,
    subject: String,
    /// Nothing in acts from before there were keys. What is done alone stands for itself by its reason.
    digest: Option<String>,
}

/// The member whose stream is read.
#[derive(Default)]
struct Member {
    keyring: Keyring,
    acts: Vec<Said>,
}

/// Step 1.
struct Members {
    stream: String,
    member: Member,
    /// Members who ever had a key.
    keyed: HashSet<String>,
    acts: HashSet<Said>,
    /// Decisions about the accounts and keys of others, by whom and where.
    keys: Vec<(Said, String)>,
    signed: LawResult,
    logins: LawResult,
}

impl Default for Members {
    fn default() -> Members {
        Members {
            stream: String::new(),
            member: Member::default(),
            keyed: HashSet::new(),
            acts: HashSet::new(),
            keys: Vec::new(),
            signed: law(
                "I-41d",
                "what a member does was permitted to the roles that the member had, and of who has a key is signed with one in force, which another person approved",
            ),
            logins: law(
                "I-41g",
                "while a key of a member is in force, each login of the member is signed with one",
            ),
        }
    }
}

impl Members {
    fn take(&mut self, entry: &Entry) -> bool {
        if entry.key != self.stream {
            self.leave();
            entry.key.clone_into(&mut self.stream);
        }
        let Some(event) = entry.read::<StaffEvent>() else {
            return count(&mut self.signed, false, &entry.place);
        };
        let signed = self.member.keyring.take(&event);
        let holds = !matches!(signed, Signed::Broken(_));
        if !matches!(signed, Signed::NotNeeded | Signed::BeforeKeys) {
            let law = match event {
                StaffEvent::StaffSessionOpened { .. } => &mut self.logins,
                _ => &mut self.signed,
            };
            count(law, holds, &entry.place);
        }
        let name = self.member.keyring.name().to_owned();
        match event {
            StaffEvent::StaffKeyApproved { key, by, .. } => {
                let approved = said(by, entry.request, APPROVE_KEY, name, key);
                self.keys.push((approved, entry.place.clone()));
            }
            StaffEvent::StaffKeyRevoked { key, by, reason, .. } => {
                let revoked = said(by, entry.request, "keys/revoke", format!("{name} {key}"), reason);
                self.keys.push((revoked, entry.place.clone()));
            }
            StaffEvent::StaffDisabled { by, reason, .. } => {
                let disabled = said(by, entry.request, "staff/disable", name, reason);
                self.keys.push((disabled, entry.place.clone()));
            }
            StaffEvent::StaffActed {
                call,
                subject,
                reason,
                request,
                approval,
                ..
            } if holds => {
                let approves = APPROVE.into_iter().find(|known| *known == call);
                let approved = approves.map(|call| (call, approval.map(|approval| approval.digest)));
                // The events of a packet and of a verdict do not have the reason.
                let is_short = |call: &str| call == CREATE || call == DECIDE;
                let did = act_of(&call).map(|call| (call, Some(if is_short(call) { String::new() } else { reason })));
                let is_old = signed == Signed::BeforeKeys && LATER_ACTS.contains(&call.as_str());
                self.member.acts.extend(approved.or(did).map(|(call, digest)| Said {
                    by: name,
                    request: Some(request),
                    call,
                    subject: subject.filter(|_| !is_old).unwrap_or_default(),
                    digest,
                }));
            }
            _ => {}
        }
        holds
    }

    /// The member's stream is read to its end: acts of who never had a key are not looked for.
    fn leave(&mut self) {
        let member = std::mem::take(&mut self.member);
        if member.keyring.signs() {
            self.keyed.insert(member.keyring.name().to_owned());
            self.acts.extend(member.acts);
        }
    }
}

fn said(by: String, request: Option<Uuid>, call: &'static str, subject: String, digest: String) -> Said {
    let digest = Some(digest);
    Said {
        by,
        request,
        call,
        subject,
        digest,
    }
}

/// Step 2.
struct Approvals {
    stream: (String, String),
    object: Object,
    keyed: HashSet<String>,
    acts: HashSet<Said>,
    /// What may be one person's or what two decided, and the requests of the latter: proposals are read in between.
    alone: Vec<(Vec<Said>, String)>,
    decided: HashSet<Uuid>,
    signed: LawResult,
    logins: LawResult,
    stood_for: LawResult,
}

impl Approvals {
    fn of(members: Members) -> Approvals {
        let mut approvals = Approvals {
            stream: Default::default(),
            object: Object::default(),
            keyed: members.keyed,
            acts: members.acts,
            alone: Vec::new(),
            decided: HashSet::new(),
            signed: members.signed,
            logins: members.logins,
            stood_for: law(
                "I-41e",
                "what a member with a key approved or did alone is what the member signed, for just that",
            ),
        };
        for (said, place) in members.keys {
            approvals.compare(&[said], &place);
        }
        approvals
    }

    fn take(&mut self, entry: &Entry) -> bool {
        if (entry.stream, entry.key) != (self.stream.0.as_str(), self.stream.1.as_str()) {
            self.stream = (entry.stream.to_owned(), entry.key.to_owned());
            self.object = Object::default();
        }
        let said = match entry.stream {
            "player" => entry.read().map(|event| self.player(event, entry)),
            "kyc" => entry.read().map(|event| object::identity(event, entry)),
            "day_close" => entry.read().map(|event| Some(object::closed(event, entry))),
            "red_packet" => entry.read().map(|event| self.packet(event, entry)),
            "treasury" => entry
                .read()
                .map(|event| self.keep(object::allotted(event, entry), entry)),
            "withdrawal" => entry.read().map(|event| self.object.withdrawal(event, entry)),
            "proposal" => entry.read().map(|event| {
                if let ProposalEvent::Approved { .. } = event {
                    self.decided.extend(self.object.then.drain(..));
                }
                self.object.proposal(event, entry)
            }),
            _ => entry.read().map(|event| self.object.section(event, entry)),
        };
        match said {
            Some(Some(said)) => self.compare(&[said], &entry.place),
            Some(None) => true,
            None => count(&mut self.stood_for, false, &entry.place),
        }
    }

    fn player(&mut self, event: Event, entry: &Entry) -> Option<Said> {
        let (call, by, reason) = match event {
            Event::PlayerFrozen(frozen) => ("freezes/set", frozen.staff, frozen.reason),
            Event::PlayerUnfrozen(free) => ("freezes/lift", free.staff, free.reason),
            Event::ErasureRequested(asked) => {
                return Some(object::did(asked.staff?, entry, "erasure/request", asked.reason));
            }
            Event::ErasureCancelled(back) => ("erasure/cancel", back.staff, back.reason),
            // Only these are asked for.
            _ => return None,
        };
        self.keep(vec![object::did(by, entry, call, reason)], entry)
    }

    fn packet(&mut self, event: PacketEvent, entry: &Entry) -> Option<Said> {
        match event {
            PacketEvent::PacketCreated { terms, .. } => self.keep(object::created(&terms, entry), entry),
            other => object::stopped(other, entry),
        }
    }

    /// Compared once everything is read.
    fn keep(&mut self, either: Vec<Said>, entry: &Entry) -> Option<Said> {
        self.alone.push((either, entry.place.clone()));
        None
    }

    /// Everything is read: what one person does is an act of its own, or what a proposal made of it.
    fn leave(&mut self) {
        for (mut either, place) in std::mem::take(&mut self.alone) {
            either.retain(|said| said.request.is_none_or(|request| !self.decided.contains(&request)));
            self.compare(&either, &place);
        }
    }

    /// Finds what no act of its author stands behind, in none of the ways in which it may be said.
    fn compare(&mut self, either: &[Said], place: &str) -> bool {
        if either.iter().all(|said| !self.keyed.contains(&said.by)) {
            return true;
        }
        let is_signed = |said: &Said| {
            let before_keys = Said {
                digest: None,
                ..said.clone()
            };
            // An act that is older than the signatures of its kind named less.
            let older = Said {
                subject: String::new(),
                ..said.clone()
            };
            said.digest.is_some() && [said, &before_keys, &older].iter().any(|said| self.acts.contains(said))
        };
        let holds = either.iter().any(is_signed);
        count(&mut self.stood_for, holds, place)
    }
}
