//! Where the unspent coupons came from, as far as it matters for a refund.
//!
//! Coupons are spent in the order of their arrival, so what is left of N coupons
//! are the last N that came. That is read off the arrivals and the balance: spending
//! needs no book of its own. The list is bounded; coupons whose arrival it forgot are
//! simply not refundable any more, and a correction by staff remains (api §7 (5)).

use crate::money::Coupon;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Arrivals that are remembered (ASSUMED: seven top-ups a day over the refund window).
const LOTS_MAX: usize = 100;

/// The last arrivals, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lots(Vec<Lot>);

/// Coupons that came at one time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lot {
    /// The top-up order; none for coupons made of the purse's USDT.
    pub order_no: Option<String>,
    /// How many came, less what was refunded of them.
    pub coupons: Coupon,
    /// When.
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

    /// How many of the order's coupons are among the last `balance` that came.
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
        let lot = self
            .0
            .iter_mut()
            .rev()
            .find(|lot| lot.order_no.as_deref() == Some(order_no));
        if let Some(lot) = lot {
            lot.coupons = lot.coupons - coupons;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coupons(minor: i64) -> Coupon {
        Coupon::from_minor(minor)
    }

    fn lots(arrivals: &[(Option<&str>, i64)]) -> Lots {
        let mut lots = Lots::default();
        for (order_no, minor) in arrivals {
            lots.arrive(order_no.map(str::to_owned), coupons(*minor), Timestamp(0));
        }
        lots
    }

    #[test]
    fn the_last_that_came_are_what_is_left() {
        let lots = lots(&[(Some("a"), 10), (None, 5), (Some("b"), 10)]);
        for (balance, of_a, of_b) in [(25, 10, 10), (20, 5, 10), (15, 0, 10), (9, 0, 9), (0, 0, 0)] {
            let left = |order| lots.unspent(order, coupons(balance)).minor();
            assert_eq!((left("a"), left("b")), (of_a, of_b), "{balance}");
        }
    }

    #[test]
    fn what_was_refunded_does_not_come_back() {
        let mut lots = lots(&[(None, 10), (Some("a"), 10)]);
        lots.give_back("a", coupons(4));
        assert_eq!(lots.unspent("a", coupons(16)), coupons(6));
        lots.give_back("a", coupons(6));
        assert_eq!(lots.unspent("a", coupons(10)), Coupon::ZERO);
    }

    #[test]
    fn the_list_is_bounded_and_forgets_the_oldest() {
        let mut lots = Lots::default();
        for number in 0..1_000 {
            lots.arrive(Some(number.to_string()), coupons(1), Timestamp(0));
            lots.arrive(None, coupons(1), Timestamp(0));
            lots.arrive(None, coupons(1), Timestamp(0));
        }
        assert_eq!(lots.0.len(), LOTS_MAX);
        assert!(lots.of_order("0").is_none() && lots.of_order("999").is_some());
        assert_eq!(lots.unspent("0", coupons(3_000)), Coupon::ZERO);
    }
}
