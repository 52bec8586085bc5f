use super::*;

#[test]
fn a_cursor_reads_back_and_nothing_else_does() {
    for text in ["7-0-2", "9223372036854775807-3-0", "12--1-0"] {
        let read = place(text);
        assert_eq!(read.map(cursor).as_deref(), (!text.contains("--")).then_some(text));
    }
    for text in ["", "7", "7-0", "7-0-2-1", "07-0-2", "+7-0-2", "7-0-x"] {
        assert_eq!(place(text), None, "{text}");
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
fn a_player_is_an_id_or_a_messenger_id() {
    assert_eq!(player("tg:7"), Some(PlayerId::of_messenger(7)));
    for text in ["", "tg:0", "tg:x", "7", "00000000-0000-0000-0000-000000000000"] {
        assert_eq!(player(text), None, "{text}");
    }
}
