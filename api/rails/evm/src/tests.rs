use super::*;

#[test]
fn an_address_is_read_in_its_one_spelling() {
    let text = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    assert_eq!(address(text).map(spelling).as_deref(), Ok(text));
    for wrong in [
        &text.to_lowercase(),
        &text[2..],
        "0x",
        "",
        &format!("0x{}", "0".repeat(40)),
    ] {
        assert!(address(wrong).is_err(), "{wrong}");
    }
}
