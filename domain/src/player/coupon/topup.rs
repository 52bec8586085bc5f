//! Top-ups as the player's stream sees them (domain §3.5).
//!
//! An order is opened here first: the range, the number of open orders and the deposit
//! limits are the player's, and this stream enforces them (law I-39). The
//! order then has its own stream, driven by the chain. A confirmed payment is
//! credited here once, under a key of transaction and logical time (case T-37), with the
//! amount that was received; a received payment is never rejected, however late.

use super::super::gate::Gate;
use super::super::{DomainEvent, Event, Player, Rule};
use super::Lot;
use crate::ids::{PlayerId, ProposalId};
use crate::money::Usdt;
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use crate::treasury::suspense;
use serde::{Deserialize, Serialize};

/// The largest payment that can be booked: a thousand million USDT (ASSUMED).
const AMOUNT_MAX: i64 = 1_000_000_000_000_000;
/// Most cancelled orders that are kept apart; it bounds the size of the state (ASSUMED).
const CANCELLED_MAX: usize = 3;
/// Longest order number; it is the comment of the payment.
const ORDER_NO_MAX: usize = 40;

/// An order that waits for its payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenOrder {
    pub order_no: String,
    /// The ordered amount.
    pub amount: Usdt,
    pub valid_until: Timestamp,
}

/// Opens an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTopUp {
    /// Derived from the request, so that a retry names the same order.
    pub order_no: String,
    /// The payment channel.
    pub channel: String,
    pub amount: Usdt,
}

/// Opens an order for a payment that named none and that two people gave to the player; issued when their proposal is
/// carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenAssigned {
    /// Derived from the proposal, so that a retry names the same order.
    pub order_no: String,
    /// The rail that the payment came by.
    pub channel: String,
    /// What came.
    pub amount: Usdt,
    pub proposal: ProposalId,
}

/// Ends an order that will not be paid; issued by the order's policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CloseTopUp {
    pub order_no: String,
    pub reason: String,
}

/// Credits a confirmed payment; issued by the order's policy, or by staff for a payment without an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditTopUp {
    pub order_no: String,
    /// The received amount.
    pub amount: Usdt,
    pub tx: String,
    /// Its logical time on the chain.
    pub lt: u64,
    /// It named no order and was booked to the suspense account when it came.
    pub from_suspense: bool,
}

/// An order was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopUpOpened {
    pub order_no: String,
    /// The payment channel.
    pub channel: String,
    pub amount: Usdt,
    pub valid_until: Timestamp,
    /// The proposal by which two people opened it for a payment that had come; without it the player ordered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ProposalId>,
    pub at: Timestamp,
}

/// An order ended without a payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopUpClosed {
    pub order_no: String,
    pub reason: String,
}

/// A payment was credited as coupons, one to one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopUpCredited {
    pub order_no: String,
    /// The received amount.
    pub amount: Usdt,
    pub tx: String,
    /// Its logical time on the chain.
    pub lt: u64,
    /// The money was on the suspense account; without it, it came with this event.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_suspense: bool,
    /// When it was credited.
    pub at: Timestamp,
}

impl super::Coupons {
    /// Orders that wait for their payment at a moment.
    pub fn open_orders(&self, now: Timestamp) -> impl Iterator<Item = &OpenOrder> {
        self.orders.iter().filter(move |order| now < order.valid_until)
    }

    /// What may still be paid at a moment, of open orders and of cancelled ones: a payment that was signed is credited
    /// whatever became of its order, so cancelling makes no room under a limit.
    pub fn awaited(&self, now: Timestamp) -> impl Iterator<Item = &OpenOrder> {
        let cancelled = self.cancelled.iter().filter(move |order| now < order.valid_until);
        self.open_orders(now).chain(cancelled)
    }

    fn close_order(&mut self, order_no: &str) {
        self.orders.retain(|order| order.order_no != order_no);
        self.cancelled.retain(|order| order.order_no != order_no);
    }

    fn cancel_order(&mut self, order_no: &str) {
        let Some(position) = self.orders.iter().position(|order| order.order_no == order_no) else {
            return;
        };
        self.cancelled.push(self.orders.remove(position));
        // The two oldest become one: the sum stays, and is counted as long as the later of them. It has no number, so that
        // a payment of one of them does not take the others away.
        while self.cancelled.len() > CANCELLED_MAX {
            let oldest = self.cancelled.remove(0);
            let next = &mut self.cancelled[0];
            next.order_no.clear();
            next.amount += oldest.amount;
            next.valid_until = next.valid_until.max(oldest.valid_until);
        }
    }
}

impl Rule for OpenTopUp {
    fn gate(&self) -> Gate {
        Gate::Spend("topup")
    }

    /// Order of checks: order number, channel, range, open orders, deposit limits.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let field = |field: &str| Refusal::InvalidField { field: field.into() };
        let pay = &context.config.pay;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
        if !(1..=ORDER_NO_MAX).contains(&self.order_no.len()) || !self.order_no.bytes().all(plain) {
            return Err(field("order_no"));
        }
        if !pay.is_open(&self.channel) {
            return Err(field("channel"));
        }
        if !(pay.topup_min..=pay.topup_max).contains(&self.amount) {
            let (min, max) = (pay.topup_min.to_string(), pay.topup_max.to_string());
            return Err(Refusal::AmountOutOfRange { min, max });
        }
        if player.coupon.open_orders(context.now).count() >= pay.open_orders {
            return Err(Refusal::TooManyOpenOrders);
        }
        player.check_deposit(self.amount, context.now)?;
        let opened = TopUpOpened {
            order_no: self.order_no.clone(),
            channel: self.channel.clone(),
            amount: self.amount,
            valid_until: context.now.plus_ms(pay.order_ttl_ms),
            proposal: None,
            at: context.now,
        };
        Ok(opened.decision())
    }
}

impl TopUpOpened {
    /// A number belongs to one order for ever.
    fn decision(self) -> Decision<Event> {
        let key = format!("topup_order:{}", self.order_no);
        Decision::from(Event::from(self)).claiming(key, Refusal::StateChanged)
    }
}

impl Rule for OpenAssigned {
    /// Money that came is never refused: no gate, no range and no limit of the player's own. Nobody is asked to pay the
    /// order, so its time is over as it opens.
    fn decide(&self, _player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let opened = TopUpOpened {
            order_no: self.order_no.clone(),
            channel: self.channel.clone(),
            amount: self.amount,
            valid_until: context.now,
            proposal: Some(self.proposal),
            at: context.now,
        };
        Ok(opened.decision())
    }
}

impl Rule for CloseTopUp {
    /// An expired order may already be dropped here when its end is reported; the end is recorded all the same,
    /// once, so that readers of the log see it.
    fn decide(&self, _player: &Player, _context: &Context) -> Result<Decision<Event>, Refusal> {
        let closed = TopUpClosed {
            order_no: self.order_no.clone(),
            reason: self.reason.clone(),
        };
        let key = format!("topup_closed:{}", self.order_no);
        Ok(Decision::from(Event::from(closed)).claiming(key, Refusal::StateChanged))
    }
}

impl Rule for CreditTopUp {
    fn decide(&self, _player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if !(1..=AMOUNT_MAX).contains(&self.amount.minor()) {
            return Err(Refusal::InvalidAmount);
        }
        let credited = TopUpCredited {
            order_no: self.order_no.clone(),
            amount: self.amount,
            tx: self.tx.clone(),
            lt: self.lt,
            from_suspense: self.from_suspense,
            at: context.now,
        };
        let key = format!("topup:{}:{}", self.tx, self.lt);
        Ok(Decision::from(Event::from(credited)).claiming(key, Refusal::AlreadyReceived))
    }
}

impl DomainEvent for TopUpOpened {
    fn evolve(&self, player: &mut Player) {
        let coupon = &mut player.coupon;
        coupon.cancelled.retain(|order| self.at < order.valid_until);
        coupon.orders.retain(|order| self.at < order.valid_until);
        coupon.orders.push(OpenOrder {
            order_no: self.order_no.clone(),
            amount: self.amount,
            valid_until: self.valid_until,
        });
    }
}

impl DomainEvent for TopUpClosed {
    fn evolve(&self, player: &mut Player) {
        player.coupon.cancel_order(&self.order_no);
    }
}

impl DomainEvent for TopUpCredited {
    fn evolve(&self, player: &mut Player) {
        player.coupon.close_order(&self.order_no);
        player.coupon.topped_up += self.amount;
        player.coupon.lots.arrive(Lot::of(self));
        player.limits.deposits.add(self.at.day(), self.amount);
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let customer = Account::House(House::UsdtCustomer);
        Postings::NONE
            .usdt(suspense::source(self.from_suspense), customer, self.amount)
            .coupon(
                Account::House(House::CouponIssue),
                Account::Player(player, Purse::Coupon),
                self.amount.as_coupons(),
            )
    }
}

#[cfg(test)]
mod tests;
