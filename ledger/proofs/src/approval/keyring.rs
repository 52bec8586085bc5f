//! The keys of a member of staff as the member's own stream has them so far, and what each next event says of them.
//!
//! What a member approves from the first key of the member's own on is signed with a key in force, which another person
//! approved (law I-41d), and so is each login while a key is in force (law I-41g). Keys, acts and logins stand in one
//! stream, in order, so its events alone say whether that holds.

use super::verify;
use domain::staff::{Approval, Signature, StaffEvent, StaffKey, Statement};
use std::collections::HashMap;
use uuid::Uuid;

/// Calls by which members approve.
pub const APPROVE_WITHDRAWAL: &str = "withdrawals/approve";
pub const APPROVE_PROPOSAL: &str = "proposals/approve";
pub const APPROVE_KEY: &str = "keys/approve";
/// All of them.
pub const APPROVE: [&str; 3] = [APPROVE_WITHDRAWAL, APPROVE_PROPOSAL, APPROVE_KEY];
const PROPOSE_KEY: &str = "keys/propose";
/// The call in whose name a login is signed.
pub const LOGIN: &str = "session/open";

/// The keys of the member whose stream is read from its first event on.
#[derive(Debug, Default)]
pub struct Keyring {
    name: String,
    /// Keys by id, and whether they sign.
    keys: HashMap<String, (StaffKey, bool)>,
    /// Whether a key of the member's was ever approved.
    signs: bool,
}

/// What an event says of signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signed {
    /// Nothing.
    NotNeeded,
    /// An approval of a member who has never had a key.
    BeforeKeys,
    /// A key was proposed by its owner, or approved by another person.
    Key,
    /// An approval whose signature holds.
    Approval,
    /// A login whose signature holds.
    Login,
    /// What does not hold.
    Broken(&'static str),
}

impl Keyring {
    /// The member's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a key of the member's was ever approved.
    pub const fn signs(&self) -> bool {
        self.signs
    }

    /// Takes the next event of the stream. One that does not hold counts all the same, so that reading can go on.
    pub fn take(&mut self, event: &StaffEvent) -> Signed {
        match event {
            StaffEvent::StaffAdded { name, .. } => {
                self.name.clone_from(name);
                Signed::NotNeeded
            }
            StaffEvent::StaffKeyProposed {
                key,
                signature,
                request,
                ..
            } => self.propose(key, signature, *request),
            StaffEvent::StaffKeyApproved { key, by, .. } => self.approve(key, by),
            StaffEvent::StaffKeyRevoked { key, .. } => {
                self.keys.remove(key);
                Signed::NotNeeded
            }
            StaffEvent::StaffActed {
                call,
                subject,
                request,
                approval,
                ..
            } if APPROVE.contains(&call.as_str()) => {
                let act = (call.as_str(), subject.as_deref().unwrap_or_default());
                self.act(act, approval.as_ref(), *request)
            }
            StaffEvent::StaffSessionOpened { session, proof, .. } => self.login(proof.as_ref(), *session),
            _ => Signed::NotNeeded,
        }
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

    fn act(&self, act: (&str, &str), approval: Option<&Approval>, request: Uuid) -> Signed {
        match self.signed(act, approval, request) {
            Some(true) => Signed::Approval,
            Some(false) => Signed::Broken("the signature of an approval does not hold"),
            None if self.signs => Signed::Broken("an approval of a member with a key is not signed"),
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
