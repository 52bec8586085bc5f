use super::*;

fn coupons(minor: i64) -> Coupon {
    Coupon::from_minor(minor)
}

/// A payment that is the only one of its transaction.
fn lot(order_no: &str, tx: &str, minor: i64) -> Lot {
    Lot {
        order_no: order_no.to_owned(),
        tx: tx.to_owned(),
        lt: 1,
        coupons: coupons(minor),
        after: Coupon::ZERO,
        at: Timestamp(0),
    }
}

/// Payments of orders that are named like their transaction, and coupons of no top-up.
fn lots(arrivals: &[(Option<&str>, i64)]) -> Lots {
    let mut lots = Lots::default();
    for (order_no, minor) in arrivals {
        match order_no {
            Some(order_no) => lots.arrive(lot(order_no, order_no, *minor)),
            None => lots.add(coupons(*minor)),
        }
    }
    lots
}

fn left(lots: &Lots, order_no: &str, tx: &str, balance: i64) -> i64 {
    lots.unspent(Paid::of(order_no, tx, 1), coupons(balance)).minor()
}

fn key(tx: &str) -> PaymentKey {
    PaymentKey {
        rail: "ton".to_owned(),
        tx: tx.to_owned(),
        lt: 1,
    }
}

#[test]
fn the_last_that_came_are_what_is_left() {
    let lots = lots(&[(None, 7), (Some("a"), 10), (None, 5), (Some("b"), 10)]);
    for (balance, of_a, of_b) in [
        (32, 10, 10),
        (25, 10, 10),
        (20, 5, 10),
        (15, 0, 10),
        (9, 0, 9),
        (0, 0, 0),
    ] {
        let left = |order| left(&lots, order, order, balance);
        assert_eq!((left("a"), left("b")), (of_a, of_b), "{balance}");
    }
}

#[test]
fn what_was_refunded_does_not_come_back() {
    let mut lots = lots(&[(None, 10), (Some("a"), 10)]);
    lots.give_back("a", Some(&key("a")), coupons(4));
    assert_eq!(left(&lots, "a", "a", 16), 6);
    lots.give_back("a", Some(&key("a")), coupons(6));
    assert_eq!(left(&lots, "a", "a", 10), 0);
}

#[test]
fn a_second_payment_to_an_order_is_a_lot_of_its_own() {
    let mut lots = Lots::default();
    for (tx, minor) in [("one", 10), ("two", 3)] {
        lots.arrive(lot("a", tx, minor));
    }
    assert_eq!((left(&lots, "a", "one", 13), left(&lots, "a", "two", 13)), (10, 3));
    assert_eq!((left(&lots, "a", "one", 5), left(&lots, "a", "two", 5)), (2, 3));
    let paid_by = lots.give_back("a", Some(&key("one")), coupons(4));
    assert_eq!((left(&lots, "a", "one", 9), left(&lots, "a", "two", 9)), (6, 3));
    lots.come_back("a", paid_by.as_ref(), coupons(4));
    assert_eq!((left(&lots, "a", "one", 13), left(&lots, "a", "two", 13)), (10, 3));
    assert!(
        lots.find(Paid::of("b", "one", 1)).is_none(),
        "a payment of another order"
    );
    assert!(
        lots.find(Paid::of("a", "one", 2)).is_none(),
        "another payment of the transaction"
    );
}

#[test]
fn a_hundred_specks_to_one_order_leave_its_largest_payment() {
    let mut lots = lots(&[(Some("b"), 7)]);
    lots.arrive(lot("a", "real", 10_000));
    for number in 0..300 {
        lots.arrive(lot("a", &number.to_string(), 1));
    }
    assert_eq!(lots.0.len(), 1 + OF_ORDER_MAX);
    let balance = 7 + 10_000 + 300;
    assert_eq!(left(&lots, "a", "real", balance), 10_000);
    assert_eq!(left(&lots, "b", "b", balance), 7, "an order of one payment");
    assert_eq!(left(&lots, "a", "real", 1_300), 1_000, "the specks are newer still");
}

#[test]
fn who_pays_an_order_twice_keeps_both_payments_however_many_came_before() {
    let mut lots = Lots::default();
    for number in 0..LOTS_MAX {
        let order_no = number.to_string();
        lots.arrive(lot(&order_no, &order_no, 100));
    }
    for (tx, minor) in [("first", 50), ("again", 20)] {
        lots.arrive(lot("twice", tx, minor));
    }
    assert_eq!(lots.0.len(), LOTS_MAX);
    let left = |tx| left(&lots, "twice", tx, 70);
    assert_eq!((left("first"), left("again")), (50, 20));
}

#[test]
fn specks_do_not_push_out_a_payment_whose_refund_is_under_way() {
    let mut lots = Lots::default();
    lots.arrive(lot("a", "real", 10));
    let paid_by = lots.give_back("a", Some(&key("real")), coupons(10));
    for number in 0..10 {
        lots.arrive(lot("a", &number.to_string(), 1));
    }
    lots.come_back("a", paid_by.as_ref(), coupons(10));
    assert_eq!(left(&lots, "a", "real", 20), 10);
}

#[test]
fn with_one_payment_each_the_oldest_order_is_forgotten() {
    let mut lots = Lots::default();
    for number in 0..1_000 {
        let order_no = number.to_string();
        lots.arrive(lot(&order_no, &order_no, 1));
        lots.add(coupons(2));
    }
    assert_eq!(lots.0.len(), LOTS_MAX);
    assert_eq!((left(&lots, "0", "0", 3_000), left(&lots, "899", "899", 3_000)), (0, 0));
    assert_eq!((left(&lots, "900", "900", 300), left(&lots, "999", "999", 3)), (1, 1));
}

#[test]
fn a_forgotten_lot_between_two_others_changes_neithers_unspent() {
    let mut lots = Lots::default();
    for (order_no, tx, minor) in [("a", "a", 10), ("b", "speck", 1), ("b", "real", 10)] {
        lots.arrive(lot(order_no, tx, minor));
        lots.add(coupons(2));
    }
    let all = |lots: &Lots| -> Vec<(i64, i64)> {
        let of = |balance| (left(lots, "a", "a", balance), left(lots, "b", "real", balance));
        (0..30).map(of).collect()
    };
    let before = all(&lots);
    lots.forget(1);
    assert!(lots.find(Paid::of("b", "speck", 1)).is_none());
    assert_eq!(all(&lots), before);
}

#[test]
fn what_comes_back_to_a_forgotten_lot_is_nobodys() {
    let mut lots = Lots::default();
    for (tx, minor) in [("one", 10), ("two", 12)] {
        lots.arrive(lot("a", tx, minor));
    }
    let paid_by = lots.give_back("a", Some(&key("one")), coupons(4));
    lots.forget(0);
    lots.come_back("a", paid_by.as_ref(), coupons(4));
    assert_eq!(left(&lots, "a", "two", 22), 12, "not the other payment's");
    assert_eq!(left(&lots, "a", "two", 4), 0, "the newest of all");
    lots.come_back("a", None, coupons(1));
    assert_eq!(left(&lots, "a", "two", 5), 0);
}
