use super::*;
use crate::player::signin::SignIn;
use crate::testing::Angler;

fn take(kind: Break, days: i64) -> TakeBreak {
    TakeBreak { kind, days }
}

#[test]
fn a_break_holds_to_its_last_moment() {
    for (kind, days) in [(Break::CoolOff, 1), (Break::CoolOff, 42), (Break::Exclude, 183)] {
        let mut angler = Angler::new();
        angler.must(take(kind, days));
        let until = Some(angler.now.plus_ms(days * DAY_MS).0);
        angler.wait(days * DAY_MS - 1);
        assert_eq!(angler.decide(SignIn), Err(Refusal::BlockedByPlayLimits { until }));
        assert!(angler.wait(1).decide(SignIn).is_ok());
    }
}

#[test]
fn a_break_has_the_published_length() {
    let angler = Angler::new();
    for (kind, days) in [
        (Break::CoolOff, 0),
        (Break::CoolOff, 43),
        (Break::CoolOff, -1),
        (Break::Exclude, 182),
        (Break::Exclude, i64::MAX),
    ] {
        let refused = angler.decide(take(kind, days));
        assert_eq!(refused, Err(Refusal::InvalidField { field: "days".into() }), "{days}");
    }
}

#[test]
fn a_break_is_prolonged_and_never_shortened() {
    let mut angler = Angler::new();
    angler.must(take(Break::Exclude, 183));
    let until = angler.player.limits.excluded_until;
    angler.must(take(Break::CoolOff, 1));
    angler.wait(-DAY_MS).must(take(Break::Exclude, 183));
    assert_eq!(angler.player.limits.excluded_until, until);
    assert_eq!(angler.player.break_until(angler.now), until, "the longer break decides");
    angler.wait(2 * DAY_MS).must(take(Break::Exclude, 184));
    assert!(angler.player.limits.excluded_until > until);
}
