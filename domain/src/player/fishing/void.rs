//! Voiding a dive after a fault of the system: staff, two people (domain §2.1 (8)).
//!
//! The dive is undone: stakes go back to the purse that paid them, and so do the
//! diamonds of its deep start and its shields. Nonces stay used.

use super::super::dive::Fund;
use super::super::{DomainEvent, Event, Player, Rule};
use super::Reason;
use crate::ids::{DiveId, PlayerId};
use crate::money::{Coin, Diamond, Gusd};
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Cancels an open dive after a fault and returns the stakes: staff, two people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoidDive {
    pub dive: DiveId,
    /// The casts that it had when it was proposed; nothing in a proposal of before. After a further cast the player would
    /// play for nothing: a win is surfaced before the approval, a loss is returned by it. The worth that the proposal
    /// was allowed for would not be what returns either.
    pub casts: Option<u32>,
    pub case_id: String,
    pub proposer: String,
    pub approver: String,
}

/// A dive was cancelled and its stakes returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiveVoided {
    pub dive: DiveId,
    /// The fund that paid.
    pub fund: Fund,
    pub casts: u32,
    pub refund: Coin,
    pub returned: Diamond,
    pub case_id: String,
    pub proposer: String,
    pub approver: String,
    pub at: Timestamp,
}

impl Rule for VoidDive {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let dive = player.open_dive(self.dive)?;
        if self.proposer == self.approver {
            return Err(Refusal::OtherPersonMustApprove);
        }
        if self.case_id.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        if self.casts.is_some_and(|casts| casts != dive.casts) {
            return Err(Refusal::StateChanged);
        }
        let voided = DiveVoided {
            dive: dive.id,
            fund: dive.fund,
            casts: dive.casts,
            refund: dive.staked(),
            returned: dive.burned(),
            case_id: self.case_id.clone(),
            proposer: self.proposer.clone(),
            approver: self.approver.clone(),
            at: context.now,
        };
        Ok(Event::from(voided).into())
    }
}

impl DomainEvent for DiveVoided {
    fn evolve(&self, player: &mut Player) {
        let fishing = &mut player.fishing;
        if self.fund == Fund::Paid {
            fishing.lose(self.at.day(), Gusd::ZERO - self.refund.at_parity());
        }
        fishing.session.staked = fishing.session.staked - self.refund;
        fishing.dive = None;
        fishing.ended = Some((self.dive, Reason::Voided));
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = Account::Player(player, self.fund.stake_purse());
        let diamonds = Account::Player(player, Purse::Diamond);
        Postings::NONE
            .coin(Account::House(House::CoinSink), purse, self.refund)
            .diamond(Account::House(House::DiamondSink), diamonds, self.returned)
    }
}

#[cfg(test)]
mod tests;
