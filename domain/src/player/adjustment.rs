//! Adjustments: staff corrections, proposed and approved by different people,
//! against a named counter-account and visible in the player's history
//! (domain §3.15, api §7).

use super::{DomainEvent, Event, Player, Rule};
use crate::ids::PlayerId;
use crate::money::Coupon;
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Month;
use serde::{Deserialize, Serialize};

/// The largest correction in minor units: a thousand million USDT, far below the range of 64 bits (ASSUMED).
const DELTA_MAX: u64 = 1_000_000_000_000_000;

/// Corrects a purse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjust {
    pub purse: Purse,
    /// Signed minor units.
    pub delta: i64,
    /// The house account on the other side.
    pub counter: House,
    /// The case it belongs to.
    pub case_id: String,
    pub proposer: String,
    /// Who approved: another person.
    pub approver: String,
    /// The transaction of the chain that moved as much.
    pub tx: Option<String>,
    /// The closed month that it restates, if any: the month itself stays as it was closed.
    pub restates: Option<Month>,
}

/// A purse was corrected. Accounts are written by their journal names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjustmentPosted {
    pub purse: String,
    /// Signed minor units, as text.
    pub delta: String,
    /// The house account on the other side.
    pub counter: String,
    /// The case it belongs to.
    pub case_id: String,
    pub proposer: String,
    pub approver: String,
    /// The transaction of the chain that moved as much. One against custody has it; events of before have it in their
    /// proposal alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tx: Option<String>,
    /// The closed month that it restates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restates: Option<Month>,
}

/// True for a purse that staff may correct. What is on hold belongs to payouts under way, each of which takes or returns
/// its own amount: after a correction the last of them could not be booked, or the rest would keep the account open for
/// ever. Events of before that corrected it still fold.
pub const fn can_correct(purse: Purse) -> bool {
    !matches!(purse, Purse::UsdtHold)
}

impl Rule for Adjust {
    fn decide(&self, _player: &Player, _context: &Context) -> Result<Decision<Event>, Refusal> {
        let field = |field: &str| Refusal::InvalidField { field: field.into() };
        if self.proposer == self.approver {
            return Err(Refusal::OtherPersonMustApprove);
        }
        if self.case_id.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        if self.delta == 0 || self.delta.unsigned_abs() > DELTA_MAX {
            return Err(field("delta"));
        }
        if !can_correct(self.purse) {
            return Err(field("purse"));
        }
        if self.counter.asset() != self.purse.asset() {
            return Err(field("counter"));
        }
        // Custody is what the chain holds: nothing moves it but a transaction of the chain.
        if self.counter == House::UsdtCustody && self.tx.is_none() {
            return Err(field("tx"));
        }
        let posted = AdjustmentPosted {
            purse: self.purse.name().to_owned(),
            delta: self.delta.to_string(),
            counter: self.counter.name().to_owned(),
            case_id: self.case_id.clone(),
            proposer: self.proposer.clone(),
            approver: self.approver.clone(),
            tx: self.tx.clone(),
            restates: self.restates,
        };
        Ok(Event::from(posted).into())
    }
}

impl DomainEvent for AdjustmentPosted {
    /// Coupons that staff give are of no top-up. What they take counts as spending, which needs no record.
    fn evolve(&self, player: &mut Player) {
        if let (Some(Purse::Coupon), Ok(given @ 1..)) = (Purse::named(&self.purse), self.delta.parse()) {
            player.coupon.lots.add(Coupon::from_minor(given));
        }
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let accounts = (
            Purse::named(&self.purse),
            House::named(&self.counter),
            self.delta.parse::<i64>(),
        );
        let (Some(purse), Some(counter), Ok(delta)) = accounts else {
            return Postings::NONE;
        };
        let moved = |postings: Postings, from, to| {
            let (from, to) = if delta > 0 { (from, to) } else { (to, from) };
            postings.transfer(from, to, delta.abs())
        };
        let owned = moved(Postings::NONE, Account::House(counter), Account::Player(player, purse));
        if purse != Purse::Coupon {
            return owned;
        }
        // Every coupon is backed by one USDT: the reserve pays for it, or receives it back (law I-05).
        moved(
            owned,
            Account::House(House::UsdtReserve),
            Account::House(House::UsdtCustomer),
        )
    }
}

#[cfg(test)]
mod tests;
