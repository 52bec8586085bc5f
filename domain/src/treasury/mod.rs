//! The house's own money: what funds prizes and promotions (domain §1, postings by event).
//!
//! | event | money | who |
//! |---|---|---|
//! | `ReserveFunded` | h:usdt_custody -> h:usdt_reserve; a payment that came: h:usdt_suspense -> | two people: a proposal of kind `reserve_fund` |
//! | `UnmatchedReceived` | h:usdt_custody -> h:usdt_suspense | the watcher of the chain ([`suspense`]) |
//! | `PaymentReturned` | h:usdt_suspense -> h:usdt_custody | the payout worker, once the sender has it ([`suspense`]) |
//! | `PromoBudgetFunded` | h:usdt_reserve -> h:usdt_promo_budget | two people: a proposal of kind `promo_fund` |
//! | `PromoAllotted` | none moves: a part of the budget is allotted | clock, staff |
//! | `PromoReturned` | none moves: the allotment ends | policies |
//! | `StakesClosed` | none moves: a check of solvency does not hold ([`stakes`]) | the system |
//! | `StakesOpened` | none moves | a lead of finance |
//!
//! Only this stream tracks how much of the promo budget is not yet
//! allotted, so that pools and packets together never exceed it.
//! The money itself moves where it is used: `BonusUnlocked`, `PacketCreated`.
//! `h:usdt_promo_budget` = the free part here + what the pools of the day still contain.

mod allot;
mod fund;
mod stakes;
pub mod suspense;

pub use allot::{AllotPacket, AllotPool, Allotment, ReturnPromo, Returned, pool_of_day, pool_shard};
pub use fund::{AMOUNT_MAX, FundPromoBudget, FundReserve};
pub use stakes::{CloseStakes, OpenStakes, STAKES};
pub use suspense::{FundFromSuspense, PaymentKey, ReceiveUnmatched, ReturnPayment};

use crate::ids::WithdrawalId;
use crate::money::{Coin, Usdt};
use crate::posting::{Account, House, Postings};
use crate::red_packet::secrets::lift;
use crate::refusal::Refusal;
use crate::solvency::Shortfall;
use crate::stream::{Context, Decision, Stream, StreamEvent, catalogue};
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// Commands of the house's money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreasuryCommand {
    /// Books money into the prize reserve.
    FundReserve(FundReserve),
    /// Books reserve money into the promo budget.
    FundPromoBudget(FundPromoBudget),
    /// Allots the day's unlock pool.
    AllotPool(AllotPool),
    /// Allots the total of a red packet.
    AllotPacket(AllotPacket),
    /// Returns the unused part of an allotment.
    ReturnPromo(ReturnPromo),
    /// Books a payment that nobody owns so far.
    ReceiveUnmatched(ReceiveUnmatched),
    /// Books such a payment into the prize reserve.
    FundFromSuspense(FundFromSuspense),
    /// Books that such a payment is with its sender again.
    ReturnPayment(ReturnPayment),
    /// Closes large stakes.
    CloseStakes(CloseStakes),
    /// Opens them again.
    OpenStakes(OpenStakes),
}

impl From<FundReserve> for TreasuryCommand {
    fn from(command: FundReserve) -> TreasuryCommand {
        TreasuryCommand::FundReserve(command)
    }
}

impl From<FundPromoBudget> for TreasuryCommand {
    fn from(command: FundPromoBudget) -> TreasuryCommand {
        TreasuryCommand::FundPromoBudget(command)
    }
}

/// Events of the house's money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TreasuryEvent {
    /// Custody money was dedicated to prizes.
    ReserveFunded {
        amount: Usdt,
        proposer: String,
        approver: String,
        reason: String,
        /// The payment on the suspense account that it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        payment: Option<PaymentKey>,
    },
    /// Reserve money was dedicated to promotions.
    PromoBudgetFunded {
        amount: Usdt,
        proposer: String,
        approver: String,
        reason: String,
    },
    /// A part of the promo budget was allotted.
    PromoAllotted {
        /// The purpose, with all that the using command needs.
        purpose: Allotment,
        amount: Usdt,
        /// Version of the configuration in force.
        config_version: u64,
    },
    /// The unused part of an allotment was returned.
    PromoReturned { source: Returned, amount: Usdt },
    /// A final payment came that names no order.
    UnmatchedReceived { payment: PaymentKey, amount: Usdt },
    /// Such a payment went back to its sender, whole.
    PaymentReturned {
        payment: PaymentKey,
        amount: Usdt,
        /// The stream of the payout that took it there.
        withdrawal: WithdrawalId,
    },
    /// What there is did not cover what is owed: no dive begins above this stake.
    StakesClosed {
        /// Coins for a cast.
        above: Coin,
        /// Each check that did not hold.
        short: Vec<Shortfall>,
        /// Version of the configuration in force.
        config_version: u64,
    },
    /// A person opened them again.
    StakesOpened { by: String, reason: String },
}

catalogue!(TreasuryEvent {
    ReserveFunded = 1,
    PromoBudgetFunded = 1,
    PromoAllotted = 2 from [upcast_1],
    PromoReturned = 1,
    UnmatchedReceived = 1,
    PaymentReturned = 1,
    StakesClosed = 1,
    StakesOpened = 1,
});

/// The code and the seed of a packet stood in the promise of its money.
fn upcast_1(mut event: Value) -> Value {
    event.pointer_mut("/PromoAllotted/purpose/packet/create").and_then(lift);
    event
}

impl StreamEvent for TreasuryEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        TreasuryEvent::shapes(name)
    }

    fn postings(&self, _owner: Uuid) -> Postings {
        let [custody, held, reserve, budget] = [
            House::UsdtCustody,
            House::UsdtSuspense,
            House::UsdtReserve,
            House::UsdtPromoBudget,
        ]
        .map(Account::House);
        match self {
            TreasuryEvent::ReserveFunded { amount, payment, .. } => {
                Postings::NONE.usdt(suspense::source(payment.is_some()), reserve, *amount)
            }
            TreasuryEvent::PromoBudgetFunded { amount, .. } => Postings::NONE.usdt(reserve, budget, *amount),
            TreasuryEvent::UnmatchedReceived { amount, .. } => Postings::NONE.usdt(custody, held, *amount),
            TreasuryEvent::PaymentReturned { amount, .. } => Postings::NONE.usdt(held, custody, *amount),
            TreasuryEvent::PromoAllotted { .. }
            | TreasuryEvent::PromoReturned { .. }
            | TreasuryEvent::StakesClosed { .. }
            | TreasuryEvent::StakesOpened { .. } => Postings::NONE,
        }
    }
}

/// The stream of the house's money.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Treasury {
    funded: Usdt,
    /// The promo budget that is not allotted.
    #[serde(default)]
    pub promo_free: Usdt,
    /// The stake above which solvency closed play, until a person opens it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_above: Option<Coin>,
}

impl Stream for Treasury {
    const TYPE: &'static str = "treasury";
    const STATE_VERSION: u16 = 3;
    type Command = TreasuryCommand;
    type Event = TreasuryEvent;

    fn decide(&self, command: &TreasuryCommand, context: &Context) -> Result<Decision<TreasuryEvent>, Refusal> {
        match command {
            TreasuryCommand::FundReserve(fund) => fund.decide(self, None),
            TreasuryCommand::FundPromoBudget(fund) => fund.decide(context),
            TreasuryCommand::AllotPool(allot) => allot.decide(self, context),
            TreasuryCommand::AllotPacket(allot) => allot.decide(self, context),
            TreasuryCommand::ReturnPromo(back) => back.decide(),
            TreasuryCommand::ReceiveUnmatched(receive) => receive.decide(),
            TreasuryCommand::FundFromSuspense(fund) => fund.decide(self),
            TreasuryCommand::ReturnPayment(back) => back.decide(),
            TreasuryCommand::CloseStakes(close) => close.decide(self, context),
            TreasuryCommand::OpenStakes(open) => open.decide(self),
        }
    }

    fn evolve(&mut self, event: &TreasuryEvent) {
        match event {
            TreasuryEvent::ReserveFunded { amount, .. } => self.funded += *amount,
            TreasuryEvent::PromoBudgetFunded { amount, .. } | TreasuryEvent::PromoReturned { amount, .. } => {
                self.promo_free += *amount;
            }
            TreasuryEvent::PromoAllotted { amount, .. } => self.promo_free = self.promo_free - *amount,
            TreasuryEvent::StakesClosed { above, .. } => self.closed_above = Some(*above),
            TreasuryEvent::StakesOpened { .. } => self.closed_above = None,
            // Which payments came, and which went back, is a natural key each and no state.
            TreasuryEvent::UnmatchedReceived { .. } | TreasuryEvent::PaymentReturned { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests;
