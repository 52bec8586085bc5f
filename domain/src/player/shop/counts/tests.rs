use super::*;

#[test]
fn a_week_runs_from_monday_to_sunday() {
    let day = |text: &str| Day::try_from(text.to_owned()).expect("a day");
    assert_eq!(monday(day("2025-01-01")), day("2024-12-30"));
    assert_eq!(monday(day("2024-12-30")), day("2024-12-30"));
    assert_eq!(monday(day("2025-01-05")), day("2024-12-30"));
    assert_eq!(monday(day("2025-01-06")), day("2025-01-06"));
}

#[test]
fn what_its_time_has_left_behind_is_forgotten() {
    let mut counts = Counts::default();
    for number in 0..1_000 {
        counts.add(&format!("day-{number}"), Some(Per::Day), 1, Day(20_000 + number));
        counts.add(&format!("week-{number}"), Some(Per::Week), 1, Day(20_000 + number));
        counts.add("free", None, 1, Day(20_000 + number));
        counts.add("once", Some(Per::Life), 1, Day(20_000 + number));
    }
    assert!(counts.len() <= 1 + 1 + 7);
    assert_eq!(counts.bought("once", Per::Life, Day(30_000)), 1_000);
    assert_eq!(
        counts.bought("day-999", Per::Day, Day(20_998)),
        1,
        "the clock stepped back"
    );
    assert_eq!(counts.bought("day-999", Per::Day, Day(21_000)), 0);
}
