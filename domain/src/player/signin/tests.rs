use super::*;
use crate::testing::Angler;
use crate::time::DAY_MS;

fn outcome(angler: &mut Angler) -> (u32, u8, i64, i64) {
    match angler.must(SignIn) {
        Event::SignedIn(signed) => (
            signed.streak,
            signed.step,
            signed.coins.minor(),
            signed.diamonds.minor(),
        ),
        other => panic!("a check-in is recorded as SignedIn, not {other:?}"),
    }
}

#[test]
fn a_week_pays_the_published_ladder_and_then_begins_again() {
    // domain §3.3: 2,000 coins and 8 diamonds a week.
    let mut angler = Angler::new();
    let ladder = [
        (100, 0),
        (150, 1),
        (200, 1),
        (250, 1),
        (300, 1),
        (400, 1),
        (600, 3),
        (100, 0),
    ];
    for (day, (coins, diamonds)) in (1..).zip(ladder) {
        assert_eq!(outcome(&mut angler), (day, (day as u8 - 1) % 7 + 1, coins, diamonds));
        angler.wait(DAY_MS);
    }
    assert_eq!((angler.has(Purse::CoinPromo), angler.has(Purse::Diamond)), (2_100, 8));
}

#[test]
fn refuses_a_second_check_in_on_the_same_day() {
    let mut angler = Angler::new();
    angler.must(SignIn);
    assert_eq!(angler.decide(SignIn), Err(Refusal::AlreadyCheckedIn));
    let midnight = angler.now.day().next().start();
    assert_eq!(
        angler.wait(midnight.since(angler.now) - 1).decide(SignIn),
        Err(Refusal::AlreadyCheckedIn)
    );
    assert_eq!(
        angler.wait(1).decide(SignIn).map(|decision| decision.events.len()),
        Ok(1)
    );
}

#[test]
fn a_clock_that_steps_back_over_midnight_opens_no_second_check_in() {
    let mut angler = Angler::new();
    angler.must(SignIn);
    assert_eq!(angler.wait(-DAY_MS).decide(SignIn), Err(Refusal::AlreadyCheckedIn));
    angler.wait(2 * DAY_MS);
    assert_eq!(outcome(&mut angler).0, 2);
}

#[test]
fn ten_years_of_check_ins_keep_the_streak_law() {
    // Law I-23 over leap years: every day divisible by eleven is missed, others are tried twice.
    let mut angler = Angler::new();
    let mut streak = 0;
    for _ in 0..3_653 {
        let day = angler.now.day();
        if day.0 % 11 == 0 {
            streak = 0;
        } else {
            streak += 1;
            assert_eq!(angler.player.signin.running(day), streak - 1);
            assert_eq!(outcome(&mut angler).0, streak);
            assert_eq!(angler.decide(SignIn), Err(Refusal::AlreadyCheckedIn));
        }
        angler.wait(DAY_MS);
    }
}
