use super::*;

#[test]
fn a_cursor_reads_back_and_rubbish_is_named() {
    let id = Uuid::from_u128(7);
    assert_eq!(place(Some(&cursor(-3, id))).expect("a place"), Some((-3, id)));
    for rubbish in ["", "1", "1.2", "x.00000000-0000-0000-0000-000000000007"] {
        assert!(matches!(place(Some(rubbish)), Err(Failure::Invalid(_))), "{rubbish}");
    }
    assert!(limit(Some(0)).is_err() && limit(Some(201)).is_err() && limit(None).expect("one") == 50);
}
