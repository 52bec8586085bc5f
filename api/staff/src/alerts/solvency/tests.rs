use super::*;

/// Subject, value and bound of each law that these totals break.
fn reported(totals: &[(&str, i64)]) -> Vec<String> {
    let totals = totals.iter().map(|(account, total)| ((*account).to_owned(), *total));
    let found = broken(&totals.collect());
    let line = |found: Found| format!("{} {} {}", found.subject, found.value.value, found.bound.value);
    found.into_iter().map(line).collect()
}

const NOTHING: [&str; 0] = [];

#[test]
fn solvent_books_report_nothing() {
    assert_eq!(reported(&[]), NOTHING);
    let totals = [("coupon", 7), ("h:usdt_customer", 7), ("h:usdt_reserve", 1)];
    assert_eq!(reported(&totals), NOTHING);
}

#[test]
fn an_account_below_zero_is_reported() {
    let totals = [("h:usdt_reserve", -3), ("h:usdt_fee", -1), ("h:usdt_custody", -9)];
    let expected = ["h:usdt_reserve -3 0 or more", "h:usdt_fee -1 0 or more"];
    assert_eq!(reported(&totals), expected);
}

#[test]
fn coupons_and_the_usdt_behind_them_are_equal() {
    let totals = [("coupon", 7), ("h:usdt_customer", 6)];
    assert_eq!(reported(&totals), ["coupons 7 6"]);
    assert_eq!(reported(&[("coupon", 7)]), ["coupons 7 0"]);
    assert_eq!(reported(&[("h:usdt_customer", 7)]), ["coupons 0 7"]);
}
