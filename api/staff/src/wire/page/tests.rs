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

#[test]
fn the_cursor_of_a_payment_reads_back_and_rubbish_is_named() {
    let key = Key {
        rail: "ton_usdt".to_owned(),
        tx: "a.b.c".to_owned(),
        lt: 9,
    };
    let place = (Timestamp(7), key);
    assert_eq!(payment_of(Some(&payment(&place))).expect("a place"), Some(place));
    for rubbish in [
        "",
        "1.2.ton",
        "x.2.ton.tx",
        "1.-2.ton.tx",
        "1.99999999999999999999.ton.tx",
        "1.2.ton.\0",
    ] {
        assert!(
            matches!(payment_of(Some(rubbish)), Err(Failure::Invalid(_))),
            "{rubbish}"
        );
    }
}
