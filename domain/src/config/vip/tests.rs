//! What a table of tiers must hold.

use super::*;

fn changed(change: impl FnOnce(&mut Tier)) -> Vip {
    let mut vip = Vip::standard();
    change(&mut vip.tiers[2]);
    vip
}

#[test]
fn the_published_tiers_give_the_published_share_of_their_price() {
    // domain §3.4: max coins 30,000 to 2,160,000.
    let worth: Vec<i64> = Vip::standard().tiers.iter().map(|tier| tier.worth().minor()).collect();
    assert_eq!(worth, [30_000, 150_000, 390_000, 765_000, 2_160_000]);
    assert_eq!(Vip::standard().check(), Ok(()));
}

#[test]
fn a_tier_may_give_80_percent_of_its_price_and_not_a_coin_more() {
    // Gold: 60 claims; 80 % of 50 USDT are 400,000 coins.
    let priced = |coins| changed(|tier| (tier.price, tier.coins) = (Usdt::from_minor(75_000_000), coins));
    assert_eq!(priced(Coin::from_minor(10_000)).check(), Ok(()));
    let sentence = "a VIP tier gives more than 80 % of its price in coins";
    assert_eq!(
        priced(Coin::from_minor(10_001)).check().map_err(|finding| finding.text),
        Err(sentence.into())
    );
    assert_eq!(
        changed(|tier| tier.days = 31).check().map_err(|finding| finding.text),
        Err(sentence.into())
    );
}

#[test]
fn tiers_have_own_ids_names_and_bounds() {
    let twin = changed(|tier| tier.vip_id = 1);
    assert_eq!(
        twin.check().map_err(|finding| finding.text),
        Err("every VIP tier has its own id and rank".into())
    );
    let nobody = changed(|tier| tier.vip_id = 0);
    assert_eq!(
        nobody.check().map_err(|finding| finding.text),
        Err("VIP tier 0 means no tier".into())
    );
    let silent = changed(|tier| tier.name.zh.clear());
    assert_eq!(
        silent.check().map_err(|finding| finding.text),
        Err("a VIP tier has a name in both languages".into())
    );
    for broken in [
        changed(|tier| tier.days = 0),
        changed(|tier| tier.coins = Coin::from_minor(-1)),
        changed(|tier| tier.price = Usdt::ZERO),
    ] {
        assert!(broken.check().expect_err("a sentence").text.contains("366 days"));
    }
}

#[test]
fn terms_that_were_sold_stay() {
    let before = Vip::standard();
    let cheaper = changed(|tier| tier.price = Usdt::from_minor(60_000_000));
    assert!(cheaper.check_after(&before).is_err());
    let mut fewer = Vip::standard();
    fewer.tiers.pop();
    assert!(fewer.check_after(&before).is_err());
    let retired = changed(|tier| tier.on_sale = false);
    assert_eq!(retired.check_after(&before), Ok(()));
}

/// Makes a tier better by so much, or worse.
type Step = fn(&mut Tier, i64);

#[test]
fn floor_rights_and_claim_gap_of_what_was_sold_change_for_the_better_only() {
    let before = changed(|tier| tier.rights.fee_ppm = 8_000);
    let steps: [(&str, Step); 5] = [
        ("floor", |tier, by| {
            tier.floor = Coin::from_minor(tier.floor.minor() + by)
        }),
        ("withdrawals_per_day", |tier, by| {
            tier.rights.withdrawals_per_day = tier.rights.withdrawals_per_day.saturating_add_signed(by as i32);
        }),
        ("usdt_per_day", |tier, by| {
            tier.rights.usdt_per_day = Usdt::from_minor(tier.rights.usdt_per_day.minor() + by);
        }),
        ("fee_ppm", |tier, by| {
            tier.rights.fee_ppm = tier.rights.fee_ppm.saturating_add_signed(-by as i32);
        }),
        ("fee_min", |tier, by| {
            tier.rights.fee_min = Usdt::from_minor(tier.rights.fee_min.minor() - by);
        }),
    ];
    for (field, step) in steps {
        assert_eq!(changed(|tier| step(tier, 1)).check_after(&before), Ok(()), "{field}");
        let worse = changed(|tier| step(tier, -1)).check_after(&before).expect_err(field);
        let named = (
            worse.code.as_str(),
            worse.values["field"].as_str(),
            worse.values["tier"].as_str(),
        );
        assert_eq!(named, ("tier_worse", field, "3"));
    }
    let mut gap = Vip::standard();
    gap.claim_gap_ms -= 1;
    assert_eq!(gap.check_after(&before), Ok(()));
    gap.claim_gap_ms += 2;
    let worse = gap.check_after(&before).expect_err("a longer gap");
    assert_eq!(worse.code, "claim_gap_kept");
}
