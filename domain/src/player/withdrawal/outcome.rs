//! The money is sent, arrives or is refunded: what the withdrawal's stream decided,
//! booked once (laws I-08, I-09). A request stays counted on its day,
//! even if it is refunded: a refund allows no second withdrawal of the day (ASSUMED).

use super::super::{DomainEvent, Event, Player, Rule};
use super::UnderWay;
use crate::ids::{PlayerId, WithdrawalId};
use crate::money::Usdt;
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use serde::{Deserialize, Serialize};

/// Books that a message is bound to the withdrawal; issued by its policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteWithdrawalSent {
    pub withdrawal: WithdrawalId,
}

/// Books that it was paid; issued by its policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettleWithdrawal {
    pub withdrawal: WithdrawalId,
}

/// Refunds the money; issued by its policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundWithdrawal {
    pub withdrawal: WithdrawalId,
    pub reason: String,
}

/// The payout is being sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithdrawalSent {
    pub withdrawal: WithdrawalId,
    /// The amount debited from the player.
    pub amount: Usdt,
    /// The fee.
    pub fee: Usdt,
}

/// The money arrived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithdrawalSettled {
    pub withdrawal: WithdrawalId,
    /// The amount debited from the player.
    pub amount: Usdt,
    /// The fee.
    pub fee: Usdt,
    /// `WithdrawalSent` was booked before.
    pub was_sent: bool,
    /// The order whose coupons were given back; nothing for what the player asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_no: Option<String>,
}

/// The money was refunded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithdrawalRefunded {
    pub withdrawal: WithdrawalId,
    /// The amount refunded.
    pub amount: Usdt,
    /// The fee, refunded too.
    pub fee: Usdt,
    /// `WithdrawalSent` was booked before.
    pub was_sent: bool,
    pub reason: String,
    /// The order whose coupons could not be given back: the player has them again, and no USDT.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_no: Option<String>,
}

fn under_way(player: &Player, withdrawal: WithdrawalId) -> Result<&UnderWay, Refusal> {
    player.withdrawal.find(withdrawal).ok_or(Refusal::WithdrawalNotFound)
}

/// The natural key of a withdrawal's outcome: one for each.
fn ending(event: impl Into<Event>, withdrawal: WithdrawalId) -> Decision<Event> {
    let key = format!("withdrawal_end:{withdrawal}");
    Decision::from(event.into()).claiming(key, Refusal::StateChanged)
}

/// The legs of a bound message: the net to clearing, the fee to the house.
fn leave(player: PlayerId, amount: Usdt, fee: Usdt) -> Postings {
    let hold = Account::Player(player, Purse::UsdtHold);
    Postings::NONE
        .usdt(hold, Account::House(House::UsdtClearing), amount - fee)
        .usdt(hold, Account::House(House::UsdtFee), fee)
}

impl Rule for NoteWithdrawalSent {
    fn decide(&self, player: &Player, _context: &Context) -> Result<Decision<Event>, Refusal> {
        let one = under_way(player, self.withdrawal)?;
        if one.is_sent {
            return Err(Refusal::StateChanged);
        }
        Ok(Event::from(WithdrawalSent {
            withdrawal: self.withdrawal,
            amount: one.amount,
            fee: one.fee,
        })
        .into())
    }
}

impl Rule for SettleWithdrawal {
    fn decide(&self, player: &Player, _context: &Context) -> Result<Decision<Event>, Refusal> {
        let one = under_way(player, self.withdrawal)?;
        let settled = WithdrawalSettled {
            withdrawal: self.withdrawal,
            amount: one.amount,
            fee: one.fee,
            was_sent: one.is_sent,
            order_no: one.order_no.clone(),
        };
        Ok(ending(settled, self.withdrawal))
    }
}

impl Rule for RefundWithdrawal {
    fn decide(&self, player: &Player, _context: &Context) -> Result<Decision<Event>, Refusal> {
        let one = under_way(player, self.withdrawal)?;
        let refunded = WithdrawalRefunded {
            withdrawal: self.withdrawal,
            amount: one.amount,
            fee: one.fee,
            was_sent: one.is_sent,
            reason: self.reason.clone(),
            order_no: one.order_no.clone(),
        };
        Ok(ending(refunded, self.withdrawal))
    }
}

impl super::Withdrawals {
    /// It is final: what was known of it while it was under way.
    fn end(&mut self, withdrawal: WithdrawalId) -> Option<UnderWay> {
        let position = self.under_way.iter().position(|one| one.withdrawal == withdrawal)?;
        Some(self.under_way.remove(position))
    }
}

impl DomainEvent for WithdrawalSent {
    fn evolve(&self, player: &mut Player) {
        let mut under_way = player.withdrawal.under_way.iter_mut();
        if let Some(one) = under_way.find(|one| one.withdrawal == self.withdrawal) {
            one.is_sent = true;
        }
    }

    fn postings(&self, player: PlayerId) -> Postings {
        leave(player, self.amount, self.fee)
    }
}

impl DomainEvent for WithdrawalSettled {
    fn evolve(&self, player: &mut Player) {
        player.withdrawal.end(self.withdrawal);
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let before = if self.was_sent {
            Postings::NONE
        } else {
            leave(player, self.amount, self.fee)
        };
        let [clearing, custody] = [House::UsdtClearing, House::UsdtCustody].map(Account::House);
        before.usdt(clearing, custody, self.amount - self.fee)
    }
}

impl DomainEvent for WithdrawalRefunded {
    fn evolve(&self, player: &mut Player) {
        let paid_by = player.withdrawal.end(self.withdrawal).and_then(|ended| ended.paid_by);
        let coupon = &mut player.coupon;
        match &self.order_no {
            Some(order_no) => {
                coupon
                    .lots
                    .come_back(order_no, paid_by.as_ref(), self.amount.as_coupons());
                coupon.topped_up += self.amount;
            }
            None => player.withdrawal.lifetime = player.withdrawal.lifetime - self.amount,
        }
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = |purse| Account::Player(player, purse);
        let to = match self.order_no {
            Some(_) => Account::House(House::UsdtCustomer),
            None => purse(Purse::Usdt),
        };
        let usdt = if self.was_sent {
            let [clearing, fees] = [House::UsdtClearing, House::UsdtFee].map(Account::House);
            Postings::NONE
                .usdt(clearing, to, self.amount - self.fee)
                .usdt(fees, to, self.fee)
        } else {
            Postings::NONE.usdt(purse(Purse::UsdtHold), to, self.amount)
        };
        match self.order_no {
            Some(_) => usdt.coupon(
                Account::House(House::CouponIssue),
                purse(Purse::Coupon),
                self.amount.as_coupons(),
            ),
            None => usdt,
        }
    }
}
