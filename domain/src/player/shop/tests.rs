//! Purchases as given, when, then.

use super::*;
use crate::testing::Angler;
use crate::time::DAY_MS;

fn buy(item_id: &str, price: i64, count: u32) -> BuyItem {
    BuyItem {
        item_id: item_id.into(),
        price: Coupon::from_minor(price),
        count,
        take: None,
        request: None,
    }
}

fn rich() -> Angler {
    Angler::new().with_coupons(1_000_000_000)
}

/// A player with many coupons; the item of 10,000 coins was changed.
fn changed(change: impl FnOnce(&mut Item)) -> Angler {
    rich().under(|config| change(&mut config.shop.items[1]))
}

fn one() -> BuyItem {
    buy("coins_1", 1_000_000, 1)
}

fn take() -> Option<TakeId> {
    Some(TakeId::of_request(uuid::Uuid::from_u128(7)))
}

#[test]
fn the_start_set_gives_what_it_says() {
    // domain §3.6.
    for (item_id, price, paid, promo, diamonds) in [
        ("first_cast", 990_000, 9_900, 0, 20),
        ("coins_1", 1_000_000, 10_000, 0, 0),
        ("coins_5", 5_000_000, 50_000, 1_000, 0),
        ("coins_10", 10_000_000, 100_000, 3_000, 0),
        ("coins_50", 50_000_000, 500_000, 20_000, 0),
        ("diamonds_60", 1_000_000, 0, 0, 60),
    ] {
        let mut angler = Angler::new().with_coupons(price);
        angler.must(buy(item_id, price, 1));
        let purses = [Purse::Coupon, Purse::CoinPaid, Purse::CoinPromo, Purse::Diamond];
        assert_eq!(
            purses.map(|purse| angler.has(purse)),
            [0, paid, promo, diamonds],
            "{item_id}"
        );
    }
}

#[test]
fn several_pieces_cost_and_give_as_many_times() {
    let mut angler = rich();
    angler.must(buy("coins_5", 5_000_000, 3));
    assert_eq!(angler.has(Purse::Coupon), 985_000_000);
    assert_eq!(
        (angler.has(Purse::CoinPaid), angler.has(Purse::CoinPromo)),
        (150_000, 3_000)
    );
    for count in [0, 101, u32::MAX] {
        let field = "count".into();
        assert_eq!(
            angler.decide(buy("coins_1", 1_000_000, count)),
            Err(Refusal::InvalidField { field })
        );
    }
    assert!(angler.decide(buy("coins_1", 1_000_000, 100)).is_ok());
}

#[test]
fn the_first_purchase_pack_is_for_the_first_purchase_alone() {
    let mut angler = rich();
    let pack = buy("first_cast", 990_000, 1);
    let two = BuyItem {
        count: 2,
        ..pack.clone()
    };
    assert_eq!(angler.decide(two), Err(Refusal::MaximumCountReached));
    let mut other = angler.clone();
    angler.must(pack.clone());
    assert_eq!(angler.decide(pack.clone()), Err(Refusal::MaximumCountReached));
    other.must(one());
    assert_eq!(other.decide(pack), Err(Refusal::MaximumCountReached));
}

#[test]
fn a_limit_holds_for_its_day_its_week_or_for_ever() {
    // Law I-38. START is a Wednesday.
    for (per, again) in [(Per::Day, Some(1)), (Per::Week, Some(5)), (Per::Life, None)] {
        let mut angler = changed(|item| item.limit = Some(Limit { n: 3, per }));
        angler.must(buy("coins_1", 1_000_000, 2));
        let two = angler.decide(buy("coins_1", 1_000_000, 2));
        assert_eq!(two, Err(Refusal::MaximumCountReached));
        angler.must(one());
        let waited = (1..30).find(|_| angler.wait(DAY_MS).decide(one()).is_ok());
        assert_eq!(waited, again, "{per:?}");
    }
}

#[test]
fn the_price_shown_is_the_price_paid() {
    let angler = rich();
    let price = "1.000000".into();
    for shown in [0, 999_999, 1_000_001, -1_000_000] {
        let shown = buy("coins_1", shown, 1);
        let price = String::clone(&price);
        assert_eq!(angler.decide(shown), Err(Refusal::PriceChanged { price }));
    }
}

#[test]
fn an_item_is_sold_from_its_first_to_its_last_moment() {
    let now = Angler::new().now;
    let mut angler = changed(|item| (item.from, item.to) = (Some(now.plus_ms(1)), Some(now.plus_ms(3))));
    let sold: Vec<bool> = (0..4)
        .map(|wait| angler.wait(i64::from(wait > 0)).decide(one()).is_ok())
        .collect();
    assert_eq!(sold, [false, true, true, false]);
    assert_eq!(angler.decide(one()), Err(Refusal::ItemNotOnSale));
    assert_eq!(rich().decide(buy("nothing", 1, 1)), Err(Refusal::ItemNotOnSale));
}

#[test]
fn a_limited_item_needs_a_piece_of_its_stock_and_uses_it_once() {
    let angler = changed(|item| item.stock = Some(10));
    assert_eq!(angler.decide(one()), Err(Refusal::SoldOut));
    let taken = BuyItem { take: take(), ..one() };
    let decision = angler.decide(taken.clone()).expect("a purchase");
    let key = format!("stock_use:{}", take().expect("a take"));
    assert_eq!(decision.claims[0].key, key);
    assert_eq!(
        rich().decide(taken),
        Err(Refusal::SoldOut),
        "an item without stock has no takes"
    );
}

#[test]
fn a_request_buys_once_with_a_take_and_without() {
    let request = Some(uuid::Uuid::from_u128(9));
    let key = format!("stock_use:{}", TakeId::of_request(uuid::Uuid::from_u128(9)));
    let limited = changed(|item| item.stock = Some(10));
    for (angler, take) in [(limited, take()), (rich(), None)] {
        let bought = angler.decide(BuyItem { take, request, ..one() }).expect("a purchase");
        let claim = bought.claims.last().expect("a claim");
        assert_eq!((&claim.key, &claim.taken), (&key, &Refusal::RequestIdReused));
    }
}

#[test]
fn coupons_short_ask_for_an_exchange_or_for_a_top_up() {
    let angler = Angler::new().with_coupons(400_000);
    let missing = "0.600000".into();
    assert_eq!(angler.decide(one()), Err(Refusal::TopUpRequired { missing }));
    let enough = angler.clone().with_usdt(600_000);
    assert_eq!(enough.decide(one()), Err(Refusal::NotEnoughCoupons));
    let missing = "0.600000".into();
    let short = angler.with_usdt(599_999);
    assert_eq!(short.decide(one()), Err(Refusal::TopUpRequired { missing }));
}

#[test]
fn an_item_may_include_days_of_a_tier() {
    let mut angler = changed(|item| {
        (item.vip_id, item.coin_paid) = (Some(1), Coin::ZERO);
        item.price = Coupon::from_minor(5_000_000);
    });
    angler.must(buy("coins_1", 5_000_000, 1));
    assert_eq!(angler.player.vip.tier(angler.now), Some(1));
    assert_eq!(angler.has(Purse::Coupon), 995_000_000, "paid once");
    let field = "count".into();
    assert_eq!(
        angler.decide(buy("coins_1", 5_000_000, 2)),
        Err(Refusal::InvalidField { field })
    );
}

#[test]
fn the_first_violated_check_is_returned() {
    let angler = Angler::new().under(|config| {
        config.shop.items[1].limit = Some(Limit { n: 1, per: Per::Day });
        config.shop.items[1].stock = Some(1);
    });
    let refused = |command: BuyItem| angler.decide(command).expect_err("a refusal").code();
    assert_eq!(refused(buy("nothing", 0, 0)), 5103);
    assert_eq!(refused(buy("coins_1", 0, 0)), 5104);
    assert_eq!(refused(buy("coins_1", 1_000_000, 0)), -1006);
    assert_eq!(refused(buy("coins_1", 1_000_000, 2)), 5101);
    assert_eq!(refused(one()), 5102);
    assert_eq!(refused(BuyItem { take: take(), ..one() }), 5002);
}
