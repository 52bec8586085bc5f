use super::*;

#[test]
fn merging_is_counting_together() {
    let mut left = Tally::default();
    let figures = left.calls.entry("fishing/cast").or_default();
    (figures.count, figures.server_faults) = (2, 1);
    figures.refused.insert(2001, 1);
    let mut right = left.clone();
    right.calls.entry("user/info").or_default().count = 5;
    right.repeats = 3;
    left.merge(right);
    assert_eq!(
        (
            left.calls["fishing/cast"].count,
            left.calls["fishing/cast"].refused[&2001]
        ),
        (4, 2)
    );
    assert_eq!(
        (left.total().count, left.total().server_faults, left.repeats),
        (9, 2, 3)
    );
}

#[test]
fn refusals_are_clean_and_contradictions_are_not() {
    let mut tally = Tally::default();
    tally.calls.entry("signin/sign").or_default().refused.insert(4006, 9);
    tally.calls.entry("signin/sign").or_default().network_faults = 1;
    assert!(tally.is_clean());
    let unclean: [fn(&mut Tally); 5] = [
        |tally| tally.mismatches.push("x".into()),
        |tally| tally.dives_unfair.push("x".into()),
        |tally| tally.balances_wrong.push("x".into()),
        |tally| tally.gave_up.push("x".into()),
        |tally| tally.calls.entry("user/info").or_default().server_faults = 1,
    ];
    for spoil in unclean {
        let mut spoiled = tally.clone();
        spoil(&mut spoiled);
        assert!(!spoiled.is_clean());
    }
}
