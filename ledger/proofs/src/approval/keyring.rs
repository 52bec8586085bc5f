//! The keys of a member of staff as the member's own stream has them so far, and what each next event says of them.
//!
//! What a member approves from the first key of the member's own on is signed with a key in force, which another person
//! approved (law I-41d); so is what the member does alone ([`ACTS`], [`LATER_ACTS`]), unless every key was approved before
//! such acts were signed, and each login while a key is in force (law I-41g). From the first login that says so on, a member
//! without a key does none of it. Keys, acts and logins stand in one stream, in order, so its events alone say whether that holds. The member's roles stand there too: each act names those that the
//! member had, and what is signed was permitted to one of them.

use super::verify;
use domain::staff::key::{act_digest, needs_key};
use domain::staff::{Approval, Roles, Signature, StaffEvent, StaffKey, Statement, permission};
use std::collections::HashMap;
use uuid::Uuid;

/// Calls by which members approve.
pub const APPROVE_WITHDRAWAL: &str = "withdrawals/approve";
pub const APPROVE_PROPOSAL: &str = "proposals/approve";
pub const APPROVE_KEY: &str = "keys/approve";
/// All of them.
pub const APPROVE: [&str; 3] = [APPROVE_WITHDRAWAL, APPROVE_PROPOSAL, APPROVE_KEY];
/// Calls by which one person moves money or takes authority away, with nobody to approve them.
pub const ACTS: [&str; 10] = [
    "withdrawals/reject",
    "withdrawals/flag",
    "withdrawals/pause",
    "withdrawals/resume",
    "freezes/set",
    "freezes/lift",
    "packets/create",
    "packets/stop",
    "staff/disable",
    "keys/revoke",
];
/// Calls of one person that are signed since later: decisions about identities and accounts, closings of days, and what is
/// proposed to a second person or turned down.
pub const LATER_ACTS: [&str; 25] = [
    "kyc/decide",
    "kyc/reset",
    "erasure/request",
    "erasure/cancel",
    "access/propose",
    "days/close",
    "adjustments/propose",
    "topups/propose_assign",
    "topups/propose_return",
    "withdrawals/propose_clear",
    "freezes/propose",
    "treasury/propose",
    "treasury/open_stakes",
    "packets/propose",
    "staff/add",
    "staff/roles",
    "staff/enable",
    "staff/reset",
    "periods/propose",
    "dives/propose",
    "records/propose",
    "ranks/propose",
    "topups/propose_refund",
    "config/propose",
    "proposals/reject",
];
const PROPOSE_KEY: &str = "keys/propose";
/// The call in whose name a login is signed.
pub const LOGIN: &str = "session/open";

/// The keys of the member whose stream is read from its first event on.
#[derive(Debug, Default)]
pub struct Keyring {
    name: String,
    roles: Roles,
    /// Keys by id, and whether they sign.
    keys: HashMap<String, (StaffKey, bool)>,
    /// Whether a key of the member's was ever approved.
    signs: bool,
    /// Whether one was approved since acts of one person are signed.
    signs_acts: bool,
    /// Whether one was approved since all of them are.
    signs_all: bool,
    /// A login said that keys are demanded.
    demanded: bool,
}

/// What an event says of signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signed {
    /// Nothing.
    NotNeeded,
    /// An approval, or an act of one person, that needed no signature.
    BeforeKeys,
    /// A key was proposed by its owner, or approved by another person.
    Key,
    /// An approval, or an act of one person, whose signature holds.
    Approval,
    /// A login whose signature holds.
    Login,
    /// What does not hold.
    Broken(&'static str),
}

/// The call of an act of one person that is signed; nothing for another call.
pub fn act_of(call: &str) -> Option<&'static str> {
    ACTS.into_iter().chain(LATER_ACTS).find(|known| *known == call)
}

impl Keyring {
    /// The member's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the member is bound to what the own stream says: a key was approved once, or demanded.
    pub const fn binds(&self) -> bool {
        self.signs || self.demanded
    }

    /// Takes the next event of the stream. One that does not hold counts all the same, so that reading can go on.
    pub fn take(&mut self, event: &StaffEvent) -> Signed {
        if let StaffEvent::StaffActed { call, roles, .. } = event
            && !self.permits(call, roles)
        {
            return Signed::Broken("an act is not permitted to the roles that its member had");
        }
        match event {
            StaffEvent::StaffAdded { name, roles, .. } => {
                (self.name, self.roles) = (name.clone(), roles.clone());
                Signed::NotNeeded
            }
            StaffEvent::StaffRolesSet { roles, .. } => {
                self.roles.clone_from(roles);
                Signed::NotNeeded
            }
            StaffEvent::StaffKeyProposed {
                key,
                signature,
                request,
                ..
            } => self.propose(key, signature, *request),
            StaffEvent::StaffKeyApproved {
                key,
                by,
                acts,
                all_acts,
                ..
            } => {
                (self.signs_acts, self.signs_all) = (self.signs_acts | acts, self.signs_all | all_acts);
                self.approve(key, by)
            }
            StaffEvent::StaffKeyRevoked { key, .. } => {
                self.keys.remove(key);
                Signed::NotNeeded
            }
            StaffEvent::StaffActed {
                call,
                subject,
                reason,
                request,
                approval,
                ..
            } => {
                let act = (call.as_str(), subject.as_deref().unwrap_or_default());
                self.acted(act, reason, approval.as_ref(), *request)
            }
            StaffEvent::StaffSessionOpened {
                session,
                proof,
                keys_demanded,
                ..
            } => self.opened(proof.as_ref(), *session, *keys_demanded),
            _ => Signed::NotNeeded,
        }
    }

    /// An approval, or an act of one person; whatever else a member does is not signed.
    fn acted(&self, act: (&str, &str), reason: &str, approval: Option<&Approval>, request: Uuid) -> Signed {
        let is_approval = APPROVE.contains(&act.0);
        if !is_approval && act_of(act.0).is_none() {
            return Signed::NotNeeded;
        }
        let is_bound = match LATER_ACTS.contains(&act.0) {
            _ if is_approval => self.signs,
            true => self.signs_all,
            false => self.signs_acts,
        };
        let done = act_digest(act.0, act.1, reason);
        match approval {
            Some(approval) if !is_approval && approval.digest != done => {
                Signed::Broken("an act is another than was signed")
            }
            _ => self.act(act, approval, request, is_bound || self.demands(act.0)),
        }
    }

    /// A key that was demanded once stays demanded.
    fn opened(&mut self, proof: Option<&Approval>, session: Uuid, keys_demanded: bool) -> Signed {
        let is_taken_back = self.demanded && !keys_demanded;
        self.demanded |= keys_demanded;
        match is_taken_back {
            true => Signed::Broken("a login no longer demands a key of its member"),
            false => self.login(proof, session),
        }
    }

    /// Whether the member had the roles that an act names, and one of them may do what is signed.
    fn permits(&self, call: &str, roles: &Roles) -> bool {
        let is_signed = APPROVE.contains(&call) || act_of(call).is_some();
        let may = |(noun, verb)| !permission::roles(noun, verb).is_disjoint(roles);
        *roles == self.roles && (!is_signed || call.split_once('/').is_some_and(may))
    }

    /// Whether a key is demanded of the member for this call, whoever of the house wrote the event.
    fn demands(&self, call: &str) -> bool {
        self.demanded && needs_key(call, false)
    }

    fn propose(&mut self, key: &StaffKey, signature: &Signature, request: Uuid) -> Signed {
        let id = key.id();
        let holds = self.holds(key, (PROPOSE_KEY, &self.name), &id, request, signature);
        self.keys.insert(id, (key.clone(), false));
        match holds {
            true => Signed::Key,
            false => Signed::Broken("a key was proposed by somebody who does not have it"),
        }
    }

    fn approve(&mut self, key: &str, by: &str) -> Signed {
        self.signs = true;
        let known = self.keys.get_mut(key).map(|(_, signs)| *signs = true);
        match known.is_some() && by != self.name {
            true => Signed::Key,
            false => Signed::Broken("a key signs that no other person approved"),
        }
    }

    fn act(&self, act: (&str, &str), approval: Option<&Approval>, request: Uuid, is_needed: bool) -> Signed {
        match self.signed(act, approval, request) {
            Some(true) => Signed::Approval,
            Some(false) => Signed::Broken("the signature of an approval does not hold"),
            None if is_needed => Signed::Broken("an approval or an act of a member who needs a key is not signed"),
            None => Signed::BeforeKeys,
        }
    }

    /// A member whose keys were all revoked logs in without one.
    fn login(&self, proof: Option<&Approval>, session: Uuid) -> Signed {
        match self.signed((LOGIN, &self.name), proof, session) {
            Some(true) => Signed::Login,
            Some(false) => Signed::Broken("the signature of a login does not hold"),
            None if self.keys.values().any(|(_, signs)| *signs) => {
                Signed::Broken("a login of a member with a key is not signed")
            }
            None => Signed::NotNeeded,
        }
    }

    /// Whether the signature holds under a key in force; nothing where there is none.
    fn signed(&self, act: (&str, &str), said: Option<&Approval>, request: Uuid) -> Option<bool> {
        let (said, signature) = said.and_then(|said| Some((said, said.signature.as_ref()?)))?;
        let key = self.keys.get(&signature.key).filter(|(_, signs)| *signs);
        Some(key.is_some_and(|(key, _)| self.holds(key, act, &said.digest, request, signature)))
    }

    fn holds(
        &self,
        key: &StaffKey,
        (call, subject): (&str, &str),
        digest: &str,
        request: Uuid,
        signature: &Signature,
    ) -> bool {
        let account = &self.name;
        let statement = Statement {
            call,
            subject,
            digest,
            account,
            request,
        };
        verify(key, &statement, signature).is_ok()
    }
}
