//! Withdrawals in the player's stream (domain §3.12): it holds the money and
//! enforces the limits, in one boundary (law I-33). What follows a request
//! is in its own stream (`crate::withdrawal`), connected by policies.
//!
//! | event | legs | cause |
//! |---|---|---|
//! | `WithdrawalRequested` | p:usdt -> p:usdt_hold, the amount | the player |
//! | `WithdrawalSent` | p:usdt_hold -> h:usdt_clearing, the net; -> h:usdt_fee, the fee | a message was bound |
//! | `WithdrawalSettled` | h:usdt_clearing -> h:usdt_custody, the net | it is paid |
//! | `WithdrawalRefunded` | all of it back to p:usdt | rejected, or proved not paid |
//!
//! Coupons that staff give back (`coupon/refund`) go the same way from the hold on: their `CouponRefunded` stands for the
//! request, and a `WithdrawalRefunded` that names the order gives the coupons back, never USDT.
//!
//! Each withdrawal is settled or refunded, once, and only if it was requested: the
//! amounts are those of the request, never of the outcome (laws I-08, I-09). When outcomes
//! arrive out of order the books still balance: a settlement or refund also books what
//! `Sent` did not. A player cannot cancel (domain E8).
//!
//! | file | command |
//! |---|---|
//! | `address` | the player sets the address |
//! | `request` | the player requests |
//! | `outcome` | the money is sent, arrives or is refunded |

mod address;
mod outcome;
mod request;

pub(super) use address::check_not_ours;
pub use address::{AddressSet, SetAddress};
pub use outcome::{
    NoteWithdrawalSent, RefundWithdrawal, SettleWithdrawal, WithdrawalRefunded, WithdrawalSent, WithdrawalSettled,
};
pub use request::{RequestWithdrawal, WithdrawalRequested};

use super::Player;
use super::coupon::PaidBy;
use crate::config::Config;
use crate::ids::WithdrawalId;
use crate::money::Usdt;
use crate::time::{Day, Timestamp};
use crate::withdrawal::{Address, Terms};
use serde::{Deserialize, Serialize};

/// The address, the withdrawals under way, and the requests of today.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawals {
    /// The payee.
    pub payee: Option<Payee>,
    /// Withdrawals under way; `config::withdraw` bounds how many.
    under_way: Vec<UnderWay>,
    /// The day of the last request, with count and sum.
    day: (Day, u32, Usdt),
    /// Lifetime sum withdrawn or under way.
    pub lifetime: Usdt,
}

/// The payee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payee {
    pub address: Address,
    /// Comment of each payment.
    pub comment: Option<String>,
    /// When it may be used.
    pub usable_at: Timestamp,
}

/// A withdrawal that is not final.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct UnderWay {
    withdrawal: WithdrawalId,
    amount: Usdt,
    fee: Usdt,
    is_sent: bool,
    /// The order whose coupons are given back; nothing for what the player asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    order_no: Option<String>,
    /// The payment whose coupons are given back: what the chain refuses is that payment's again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paid_by: Option<PaidBy>,
}

impl Withdrawals {
    /// True while a withdrawal is not final.
    pub fn is_under_way(&self) -> bool {
        !self.under_way.is_empty()
    }

    /// True while a withdrawal that the player asked for waits to be sent.
    pub fn is_in_review(&self) -> bool {
        self.asked_for().any(|one| !one.is_sent)
    }

    /// Coupons that staff give back are no withdrawal of the player's: they count against no limit.
    fn asked_for(&self) -> impl Iterator<Item = &UnderWay> {
        self.under_way.iter().filter(|one| one.order_no.is_none())
    }

    /// Coupons of a top-up are on their way to whoever paid it.
    pub(super) fn gives_back(&mut self, terms: &Terms, order_no: &str, paid_by: Option<PaidBy>) {
        self.under_way.push(UnderWay {
            withdrawal: terms.withdrawal,
            amount: terms.amount,
            fee: terms.fee,
            is_sent: false,
            order_no: Some(order_no.to_owned()),
            paid_by,
        });
    }

    /// Requests of a day and their sum. A clock that steps back over midnight opens no second count.
    fn requested_on(&self, day: Day) -> (u32, Usdt) {
        let (last, count, sum) = self.day;
        if day <= last { (count, sum) } else { (0, Usdt::ZERO) }
    }

    fn find(&self, withdrawal: WithdrawalId) -> Option<&UnderWay> {
        self.under_way.iter().find(|one| one.withdrawal == withdrawal)
    }
}

impl Player {
    /// Withdrawals and USDT that the player may still request today.
    pub fn withdrawals_left(&self, config: &Config, now: Timestamp) -> (u32, Usdt) {
        let rights = config.vip.rights(self.vip.tier(now));
        let (count, sum) = self.withdrawal.requested_on(now.day());
        let left = (rights.usdt_per_day - sum).max(Usdt::ZERO);
        (rights.withdrawals_per_day.saturating_sub(count), left)
    }

    /// Whether the player ever topped up. A payment of less than an order may be is credited too, and proves nothing.
    pub fn has_topped_up(&self, config: &Config) -> bool {
        self.coupon.topped_up >= config.pay.topup_min
    }

    /// The smallest withdrawal: more for a player who never topped up.
    pub fn withdrawal_min(&self, config: &Config) -> Usdt {
        if self.has_topped_up(config) {
            config.withdraw.min
        } else {
            config.withdraw.min_no_topup
        }
    }

    /// Whether the identity must be approved before `amount` is paid (domain §3.11).
    pub fn withdrawal_needs_kyc(&self, amount: Usdt, is_flagged: bool, config: &Config) -> bool {
        let rules = &config.withdraw;
        let lifetime = self.withdrawal.lifetime.minor().saturating_add(amount.minor());
        is_flagged || amount >= rules.kyc_over_single || lifetime > rules.kyc_over_lifetime.minor()
    }
}

#[cfg(test)]
mod tests;
