//! What the clocks of the economy do, and that they do it once (domain §3.15).

use crate::house::House;
use domain::ids::{PacketId, PlayerId};
use domain::money::{Gusd, Usdt};
use domain::player::Event;
use domain::player::red_packet::CreditShare;
use domain::posting::Purse;
use domain::red_packet::Prize;
use domain::time::{Day, Timestamp};
use domain::treasury::{FundPromoBudget, TreasuryCommand};
use ledger::testing::players;
use ledger::{Plain, RESERVE_STREAM, Request, StreamId, feed};
use projections::house_days;
use serde_json::json;
use uuid::Uuid;

const DAY_MS: i64 = 86_400_000;
const OPENS_MS: i64 = 5 * 60_000;

/// What a player's stream tells, by the names of the events.
async fn told(house: &House, player: PlayerId) -> Vec<String> {
    let recorded = feed::read_stream(house.ledger.pool(), "player", &player.to_string(), 0).await;
    recorded
        .expect("a stream")
        .into_iter()
        .map(|event| event.event_type)
        .collect()
}

fn count(told: &[String], name: &str) -> usize {
    told.iter().filter(|told| *told == name).count()
}

fn today(house: &House) -> Day {
    Timestamp(house.now()).day()
}

async fn promo_free(house: &House) -> Usdt {
    let loaded = house.ledger.treasury().load(&StreamId::house(RESERVE_STREAM)).await;
    loaded.expect("loaded").state.promo_free
}

async fn fund_promotions(house: &House, whole: i64) {
    let fund = FundPromoBudget {
        amount: Usdt::from_minor(whole * 1_000_000),
        proposer: "ana".into(),
        approver: "bo".into(),
        reason: "promotions".into(),
    };
    let (id, command) = (StreamId::house(RESERVE_STREAM), TreasuryCommand::FundPromoBudget(fund));
    let reply = house
        .ledger
        .treasury()
        .execute(&id, command, Request::default(), Plain)
        .await;
    assert!(reply.expect("a reply").is_accepted());
}

#[tokio::test]
async fn vip_days_end_one_tier_after_the_other_and_each_end_is_recorded_once() {
    let house = House::open().await;
    let angler = house.player(1).await;
    angler.given(Purse::Coupon, 30_000_000).await;
    for vip_id in [1, 2, 1] {
        angler.call("vip/activate", json!({ "vip_id": vip_id })).await.done();
    }
    let ended = async || {
        // Twice: the second look comes before the views have seen the work of the first.
        house.settle().await;
        for _ in 0..2 {
            workers::vip::tick(&house.ledger).await.expect("struck");
        }
        count(&told(&house, angler.id).await, "VipExpired")
    };
    house.wait_ms(30 * DAY_MS - 1);
    assert_eq!(ended().await, 0);
    house.wait_ms(1);
    assert_eq!(ended().await, 1, "silver is over, and bronze goes on");
    house.wait_ms(60 * DAY_MS - 1);
    assert_eq!(ended().await, 1);
    // A clock that was away catches up.
    house.wait_ms(100 * DAY_MS);
    assert_eq!(ended().await, 2);
    assert_eq!(ended().await, 2);
    let player = players::state(&house.ledger, angler.id).await;
    assert_eq!(player.vip.tier(Timestamp(house.now())), None);
}

#[tokio::test]
async fn bonus_tokens_expire_sixty_days_after_their_last_credit_once() {
    let house = House::open().await;
    let angler = house.player(1).await;
    let credit = async |slot: u32| {
        let share = CreditShare {
            packet: PacketId(Uuid::from_u128(slot.into())),
            slot,
            prize: Prize::GusdBonus(Gusd::from_minor(5_000)),
        };
        players::must(&house.ledger, angler.id, share).await;
    };
    let expired = async || {
        house.settle().await;
        for _ in 0..2 {
            workers::bonus::tick(&house.ledger).await.expect("struck");
        }
        count(&told(&house, angler.id).await, "BonusExpired")
    };
    credit(1).await;
    house.wait_ms(30 * DAY_MS);
    credit(2).await;
    house.wait_ms(60 * DAY_MS - 1);
    assert_eq!(expired().await, 0, "the second credit renewed the first");
    house.wait_ms(1);
    assert_eq!(expired().await, 1);
    assert_eq!(
        players::state(&house.ledger, angler.id).await.wallet.gusd_bonus(),
        Gusd::ZERO
    );
    credit(3).await;
    house.wait_ms(59 * DAY_MS);
    assert_eq!(expired().await, 1);
    house.wait_ms(30 * DAY_MS);
    assert_eq!(expired().await, 2);
}

#[tokio::test]
async fn an_account_ends_a_month_after_the_wish_and_its_name_is_gone_for_ever() {
    let house = House::open().await;
    let angler = house.player(1).await;
    angler.call("user/delete", json!({ "confirm": "DELETE" })).await.done();
    let erased = async || {
        house.settle().await;
        for _ in 0..2 {
            workers::erasure::tick(&house.ledger).await.expect("struck");
        }
        count(&told(&house, angler.id).await, "DataErased")
    };
    let name = async || house.ledger.vault().get(angler.id.0, "profile").await.expect("a vault");
    house.wait_ms(30 * DAY_MS - 1);
    assert_eq!(erased().await, 0);
    assert!(name().await.is_some());
    let again = house.newcomer(1, "").await;
    assert_eq!(erased().await, 1);
    assert_eq!(erased().await, 1);
    assert_eq!(name().await, None);
    // Whoever comes back finds a closed account, and leaves no name again.
    house.login(&house.launch(1, None), "").await.refused(-1002);
    let user = again.read("user/info").await["user"].clone();
    assert_eq!((&user["frozen"], &user["nickname"]), (&json!(true), &json!("")));
    again.call("signin/sign", json!({})).await.refused(-1002);
    assert_eq!(name().await, None);
}

#[tokio::test]
async fn a_key_that_a_crash_left_behind_is_destroyed_by_the_policy() {
    let house = House::open().await;
    let angler = house.player(1).await;
    let stream = feed::read_stream(house.ledger.pool(), "player", &angler.id.to_string(), 0).await;
    let mut recorded = stream.expect("a stream").remove(0);
    workers::erasure::follow(&house.ledger, &recorded)
        .await
        .expect("followed");
    let name = async || house.ledger.vault().get(angler.id.0, "profile").await.expect("a vault");
    assert!(name().await.is_some(), "other events destroy nothing");
    recorded.event_type = "DataErased".into();
    for _ in 0..2 {
        workers::erasure::follow(&house.ledger, &recorded)
            .await
            .expect("followed");
    }
    assert_eq!(name().await, None);
}

#[tokio::test]
async fn the_house_s_day_is_what_paid_dives_brought_less_what_they_paid() {
    let house = House::open().await;
    let inviter = house.player(1).await;
    let angler = house.invited(2, &inviter.scode).await;
    angler.given(Purse::CoinPaid, 10_000).await;
    for _ in 0..3 {
        let dive = angler.dives(100).await;
        for seq in 1..=4 {
            angler.casts(&dive, seq).await.done();
        }
        angler.surfaces(&dive).await.done();
    }
    // A promo dive does not count.
    angler.given(Purse::CoinPaid, -8_800).await;
    angler.given(Purse::CoinPromo, 100).await;
    let promo = angler.dives(100).await;
    angler.casts(&promo, 1).await.done();
    angler.surfaces(&promo).await.done();

    house.settle().await;
    let stream = feed::read_stream(house.ledger.pool(), "player", &angler.id.to_string(), 0).await;
    let (mut paid_out, mut referral) = (Usdt::ZERO, Usdt::ZERO);
    for recorded in stream.expect("a stream") {
        if let Event::DiveClosed(closed) = recorded.decode().expect("an event")
            && closed.dive.to_string() != promo
        {
            paid_out += closed.payout.at_parity();
            referral += closed.shares.l1.map_or(Usdt::ZERO, |share| share.usdt);
        }
    }
    let day = house_days::find(house.ledger.pool(), today(&house))
        .await
        .expect("a day");
    assert_eq!(
        (day.staked, day.paid_out, day.referral),
        (Usdt::from_minor(120_000), paid_out, referral)
    );
    workers::house_day::tick(&house.ledger).await.expect("told");
    assert_eq!(house.ledger.house_day(), day.won());
    house.next_day();
    assert_eq!(house.ledger.house_day(), Usdt::ZERO, "a new day begins with nothing");
    workers::house_day::tick(&house.ledger).await.expect("told");
    assert_eq!(house.ledger.house_day(), Usdt::ZERO);
}

#[tokio::test]
async fn the_pool_opens_once_at_five_past_midnight_and_what_is_left_is_free_again() {
    let house = House::open().await;
    fund_promotions(&house, 100).await;
    let tick = async || {
        house.settle().await;
        for _ in 0..2 {
            workers::pool::tick(&house.ledger).await.expect("struck");
        }
        promo_free(&house).await
    };
    let left = async || workers::pool::left(&house.ledger, today(&house)).await.expect("a pool");
    let usdt = |whole: i64| Usdt::from_minor(whole * 1_000_000);
    house.next_day();
    house.wait_ms(OPENS_MS - 1);
    assert_eq!((tick().await, left().await), (usdt(100), Gusd::ZERO));
    house.wait_ms(1);
    assert_eq!((tick().await, left().await), (usdt(95), usdt(5).at_parity()));
    // Over midnight the stocks are over, and what nobody took comes back.
    house.next_day();
    assert_eq!((tick().await, left().await), (usdt(100), Gusd::ZERO));
    // The house is closed for two days: they have no pool, and today's opens when it is back.
    house.next_day();
    house.next_day();
    house.wait_ms(3 * 3_600_000);
    assert_eq!((tick().await, left().await), (usdt(95), usdt(5).at_parity()));
}

#[tokio::test]
async fn a_day_that_won_makes_the_next_pool_larger_and_no_budget_makes_none() {
    let house = House::open().await;
    let angler = house.player(1).await;
    angler.given(Purse::CoinPaid, 300_000).await;
    for _ in 0..10 {
        let dive = angler.dives(1_000).await;
        angler.casts(&dive, 1).await.done();
        angler.surfaces(&dive).await.done();
    }
    house.settle().await;
    let won = house_days::find(house.ledger.pool(), today(&house))
        .await
        .expect("a day")
        .net();
    house.next_day();
    house.wait_ms(OPENS_MS);
    house.settle().await;
    workers::pool::tick(&house.ledger).await.expect("struck");
    let left = async || workers::pool::left(&house.ledger, today(&house)).await.expect("a pool");
    assert_eq!(left().await, Gusd::ZERO, "there is no budget");
    fund_promotions(&house, 100).await;
    house.settle().await;
    workers::pool::tick(&house.ledger).await.expect("struck");
    let share = Usdt::from_minor(won.minor().max(0) / 5);
    assert_eq!(left().await, (Usdt::from_minor(5_000_000) + share).at_parity());
}
