use super::*;

#[test]
fn a_cursor_reads_back_and_nothing_else_does() {
    for text in ["7-0-2", "9223372036854775807-3-0", "12--1-0"] {
        let read = parsed(text);
        assert_eq!(read.map(cursor).as_deref(), (!text.contains("--")).then_some(text));
    }
    for text in ["", "7", "7-0", "7-0-2-1", "07-0-2", "+7-0-2", "7-0-x"] {
        assert_eq!(parsed(text), None, "{text}");
    }
    assert!(way(Some("7-0-2"), Some("7-0-2")).is_err());
}

#[test]
fn amounts_are_plain_digits() {
    assert_eq!(minor(Some("12"), "least").expect("an amount"), Some(12));
    for text in ["", "-1", "+1", "1.0", "1e3", "99999999999999999999"] {
        assert!(minor(Some(text), "least").is_err(), "{text}");
    }
}

#[test]
fn an_owner_is_the_house_or_a_player() {
    assert!(owner("house").expect("the house").is_nil());
    assert_eq!(owner("tg:7").expect("a player"), PlayerId::of_messenger(7).0);
    for text in ["", "tg:0", "tg:x", "7", "00000000-0000-0000-0000-000000000000"] {
        assert!(owner(text).is_err(), "{text}");
    }
}
