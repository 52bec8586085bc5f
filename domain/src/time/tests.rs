use super::*;

#[test]
fn months_read_back_as_written_and_have_their_days() {
    let mut day = Month::new(1970, 1).first();
    assert_eq!(day, Day(0));
    for number in 0..2_400 {
        let month = Month::new(1970 + number / 12, number % 12 + 1);
        assert_eq!(Month::try_from(month.to_string()), Ok(month));
        assert_eq!((month.year(), month.number()), (1970 + number / 12, number % 12 + 1));
        for of_month in month.days() {
            assert_eq!((of_month, Month::of(of_month)), (day, month));
            day = day.next();
        }
    }
    assert_eq!(Month::new(2024, 2).days().count(), 29);
    for none in [
        "2025-13",
        "2025-00",
        "2025-1",
        "2025",
        "2025-01-01",
        "1969-12",
        "+2025-01",
    ] {
        assert!(Month::try_from(none.to_owned()).is_err(), "{none}");
    }
}

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
