//! The origin of the unspent coupons, as far as a refund needs it.
//!
//! Coupons are spent in the order of their arrival, so what is left of N coupons
//! are the last N received. That follows from the arrivals and the balance: spending
//! needs no record of its own. The list is bounded; coupons whose arrival was dropped are
//! not refundable any more; staff can still post a correction (api §7.5).

use crate::money::Coupon;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Arrivals that are kept (ASSUMED: seven top-ups a day over the refund window).
const LOTS_MAX: usize = 100;

/// The last arrivals, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lots(Vec<Lot>);

/// Coupons of one arrival.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lot {
    /// The top-up order; none for coupons made of the purse's USDT.
    pub order_no: Option<String>,
    /// How many were received, less the refunded ones.
    pub coupons: Coupon,
    pub at: Timestamp,
}

impl Lots {
    pub(super) fn arrive(&mut self, order_no: Option<String>, coupons: Coupon, at: Timestamp) {
        match self.0.last_mut() {
            Some(last) if last.order_no.is_none() && order_no.is_none() => last.coupons += coupons,
            _ => self.0.push(Lot { order_no, coupons, at }),
        }
        let forgotten = self.0.len().saturating_sub(LOTS_MAX);
        self.0.drain(..forgotten);
    }

    pub(super) fn of_order(&self, order_no: &str) -> Option<&Lot> {
        self.0
            .iter()
            .rev()
            .find(|lot| lot.order_no.as_deref() == Some(order_no))
    }

    /// Orders of the arrivals, newest first; one that was paid twice comes twice.
    pub(super) fn orders(&self) -> impl Iterator<Item = &str> {
        self.0.iter().rev().filter_map(|lot| lot.order_no.as_deref())
    }

    /// How many of the order's coupons are among the last `balance` received.
    pub(super) fn unspent(&self, order_no: &str, balance: Coupon) -> Coupon {
        let mut left = balance;
        for lot in self.0.iter().rev() {
            let here = lot.coupons.min(left);
            if lot.order_no.as_deref() == Some(order_no) {
                return here;
            }
            left = left - here;
        }
        Coupon::ZERO
    }

    pub(super) fn give_back(&mut self, order_no: &str, coupons: Coupon) {
        if let Some(lot) = self.lot_mut(order_no) {
            lot.coupons = lot.coupons - coupons;
        }
    }

    /// What was given back did not arrive: it is the order's again.
    pub(in crate::player) fn come_back(&mut self, order_no: &str, coupons: Coupon) {
        if let Some(lot) = self.lot_mut(order_no) {
            lot.coupons += coupons;
        }
    }

    fn lot_mut(&mut self, order_no: &str) -> Option<&mut Lot> {
        let mut newest = self.0.iter_mut().rev();
        newest.find(|lot| lot.order_no.as_deref() == Some(order_no))
    }
}

#[cfg(test)]
mod tests;
