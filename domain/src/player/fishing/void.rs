//! Voiding a dive after a fault of ours: staff, two people (domain §2.1 (8)).
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
    /// The dive.
    pub dive: DiveId,
    /// Why.
    pub case_id: String,
    /// Who proposed.
    pub proposer: String,
    /// Who approved.
    pub approver: String,
}

/// A dive was cancelled and its stakes returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiveVoided {
    /// The dive.
    pub dive: DiveId,
    /// Who had paid.
    pub fund: Fund,
    /// Casts made.
    pub casts: u32,
    /// Coins returned.
    pub refund: Coin,
    /// Diamonds returned.
    pub returned: Diamond,
    /// Why.
    pub case_id: String,
    /// Who proposed.
    pub proposer: String,
    /// Who approved.
    pub approver: String,
    /// When.
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
        let voided = DiveVoided {
            dive: dive.id,
            fund: dive.fund,
            casts: dive.casts,
            refund: dive.staked(),
            returned: Diamond::from_minor(dive.deep_start_cost + dive.shields_cost),
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
mod tests {
    use super::*;
    use crate::testing::Angler;

    fn void(angler: &Angler, approver: &str, case_id: &str) -> VoidDive {
        VoidDive {
            dive: angler.dive_id(),
            case_id: case_id.into(),
            proposer: "ann".into(),
            approver: approver.into(),
        }
    }

    #[test]
    fn a_voided_dive_returns_stakes_shields_and_the_deep_start() {
        let mut angler = Angler::new().with_coins(100).with_diamonds(3);
        let start = angler.dives(10, 11).wait(2_500).cast(true);
        angler.must(start);
        angler.casts(2);
        assert_eq!((angler.has(Purse::CoinPaid), angler.has(Purse::Diamond)), (70, 0));
        let next = angler.cast(false);
        angler.must(void(&angler, "bob", "case-1"));
        assert_eq!((angler.has(Purse::CoinPaid), angler.has(Purse::Diamond)), (100, 3));
        let fishing = &angler.player.fishing;
        assert_eq!(
            (fishing.lost, fishing.session.staked, fishing.dive.as_ref()),
            (Gusd::ZERO, Coin::ZERO, None)
        );
        assert_eq!(angler.player.seeds.nonce, 3, "nonces stay used");
        angler.wait(2_500);
        assert_eq!(angler.decide(next), Err(Refusal::DiveCancelled));
    }

    #[test]
    fn a_promo_dive_returns_promo_coins() {
        let mut angler = Angler::new().with_promo(100);
        angler.dives(10, 1).casts(3);
        angler.must(void(&angler, "bob", "case-1"));
        assert_eq!((angler.has(Purse::CoinPromo), angler.has(Purse::CoinPaid)), (100, 0));
    }

    #[test]
    fn a_void_needs_a_second_person_and_a_reason() {
        let mut angler = Angler::new().with_coins(100);
        assert_eq!(angler.decide(void(&angler, "bob", "case-1")), Err(Refusal::NoDiveOpen));
        angler.dives(10, 1);
        assert_eq!(
            angler.decide(void(&angler, "ann", "case-1")),
            Err(Refusal::OtherPersonMustApprove)
        );
        assert_eq!(angler.decide(void(&angler, "bob", " ")), Err(Refusal::ReasonMissing));
    }
}
