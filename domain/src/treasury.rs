//! The house's own money: what funds prizes (PRODUCT §1, postings by event).

use crate::money::Usdt;
use crate::posting::{Account, House, Postings};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Fact, Stream};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

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

impl Fact for TreasuryEvent {
    fn name(&self) -> &'static str {
        "ReserveFunded"
    }

    fn version(&self) -> u16 {
        1
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
    type Command = FundReserve;
    type Event = TreasuryEvent;

    fn decide(
        &self,
        command: &FundReserve,
        _context: &Context,
    ) -> Result<Decision<TreasuryEvent>, Refusal> {
        if command.proposer == command.approver {
            return Err(Refusal::OtherPersonMustApprove);
        }
        if command.reason.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        if command.amount.minor() <= 0 {
            return Err(Refusal::InvalidField {
                field: "amount".into(),
            });
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
