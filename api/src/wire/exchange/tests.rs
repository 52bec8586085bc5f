use super::*;

#[test]
fn ten_thousand_tokens_are_one_usdt() {
    assert_eq!(per_token(Gusd::from_minor(1_000_000)), "0.0001");
}
