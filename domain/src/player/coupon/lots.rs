//! What is left of each payment, as far as a refund needs it.
//!
//! Coupons are spent in the order of their arrival, so what is left of N coupons
//! are the last N received. That follows from the arrivals and the balance: spending
//! needs no record of its own.
//!
//! A lot is one payment of a top-up: an order that is paid twice has two, and each is refunded to its own payer.
//! Coupons of no top-up (made of the purse's USDT, given by staff, or come back to a payment that is not in the list any
//! more) stand behind the newest lot, as `after`: they arrived after it and before the next one. They are refunded to
//! nobody. A correction that takes coupons counts as spending, of the oldest first.
//!
//! The list is bounded. Whoever pays many tiny amounts into an order must not push out its real payment, nor those of other
//! orders: of an order with too many the smallest goes, and of all payments the oldest. A payment of which nothing is left
//! goes last: a refund of it may be under way and come back. What a dropped payment brought stands behind the lot before
//! it: the age of every other coupon stays exact. Coupons of a dropped payment are not refundable any more; staff can
//! still post a correction (api §7.5).

use super::TopUpCredited;
use crate::money::Coupon;
use crate::time::Timestamp;
use crate::treasury::PaymentKey;
use serde::{Deserialize, Serialize};

/// Payments that are kept (ASSUMED: seven top-ups a day over the refund window).
const LOTS_MAX: usize = 100;

/// Payments of one order that are kept (ASSUMED: an order is paid twice by mistake, not five times).
const OF_ORDER_MAX: usize = 4;

/// The last payments, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lots(Vec<Lot>);

/// Coupons of one payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lot {
    /// The top-up order.
    pub order_no: String,
    /// The payment's transaction.
    pub tx: String,
    /// Its logical time on the chain.
    pub lt: u64,
    /// How many it brought, less the refunded ones.
    pub coupons: Coupon,
    /// Coupons of no top-up that arrived after it and before the next payment.
    after: Coupon,
    /// When it was credited.
    pub at: Timestamp,
}

/// A payment of an order, as a refund names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paid<'a> {
    pub order_no: &'a str,
    pub tx: &'a str,
    pub lt: u64,
}

/// The payment that coupons were taken from, while it is open whether they come back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaidBy {
    pub tx: String,
    pub lt: u64,
}

impl Paid<'_> {
    /// A payment by its order, its transaction and its logical time.
    pub const fn of<'a>(order_no: &'a str, tx: &'a str, lt: u64) -> Paid<'a> {
        Paid { order_no, tx, lt }
    }
}

impl Lot {
    pub(super) fn of(credited: &TopUpCredited) -> Lot {
        Lot {
            order_no: credited.order_no.clone(),
            tx: credited.tx.clone(),
            lt: credited.lt,
            coupons: credited.amount.as_coupons(),
            after: Coupon::ZERO,
            at: credited.at,
        }
    }

    /// Which payment it is.
    pub fn paid(&self) -> Paid<'_> {
        Paid::of(&self.order_no, &self.tx, self.lt)
    }
}

impl Lots {
    pub(super) fn arrive(&mut self, lot: Lot) {
        let order_no = lot.order_no.clone();
        self.0.push(lot);
        let of_order = self.0.iter().enumerate().filter(|(_, lot)| lot.order_no == order_no);
        if of_order.clone().count() > OF_ORDER_MAX {
            let smallest = of_order.min_by_key(|(_, lot)| (lot.coupons == Coupon::ZERO, lot.coupons));
            let position = smallest.map_or(0, |(position, _)| position);
            self.forget(position);
        }
        while self.0.len() > LOTS_MAX {
            self.forget(0);
        }
    }

    /// Coupons of no top-up arrive. Before the first payment they are older than anything that can be refunded.
    pub(in crate::player) fn add(&mut self, coupons: Coupon) {
        if let Some(newest) = self.0.last_mut() {
            newest.after += coupons;
        }
    }

    pub(super) fn find(&self, paid: Paid) -> Option<&Lot> {
        self.position(paid).map(|position| &self.0[position])
    }

    /// Newest first.
    pub(super) fn all(&self) -> impl Iterator<Item = &Lot> {
        self.0.iter().rev()
    }

    /// How many of the payment's coupons are among the last `balance` received.
    pub(super) fn unspent(&self, paid: Paid, balance: Coupon) -> Coupon {
        let mut left = balance;
        for lot in self.all() {
            left = left - lot.after.min(left);
            let here = lot.coupons.min(left);
            if lot.paid() == paid {
                return here;
            }
            left = left - here;
        }
        Coupon::ZERO
    }

    /// Takes refunded coupons from their payment; from the newest one of the order for an event that names none in the
    /// list. Returns the payment that they were taken from.
    pub(super) fn give_back(
        &mut self,
        order_no: &str,
        payment: Option<&PaymentKey>,
        coupons: Coupon,
    ) -> Option<PaidBy> {
        let of = |payment: &PaymentKey| self.position(Paid::of(order_no, &payment.tx, payment.lt));
        let newest = || self.0.iter().rposition(|lot| lot.order_no == order_no);
        let position = payment.and_then(of).or_else(newest)?;
        let lot = &mut self.0[position];
        lot.coupons = (lot.coupons - coupons).max(Coupon::ZERO);
        Some(PaidBy {
            tx: lot.tx.clone(),
            lt: lot.lt,
        })
    }

    /// Refunded coupons come back to the payment that they were taken from, at its age. They are of no top-up once it
    /// was dropped: another payment of the order has another payer.
    pub(in crate::player) fn come_back(&mut self, order_no: &str, paid_by: Option<&PaidBy>, coupons: Coupon) {
        let of = |paid_by: &PaidBy| self.position(Paid::of(order_no, &paid_by.tx, paid_by.lt));
        match paid_by.and_then(of) {
            Some(position) => self.0[position].coupons += coupons,
            None => self.add(coupons),
        }
    }

    fn position(&self, paid: Paid) -> Option<usize> {
        self.0.iter().rposition(|lot| lot.paid() == paid)
    }

    /// Drops one payment.
    fn forget(&mut self, position: usize) {
        let dropped = self.0.remove(position);
        if let Some(before) = position.checked_sub(1) {
            self.0[before].after += dropped.coupons + dropped.after;
        }
    }
}

#[cfg(test)]
mod tests;
