//! Laws I-41d and I-41g (api §7.19): what a member did was permitted to the roles that the member had, and of who has a key
//! it is signed with one in force, which another person approved; so is each login while a key is in force.
//!
//! A member's roles, keys and acts stand in the member's own stream, in order; so a stream that is read from its first
//! event is judged from its events alone, and moving an approval back in time hides nothing.

use super::acts::{CREATE, DECIDE, Said, said};
use super::{Extent, Law, MINUTE_MS, Place, Stored};
use crate::approval::{APPROVE, APPROVE_KEY, Keyring, LATER_ACTS, Signed, act_of};
use domain::staff::StaffEvent;
use std::collections::{HashMap, HashSet};

/// A member whose stream is read from its begin.
#[derive(Default)]
struct Member {
    keyring: Keyring,
    acts: Vec<Said>,
}

/// What the streams of members say about everything else.
#[derive(Default)]
pub(super) struct Kept {
    /// Members who ever had a key, or needed one.
    pub keyed: HashSet<String>,
    /// What they did, as they signed it.
    pub acts: HashSet<Said>,
    /// Decisions about the accounts and keys of others.
    pub keys: Vec<(Said, Place)>,
    /// When a login first said that the house demands keys.
    pub demanded_since: Option<i64>,
}

impl Kept {
    /// Whether the house demanded keys by then, whatever its clocks.
    pub fn is_demanded(&self, place: Place) -> bool {
        self.demanded_since.is_some_and(|since| place.at > since + MINUTE_MS)
    }
}

/// The members by the keys of their streams.
pub(super) struct Members {
    members: HashMap<String, Member>,
    keys: Vec<(Said, Place)>,
    demanded_since: Option<i64>,
    signed: Law,
    logins: Law,
    /// Approvals and acts whose signature holds.
    pub held: u64,
    /// Events of streams that began before what is read.
    pub skipped: u64,
}

impl Default for Members {
    fn default() -> Members {
        Members {
            members: HashMap::new(),
            keys: Vec::new(),
            demanded_since: None,
            signed: Law::new(
                "I-41d",
                "what a member does was permitted to the roles that the member had, and of who has a key is signed with one in force, which another person approved",
            ),
            logins: Law::new(
                "I-41g",
                "while a key of a member is in force, each login of the member is signed with one, and a key that was demanded once stays demanded",
            ),
            held: 0,
            skipped: 0,
        }
    }
}

impl Members {
    pub(super) fn take(&mut self, entry: &impl Stored, extent: Extent) {
        let place = entry.place();
        let is_begun = self.members.contains_key(entry.key()) || entry.event_type() == "StaffAdded";
        if extent == Extent::Range && !is_begun {
            self.skipped += 1;
            return;
        }
        let Some(event) = entry.read::<StaffEvent>() else {
            return self.signed.count(false, place, "the event does not read");
        };
        let member = self.members.entry(entry.key().to_owned()).or_default();
        let signed = member.keyring.take(&event);
        let law = match event {
            StaffEvent::StaffSessionOpened { keys_demanded, .. } => {
                let since = keys_demanded.then_some(place.at);
                self.demanded_since = self.demanded_since.into_iter().chain(since).min();
                &mut self.logins
            }
            _ => &mut self.signed,
        };
        match signed {
            Signed::NotNeeded | Signed::BeforeKeys => {}
            Signed::Broken(why) => law.count(false, place, why),
            Signed::Approval | Signed::Key | Signed::Login => law.count(true, place, ""),
        }
        self.held += u64::from(signed == Signed::Approval);
        match did(event, entry, member.keyring.name(), signed) {
            Some(Did::Acted(act)) => member.acts.push(act),
            Some(Did::Decided(decision)) => self.keys.push((decision, place)),
            None => {}
        }
    }

    /// Every stream is read: acts of who never had a key nor needed one are not looked for.
    pub(super) fn leave(self) -> (Kept, [Law; 2]) {
        let mut kept = Kept {
            keys: self.keys,
            demanded_since: self.demanded_since,
            ..Kept::default()
        };
        for member in self.members.into_values().filter(|member| member.keyring.binds()) {
            kept.keyed.insert(member.keyring.name().to_owned());
            kept.acts.extend(member.acts);
        }
        (kept, [self.signed, self.logins])
    }
}

/// What an event of a member's stream says that somebody did.
enum Did {
    /// The member.
    Acted(Said),
    /// Somebody else, about the member's account.
    Decided(Said),
}

fn did(event: StaffEvent, entry: &impl Stored, name: &str, signed: Signed) -> Option<Did> {
    let name = name.to_owned();
    match event {
        StaffEvent::StaffKeyApproved { key, by, .. } => {
            Some(Did::Decided(said(by, entry.request(), APPROVE_KEY, name, key)))
        }
        StaffEvent::StaffKeyRevoked { key, by, reason, .. } => {
            let subject = format!("{name} {key}");
            Some(Did::Decided(said(by, entry.request(), "keys/revoke", subject, reason)))
        }
        StaffEvent::StaffDisabled { by, reason, .. } => {
            Some(Did::Decided(said(by, entry.request(), "staff/disable", name, reason)))
        }
        StaffEvent::StaffActed {
            call,
            subject,
            reason,
            request,
            approval,
            ..
        } if !matches!(signed, Signed::Broken(_)) => {
            let approves = APPROVE.into_iter().find(|known| *known == call);
            let approved = approves.map(|call| (call, approval.map(|approval| approval.digest)));
            // The events of a packet and of a verdict do not have the reason.
            let is_short = |call: &str| call == CREATE || call == DECIDE;
            let alone = act_of(&call).map(|call| (call, Some(if is_short(call) { String::new() } else { reason })));
            let is_old = signed == Signed::BeforeKeys && LATER_ACTS.contains(&call.as_str());
            let (call, digest) = approved.or(alone)?;
            Some(Did::Acted(Said {
                by: name,
                request: Some(request),
                call,
                subject: subject.filter(|_| !is_old).unwrap_or_default(),
                digest,
            }))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
