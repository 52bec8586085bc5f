//! Team records: how an inviter receives what is due (domain §3.8, domain §4).
//!
//! A record is one day's sum of one kind: an invite that became valid, the rebate
//! of one friend, or the rebate of all second-level friends together (not shown by
//! name). The money was booked by the friend's own event, in
//! `referral_due` or `invite_due`; a record moves it once, to the player or back
//! to its source account.
//!
//! The caller reads the record from the view, after its day has ended and the view
//! has processed it, and passes it in with the amount received of it
//! before. One natural key identifies (record, received before); receiving,
//! cancelling and expiring all claim it: of two concurrent commands, one
//! succeeds and the other returns 4001 (law I-28, threat T-24).
//!
//! | command | who | when | moves the rest to |
//! |---|---|---|---|
//! | `ReceiveRecord` (`receive.rs`) | player | open, not expired, within the day's limits | the player |
//! | `ExpireRecord` (`give_up.rs`) | clock | 30 days after its day | the house |
//! | `CancelRecord` (`give_up.rs`) | staff, two people | at any time before | the house |

use super::super::Event;
use crate::config::Team as Rules;
use crate::ids::{PlayerId, RecordId, derived};
use crate::money::{Diamond, Usdt};
use crate::posting::{Account, Postings};
use crate::refusal::Refusal;
use crate::stream::Decision;
use crate::time::{DAY_MS, Day, Timestamp};
use serde::{Deserialize, Serialize};

/// The kind of a record.
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

/// A record as read from the view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    pub kind: RecordKind,
    /// The UTC day of the events it sums.
    pub day: Day,
    /// The friend; `None` for the second level.
    pub friend: Option<PlayerId>,
    /// Diamonds of an invite.
    pub diamonds: Diamond,
    /// The whole rebate.
    pub usdt: Usdt,
    /// The part of the rebate received before.
    pub received: Usdt,
}

/// The largest rebate of a record: a thousand million USDT (ASSUMED).
const USDT_MAX: Usdt = Usdt::from_minor(1_000_000_000_000_000);
/// The most diamonds of an invite, as the configuration allows them.
const DIAMONDS_MAX: i64 = 1_000_000;

impl Record {
    /// The record's id: derived from the inviter, kind, friend and day.
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

    /// When it expires.
    pub fn expires_at(&self, rules: &Rules) -> Timestamp {
        self.day.next().start().plus_ms(rules.record_ttl_days * DAY_MS)
    }

    /// USDT still to be received.
    pub fn rest(&self) -> Usdt {
        self.usdt - self.received
    }

    pub(super) fn check(&self) -> Result<(), Refusal> {
        let of_friend = self.friend.is_some() == (self.kind != RecordKind::RebateL2);
        let amounts = match self.kind {
            RecordKind::Invite => {
                (1..=DIAMONDS_MAX).contains(&self.diamonds.minor()) && self.usdt.is_zero() && self.received.is_zero()
            }
            RecordKind::RebateL1 | RecordKind::RebateL2 => {
                self.diamonds.is_zero() && self.usdt <= USDT_MAX && (Usdt::ZERO..self.usdt).contains(&self.received)
            }
        };
        if of_friend && amounts {
            return Ok(());
        }
        Err(Refusal::InvalidField { field: "record".into() })
    }

    /// The decision of one command on the record: all commands claim the key of its present state.
    pub(super) fn acted(&self, inviter: PlayerId, event: impl Into<Event>) -> Decision<Event> {
        let key = format!("team_record:{}:{}", self.id(inviter), self.received);
        Decision::from(event.into()).claiming(key, Refusal::AlreadyReceived)
    }

    /// Moves what is due to `to`, the purses or the house.
    pub(super) fn postings(&self, player: PlayerId, diamonds: Diamond, usdt: Usdt, to: [Account; 2]) -> Postings {
        Postings::NONE
            .diamond(Account::InviteDue(player), to[0], diamonds)
            .usdt(Account::ReferralDue(player), to[1], usdt)
    }
}

#[cfg(test)]
mod tests;
