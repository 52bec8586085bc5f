use super::*;

#[test]
fn an_amount_has_the_decimals_of_its_asset() {
    assert_eq!(written("usdt", -1_500_000), "-1.500000");
    assert_eq!(written("coin", 7), "7");
    assert_eq!(written("gusd", 1_i128 << 70), "1180591620717411303424 minor units");
    assert_eq!(written("shell", 7), "7 minor units");
}

#[test]
fn a_count_of_one_has_no_plural() {
    let counts = [0, 1, 3, 11].map(|count| counted(count, "break"));
    assert_eq!(counts, ["0 breaks", "1 break", "3 breaks", "11 breaks"]);
}
