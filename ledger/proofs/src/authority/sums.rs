//! Laws I-41h and I-41i: limits of authority add up over 24 hours (api §7.3, api §7.5, api §7.9).
//!
//! | law | of | recomputed |
//! |---|---|---|
//! | I-41h | each correction and each end of a dive that a member proposed, each packet that a member put out alone, each withdrawal that a member let go alone | what the member moved in the 24 hours before, by the member's own stream, against the limit of the roles that the act names |
//! | I-41i | each withdrawal that one member let go | what all members let go to its player and to the accounts that the act names as tied, with their shares of packets, against the bound of the configuration then |
//!
//! Amounts are those of the proposal, the packet or the withdrawal, not what the act says of itself; limits stand here once
//! more, apart from the service's. An act without its effect counts as the service counted it.
//!
//! A sum is taken at the position of its act. Acts of another log count when they are a minute older (ASSUMED: clocks of
//! two processes), and shares of packets as well, whose view may be so far behind; the oldest minute of the 24 hours and
//! a bound that changed within a minute are given the benefit of the doubt.
//!
//! Withdrawals count against the limit of one member from the first act on that says what it lets go alone; those before
//! were not counted by the service either. So do packets of other assets than USDT, by what they are worth at parity.
//!
//! Which accounts are tied is personal and not in the log: the law takes the ones that the act names. Acts older
//! than the first that names any are not judged: they were asked for other sums.
//!
//! Holds the acts of staff about money, the shares of packets of USDT and every withdrawal's player and amount, some
//! hundred bytes each.

mod bounds;
mod effects;

use super::{Law, MINUTE_MS, Place, Stored};
use bounds::Bounds;
use domain::ids::PlayerId;
use domain::money::Usdt;
use domain::staff::{Payment, Role, Roles, StaffEvent};
use effects::{Approval, Effects};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;
use uuid::Uuid;

const PROPOSE: &str = "adjustments/propose";
const CREATE: &str = "packets/create";
const LET_GO: &str = "withdrawals/approve";
const ASSIGN: &str = "topups/propose_assign";
const VOID: &str = "dives/propose";
const APPROVE: &str = "proposals/approve";
const DAY_MS: i64 = 86_400_000;
/// An act about money, where it stands.
struct Act {
    member: String,
    place: Place,
    at: i64,
    call: &'static str,
    subject: String,
    request: Uuid,
    roles: Roles,
    worth: Usdt,
    payment: Option<Payment>,
    tied: Option<Vec<PlayerId>>,
}

/// A payment that an act lets go.
struct LetGo {
    what: Uuid,
    amount: Usdt,
    place: Place,
    at: i64,
}

/// Everything that is read.
pub(super) struct Sums {
    /// Names of members, by the key of their stream.
    members: HashMap<String, String>,
    names: HashSet<String>,
    /// In the order of each member's stream.
    acts: Vec<Act>,
    effects: Effects,
    bounds: Bounds,
    /// From when on acts name what is judged here.
    since: i64,
    /// From when on withdrawals that one member let go count against the limit of the roles.
    alone_since: i64,
    /// The same for payments that a member proposed to give to an order.
    assigned_since: i64,
    unread: Vec<Place>,
}

impl Default for Sums {
    fn default() -> Sums {
        Sums {
            members: HashMap::new(),
            names: HashSet::new(),
            acts: Vec::new(),
            effects: Effects::default(),
            bounds: Bounds::default(),
            since: i64::MAX,
            alone_since: i64::MAX,
            assigned_since: i64::MAX,
            unread: Vec::new(),
        }
    }
}

impl Sums {
    /// Takes the next event of a stream; others than those that are summed are passed over.
    pub(super) fn take(&mut self, entry: &impl Stored) {
        let read = match (entry.stream(), entry.event_type()) {
            ("staff", "StaffAdded" | "StaffActed" | "StaffKeyApproved") => {
                entry.read().map(|event| self.staff(event, entry))
            }
            ("config", _) => self.bounds.take(entry),
            ("config_section", _) if entry.key() == "config-withdraw" => self.bounds.take(entry),
            _ => self.effects.take(entry),
        };
        if read.is_none() {
            self.unread.push(entry.place());
        }
    }

    fn staff(&mut self, event: StaffEvent, entry: &impl Stored) {
        match event {
            StaffEvent::StaffAdded { name, .. } => {
                self.names.insert(name.clone());
                self.members.insert(entry.key().to_owned(), name);
            }
            StaffEvent::StaffKeyApproved { all_acts: true, at, .. } => self.since = self.since.min(at.0),
            StaffEvent::StaffActed {
                call,
                roles,
                subject,
                request,
                worth,
                payment,
                tied,
                at,
                ..
            } => {
                let known = [PROPOSE, CREATE, LET_GO, ASSIGN, VOID, APPROVE]
                    .into_iter()
                    .find(|known| *known == call);
                if tied.is_some() {
                    self.since = self.since.min(at.0);
                }
                if known == Some(LET_GO) && worth > Usdt::ZERO {
                    self.alone_since = self.alone_since.min(at.0);
                }
                if known == Some(ASSIGN) && worth > Usdt::ZERO {
                    self.assigned_since = self.assigned_since.min(at.0);
                }
                self.acts.extend(known.map(|call| Act {
                    member: self.members.get(entry.key()).cloned().unwrap_or_default(),
                    place: entry.place(),
                    at: at.0,
                    call,
                    subject: subject.unwrap_or_default(),
                    request,
                    roles,
                    worth,
                    payment,
                    tied,
                }));
            }
            // Only these are asked for.
            _ => {}
        }
    }

    /// Whether somebody is a member, at a time from which on sums are judged.
    fn is_judged(&self, name: &str, at: i64) -> bool {
        at >= self.since && self.names.contains(name)
    }

    /// From when on acts of a kind count against the limit of the roles, by what they came to.
    fn counted_since(&self) -> impl Fn(&Act) -> i64 {
        let is_other = |act: &Act| act.call == CREATE && self.effects.is_other(&act.member, act.request);
        let others = self.acts.iter().filter(|act| act.worth > Usdt::ZERO && is_other(act));
        // One release began to count both.
        let others_since = others.map(|act| act.at).fold(self.assigned_since, i64::min);
        move |act| match act.call {
            LET_GO => self.alone_since,
            ASSIGN => self.assigned_since,
            CREATE if is_other(act) => others_since,
            _ => self.since,
        }
    }

    /// Everything is read.
    pub(super) fn judge(self, near_end: Option<RangeInclusive<i64>>) -> [Law; 2] {
        [self.alone(near_end.clone()), self.together(near_end)]
    }

    /// I-41h: acts of one stream, in its order and by its own times.
    fn alone(&self, near_end: Option<RangeInclusive<i64>>) -> Law {
        let says = "what a member proposes in corrections and assignments, puts out in packets and lets go alone within 24 hours is within the limit of the roles";
        let mut law = Law::new("I-41h", says).near_end(near_end);
        law.unread(&self.unread);
        let mut moved: HashMap<&str, Vec<(i64, Usdt)>> = HashMap::new();
        let (mut stood_for, worths, since) = (HashSet::new(), self.effects.worths(), self.counted_since());
        for act in self
            .acts
            .iter()
            .filter(|act| [PROPOSE, CREATE, LET_GO, ASSIGN, VOID].contains(&act.call))
        {
            let request = (act.member.as_str(), act.request);
            stood_for.insert(request);
            let given = || {
                Some(
                    self.effects
                        .proposed(act.request)
                        .filter(|_| act.call == ASSIGN)?
                        .amount,
                )
            };
            let done = worths.get(&request).copied().or_else(given);
            let done = done.filter(|_| act.at >= since(act));
            let worth = act.worth.max(done.unwrap_or_default());
            if worth == Usdt::ZERO {
                continue;
            }
            let day = moved.entry(&act.member).or_default();
            day.retain(|(at, _)| act.at - at < DAY_MS);
            day.push((act.at, worth));
            let sum = day.iter().fold(Usdt::ZERO, |sum, (_, worth)| sum + *worth);
            law.count(
                sum <= limit(act),
                act.place,
                "it is beyond what the member may move in 24 hours",
            );
        }
        for done in self
            .effects
            .alone()
            .filter(|done| self.is_judged(&done.member, done.place.at))
        {
            let request = done.request.map(|request| (done.member.as_str(), request));
            if !request.is_some_and(|request| stood_for.contains(&request)) {
                law.count(false, done.place, "no act of the member stands behind it");
            }
        }
        law
    }

    /// I-41i: every approval of one person against what all of them let go.
    fn together(&self, near_end: Option<RangeInclusive<i64>>) -> Law {
        let says = "what staff let go to one player and tied accounts within 24 hours is within the bound, or two people let it go";
        let mut law = Law::new("I-41i", says).near_end(near_end);
        let payments = self.payments();
        let acts = self.acts.iter().filter(|act| act.call == LET_GO);
        let acts: HashMap<_, _> = acts
            .map(|act| ((act.member.as_str(), Some(act.request)), act))
            .collect();
        for approval in self.effects.approvals() {
            let Approval { by, place, .. } = approval;
            if !self.is_judged(by, place.at) {
                continue;
            }
            let act = acts.get(&(by.as_str(), approval.request));
            let holds = act.is_some_and(|act| {
                let bound = self.bounds.between(act.at - MINUTE_MS, place.at);
                self.sum(act, approval, &payments) <= bound
            });
            law.count(holds, *place, "one member let go what takes two");
        }
        law
    }

    /// What was let go to the approval's player and the accounts that the act names, each payment once.
    fn sum(&self, act: &Act, approval: &Approval, payments: &HashMap<PlayerId, Vec<LetGo>>) -> Usdt {
        let tied = act.tied.iter().flatten().copied();
        let to: HashSet<PlayerId> = tied.chain([approval.player]).collect();
        let is_before = |one: &&LetGo| match one.place.partition == act.place.partition {
            true => one.place.position <= act.place.position,
            false => one.at + MINUTE_MS < act.at,
        };
        let of_day = |one: &&LetGo| one.at > act.at - DAY_MS + MINUTE_MS;
        let let_go = to.iter().filter_map(|player| payments.get(player)).flatten();
        let let_go = let_go.filter(is_before).filter(of_day);
        let mut once: BTreeMap<Uuid, Usdt> = let_go.map(|one| (one.what, one.amount)).collect();
        once.insert(approval.withdrawal, approval.amount);
        let shares = self.effects.claimed(&to, act.at - DAY_MS, act.at - MINUTE_MS);
        once.into_values().fold(shares, |sum, amount| sum + amount)
    }

    /// Payments by who receives them.
    fn payments(&self) -> HashMap<PlayerId, Vec<LetGo>> {
        let mut payments: HashMap<PlayerId, Vec<LetGo>> = HashMap::new();
        for act in &self.acts {
            let is_named = act.payment.is_some() || act.at >= self.since;
            let found = match act.call {
                LET_GO => self.effects.withdrawal(&act.subject),
                PROPOSE | ASSIGN => self.effects.proposed(act.request),
                APPROVE => self.effects.proposal(&act.subject),
                _ => None,
            };
            let Some(payment) = found.filter(|_| is_named).or_else(|| act.payment.clone()) else {
                continue;
            };
            payments.entry(payment.to).or_default().push(LetGo {
                what: payment.what,
                amount: payment.amount,
                place: act.place,
                at: act.at,
            });
        }
        payments
    }
}

/// What one member may move in 24 hours: in corrections and withdrawals by the largest of the roles, in packets the same for all.
fn limit(act: &Act) -> Usdt {
    let usdt = match act.call {
        CREATE => 100,
        _ => act.roles.iter().map(of_role).max().unwrap_or(0),
    };
    Usdt::from_minor(usdt * 1_000_000)
}

const fn of_role(role: &Role) -> i64 {
    match role {
        Role::Support => 10,
        Role::Risk => 100,
        Role::Finance => 1_000,
        Role::FinanceLead => 10_000,
        Role::Content | Role::ConfigAdmin | Role::Security | Role::Auditor => 0,
    }
}
