use super::*;

fn refusal(raw: &str) -> Option<LaunchError> {
    Pairs::parse(raw).err()
}

#[test]
fn reads_values_as_browsers_write_them_and_sorts_by_key() {
    let pairs = Pairs::parse("b=%E9%B1%BC+x%2B%20y&a_1=&c=1=2").expect("readable");
    assert_eq!(pairs.signed_text(&[]), "a_1=\nb=鱼 x+ y\nc=1=2");
    assert_eq!(pairs.signed_text(&["b", "c"]), "a_1=");
    assert_eq!(pairs.required("d"), Err(LaunchError::Missing("d")));
}

#[test]
fn refuses_empty_and_oversized_strings_t_34() {
    assert!(matches!(refusal(""), Some(LaunchError::Malformed(_))));
    let longest = format!("a={}", "x".repeat(RAW_BYTES_MAX - 2));
    assert_eq!(refusal(&longest), None);
    assert_eq!(refusal(&format!("{longest}x")), Some(LaunchError::TooLong));
    assert!(matches!(refusal(&"a=&".repeat(40)), Some(LaunchError::Malformed(_))));
}

#[test]
fn refuses_a_key_twice_even_with_the_same_value_t_34() {
    assert_eq!(refusal("a=1&b=2&a=1"), Some(LaunchError::Duplicate("a".into())));
}

#[test]
fn refuses_strings_that_two_readers_could_cut_differently_t_34() {
    let ambiguous = [
        "a",
        "=1",
        "a=1&",
        "&a=1",
        "?a=1",
        "#a=1",
        "a=1&&b=2",
        "a%3Db=1",
        "A=1",
        "a =1",
        "a=1%0Ab=2",
    ];
    for raw in ambiguous {
        assert!(matches!(refusal(raw), Some(LaunchError::Malformed(_))), "{raw}");
    }
}

#[test]
fn refuses_escapes_that_are_cut_or_spelled_in_lower_case_t_34() {
    for raw in ["a=%", "a=%4", "a=%G0", "a=%4g", "a=%7b", "a=%%41", "a=%\u{e9}1"] {
        assert!(matches!(refusal(raw), Some(LaunchError::Malformed(_))), "{raw}");
    }
}

#[test]
fn refuses_nul_control_characters_and_broken_utf_8_t_62() {
    for raw in [
        "a=\0",
        "a=%00",
        "a=x%00y",
        "a=%1F",
        "a=%7F",
        "a=%C2%85",
        "a=%FF",
        "a=%C3",
        "a=%ED%A0%80",
        "a=%C0%80",
    ] {
        assert!(matches!(refusal(raw), Some(LaunchError::Malformed(_))), "{raw:?}");
    }
}
