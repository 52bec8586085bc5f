//! Money that came and that nobody owns so far: in the books from the moment it is seen, on the suspense account.
//!
//! What comes out of the account again is booked where it goes to: a player's `TopUpCredited`, once a payment was given
//! to an order, a `ReserveFunded` that names it, or a `PaymentReturned` once its sender has it again. Each payment comes to the account once and leaves it once, whole.

use super::fund::{AMOUNT_MAX, FundReserve};
use super::{Treasury, TreasuryEvent};
use crate::ids::WithdrawalId;
use crate::money::Usdt;
use crate::posting::{Account, House};
use crate::refusal::Refusal;
use crate::stream::Decision;
use serde::{Deserialize, Serialize};

/// Longest name of a rail and of a transaction.
const NAME_MAX: usize = 128;

/// Which payment it is: one transaction may bring several, and rails may spell theirs alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentKey {
    /// The rail that it came by.
    pub rail: String,
    pub tx: String,
    /// Its logical time.
    pub lt: u64,
}

/// Books a final payment that names no order; issued by the watcher of the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiveUnmatched {
    pub payment: PaymentKey,
    pub amount: Usdt,
}

/// Books a payment that the house made itself into the prize reserve, whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FundFromSuspense {
    /// So much came.
    pub fund: FundReserve,
    pub payment: PaymentKey,
}

/// Books that the sender of a payment has it again; issued by the payout worker once that is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnPayment {
    pub payment: PaymentKey,
    pub amount: Usdt,
    pub withdrawal: WithdrawalId,
}

/// Where the money of a payment is booked from: what came unmatched is in custody already.
pub const fn source(from_suspense: bool) -> Account {
    Account::House(if from_suspense {
        House::UsdtSuspense
    } else {
        House::UsdtCustody
    })
}

impl PaymentKey {
    /// The natural key of its way out of the account, which it takes once.
    fn way_out(&self) -> String {
        let PaymentKey { rail, tx, lt } = self;
        format!("suspense_out:{rail}:{tx}:{lt}")
    }
}

impl FundFromSuspense {
    /// 4001 for a payment that funded the reserve before; that no order has it, its row decides (rails §6).
    pub(super) fn decide(&self, treasury: &Treasury) -> Result<Decision<TreasuryEvent>, Refusal> {
        let decision = self.fund.decide(treasury, Some(self.payment.clone()))?;
        Ok(decision.claiming(self.payment.way_out(), Refusal::AlreadyReceived))
    }
}

impl ReturnPayment {
    /// 4001 for a payment that went back, or to the reserve, before.
    pub(super) fn decide(&self) -> Result<Decision<TreasuryEvent>, Refusal> {
        if !(1..=AMOUNT_MAX).contains(&self.amount.minor()) {
            return Err(Refusal::InvalidAmount);
        }
        let decision = Decision::from(TreasuryEvent::PaymentReturned {
            payment: self.payment.clone(),
            amount: self.amount,
            withdrawal: self.withdrawal,
        });
        Ok(decision.claiming(self.payment.way_out(), Refusal::AlreadyReceived))
    }
}

impl ReceiveUnmatched {
    /// 4001 for a payment that was booked before.
    pub(super) fn decide(&self) -> Result<Decision<TreasuryEvent>, Refusal> {
        let PaymentKey { rail, tx, lt } = &self.payment;
        for (text, field) in [(rail, "rail"), (tx, "tx")] {
            let is_plain = (1..=NAME_MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
            if !is_plain {
                return Err(Refusal::InvalidField { field: field.into() });
            }
        }
        if !(1..=AMOUNT_MAX).contains(&self.amount.minor()) {
            return Err(Refusal::InvalidAmount);
        }
        let decision = Decision::from(TreasuryEvent::UnmatchedReceived {
            payment: self.payment.clone(),
            amount: self.amount,
        });
        Ok(decision.claiming(format!("suspense:{rail}:{tx}:{lt}"), Refusal::AlreadyReceived))
    }
}
