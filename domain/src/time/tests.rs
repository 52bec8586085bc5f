use super::*;

#[test]
fn a_day_changes_at_midnight_utc() {
    let midnight = Day(20_000).start();
    assert_eq!(midnight.plus_ms(-1).day(), Day(19_999));
    assert_eq!(midnight.day(), Day(20_000));
}

#[test]
fn days_of_two_centuries_read_back_as_written() {
    for number in 0..73_000 {
        assert_eq!(Day::try_from(Day(number).to_string()), Ok(Day(number)));
    }
    assert_eq!(Day(20_089).to_string(), "2025-01-01");
    assert_eq!(
        Day::try_from("2024-02-29".to_owned()).map(|day| day.next().to_string()),
        Ok("2024-03-01".to_owned())
    );
    assert!(Day::try_from("2025-02-29".to_owned()).is_err());
}
