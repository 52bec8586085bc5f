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

pub use address::{AddressSet, SetAddress};
pub use outcome::{
    NoteWithdrawalSent, RefundWithdrawal, SettleWithdrawal, WithdrawalRefunded, WithdrawalSent, WithdrawalSettled,
};
pub use request::{RequestWithdrawal, WithdrawalRequested};

use super::Player;
use crate::config::Config;
use crate::ids::WithdrawalId;
use crate::money::Usdt;
use crate::time::{Day, Timestamp};
use crate::withdrawal::Address;
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
}

impl Withdrawals {
    /// True while a withdrawal is not final.
    pub fn is_under_way(&self) -> bool {
        !self.under_way.is_empty()
    }

    /// True while a withdrawal waits to be sent.
    pub fn is_in_review(&self) -> bool {
        self.under_way.iter().any(|one| !one.is_sent)
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

    /// The smallest withdrawal: more for a player who never topped up.
    pub fn withdrawal_min(&self, config: &Config) -> Usdt {
        if self.coupon.topped_up > Usdt::ZERO {
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
