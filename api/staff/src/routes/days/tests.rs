use super::days_before;
use domain::time::Day;

#[test]
fn a_page_of_days_ends_with_its_limit_or_the_first_day_of_the_ledger() {
    let days = |begun: Option<i32>, limit| days_before(Day(10), begun.map(Day), limit);
    assert_eq!(days(Some(5), 3), [Day(9), Day(8), Day(7)]);
    assert_eq!(days(Some(8), 3), [Day(9), Day(8)]);
    assert_eq!(days(Some(10), 3), []);
    assert_eq!(days(None, 3), []);
}
