//! What acts about money came to, in the streams of what they are about.

use crate::authority::{Place, Stored};
use domain::ids::{PlayerId, derived};
use domain::money::Usdt;
use domain::player::Event;
use domain::proposal::{Kind, ProposalEvent};
use domain::red_packet::{PacketEvent, Prize, Terms};
use domain::staff::Payment;
use domain::treasury::{Allotment, TreasuryEvent};
use domain::withdrawal::{Approver, WithdrawalEvent};
use domain::worth::{COIN_MICRO, DIAMOND_MICRO};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// A withdrawal that one member let go.
pub(super) struct Approval {
    pub withdrawal: Uuid,
    pub player: PlayerId,
    pub amount: Usdt,
    pub by: String,
    pub request: Option<Uuid>,
    pub place: Place,
}

/// What a member did alone: a correction that was proposed, or a packet.
pub(super) struct Alone {
    pub member: String,
    pub request: Option<Uuid>,
    worth: Usdt,
    pub place: Place,
}

struct Share {
    packet: Uuid,
    amount: Usdt,
    at: i64,
}

#[derive(Default)]
pub(super) struct Effects {
    /// Players and amounts of withdrawals.
    withdrawals: HashMap<String, (PlayerId, Usdt)>,
    approvals: Vec<Approval>,
    /// Proposals that let a payment go: to whom, and how much where the proposal says it.
    proposals: HashMap<Uuid, (PlayerId, Option<Usdt>)>,
    /// The payment of nobody that a proposal gives away: rail, transaction and time.
    assigned: HashMap<Uuid, (String, String, u64)>,
    unmatched: HashMap<(String, String, u64), Usdt>,
    /// Proposals by the request that made them.
    made: HashMap<Uuid, Uuid>,
    alone: Vec<Alone>,
    /// Members and requests of packets of other assets than USDT.
    others: HashSet<(String, Uuid)>,
    /// Requests under which approved proposals put packets out.
    decided: HashSet<Uuid>,
    /// When packets of USDT end.
    ends: HashMap<Uuid, i64>,
    shares: HashMap<PlayerId, Vec<Share>>,
}

impl Effects {
    /// Takes the next event; nothing when it does not read.
    pub(super) fn take(&mut self, entry: &impl Stored) -> Option<()> {
        match (entry.stream(), entry.event_type()) {
            ("withdrawal", "Requested" | "Approved") => self.paid(entry.read()?, entry),
            ("proposal", "Proposed" | "Approved") => self.proposes(entry.read()?, entry),
            ("treasury", "PromoAllotted" | "UnmatchedReceived") => self.allots(entry.read()?, entry),
            ("red_packet", "PacketCreated") => {
                if let PacketEvent::PacketCreated { terms, .. } = entry.read()? {
                    self.puts_out(terms, entry)?;
                }
            }
            ("player", "RedPacketCredited") => {
                if let Event::RedPacketCredited(credited) = entry.read()?
                    && let Prize::Usdt(amount) = credited.prize
                {
                    let player = PlayerId(entry.key().parse().ok()?);
                    self.shares.entry(player).or_default().push(Share {
                        packet: credited.packet.0,
                        amount,
                        at: credited.at.0,
                    });
                }
            }
            // Nothing else counts in a sum.
            _ => {}
        }
        Some(())
    }

    /// A packet of USDT counts when the treasury promises its money, any other by what it is worth at parity.
    fn puts_out(&mut self, terms: Terms, entry: &impl Stored) -> Option<()> {
        match terms.total {
            Prize::Usdt(_) => _ = self.ends.insert(entry.key().parse().ok()?, terms.to.0),
            other => {
                self.others
                    .extend(entry.request().map(|request| (terms.by.clone(), request)));
                self.alone.push(Alone {
                    member: terms.by,
                    request: entry.request(),
                    worth: at_parity(other)?,
                    place: entry.place(),
                });
            }
        }
        Some(())
    }

    fn paid(&mut self, event: WithdrawalEvent, entry: &impl Stored) {
        match event {
            WithdrawalEvent::Requested { request } => {
                let terms = request.terms;
                self.withdrawals
                    .insert(entry.key().to_owned(), (terms.player, terms.amount));
            }
            WithdrawalEvent::Approved {
                by: Approver::Staff(staff),
                ..
            } if staff.len() == 1 => {
                let asked = self.withdrawals.get(entry.key()).zip(entry.key().parse().ok());
                self.approvals
                    .extend(asked.map(|((player, amount), withdrawal)| Approval {
                        withdrawal,
                        player: *player,
                        amount: *amount,
                        by: staff[0].clone(),
                        request: entry.request(),
                        place: entry.place(),
                    }));
            }
            _ => {}
        }
    }

    fn proposes(&mut self, event: ProposalEvent, entry: &impl Stored) {
        let Ok(id) = Uuid::parse_str(entry.key()) else { return };
        match event {
            ProposalEvent::Proposed {
                kind: Kind::Adjustment,
                what,
                maker,
                ..
            } => {
                let Some((player, worth, is_gift)) = correction(&what) else {
                    return;
                };
                self.made.extend(entry.request().map(|request| (request, id)));
                if is_gift {
                    self.proposals.insert(id, (player, Some(worth)));
                }
                self.alone.push(Alone {
                    member: maker,
                    request: entry.request(),
                    worth,
                    place: entry.place(),
                });
            }
            ProposalEvent::Proposed {
                kind: Kind::TopupAssign,
                what,
                players,
                ..
            } => {
                self.made.extend(entry.request().map(|request| (request, id)));
                self.proposals
                    .extend(players.first().map(|player| (id, (*player, None))));
                self.assigned.extend(payment(&what).map(|payment| (id, payment)));
            }
            ProposalEvent::Approved { .. } => _ = self.decided.insert(derived("proposal_done", id)),
            _ => {}
        }
    }

    fn allots(&mut self, event: TreasuryEvent, entry: &impl Stored) {
        match event {
            TreasuryEvent::PromoAllotted {
                purpose: Allotment::Packet { create },
                amount,
                ..
            } => self.alone.push(Alone {
                member: create.by,
                request: entry.request(),
                worth: amount,
                place: entry.place(),
            }),
            TreasuryEvent::UnmatchedReceived { payment, amount } => {
                self.unmatched.insert((payment.rail, payment.tx, payment.lt), amount);
            }
            _ => {}
        }
    }

    /// What members did alone, apart from what two people decided.
    pub(super) fn alone(&self) -> impl Iterator<Item = &Alone> {
        let is_alone = |done: &&Alone| done.request.is_none_or(|request| !self.decided.contains(&request));
        self.alone.iter().filter(is_alone)
    }

    /// Whether a member's request put out a packet of another asset than USDT.
    pub(super) fn is_other(&self, member: &str, request: Uuid) -> bool {
        self.others.contains(&(member.to_owned(), request))
    }

    /// What it came to, and what each withdrawal that one member let go came to, by member and request.
    pub(super) fn worths(&self) -> HashMap<(&str, Uuid), Usdt> {
        let alone = self.alone.iter().map(|done| (&done.member, done.request, done.worth));
        let let_go = self.approvals.iter().map(|one| (&one.by, one.request, one.amount));
        let known = alone.chain(let_go);
        known
            .filter_map(|(member, request, worth)| Some(((member.as_str(), request?), worth)))
            .collect()
    }

    pub(super) fn approvals(&self) -> &[Approval] {
        &self.approvals
    }

    pub(super) fn withdrawal(&self, id: &str) -> Option<Payment> {
        let (to, amount) = self.withdrawals.get(id)?;
        Some(Payment {
            what: id.parse().ok()?,
            to: *to,
            amount: *amount,
        })
    }

    /// What the proposal of a request lets go.
    pub(super) fn proposed(&self, request: Uuid) -> Option<Payment> {
        self.payment(*self.made.get(&request)?)
    }

    pub(super) fn proposal(&self, id: &str) -> Option<Payment> {
        self.payment(Uuid::parse_str(id).ok()?)
    }

    fn payment(&self, proposal: Uuid) -> Option<Payment> {
        let (to, stated) = self.proposals.get(&proposal)?;
        let received = || self.unmatched.get(self.assigned.get(&proposal)?).copied();
        Some(Payment {
            what: proposal,
            to: *to,
            amount: stated.or_else(received)?,
        })
    }

    /// What these players claimed before a moment of packets of USDT that were open after another.
    pub(super) fn claimed(&self, players: &HashSet<PlayerId>, open_after: i64, before: i64) -> Usdt {
        let shares = players.iter().filter_map(|player| self.shares.get(player)).flatten();
        let is_open = |share: &&Share| self.ends.get(&share.packet).is_some_and(|end| *end > open_after);
        let shares = shares.filter(is_open).filter(|share| share.at < before);
        shares.fold(Usdt::ZERO, |sum, share| sum + share.amount)
    }
}

/// What a packet is worth; nothing for more than there is.
fn at_parity(prize: Prize) -> Option<Usdt> {
    let rate = match prize {
        Prize::Coin(_) => COIN_MICRO,
        Prize::Diamond(_) => DIAMOND_MICRO,
        Prize::GusdBonus(_) | Prize::Usdt(_) => 1,
    };
    prize.minor().checked_mul(rate).map(Usdt::from_minor)
}

/// Whose purse a correction changes, by how much at parity, and whether it gives.
fn correction(what: &Value) -> Option<(PlayerId, Usdt, bool)> {
    let rate = match what["purse"].as_str()? {
        "coin_paid" | "coin_promo" => COIN_MICRO,
        "diamond" => DIAMOND_MICRO,
        _ => 1,
    };
    let delta: i64 = what["delta"].as_str()?.parse().ok()?;
    let worth = delta.checked_abs()?.checked_mul(rate)?;
    let player = what["player"].as_str()?.parse().ok()?;
    Some((PlayerId(player), Usdt::from_minor(worth), delta > 0))
}

/// The payment of nobody that a proposal names.
fn payment(what: &Value) -> Option<(String, String, u64)> {
    let rail = what.pointer("/of/0")?.as_str()?.to_owned();
    Some((rail, what["tx"].as_str()?.to_owned(), what.pointer("/of/1")?.as_u64()?))
}
