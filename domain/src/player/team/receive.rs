//! Receiving a record, within the limits of the day of receiving (law I-27): 50
//! diamonds, beyond which an invite stays pending; 200 USDT of rebates, up to
//! which a record is paid; the rest of it stays pending.

use super::super::gate::Gate;
use super::super::{DomainEvent, Event, Player, Rule};
use super::record::{Record, RecordKind};
use crate::config::Team as Rules;
use crate::ids::{PlayerId, RecordId};
use crate::money::{Diamond, Usdt};
use crate::posting::{Account, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Day;
use serde::{Deserialize, Serialize};

/// Amounts received on one day, for the day's limits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipts {
    /// The day of the last receipt.
    pub day: Option<Day>,
    /// Diamonds on it.
    pub diamonds: Diamond,
    /// Rebates on it.
    pub usdt: Usdt,
}

/// Receives a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiveRecord {
    pub record: Record,
}

/// The player received a record, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamRecordReceived {
    pub id: RecordId,
    /// Its contents.
    pub record: Record,
    pub diamonds: Diamond,
    pub usdt: Usdt,
    /// USDT that stay pending.
    pub rest: Usdt,
    /// The UTC day whose limits it counts to.
    pub on: Day,
}

impl Receipts {
    /// The day that a receipt counts to. A clock that steps back over midnight does not start a day again.
    pub fn counting(&self, today: Day) -> Day {
        self.day.map_or(today, |day| day.max(today))
    }

    /// Amounts counted on `day`: zero on a day after the last receipt.
    pub fn on(&self, day: Day) -> (Diamond, Usdt) {
        if self.day >= Some(day) {
            (self.diamonds, self.usdt)
        } else {
            (Diamond::ZERO, Usdt::ZERO)
        }
    }
}

impl ReceiveRecord {
    /// How much of the record the day's limits allow.
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
    /// A rebate is money and has the gate of a cash-out. Diamonds have the gate of a gift.
    fn gate(&self) -> Gate {
        match self.record.kind {
            RecordKind::Invite => Gate::Gift("team"),
            RecordKind::RebateL1 | RecordKind::RebateL2 => Gate::CashOut("team"),
        }
    }

    /// Order of checks: form, time, limits; a repetition (4001) is detected by the natural key.
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
        Ok(record.acted(player.id, received))
    }
}

impl DomainEvent for TeamRecordReceived {
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
