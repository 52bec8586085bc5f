//! Law I-41e (api §7.19): every approval of a member who needs a key, and everything that such a member proposed or did alone,
//! wherever it stands, is one that the member signed for just that.
//!
//! | read | compared with the member's own acts |
//! |---|---|
//! | withdrawals, proposals, versions of the configuration, keys | approvals; the digest is recomputed from what is approved |
//! | the same, and freezes, packets, stakes that are opened again, accounts of staff, identities, ends of accounts, closings of days | what one person did or proposed: subject and reason are those that were signed |
//!
//! An approval in another stream is no older or younger than a key, but it names its request: either the act of that
//! request is signed, or it stands before the member's first key.
//!
//! What is approved of a withdrawal names its player since the first approval that does; older signatures hold as they
//! are.
//!
//! Holds what staff did outside their own streams, and what waits for approval, a few hundred bytes each. Says nothing
//! about what members without a key did before keys were demanded; what is approved since then, whoever seems to have
//! approved it, is somebody's signed act.

mod object;

use super::members::Kept;
use super::{Law, MINUTE_MS, Place, Stored};
use crate::approval::APPROVE;
use domain::player::Event;
use domain::proposal::ProposalEvent;
use domain::red_packet::PacketEvent;
use object::Object;
use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use uuid::Uuid;

/// The call by which one person puts a packet out.
pub(super) const CREATE: &str = "packets/create";
/// The call by which one person stops an account.
const FREEZE: &str = "freezes/set";
/// The call by which one person opens the stakes that solvency closed.
const OPEN_STAKES: &str = "treasury/open_stakes";
/// The call by which one person decides about an identity.
pub(super) const DECIDE: &str = "kyc/decide";

/// What somebody approved, or did alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Said {
    pub by: String,
    pub request: Option<Uuid>,
    pub call: &'static str,
    pub subject: String,
    /// Nothing in acts from before there were keys. What is done alone stands for itself by its reason.
    pub digest: Option<String>,
}

pub(super) fn said(by: String, request: Option<Uuid>, call: &'static str, subject: String, digest: String) -> Said {
    let digest = Some(digest);
    Said {
        by,
        request,
        call,
        subject,
        digest,
    }
}

/// What is read of the objects of acts.
pub(super) struct Acts {
    /// What may still be approved, by its stream: withdrawals, proposals, sections of the configuration.
    objects: HashMap<String, Object>,
    /// What somebody did, in each of the ways in which it may have been said.
    did: Vec<(Vec<Said>, Place)>,
    /// Requests by which approved proposals do what may also be one person's.
    decided: HashSet<Uuid>,
    /// From when on what is approved of a withdrawal names its player.
    named_since: i64,
    /// Approvals that do not.
    nameless: Vec<Place>,
    unread: Vec<Place>,
}

impl Default for Acts {
    fn default() -> Acts {
        Acts {
            objects: HashMap::new(),
            did: Vec::new(),
            decided: HashSet::new(),
            named_since: i64::MAX,
            nameless: Vec::new(),
            unread: Vec::new(),
        }
    }
}

impl Acts {
    pub(super) fn take(&mut self, entry: &impl Stored) {
        let read = match (entry.stream(), entry.event_type()) {
            ("player", "PlayerFrozen" | "PlayerUnfrozen" | "ErasureRequested" | "ErasureCancelled") => {
                entry.read().map(|event| player(event, entry).into_iter().collect())
            }
            ("kyc", "KycDecided" | "KycReset") => {
                let did = entry.read().map(|event| object::identity(event, entry));
                did.map(|did| did.into_iter().collect())
            }
            ("day_close", _) => entry.read().map(|event| vec![object::closed(event, entry)]),
            ("red_packet", "PacketCreated" | "PacketEnded") => entry.read().map(|event| match event {
                PacketEvent::PacketCreated { terms, .. } => object::created(&terms, entry),
                other => object::stopped(other, entry).into_iter().collect(),
            }),
            ("treasury", "PromoAllotted" | "StakesOpened") => entry.read().map(|event| object::treasury(event, entry)),
            ("withdrawal" | "proposal" | "config_section", _) => {
                self.object(entry).map(|did| did.into_iter().collect())
            }
            _ => return,
        };
        match read {
            Some(did) if did.is_empty() => {}
            Some(did) => self.did.push((did, entry.place())),
            None => self.unread.push(entry.place()),
        }
    }

    /// What is approved, proposed or turned down in a stream whose next event this is; nothing at all when it does not read.
    fn object(&mut self, entry: &impl Stored) -> Option<Option<Said>> {
        let stream = format!("{} {}", entry.stream(), entry.key());
        let mut object = self.objects.remove(&stream).unwrap_or_default();
        let did = match entry.stream() {
            "withdrawal" => {
                let did = object.withdrawal(entry.read()?, entry);
                match object.names_player.take() {
                    Some(true) => self.named_since = self.named_since.min(entry.place().at),
                    Some(false) => self.nameless.push(entry.place()),
                    None => {}
                }
                did
            }
            "proposal" => {
                let event = entry.read()?;
                if let ProposalEvent::Approved { .. } = event {
                    self.decided.extend(object.then.drain(..));
                }
                object.proposal(event, entry)
            }
            _ => object.section(entry.read()?, entry),
        };
        if !object.is_over {
            self.objects.insert(stream, object);
        }
        Some(did)
    }

    /// Everything is read: finds what no act of its author stands behind.
    pub(super) fn judge(self, kept: &Kept, near_end: Option<RangeInclusive<i64>>) -> Law {
        let says =
            "what a member who needs a key approved, proposed or did alone is what the member signed, for just that";
        let mut law = Law::new("I-41e", says).near_end(near_end);
        law.unread(&self.unread);
        // An older process may write for a minute more.
        let named_since = self.named_since.saturating_add(MINUTE_MS);
        for place in self.nameless.iter().filter(|place| place.at > named_since) {
            law.count(
                false,
                *place,
                "what was signed does not name the player of the withdrawal",
            );
        }
        let of_keys = kept
            .keys
            .iter()
            .map(|(said, place)| (std::slice::from_ref(said), *place));
        let of_objects = self.did.iter().map(|(either, place)| (either.as_slice(), *place));
        for (either, place) in of_keys.chain(of_objects) {
            // A freeze or a packet is an act of its own, or what a proposal made of it.
            let is_decided = |said: &Said| {
                let may_be = said.call == FREEZE || said.call == CREATE;
                may_be && said.request.is_some_and(|request| self.decided.contains(&request))
            };
            let mut either = either.iter().filter(|said| !is_decided(said));
            let is_bound =
                |said: &Said| kept.keyed.contains(&said.by) || APPROVE.contains(&said.call) && kept.is_demanded(place);
            if either.clone().any(is_bound) {
                law.count(
                    either.any(|said| is_signed(said, kept)),
                    place,
                    "its author did not sign this",
                );
            }
        }
        law
    }
}

/// Whether an act of its author stands behind it.
fn is_signed(said: &Said, kept: &Kept) -> bool {
    let before_keys = Said {
        digest: None,
        ..said.clone()
    };
    // An act that is older than the signatures of its kind named less.
    let older = Said {
        subject: String::new(),
        ..said.clone()
    };
    said.digest.is_some() && [said, &before_keys, &older].iter().any(|said| kept.acts.contains(said))
}

fn player(event: Event, entry: &impl Stored) -> Option<Said> {
    let (call, by, reason) = match event {
        Event::PlayerFrozen(frozen) => (FREEZE, frozen.staff, frozen.reason),
        Event::PlayerUnfrozen(free) => ("freezes/lift", free.staff, free.reason),
        // With an approver it is what a proposal made of it (law I-41j).
        Event::ErasureRequested(asked) if asked.approver.is_some() => return None,
        Event::ErasureRequested(asked) => ("erasure/request", asked.staff?, asked.reason),
        Event::ErasureCancelled(back) => ("erasure/cancel", back.staff, back.reason),
        // Only these are asked for.
        _ => return None,
    };
    Some(object::did(by, entry, call, reason))
}

#[cfg(test)]
mod tests;
