//! Rates and statements of all assets in USDT.

use super::*;

const CHART: fn() -> &'static Chart = Chart::built_in;

fn rates() -> Rates {
    Rates::of(&Config::standard())
}

fn booked(legs: &[(&str, &str, i128)]) -> Amounts {
    let mut amounts = Amounts::default();
    for (account, event, credited) in legs {
        amounts.add(CHART(), account, event, *credited).expect("in the chart");
    }
    amounts
}

#[test]
fn the_rates_are_those_of_the_configuration() {
    let mut config = Config::standard();
    let diamond = |config: &Config| {
        let rates = Rates::of(config);
        assert!(rates.hold());
        (rates.0[1].numerator, rates.0[1].denominator)
    };
    // Sixty for a coupon; the first-cast pack has diamonds beside coins.
    assert_eq!(diamond(&config), (1_000_000, 60));
    let sold = config.shop.items.iter_mut().find(|item| item.item_id == "diamonds_60");
    sold.expect("an item").diamond = crate::money::Diamond::from_minor(80);
    assert_eq!(diamond(&config), (1_000_000, 80));
    config.shop.items.retain(|item| item.item_id != "diamonds_60");
    assert_eq!(diamond(&config), (DIAMOND_MICRO, 1));
}

#[test]
fn a_value_is_rounded_to_the_nearest_half_away_from_zero() {
    let rates = rates();
    let value = |asset, minor| rates.value(asset, minor);
    assert_eq!(value(Asset::Coin, 10_000), 1_000_000);
    assert_eq!((value(Asset::Gusd, -7), value(Asset::Coupon, 7)), (-7, 7));
    // 16,666.67; 50,000; 1,000,000 for sixty.
    let diamonds = [1, -1, 3, 60].map(|minor| value(Asset::Diamond, minor));
    assert_eq!(diamonds, [16_667, -16_667, 50_000, 1_000_000]);
    let half = Rates(vec![Rate {
        asset: Asset::Coin,
        numerator: 1,
        denominator: 2,
    }]);
    assert_eq!([1, -1, 2].map(|minor| half.value(Asset::Coin, minor)), [1, -1, 1]);
    assert!(!half.hold(), "one rate is no whole list");
}

#[test]
fn a_rate_is_above_zero_and_bounded() {
    for (numerator, denominator) in [(0, 1), (1, 0), (-1, 1), (1, -1), (PART_MAX + 1, 1), (1, PART_MAX + 1)] {
        let mut rates = rates();
        (rates.0[0].numerator, rates.0[0].denominator) = (numerator, denominator);
        assert!(!rates.hold(), "{numerator}/{denominator}");
    }
}

#[test]
fn every_conversion_is_an_entry_and_the_list_is_complete() {
    let of_chart = |key: &&str| CHART().entries.iter().any(|entry| entry.key == **key);
    assert!(CONVERTED.iter().all(of_chart));
    // An equity entry of another asset than USDT has no money of its own: it stands for a conversion.
    let missing = CHART()
        .entries
        .iter()
        .find(|entry| entry.class == Class::Equity && entry.asset != Asset::Usdt && !entry.is_conversion());
    assert_eq!(missing, None);
}

/// Ten USDT become coupons, coins, stakes: at each step what is owed and what is earned are ten in all, never twenty.
#[test]
fn a_sale_is_owed_until_it_is_played_and_counts_once() {
    let topped_up = [
        ("h:usdt_custody", "TopUpCredited", -10_000_000),
        ("h:usdt_customer", "TopUpCredited", 10_000_000),
        ("h:coupon_issue", "TopUpCredited", -10_000_000),
        ("coupon", "TopUpCredited", 10_000_000),
    ];
    let bought = [
        ("coupon", "ShopPurchased", -10_000_000),
        ("h:coupon_sink", "ShopPurchased", 10_000_000),
        ("h:usdt_customer", "ShopPurchased", -10_000_000),
        ("h:usdt_reserve", "ShopPurchased", 10_000_000),
        ("h:coin_issue.shop", "ShopPurchased", -100_000),
        ("coin_paid", "ShopPurchased", 100_000),
    ];
    let played = [
        ("coin_paid", "CastResolved", -100_000),
        ("h:coin_sink", "CastResolved", 100_000),
    ];
    let mut legs = Vec::new();
    for (step, owed, earned) in [(&topped_up[..], 10, 0), (&bought, 10, 0), (&played, 0, 10)] {
        legs.extend_from_slice(step);
        let found = booked(&legs).valued(CHART(), &rates()).in_usdt(CHART());
        assert_eq!(
            (
                found.totals.assets,
                found.totals.liabilities,
                found.result(),
                found.rounding
            ),
            (10_000_000, owed * 1_000_000, earned * 1_000_000, 0)
        );
    }
}

#[test]
fn what_rounding_leaves_is_a_line_and_the_sides_are_equal() {
    let amounts = booked(&[
        ("diamond", "SignedIn", 1),
        ("diamond", "ShopPurchased", 1),
        ("h:diamond_issue.signin", "SignedIn", -1),
        ("h:diamond_issue.shop", "ShopPurchased", -1),
    ]);
    let found = amounts.valued(CHART(), &rates()).in_usdt(CHART());
    // Two diamonds are 33,333; one and one, 16,667 each.
    assert_eq!(
        (found.totals.liabilities, found.result(), found.rounding),
        (33_333, -33_334, 1)
    );
    let claims = found.totals.liabilities + found.totals.equity + found.result() + found.rounding;
    assert_eq!(found.totals.assets, claims);
}
