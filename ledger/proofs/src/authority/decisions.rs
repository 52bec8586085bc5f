//! Decisions of two members: money that they moved and what they did about people (law I-41j), accounts of staff (law
//! I-41f) and their keys ([`keys`]).
//!
//! | event | is carried out of an approved proposal of the kind |
//! |---|---|
//! | `AdjustmentPosted` | `adjustment`: player, purse, amount, counter-account, case, transaction, restated month |
//! | `ReserveFunded`, `PromoBudgetFunded` | `reserve_fund`, `promo_fund`: amount, payment |
//! | `MismatchCleared` | `mismatch_clear`: withdrawal |
//! | `StaffAdded`, `StaffRolesSet`, `StaffEnabled`, `StaffCredentialsReset` | `staff_account`: act, account, roles, own player, code of activation |
//! | `ReturnOpened` | `payment_return`: payment, amount, address |
//! | `DiveVoided` | `dive_void`: player, dive, case |
//! | `TeamRecordCancelled` | `record_cancel`: player, record with its contents, case |
//! | `RankCorrected` | `rank_correction`: board, player, case |
//! | `CouponRefunded` | `coupon_refund`: player, order, amount, payment, address, comment, case |
//! | `KycReset` | `kyc_reset`: player, verdict, reason |
//! | `ErasureRequested` of staff | `erasure`: player, reason |
//! | `StaffReadPersonal` of `access/file` | `access_file`: player, maker, time; it names the proposal |
//! | `PeriodClosed`, `SpanClosed`, versions of the configuration | laws of their own |
//!
//! Each under the request that follows from the proposal, so once; with its maker and its approver, whose own stream has
//! the approval under a role that may approve this kind, and of just this change. A name that is no member's is one of a tool of development.
//! Accounts without an approver are the operator's, or from before they took two. Since keys are demanded the operator only
//! makes members of security, and only while fewer than two of them could decide.
//!
//! Bounded by the proposals and by what staff moved, some hundred bytes each.

mod corrections;
mod fields;
mod keys;
mod money;
mod people;
mod security;

use super::members::Kept;
use super::{Law, Place, Stored};
use crate::approval::APPROVE_PROPOSAL;
use domain::ids::{ProposalId, derived};
use domain::proposal::{Kind, ProposalEvent, digest};
use domain::staff::{Roles, SECURITY_MIN, StaffEvent};
use fields::{code, is_same, stated};
use keys::KeyApprovals;
use people::People;
use security::Security;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;
use uuid::Uuid;

/// What somebody proposed.
#[derive(Clone)]
struct Proposed {
    kind: Kind,
    what: Value,
    maker: String,
    /// The maker's words.
    reason: Value,
}

/// A proposal that was approved.
struct Decided {
    id: ProposalId,
    proposed: Option<Proposed>,
    by: String,
    /// What was approved.
    digest: String,
    request: Option<Uuid>,
    place: Place,
}

/// A change with its fields as its event has them, its maker and its approver.
type Changed = (Kind, Value, (String, String));

/// Money that was moved, or an account that was changed.
struct Moved {
    kind: Kind,
    /// The fields of the change that the event has.
    fields: Value,
    proposer: String,
    approver: String,
    request: Option<Uuid>,
    place: Place,
}

/// A change of an account that nobody approved.
struct Alone {
    /// The account.
    member: String,
    place: Place,
    /// A member of security was made.
    is_security: bool,
    /// One person was enough when accounts did not take two, or it was the operator.
    was_enough: bool,
}

/// What is read of proposals, of who approved them, and of what they came to.
#[derive(Default)]
pub(super) struct Decisions {
    /// Names of members, by the key of their stream.
    members: HashMap<String, String>,
    /// Streams of members whose accounts take two: a decision of two is in them.
    of_two: HashSet<String>,
    /// Roles under which members approved, by name and request.
    approved: HashMap<(String, Uuid), Roles>,
    proposed: HashMap<String, Proposed>,
    /// By the request that carries it out.
    decided: BTreeMap<Uuid, Decided>,
    moved: Vec<Moved>,
    /// Changes of accounts without an approver.
    alone: Vec<Alone>,
    security: Security,
    keys: KeyApprovals,
    people: People,
    unread: Vec<Place>,
}

impl Decisions {
    /// Takes the next event of a stream; others than those are passed over.
    pub(super) fn take(&mut self, entry: &impl Stored) {
        let read = match (entry.stream(), entry.event_type()) {
            (
                "staff",
                "StaffAdded"
                | "StaffActed"
                | "StaffRolesSet"
                | "StaffDisabled"
                | "StaffEnabled"
                | "StaffCredentialsReset"
                | "StaffKeyApproved"
                | "StaffKeyRevoked"
                | "StaffReadPersonal",
            ) => entry.read().map(|event| {
                let member = self.members.get(entry.key()).map_or("", String::as_str);
                self.people.looked(&event, member, entry);
                self.security.take(&event, entry);
                self.keys.take(&event, self.members.get(entry.key()), entry);
                self.staff(event, entry);
            }),
            ("proposal", "Proposed" | "Approved") => entry.read().map(|event| self.proposal(event, entry)),
            ("player", "AdjustmentPosted" | "DiveVoided" | "TeamRecordCancelled" | "CouponRefunded") => {
                let read = entry.read();
                read.map(|event| self.done(corrections::of(event, entry.key()), entry))
            }
            ("kyc", "KycReset") | ("player", "ErasureRequested") => {
                let changed = self.people.take(entry);
                changed.map(|changed| self.done(changed, entry))
            }
            ("rank", "RankCorrected") => {
                let read = entry.read();
                read.map(|event| self.done(corrections::of_rank(event, entry.key()), entry))
            }
            ("treasury", "ReserveFunded" | "PromoBudgetFunded") => {
                entry.read().map(|event| self.done(money::of_treasury(event), entry))
            }
            ("withdrawal", "MismatchCleared" | "ReturnOpened") => {
                let read = entry.read();
                read.map(|event| self.done(money::of_withdrawal(event, entry.key()), entry))
            }
            _ => return,
        };
        if read.is_none() {
            self.unread.push(entry.place());
        }
    }

    fn staff(&mut self, event: StaffEvent, entry: &impl Stored) {
        match event {
            StaffEvent::StaffAdded {
                name,
                roles,
                own,
                by,
                approver,
                activation,
                ..
            } => {
                self.members.insert(entry.key().to_owned(), name);
                let fields = json!({ "act": "add", "roles": roles, "own": own, "code": code(activation.as_ref()) });
                self.account(fields, (by, approver), entry);
            }
            StaffEvent::StaffRolesSet {
                roles, by, approver, ..
            } => self.account(json!({ "act": "roles", "roles": roles }), (by, approver), entry),
            StaffEvent::StaffEnabled { by, approver, .. } => {
                self.account(json!({ "act": "enable" }), (by, approver), entry);
            }
            StaffEvent::StaffCredentialsReset {
                by,
                approver,
                activation,
                ..
            } => {
                let fields = json!({ "act": "reset", "code": code(activation.as_ref()) });
                self.account(fields, (by, approver), entry);
            }
            StaffEvent::StaffActed {
                call, roles, request, ..
            } if call == APPROVE_PROPOSAL => {
                let member = self.members.get(entry.key()).cloned().unwrap_or_default();
                self.approved.insert((member, request), roles);
            }
            // Only these are asked for.
            _ => {}
        }
    }

    fn account(&mut self, mut fields: Value, (by, approver): (String, Option<String>), entry: &impl Stored) {
        let has_code = fields["code"].is_string();
        if let Some(approver) = approver {
            self.of_two.insert(entry.key().to_owned());
            fields["name"] = self.members.get(entry.key()).cloned().into();
            return self.moves(entry, Kind::StaffAccount, fields, (by, approver));
        }
        let is_of_staff = entry.actor().is_some_and(|actor| actor.starts_with("staff:"));
        let takes_two = has_code || self.of_two.contains(entry.key());
        self.alone.push(Alone {
            member: entry.key().to_owned(),
            place: entry.place(),
            is_security: fields["act"] == "add" && self.security.decides(entry.key()),
            was_enough: !is_of_staff || !takes_two,
        });
        if has_code {
            self.of_two.insert(entry.key().to_owned());
        }
    }

    fn proposal(&mut self, event: ProposalEvent, entry: &impl Stored) {
        match event {
            ProposalEvent::Proposed {
                kind,
                what,
                maker,
                reason,
                ..
            } => {
                self.people.proposed(kind, entry);
                let reason = reason.into();
                let proposed = Proposed {
                    kind,
                    what,
                    maker,
                    reason,
                };
                self.proposed.insert(entry.key().to_owned(), proposed);
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

    /// What an event says that two members did, if it is one of those.
    fn done(&mut self, changed: Option<Changed>, entry: &impl Stored) {
        if let Some((kind, fields, two)) = changed {
            self.moves(entry, kind, fields, two);
        }
    }

    /// Everything is read: accounts, money, keys.
    pub(super) fn judge(self, kept: &Kept, near_end: Option<RangeInclusive<i64>>) -> [Law; 3] {
        let law = |id, says| Law::new(id, says).near_end(near_end.clone());
        let mut accounts = law(
            "I-41f",
            "an account of staff is made and changed as two of security decided",
        );
        let mut money = law(
            "I-41j",
            "what members moved, voided, cancelled, refunded or corrected, and what takes two of them about a person, is what one proposed and another approved, in a role that approves its kind",
        );
        money.unread(&self.unread);
        for alone in &self.alone {
            let is_first = alone.is_security && self.security.before(alone.place, &alone.member) < SECURITY_MIN;
            let holds = alone.was_enough && (is_first || !kept.is_demanded(alone.place));
            accounts.count(holds, alone.place, "one person alone changed an account");
        }
        let names: HashSet<&str> = self.members.values().map(String::as_str).collect();
        let is_member = |name: &String| names.contains(name.as_str());
        for decided in self.decided.values().filter(|decided| is_member(&decided.by)) {
            let why = "this was not another's to approve, or is not what was proposed";
            money.count(self.is_permitted(decided), decided.place, why);
        }
        let mut carried_out = HashSet::new();
        for moved in &self.moved {
            let is_account = moved.kind == Kind::StaffAccount;
            if !is_account && ![&moved.proposer, &moved.approver].into_iter().any(is_member) {
                continue;
            }
            let holds = self.is_decided(moved) && carried_out.insert(moved.request);
            match is_account {
                true => accounts.count(holds, moved.place, "two members did not decide this"),
                false => money.count(holds, moved.place, "two members did not decide this"),
            }
        }
        self.people.judge(&mut money, &names, &self.decided);
        [accounts, money, self.keys.judge(&self.security, kept, near_end)]
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
        let mut same = fields.map(|(name, value)| is_same(name, stated(proposed, name), value));
        proposed.kind == moved.kind
            && proposed.maker != decided.by
            && proposed.maker == moved.proposer
            && decided.by == moved.approver
            && same.all(|same| same)
    }
}
