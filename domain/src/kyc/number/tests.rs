use super::*;

fn card(number: &str) -> Option<Born> {
    check(number, DocumentKind::Card, "CN")
}

#[test]
fn a_chinese_card_checks_itself() {
    // The example of GB 11643-1999, and its letter in small.
    let born = Some(Born::On(Birthday {
        year: 1949,
        month: 12,
        day: 31,
    }));
    assert_eq!(card("11010519491231002X"), born);
    assert_eq!(card("11010519491231002x"), born);
    for place in 0..17 {
        let mut wrong = b"11010519491231002X".to_vec();
        wrong[place] = if wrong[place] == b'9' { b'0' } else { wrong[place] + 1 };
        assert_eq!(
            card(std::str::from_utf8(&wrong).expect("ASCII")),
            None,
            "one wrong digit"
        );
    }
    for text in [
        "",
        "X",
        "11010519491231002",
        "110105194912310021",
        "11010519491231002XX",
        "１１０",
    ] {
        assert_eq!(card(text), None, "{text}");
    }
    assert_eq!(card("110105194902310026"), None, "no 31st of February");
}

#[test]
fn a_birthday_is_a_day_of_the_calendar() {
    let born = |text: &str| civil(text).is_real();
    assert!(born("20000229") && born("19960229") && born("20241231"));
    for text in [
        "19000229", "20230229", "20231301", "20230001", "20230431", "20230100", "18991231",
    ] {
        assert!(!born(text), "{text}");
    }
}

#[test]
fn an_adult_is_18_from_the_birthday_on() {
    let today = Day::try_from("2025-03-15".to_owned()).expect("a day");
    let aged = |text: &str| civil(text).is_aged(18, today);
    assert!(aged("20070315") && aged("19491231"));
    assert!(!aged("20070316") && !aged("20070415") && !aged("20250315"));
    let leap = civil("20080229");
    let is_aged = |day: &str| leap.is_aged(18, Day::try_from(day.to_owned()).expect("a day"));
    assert!(!is_aged("2026-02-28") && is_aged("2026-03-01"));
}

#[test]
fn passports_and_other_numbers_have_their_letters_and_lengths() {
    use DocumentKind::{Card, Other, Passport};
    for (kind, country, number, fits) in [
        (Passport, "CN", "E1234", true),
        (Passport, "DE", "E123", false),
        (Passport, "DE", "C01X0006HXYZ", true),
        (Passport, "DE", "C01X0006HXYZ1", false),
        (Passport, "DE", "c01x0006h", false),
        (Passport, "DE", "C01-0006", false),
        (Card, "DE", "l01x-006", true),
        (Card, "DE", "123", false),
        (Card, "DE", "1234", true),
        (Other, "CN", "1234", true),
        (Other, "DE", "123456789012345678901234567890", true),
        (Other, "DE", "1234567890123456789012345678901", false),
        (Other, "DE", "12 34", false),
    ] {
        let recorded = check(number, kind, country);
        assert_eq!(recorded.is_some(), fits, "{kind:?} {number}");
    }
}
