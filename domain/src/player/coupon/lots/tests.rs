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
