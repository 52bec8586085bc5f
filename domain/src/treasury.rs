//! The house's own money: what funds prizes (PRODUCT §1, postings by event).

use crate::money::Usdt;
use crate::posting::{Account, House, Postings};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Fact, Stream};
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The largest single funding in millionths of USDT: a thousand million USDT (ASSUMED).
const AMOUNT_MAX: i64 = 1_000_000_000_000_000;

/// Above this the next funding might not fit into 64 bits.
const CEILING: Usdt = Usdt::from_minor(i64::MAX - AMOUNT_MAX);

/// Asks for money to be booked into the prize reserve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FundReserve {
    /// How much.
    pub amount: Usdt,
    /// Who proposes.
    pub proposer: String,
    /// Who approves: another person.
    pub approver: String,
    /// Why.
    pub reason: String,
}

/// What happened to the house's money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TreasuryEvent {
    /// Custody money was dedicated to prizes.
    ReserveFunded {
        /// How much.
        amount: Usdt,
        /// Who proposed.
        proposer: String,
        /// Who approved.
        approver: String,
        /// Why.
        reason: String,
    },
}

impl TreasuryEvent {
    /// Name and version of every event that can be recorded.
    pub const CATALOGUE: &'static [(&'static str, u16)] = &[("ReserveFunded", 1)];
}

impl Fact for TreasuryEvent {
    fn name(&self) -> &'static str {
        TreasuryEvent::CATALOGUE[0].0
    }

    fn version(&self) -> u16 {
        TreasuryEvent::CATALOGUE[0].1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        (name == TreasuryEvent::CATALOGUE[0].0).then_some(const { Lineage::new(TreasuryEvent::CATALOGUE[0].1, &[]) })
    }

    fn postings(&self, _owner: Uuid) -> Postings {
        let TreasuryEvent::ReserveFunded { amount, .. } = self;
        Postings::NONE.usdt(
            Account::House(House::UsdtCustody),
            Account::House(House::UsdtReserve),
            *amount,
        )
    }
}

/// The stream of the reserve.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Treasury {
    funded: Usdt,
}

impl Stream for Treasury {
    const TYPE: &'static str = "treasury";
    const STATE_VERSION: u16 = 1;
    type Command = FundReserve;
    type Event = TreasuryEvent;

    fn decide(&self, command: &FundReserve, _context: &Context) -> Result<Decision<TreasuryEvent>, Refusal> {
        if command.proposer == command.approver {
            return Err(Refusal::OtherPersonMustApprove);
        }
        if command.reason.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        if !(1..=AMOUNT_MAX).contains(&command.amount.minor()) || self.funded > CEILING {
            return Err(Refusal::InvalidField { field: "amount".into() });
        }
        let FundReserve {
            amount,
            proposer,
            approver,
            reason,
        } = command.clone();
        Ok(TreasuryEvent::ReserveFunded {
            amount,
            proposer,
            approver,
            reason,
        }
        .into())
    }

    fn evolve(&mut self, event: &TreasuryEvent) {
        let TreasuryEvent::ReserveFunded { amount, .. } = event;
        self.funded += *amount;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Asset;
    use crate::testing::Angler;

    fn fund(minor: i64) -> FundReserve {
        FundReserve {
            amount: Usdt::from_minor(minor),
            proposer: "ann".into(),
            approver: "bob".into(),
            reason: "Opening reserve".into(),
        }
    }

    fn decide(treasury: &Treasury, command: &FundReserve) -> Result<Decision<TreasuryEvent>, Refusal> {
        let angler = Angler::new();
        treasury.decide(command, &angler.context(&crate::player::signin::SignIn.into()))
    }

    #[test]
    fn a_funding_moves_custody_money_into_the_reserve() {
        let event = decide(&Treasury::default(), &fund(5)).expect("funds").events.remove(0);
        let postings = event.postings(Uuid::nil());
        assert_eq!((postings.sum(Asset::Usdt), postings.legs().len()), (0, 2));
        assert_eq!(postings.legs()[1].account, Account::House(House::UsdtReserve));
        let mut treasury = Treasury::default();
        treasury.evolve(&event);
        assert_eq!(treasury.funded, Usdt::from_minor(5));
    }

    #[test]
    fn a_funding_needs_a_second_person_a_reason_and_an_amount() {
        let treasury = Treasury::default();
        let alone = FundReserve {
            approver: "ann".into(),
            ..fund(5)
        };
        assert_eq!(decide(&treasury, &alone), Err(Refusal::OtherPersonMustApprove));
        let silent = FundReserve {
            reason: " ".into(),
            ..fund(5)
        };
        assert_eq!(decide(&treasury, &silent), Err(Refusal::ReasonMissing));
        let field = Err(Refusal::InvalidField { field: "amount".into() });
        for minor in [0, -1, i64::MIN, i64::MAX] {
            assert_eq!(decide(&treasury, &fund(minor)), field);
        }
        let full = Treasury {
            funded: Usdt::from_minor(i64::MAX - 1),
        };
        assert_eq!(decide(&full, &fund(5)), field);
    }
}
