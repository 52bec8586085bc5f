//! Decisions: money that members moved is what two of them decided (law I-41j).
//!
//! | event | is carried out of an approved proposal of the kind |
//! |---|---|
//! | `AdjustmentPosted` | `adjustment`: player, purse, amount, counter-account, case, restated month |
//! | `ReserveFunded`, `PromoBudgetFunded` | `reserve_fund`, `promo_fund`: amount, payment |
//! | `MismatchCleared` | `mismatch_clear`: withdrawal |
//! | `PeriodClosed`, events of accounts, versions of the configuration | laws of their own |
//!
//! Each under the request that follows from the proposal, so once; with its maker and its approver, whose own stream has
//! the approval under a role that may approve this kind, and of just this change. A name that is no member's is one of a tool of development.
//!
//! Read by the audit from the table, and by the check of an export from its files. Bounded by the proposals and by what
//! staff moved, some hundred bytes each.

use crate::Recorded;
use domain::ids::{ProposalId, derived};
use domain::money::Usdt;
use domain::player::Event;
use domain::proposal::{Kind, ProposalEvent, digest};
use domain::staff::{Roles, StaffEvent};
use domain::stream::StreamEvent;
use domain::treasury::TreasuryEvent;
use domain::withdrawal::WithdrawalEvent;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};
use uuid::Uuid;

use super::APPROVE_PROPOSAL;

/// An event as it is stored, wherever it is read from.
pub trait Stored {
    /// The type of its stream.
    fn stream(&self) -> &str;
    fn key(&self) -> &str;
    fn event_type(&self) -> &str;
    /// The request that recorded it.
    fn request(&self) -> Option<Uuid>;
    /// Partition and position.
    fn place(&self) -> String;
    /// The event; nothing when it does not read.
    fn read<E: StreamEvent>(&self) -> Option<E>;
}

impl Stored for Recorded {
    fn stream(&self) -> &str {
        &self.aggregate_type
    }

    fn key(&self) -> &str {
        &self.aggregate_id
    }

    fn event_type(&self) -> &str {
        &self.event_type
    }

    fn request(&self) -> Option<Uuid> {
        self.context().ok()?.get("request_id")?.parse().ok()
    }

    fn place(&self) -> String {
        format!("{}/{}", self.partition, self.position)
    }

    fn read<E: StreamEvent>(&self) -> Option<E> {
        self.decode().ok()
    }
}

/// What somebody proposed.
#[derive(Clone)]
struct Proposed {
    kind: Kind,
    what: Value,
    maker: String,
}

/// A proposal that was approved.
struct Decided {
    id: ProposalId,
    proposed: Option<Proposed>,
    by: String,
    /// What was approved.
    digest: String,
    request: Option<Uuid>,
    place: String,
}

/// Money that was moved.
struct Moved {
    kind: Kind,
    /// The fields of the change that the event has.
    fields: Value,
    proposer: String,
    approver: String,
    request: Option<Uuid>,
    place: String,
}

/// What is read of proposals, of who approved them, and of what they came to.
#[derive(Default)]
pub struct Decisions {
    /// Names of members, by the key of their stream.
    members: HashMap<String, String>,
    /// Roles under which members approved, by name and request.
    approved: HashMap<(String, Uuid), Roles>,
    proposed: HashMap<String, Proposed>,
    /// By the request that carries it out.
    decided: BTreeMap<Uuid, Decided>,
    moved: Vec<Moved>,
    unread: Vec<String>,
}

impl Decisions {
    /// Takes the next event of a stream; others than those are passed over.
    pub fn take(&mut self, entry: &impl Stored) {
        let read = match (entry.stream(), entry.event_type()) {
            ("staff", "StaffAdded" | "StaffActed") => entry.read().map(|event| self.staff(event, entry)),
            ("proposal", "Proposed" | "Approved") => entry.read().map(|event| self.proposal(event, entry)),
            ("player", "AdjustmentPosted") => entry.read().map(|event| self.corrected(event, entry)),
            ("treasury", "ReserveFunded" | "PromoBudgetFunded") => entry.read().map(|event| self.funded(event, entry)),
            ("withdrawal", "MismatchCleared") => entry.read().map(|event| self.cleared(event, entry)),
            _ => return,
        };
        if read.is_none() {
            self.unread.push(entry.place());
        }
    }

    fn staff(&mut self, event: StaffEvent, entry: &impl Stored) {
        match event {
            StaffEvent::StaffAdded { name, .. } => _ = self.members.insert(entry.key().to_owned(), name),
            StaffEvent::StaffActed {
                call, roles, request, ..
            } if call == APPROVE_PROPOSAL => {
                let member = self.members.get(entry.key()).cloned().unwrap_or_default();
                self.approved.insert((member, request), roles);
            }
            _ => {}
        }
    }

    fn proposal(&mut self, event: ProposalEvent, entry: &impl Stored) {
        match event {
            ProposalEvent::Proposed { kind, what, maker, .. } => {
                self.proposed
                    .insert(entry.key().to_owned(), Proposed { kind, what, maker });
            }
            ProposalEvent::Approved { by, digest, .. } => {
                let id: Uuid = entry.key().parse().unwrap_or_default();
                let done = derived("proposal_done", id);
                let decided = Decided {
                    proposed: self.proposed.get(entry.key()).cloned(),
                    by,
                    digest,
                    id: ProposalId(id),
                    request: entry.request(),
                    place: entry.place(),
                };
                self.decided.insert(done, decided);
            }
            // Only these two are asked for.
            _ => {}
        }
    }

    fn moves(&mut self, entry: &impl Stored, kind: Kind, fields: Value, (proposer, approver): (String, String)) {
        self.moved.push(Moved {
            kind,
            fields,
            proposer,
            approver,
            request: entry.request(),
            place: entry.place(),
        });
    }

    fn corrected(&mut self, event: Event, entry: &impl Stored) {
        if let Event::AdjustmentPosted(posted) = event {
            let fields = json!({
                "player": entry.key(), "purse": posted.purse, "delta": posted.delta, "counter": posted.counter,
                "case_id": posted.case_id, "restates": posted.restates
            });
            self.moves(entry, Kind::Adjustment, fields, (posted.proposer, posted.approver));
        }
    }

    fn funded(&mut self, event: TreasuryEvent, entry: &impl Stored) {
        let of = |amount: Usdt| amount.minor().to_string();
        match event {
            TreasuryEvent::ReserveFunded {
                amount,
                proposer,
                approver,
                payment,
                ..
            } => {
                let fields = json!({ "amount": of(amount), "payment": payment });
                self.moves(entry, Kind::ReserveFund, fields, (proposer, approver));
            }
            TreasuryEvent::PromoBudgetFunded {
                amount,
                proposer,
                approver,
                ..
            } => {
                let fields = json!({ "amount": of(amount) });
                self.moves(entry, Kind::PromoFund, fields, (proposer, approver));
            }
            // Only these two are asked for.
            _ => {}
        }
    }

    fn cleared(&mut self, event: WithdrawalEvent, entry: &impl Stored) {
        if let WithdrawalEvent::MismatchCleared { proposer, approver, .. } = event {
            let fields = json!({ "withdrawal": entry.key() });
            self.moves(entry, Kind::MismatchClear, fields, (proposer, approver));
        }
    }

    /// Everything that members decided or moved, by its place, and whether it holds.
    pub fn judged(&self) -> Vec<(&str, bool)> {
        let names: HashSet<&str> = self.members.values().map(String::as_str).collect();
        let mut judged: Vec<_> = self.unread.iter().map(|place| (place.as_str(), false)).collect();
        let decided = self
            .decided
            .values()
            .filter(|decided| names.contains(decided.by.as_str()));
        judged.extend(decided.map(|decided| (decided.place.as_str(), self.is_permitted(decided))));
        let is_of_members = |moved: &&Moved| {
            [&moved.proposer, &moved.approver]
                .iter()
                .any(|name| names.contains(name.as_str()))
        };
        let moved = self.moved.iter().filter(is_of_members);
        let mut carried_out = HashSet::new();
        let mut is_first = |moved: &Moved| carried_out.insert(moved.request);
        judged.extend(moved.map(|moved| (moved.place.as_str(), self.is_decided(moved) && is_first(moved))));
        judged
    }

    /// Another person approved just what was proposed, in a role that approves its kind.
    fn is_permitted(&self, decided: &Decided) -> bool {
        let act = decided.request.map(|request| (decided.by.clone(), request));
        let roles = act.and_then(|act| self.approved.get(&act));
        decided.proposed.as_ref().zip(roles).is_some_and(|(proposed, roles)| {
            proposed.maker != decided.by
                && digest(&decided.id, proposed.kind, &proposed.what) == decided.digest
                && !proposed.kind.approvers().is_disjoint(roles)
        })
    }

    fn is_decided(&self, moved: &Moved) -> bool {
        let decided = moved.request.and_then(|request| self.decided.get(&request));
        let Some((decided, proposed)) = decided.and_then(|decided| Some((decided, decided.proposed.as_ref()?))) else {
            return false;
        };
        let fields = moved.fields.as_object().into_iter().flatten();
        let mut same = fields.map(|(name, value)| is_same(&proposed.what[name.as_str()], value));
        proposed.kind == moved.kind
            && proposed.maker == moved.proposer
            && decided.by == moved.approver
            && same.all(|same| same)
    }
}

/// An amount may have been written in another way.
fn is_same(proposed: &Value, done: &Value) -> bool {
    let minor = |value: &Value| value.as_str().and_then(|text| text.parse::<i64>().ok());
    proposed == done || minor(proposed).is_some_and(|amount| minor(done) == Some(amount))
}
