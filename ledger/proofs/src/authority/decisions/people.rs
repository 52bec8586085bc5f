//! What takes two members about a person: a verdict about an identity that is revoked, the end of an account for a player
//! who asked a person, and a file of all that is held, which its maker takes. It took one person once, so an event without
//! an approver holds if it is older than the first proposal of its kind.

use super::{Changed, Decided};
use crate::authority::{Law, MINUTE_MS, Place, Stored};
use domain::ids::{PlayerId, ProposalId, derived};
use domain::kyc::KycEvent;
use domain::player::Event;
use domain::proposal::{Kind, TAKE_MS_MAX};
use domain::staff::StaffEvent;
use serde_json::json;
use std::collections::{BTreeMap, HashSet};
use uuid::Uuid;

/// An event that names nobody who approved it.
struct Alone {
    kind: Kind,
    by: String,
    request: Option<Uuid>,
    place: Place,
}

/// A file of all that is held, taken under a proposal.
struct Taken {
    by: String,
    player: PlayerId,
    proposal: ProposalId,
    place: Place,
}

/// The call by which such a file is taken.
const FILE: &str = "access/file";

/// Bounded by what staff did about people, some hundred bytes each.
#[derive(Default)]
pub(super) struct People {
    alone: Vec<Alone>,
    taken: Vec<Taken>,
    /// When each kind was first proposed.
    since: BTreeMap<Kind, i64>,
}

impl People {
    /// Somebody proposed a change of this kind.
    pub(super) fn proposed(&mut self, kind: Kind, entry: &impl Stored) {
        let at = entry.place().at;
        let since = self.since.entry(kind).or_insert(at);
        *since = at.min(*since);
    }

    /// The change that an event says two members made, if it is one; nothing at all when it does not read.
    pub(super) fn take(&mut self, entry: &impl Stored) -> Option<Option<Changed>> {
        Some(match entry.stream() {
            "kyc" => self.identity(entry.read()?, entry),
            _ => self.player(entry.read()?, entry),
        })
    }

    /// The change that an event of an identity check says two members made; nothing for another event.
    fn identity(&mut self, event: KycEvent, entry: &impl Stored) -> Option<Changed> {
        let KycEvent::KycReset {
            by,
            approver,
            reason,
            revision,
        } = event
        else {
            return None;
        };
        let Some(approver) = approver else {
            self.one(Kind::KycReset, by, entry);
            return None;
        };
        let seen = revision.saturating_sub(1);
        let fields = json!({ "player": entry.key(), "revision": seen, "reason": reason });
        Some((Kind::KycReset, fields, (by, approver)))
    }

    /// The same of an event of a player; a player's own request takes nobody.
    fn player(&mut self, event: Event, entry: &impl Stored) -> Option<Changed> {
        let Event::ErasureRequested(asked) = event else {
            return None;
        };
        let by = asked.staff?;
        let Some(approver) = asked.approver else {
            self.one(Kind::Erasure, by, entry);
            return None;
        };
        let fields = json!({ "player": entry.key(), "reason": asked.reason });
        Some((Kind::Erasure, fields, (by, approver)))
    }

    /// What a member looked at.
    pub(super) fn looked(&mut self, event: &StaffEvent, by: &str, entry: &impl Stored) {
        let StaffEvent::StaffReadPersonal {
            call, player, proposal, ..
        } = event
        else {
            return;
        };
        match proposal {
            _ if call != FILE => {}
            Some(proposal) => self.taken.push(Taken {
                by: by.to_owned(),
                player: *player,
                proposal: *proposal,
                place: entry.place(),
            }),
            None => self.one(Kind::AccessFile, by.to_owned(), entry),
        }
    }

    fn one(&mut self, kind: Kind, by: String, entry: &impl Stored) {
        self.alone.push(Alone {
            kind,
            by,
            request: entry.request(),
            place: entry.place(),
        });
    }

    /// What a member did alone is from before it took two, and was not approved by somebody who is left out.
    pub(super) fn judge(&self, law: &mut Law, names: &HashSet<&str>, decided: &BTreeMap<Uuid, Decided>) {
        for taken in &self.taken {
            let decided = decided.get(&derived("proposal_done", taken.proposal.0));
            let holds = decided.is_some_and(|decided| taken.is_of(decided));
            law.count(holds, taken.place, "two members did not decide this");
        }
        for alone in self.alone.iter().filter(|alone| names.contains(alone.by.as_str())) {
            // An older process may do it for a minute more.
            let since = self.since.get(&alone.kind).map(|since| since + MINUTE_MS);
            let is_before = since.is_none_or(|since| alone.place.at <= since);
            let is_approved = alone.request.is_some_and(|request| decided.contains_key(&request));
            law.count(
                is_before && !is_approved,
                alone.place,
                "two members did not decide this",
            );
        }
    }
}

impl Taken {
    /// Its maker took what was proposed, after another approved it and while that held.
    fn is_of(&self, decided: &Decided) -> bool {
        let Some(proposed) = &decided.proposed else {
            return false;
        };
        let after = self.place.at - decided.place.at;
        proposed.kind == Kind::AccessFile
            && proposed.what["player"] == self.player.to_string()
            && proposed.maker == self.by
            && proposed.maker != decided.by
            && (-MINUTE_MS..TAKE_MS_MAX + MINUTE_MS).contains(&after)
    }
}
