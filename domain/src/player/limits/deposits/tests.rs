use super::super::{SetLimit, Setting};
use super::*;
use crate::testing::Angler;
use crate::time::DAY_MS;

fn usdt(whole: i64) -> Usdt {
    Usdt::from_minor(whole * 1_000_000)
}

fn check(angler: &Angler, whole: i64) -> Result<(), Refusal> {
    angler.player.check_deposit(usdt(whole), angler.now)
}

fn blocked(day: Day) -> Result<(), Refusal> {
    let until = Some(day.start().0);
    Err(Refusal::BlockedByPlayLimits { until })
}

#[test]
fn a_day_a_week_and_a_month_are_counted_gross_and_the_lowest_room_decides() {
    let mut angler = Angler::new();
    for setting in [
        Setting::DepositDay(Some(usdt(10))),
        Setting::DepositWeek(Some(usdt(25))),
        Setting::DepositMonth(Some(usdt(30))),
    ] {
        angler.must(SetLimit { setting });
    }
    let first = angler.now.day();
    angler.tops_up(10);
    assert_eq!(check(&angler, 1), blocked(first.next()));
    let left = |limit, days| angler.player.deposit_left(limit, days, angler.now);
    assert_eq!(
        (left(Some(usdt(10)), 1), left(Some(usdt(25)), 7)),
        (Some(usdt(0)), Some(usdt(15)))
    );
    assert_eq!(left(None, 30), None);
    angler.wait(DAY_MS).tops_up(10);
    angler.wait(DAY_MS);
    assert_eq!(check(&angler, 5), Ok(()));
    assert_eq!(check(&angler, 6), blocked(Day(first.0 + 7)), "the week has room again");
    angler.tops_up(5);
    angler.wait(6 * DAY_MS);
    assert_eq!(check(&angler, 5), Ok(()));
    assert_eq!(
        check(&angler, 6),
        blocked(Day(first.0 + 30)),
        "the month has room again"
    );
}

#[test]
fn more_than_the_limit_itself_never_fits() {
    let mut angler = Angler::new();
    let setting = Setting::DepositDay(Some(usdt(10)));
    angler.must(SetLimit { setting });
    assert_eq!(check(&angler, 10), Ok(()));
    assert_eq!(check(&angler, 11), Err(Refusal::BlockedByPlayLimits { until: None }));
}

#[test]
fn without_limits_everything_fits_and_the_books_stay_a_month_long() {
    let mut angler = Angler::new();
    for _ in 0..100 {
        angler.tops_up(1);
        angler.wait(DAY_MS / 2);
    }
    assert_eq!(check(&angler, 1_000), Ok(()));
    assert!(angler.player.limits.deposits.0.len() <= 30);
    let today = angler.now.day();
    let sum = angler.player.limits.deposits.sum(today, 7);
    assert!((usdt(12)..=usdt(14)).contains(&sum), "two a day: {sum}");
}
