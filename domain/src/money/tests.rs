use super::*;
use proptest::prelude::*;
use rust_decimal::Decimal;

#[test]
fn refuses_every_amount_that_is_not_plain_digits() {
    for text in [
        "", "-1", "+1", "1e3", "٣", "1.", ".5", "01", "NaN", "1,000", " 1", "0x10", "1.0\0",
    ] {
        assert_eq!(Usdt::parse(text), Err(AmountError::NotPlainDigits), "{text:?}");
    }
}

#[test]
fn refuses_too_many_decimals_and_too_large_amounts() {
    assert_eq!(Gusd::parse("1.234"), Err(AmountError::TooManyDecimals(2)));
    assert_eq!(Coin::parse("1.0"), Err(AmountError::TooManyDecimals(0)));
    assert_eq!(Usdt::parse("9223372036854.775808"), Err(AmountError::TooLarge));
    assert_eq!(Usdt::parse("9223372036854.775807").map(Usdt::minor), Ok(i64::MAX));
    assert_eq!(Coin::parse(&"9".repeat(40)), Err(AmountError::TooLarge));
}

#[test]
fn writes_amounts_with_the_decimals_of_their_asset() {
    assert_eq!(Gusd::from_minor(145_221).to_string(), "1452.21");
    assert_eq!(Usdt::from_minor(1).to_string(), "0.000001");
    assert_eq!(Coin::from_minor(9_007_199_254_740_993).to_string(), "9007199254740993");
}

proptest! {
    #[test]
    fn amounts_are_written_as_decimals_are(minor in any::<i64>(), scale in 0..=6_u32) {
        let decimal = Decimal::from_i128_with_scale(i128::from(minor), scale);
        prop_assert_eq!(format_minor(minor, scale), decimal.to_string());
    }

    #[test]
    fn a_recorded_amount_reads_back(minor in -i64::MAX..=i64::MAX) {
        let text = serde_json::to_string(&Usdt::from_minor(minor)).expect("writes");
        prop_assert_eq!(serde_json::from_str::<Usdt>(&text).expect("reads"), Usdt::from_minor(minor));
    }

    #[test]
    fn what_is_written_reads_back(minor in 0..=i64::MAX) {
        prop_assert_eq!(Usdt::parse(&Usdt::from_minor(minor).to_string()), Ok(Usdt::from_minor(minor)));
        prop_assert_eq!(Gusd::parse(&Gusd::from_minor(minor).to_string()), Ok(Gusd::from_minor(minor)));
    }

    #[test]
    fn whatever_parses_is_canonical_after_one_round(text in "[0-9]{1,20}(\\.[0-9]{0,7})?") {
        if let Ok(amount) = Usdt::parse(&text) {
            prop_assert_eq!(Usdt::parse(&amount.to_string()), Ok(amount));
        }
    }
}
