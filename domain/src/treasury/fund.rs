//! Funding by two people: custody money for prizes, reserve money for promotions.

use super::{PaymentKey, Treasury, TreasuryEvent};
use crate::defence::Defence;
use crate::money::Usdt;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};

/// The largest single funding in millionths of USDT: a thousand million USDT (ASSUMED).
pub const AMOUNT_MAX: i64 = 1_000_000_000_000_000;

/// Above this the next funding might overflow 64 bits.
const CEILING: Usdt = Usdt::from_minor(i64::MAX - AMOUNT_MAX);

/// Books money into the prize reserve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FundReserve {
    pub amount: Usdt,
    pub proposer: String,
    /// Who approves: another person.
    pub approver: String,
    pub reason: String,
}

/// Books reserve money into the promo budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FundPromoBudget {
    pub amount: Usdt,
    pub proposer: String,
    /// Who approves: another person.
    pub approver: String,
    pub reason: String,
}

fn check(amount: Usdt, proposer: &str, approver: &str, reason: &str) -> Result<(), Refusal> {
    if proposer == approver && !Defence::OtherPerson.is_off() {
        return Err(Refusal::OtherPersonMustApprove);
    }
    if reason.trim().is_empty() {
        return Err(Refusal::ReasonMissing);
    }
    if !(1..=AMOUNT_MAX).contains(&amount.minor()) {
        return Err(Refusal::InvalidField { field: "amount".into() });
    }
    Ok(())
}

impl FundReserve {
    /// Out of a payment on the suspense account, or out of what no chain brought.
    pub(super) fn decide(
        &self,
        treasury: &Treasury,
        payment: Option<PaymentKey>,
    ) -> Result<Decision<TreasuryEvent>, Refusal> {
        check(self.amount, &self.proposer, &self.approver, &self.reason)?;
        if treasury.funded > CEILING {
            return Err(Refusal::InvalidField { field: "amount".into() });
        }
        Ok(TreasuryEvent::ReserveFunded {
            amount: self.amount,
            proposer: self.proposer.clone(),
            approver: self.approver.clone(),
            reason: self.reason.clone(),
            payment,
        }
        .into())
    }
}

impl FundPromoBudget {
    /// The reserve must have the money; its floor for open prizes is part of the solvency check (domain §1).
    pub(super) fn decide(&self, context: &Context) -> Result<Decision<TreasuryEvent>, Refusal> {
        check(self.amount, &self.proposer, &self.approver, &self.reason)?;
        if self.amount > context.reserve {
            return Err(Refusal::InsufficientUsdt);
        }
        Ok(TreasuryEvent::PromoBudgetFunded {
            amount: self.amount,
            proposer: self.proposer.clone(),
            approver: self.approver.clone(),
            reason: self.reason.clone(),
        }
        .into())
    }
}
