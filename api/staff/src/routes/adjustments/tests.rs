use super::*;

#[test]
fn every_asset_is_worth_what_the_house_asks_for_it() {
    let micro = |purse, delta| worth(purse, delta).map(Usdt::minor);
    assert_eq!(micro(Purse::CoinPaid, 10_000), Some(1_000_000));
    assert_eq!(micro(Purse::Gusd, -1_000_000), Some(1_000_000));
    assert_eq!(micro(Purse::Usdt, 7), Some(7));
    assert_eq!(micro(Purse::Diamond, 60), Some(1_000_020));
    assert_eq!((micro(Purse::Usdt, 0), micro(Purse::CoinPaid, i64::MAX)), (None, None));
    assert_eq!(micro(Purse::Usdt, i64::MIN), None);
}
