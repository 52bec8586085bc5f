//! Team records: how an inviter comes to what is owed (PRODUCT §3.8, DESIGN §3).
//!
//! A record is one day's sum of one kind: an invite that became valid, the rebate
//! of one friend, or the rebate of all second-level friends together (their names
//! stay theirs). The money is on the books since the friend's own event, in
//! `referral_due` or `invite_due`; a record moves it to the player, once, or back
//! to where it came from, once.
//!
//! The caller reads the record from the view, after its day is over and the view
//! has passed it, and hands it over as data together with what was received of it
//! before. One natural key stands for (record, received before), and receiving,
//! cancelling and expiring all claim it: of two that see the same record, one
//! succeeds and the other is told 4001 (law I-28, case T-24).
//!
//! | command | who | when | moves the rest to |
//! |---|---|---|---|
//! | `ReceiveRecord` | player | open, not expired, within the day's limits | the player |
//! | `ExpireRecord` | clock | 30 days after its day | the house |
//! | `CancelRecord` | staff | at any time before | the house |
//!
//! Limits are counted on the day of receiving (law I-27): 50 diamonds, beyond which
//! an invite waits for another day; 200 USDT of rebates, up to which a record is
//! paid - the rest of it stays pending.

use super::super::gate::Gate;
use super::super::{Event, Happening, Player, Rule};
use crate::config::Team as Rules;
use crate::ids::{PlayerId, RecordId, derived};
use crate::money::{Diamond, Usdt};
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, NaturalKey};
use crate::time::{DAY_MS, Day, Timestamp};
use serde::{Deserialize, Serialize};

/// What a record is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordKind {
    /// A friend's invite became valid.
    Invite,
    /// A friend's earnings of a day.
    RebateL1,
    /// The earnings of all friends' friends on a day.
    RebateL2,
}

/// A record as the view holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// What for.
    pub kind: RecordKind,
    /// The UTC day of the events it sums.
    pub day: Day,
    /// The friend; nobody for the second level.
    pub friend: Option<PlayerId>,
    /// Diamonds of an invite.
    pub diamonds: Diamond,
    /// The whole rebate.
    pub usdt: Usdt,
    /// What was received of the rebate before.
    pub received: Usdt,
}

/// What was received on one day; it bounds the day's limits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipts {
    /// The day of the last receipt.
    pub day: Option<Day>,
    /// Diamonds on it.
    pub diamonds: Diamond,
    /// Rebates on it.
    pub usdt: Usdt,
}

/// Takes what a record holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiveRecord {
    /// The record.
    pub record: Record,
}

/// Ends a record that nobody received in time; issued by the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpireRecord {
    /// The record.
    pub record: Record,
}

/// Takes a record away for fraud: staff, with a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CancelRecord {
    /// The record.
    pub record: Record,
    /// Who decided.
    pub staff: String,
    /// Why.
    pub reason: String,
}

/// The player received a record, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamRecordReceived {
    /// The record.
    pub id: RecordId,
    /// What it held.
    pub record: Record,
    /// Diamonds received.
    pub diamonds: Diamond,
    /// USDT received.
    pub usdt: Usdt,
    /// USDT that stay pending.
    pub rest: Usdt,
    /// The UTC day whose limits it counts to.
    pub on: Day,
}

/// Nobody received the record in time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamRecordExpired {
    /// The record.
    pub id: RecordId,
    /// What it held.
    pub record: Record,
}

/// Staff took the record away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamRecordCancelled {
    /// The record.
    pub id: RecordId,
    /// What it held.
    pub record: Record,
    /// Who decided.
    pub staff: String,
    /// Why.
    pub reason: String,
}

/// The largest rebate of a record: a thousand million USDT (ASSUMED).
const USDT_MAX: Usdt = Usdt::from_minor(1_000_000_000_000_000);

impl Record {
    /// The record's name: fixed by the inviter and what it sums.
    pub fn id(&self, inviter: PlayerId) -> RecordId {
        let kind = match self.kind {
            RecordKind::Invite => "invite",
            RecordKind::RebateL1 => "rebate_l1",
            RecordKind::RebateL2 => "rebate_l2",
        };
        let friend = self.friend.map(|friend| friend.to_string()).unwrap_or_default();
        RecordId(derived(&format!("team_record:{kind}:{friend}:{}", self.day), inviter.0))
    }

    /// When it can be received: an invite at once, a rebate when its day is summed.
    pub fn opens_at(&self, rules: &Rules) -> Timestamp {
        match self.kind {
            RecordKind::Invite => self.day.start(),
            RecordKind::RebateL1 | RecordKind::RebateL2 => self.day.next().start().plus_ms(rules.rebate_opens_ms),
        }
    }

    /// From when on it can no longer be received.
    pub fn expires_at(&self, rules: &Rules) -> Timestamp {
        self.day.next().start().plus_ms(rules.record_ttl_days * DAY_MS)
    }

    /// USDT that are still to be received.
    pub fn rest(&self) -> Usdt {
        self.usdt - self.received
    }

    fn check(&self) -> Result<(), Refusal> {
        let of_friend = self.friend.is_some() == (self.kind != RecordKind::RebateL2);
        let amounts = match self.kind {
            RecordKind::Invite => self.diamonds > Diamond::ZERO && self.usdt.is_zero() && self.received.is_zero(),
            RecordKind::RebateL1 | RecordKind::RebateL2 => {
                self.diamonds.is_zero() && self.usdt <= USDT_MAX && (Usdt::ZERO..self.usdt).contains(&self.received)
            }
        };
        if of_friend && amounts {
            return Ok(());
        }
        Err(Refusal::InvalidField { field: "record".into() })
    }

    /// The one key of this record in this state, for whoever acts on it.
    fn key(&self, inviter: PlayerId) -> NaturalKey {
        NaturalKey {
            key: format!("team_record:{}:{}", self.id(inviter), self.received),
            taken: Refusal::AlreadyReceived,
        }
    }

    /// Moves what is due to `to`, the purses or the house.
    fn postings(&self, player: PlayerId, diamonds: Diamond, usdt: Usdt, to: [Account; 2]) -> Postings {
        Postings::NONE
            .diamond(Account::InviteDue(player), to[0], diamonds)
            .usdt(Account::ReferralDue(player), to[1], usdt)
    }

    fn returned(&self, player: PlayerId) -> Postings {
        let house = [House::DiamondIssueInvite, House::UsdtReserve].map(Account::House);
        self.postings(player, self.diamonds, self.rest(), house)
    }
}

impl Receipts {
    /// The day that a receipt counts to. A clock that steps back over midnight reopens no day.
    pub fn counting(&self, today: Day) -> Day {
        self.day.map_or(today, |day| day.max(today))
    }

    /// What counts to `day`: nothing yet on a day after the last receipt.
    pub fn on(&self, day: Day) -> (Diamond, Usdt) {
        if self.day >= Some(day) {
            (self.diamonds, self.usdt)
        } else {
            (Diamond::ZERO, Usdt::ZERO)
        }
    }
}

impl ReceiveRecord {
    /// How much of the record the day's limits let through.
    fn amounts(&self, player: &Player, rules: &Rules, today: Day) -> Result<(Diamond, Usdt), Refusal> {
        let (diamonds, usdt) = player.team.receipts.on(today);
        let cap = Diamond::from_minor(rules.invite_diamonds_day);
        if self.record.kind == RecordKind::Invite {
            return match diamonds + self.record.diamonds <= cap {
                true => Ok((self.record.diamonds, Usdt::ZERO)),
                false => Err(Refusal::InviteLimitReached { cap: cap.to_string() }),
            };
        }
        let part = self.record.rest().min(rules.rebate_day - usdt);
        if part <= Usdt::ZERO {
            let cap = rules.rebate_day.to_string();
            return Err(Refusal::InviteLimitReached { cap });
        }
        Ok((Diamond::ZERO, part))
    }
}

impl Rule for ReceiveRecord {
    /// A rebate is money: it needs what taking winnings out needs. Diamonds are a gift.
    fn gate(&self) -> Gate {
        match self.record.kind {
            RecordKind::Invite => Gate::Gift("team"),
            RecordKind::RebateL1 | RecordKind::RebateL2 => Gate::CashOut("team"),
        }
    }

    /// Order of checks: form, time, limits; received before (4001) is the key's.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let (record, rules) = (&self.record, &context.config.team);
        record.check()?;
        let opens_at = record.opens_at(rules);
        if context.now < opens_at {
            return Err(Refusal::NotReadyYet { at: opens_at.0 });
        }
        if context.now >= record.expires_at(rules) {
            return Err(Refusal::Expired);
        }
        let on = player.team.receipts.counting(context.now.day());
        let (diamonds, usdt) = self.amounts(player, rules, on)?;
        let received = TeamRecordReceived {
            id: record.id(player.id),
            record: record.clone(),
            diamonds,
            usdt,
            rest: record.rest() - usdt,
            on,
        };
        Ok(Decision {
            events: vec![received.into()],
            claims: vec![record.key(player.id)],
        })
    }
}

impl Rule for ExpireRecord {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let record = &self.record;
        record.check()?;
        let expires_at = record.expires_at(&context.config.team);
        if context.now < expires_at {
            return Err(Refusal::NotReadyYet { at: expires_at.0 });
        }
        let expired = TeamRecordExpired {
            id: record.id(player.id),
            record: record.clone(),
        };
        Ok(Decision {
            events: vec![expired.into()],
            claims: vec![record.key(player.id)],
        })
    }
}

impl Rule for CancelRecord {
    fn decide(&self, player: &Player, _context: &Context) -> Result<Decision<Event>, Refusal> {
        let record = &self.record;
        if self.reason.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        record.check()?;
        let cancelled = TeamRecordCancelled {
            id: record.id(player.id),
            record: record.clone(),
            staff: self.staff.clone(),
            reason: self.reason.clone(),
        };
        Ok(Decision {
            events: vec![cancelled.into()],
            claims: vec![record.key(player.id)],
        })
    }
}

impl Happening for TeamRecordReceived {
    fn evolve(&self, player: &mut Player) {
        let receipts = &mut player.team.receipts;
        let (diamonds, usdt) = receipts.on(self.on);
        *receipts = Receipts {
            day: Some(self.on),
            diamonds: diamonds + self.diamonds,
            usdt: usdt + self.usdt,
        };
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purses = [Purse::Diamond, Purse::Usdt].map(|purse| Account::Player(player, purse));
        self.record.postings(player, self.diamonds, self.usdt, purses)
    }
}

impl Happening for TeamRecordExpired {
    fn evolve(&self, _player: &mut Player) {}

    fn postings(&self, player: PlayerId) -> Postings {
        self.record.returned(player)
    }
}

impl Happening for TeamRecordCancelled {
    /// A cancelled invite no longer counts as valid.
    fn evolve(&self, player: &mut Player) {
        if self.record.kind == RecordKind::Invite {
            player.team.valid_invites = player.team.valid_invites.saturating_sub(1);
        }
    }

    fn postings(&self, player: PlayerId) -> Postings {
        self.record.returned(player)
    }
}

#[cfg(test)]
mod tests;
