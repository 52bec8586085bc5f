use super::*;

fn refusal(change: impl FnOnce(&mut Item)) -> String {
    let mut shop = Shop::standard();
    change(&mut shop.items[1]);
    shop.check(&Vip::standard()).expect_err("a sentence").text
}

#[test]
fn the_start_set_passes() {
    assert_eq!(Shop::standard().check(&Vip::standard()), Ok(()));
}

#[test]
fn a_coupon_buys_at_most_10000_coins_with_the_tier_it_includes() {
    let sentence = "a coupon buys at most 10,000 coins";
    assert_eq!(refusal(|item| item.coin_paid = Coin::from_minor(10_001)), sentence);
    assert_eq!(refusal(|item| item.vip_id = Some(1)), sentence);
    assert_eq!(
        refusal(|item| item.vip_id = Some(9)),
        "a shop item includes a VIP tier that exists"
    );
}

#[test]
fn items_that_a_rule_could_not_sell_are_refused() {
    assert_eq!(
        refusal(|item| item.item_id = "Coins 1".into()),
        "an item_id is 1 to 40 small letters, digits, _ and -"
    );
    assert_eq!(
        refusal(|item| item.item_id = "coins_5".into()),
        "every shop item has its own id"
    );
    assert_eq!(
        refusal(|item| item.price = Coupon::ZERO),
        "a shop item costs up to 100,000 coupons"
    );
    assert_eq!(
        refusal(|item| item.diamond = Diamond::from_minor(-1)),
        "what a shop item gives is not negative"
    );
    assert_eq!(
        refusal(|item| item.stock = Some(0)),
        "a limit or a stock is at least one"
    );
    let both = |item: &mut Item| (item.from, item.to) = (Some(Timestamp(1)), Some(Timestamp(1)));
    assert_eq!(refusal(both), "a sale ends after it begins");
}
