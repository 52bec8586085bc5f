//! What the schedules of the economy do, and that they do it once (domain §3.15).

use crate::staff_site::StaffSite;
use crate::test_app::TestApp;
use domain::ids::{PacketId, PlayerId};
use domain::money::{Gusd, Usdt};
use domain::player::Event;
use domain::player::freeze::Freeze;
use domain::player::red_packet::CreditShare;
use domain::posting::Purse;
use domain::red_packet::Prize;
use domain::staff::Role;
use domain::time::{Day, HOUR_MS, Timestamp};
use domain::treasury::{FundPromoBudget, TreasuryCommand};
use ledger::testing::players;
use ledger::{Plain, RESERVE_STREAM, Request, StreamId, feed};
use projections::house_days;
use serde_json::json;
use uuid::Uuid;

const DAY_MS: i64 = 86_400_000;
const OPENS_MS: i64 = 5 * 60_000;

/// The names of the events of a player's stream.
async fn event_types(app: &TestApp, player: PlayerId) -> Vec<String> {
    let recorded = feed::read_stream(app.ledger.pool(), "player", &player.to_string(), 0).await;
    recorded
        .expect("a stream")
        .into_iter()
        .map(|event| event.event_type)
        .collect()
}

fn count(types: &[String], name: &str) -> usize {
    types.iter().filter(|kind| *kind == name).count()
}

fn today(app: &TestApp) -> Day {
    Timestamp(app.now()).day()
}

async fn promo_free(app: &TestApp) -> Usdt {
    let loaded = app.ledger.treasury().load(&StreamId::house(RESERVE_STREAM)).await;
    loaded.expect("loaded").state.promo_free
}

async fn fund_promotions(app: &TestApp, whole: i64) {
    let fund = FundPromoBudget {
        amount: Usdt::from_minor(whole * 1_000_000),
        proposer: "ana".into(),
        approver: "bo".into(),
        reason: "promotions".into(),
    };
    let (id, command) = (StreamId::house(RESERVE_STREAM), TreasuryCommand::FundPromoBudget(fund));
    let reply = app
        .ledger
        .treasury()
        .execute(&id, command, Request::default(), Plain)
        .await;
    assert!(reply.expect("a reply").is_accepted());
}

#[tokio::test]
async fn vip_days_end_one_tier_after_the_other_and_each_end_is_recorded_once() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::Coupon, 30_000_000).await;
    for vip_id in [1, 2, 1] {
        angler.call("vip/activate", json!({ "vip_id": vip_id })).await.done();
    }
    let ended = async || {
        // Twice: the second look comes before the views have seen the work of the first.
        app.settle().await;
        for _ in 0..2 {
            workers::vip::tick(&app.ledger).await.expect("done");
        }
        count(&event_types(&app, angler.id).await, "VipExpired")
    };
    app.wait_ms(30 * DAY_MS - 1);
    assert_eq!(ended().await, 0);
    app.wait_ms(1);
    assert_eq!(ended().await, 1, "silver is over, and bronze goes on");
    app.wait_ms(60 * DAY_MS - 1);
    assert_eq!(ended().await, 1);
    // A clock that was away catches up.
    app.wait_ms(100 * DAY_MS);
    assert_eq!(ended().await, 2);
    assert_eq!(ended().await, 2);
    let player = players::state(&app.ledger, angler.id).await;
    assert_eq!(player.vip.tier(Timestamp(app.now())), None);
}

#[tokio::test]
async fn bonus_tokens_expire_sixty_days_after_their_last_credit_once() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let credit = async |slot: u32| {
        let share = CreditShare {
            packet: PacketId(Uuid::from_u128(slot.into())),
            slot,
            prize: Prize::GusdBonus(Gusd::from_minor(5_000)),
        };
        players::must(&app.ledger, angler.id, share).await;
    };
    let expired = async || {
        app.settle().await;
        for _ in 0..2 {
            workers::bonus::tick(&app.ledger).await.expect("done");
        }
        count(&event_types(&app, angler.id).await, "BonusExpired")
    };
    credit(1).await;
    app.wait_ms(30 * DAY_MS);
    credit(2).await;
    app.wait_ms(60 * DAY_MS - 1);
    assert_eq!(expired().await, 0, "the second credit renewed the first");
    app.wait_ms(1);
    assert_eq!(expired().await, 1);
    assert_eq!(
        players::state(&app.ledger, angler.id).await.wallet.gusd_bonus(),
        Gusd::ZERO
    );
    credit(3).await;
    app.wait_ms(59 * DAY_MS);
    assert_eq!(expired().await, 1);
    app.wait_ms(30 * DAY_MS);
    assert_eq!(expired().await, 2);
}

#[tokio::test]
async fn an_account_ends_a_month_after_the_request_and_its_name_is_erased_for_ever() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.call("user/delete", json!({ "confirm": "DELETE" })).await.done();
    let erased = async || {
        app.settle().await;
        for _ in 0..2 {
            workers::erasure::tick(&app.ledger).await.expect("done");
        }
        count(&event_types(&app, angler.id).await, "DataErased")
    };
    let name = async || app.ledger.vault().get(angler.id.0, "profile").await.expect("a vault");
    app.wait_ms(30 * DAY_MS - 1);
    assert_eq!(erased().await, 0);
    assert!(name().await.is_some());
    let again = app.newcomer(1, "").await;
    assert_eq!(erased().await, 1);
    assert_eq!(erased().await, 1);
    assert_eq!(name().await, None);
    // Whoever comes back finds a closed account, and leaves no name again.
    app.login(&app.launch(1, None), "").await.refused(-1002);
    let user = again.read("user/info").await["user"].clone();
    assert_eq!((&user["frozen"], &user["nickname"]), (&json!(true), &json!("")));
    again.call("signin/sign", json!({})).await.refused(-1002);
    assert_eq!(name().await, None);
}

#[tokio::test]
async fn a_key_that_a_crash_left_behind_is_destroyed_by_the_policy() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let stream = feed::read_stream(app.ledger.pool(), "player", &angler.id.to_string(), 0).await;
    let mut recorded = stream.expect("a stream").remove(0);
    workers::erasure::follow(&app.ledger, &recorded)
        .await
        .expect("followed");
    let name = async || app.ledger.vault().get(angler.id.0, "profile").await.expect("a vault");
    assert!(name().await.is_some(), "other events destroy nothing");
    recorded.event_type = "DataErased".into();
    for _ in 0..2 {
        workers::erasure::follow(&app.ledger, &recorded)
            .await
            .expect("followed");
    }
    assert_eq!(name().await, None);
}

#[tokio::test]
async fn the_house_s_day_is_what_paid_dives_brought_less_what_they_paid() {
    let app = TestApp::open().await;
    let inviter = app.player(1).await;
    let angler = app.invited(2, &inviter.scode).await;
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

    app.settle().await;
    let stream = feed::read_stream(app.ledger.pool(), "player", &angler.id.to_string(), 0).await;
    let (mut paid_out, mut referral) = (Usdt::ZERO, Usdt::ZERO);
    for recorded in stream.expect("a stream") {
        if let Event::DiveClosed(closed) = recorded.decode().expect("an event")
            && closed.dive.to_string() != promo
        {
            paid_out += closed.payout.at_parity();
            referral += closed.shares.l1.map_or(Usdt::ZERO, |share| share.usdt);
        }
    }
    let day = house_days::find(app.ledger.pool(), today(&app)).await.expect("a day");
    assert_eq!(
        (day.staked, day.paid_out, day.referral),
        (Usdt::from_minor(120_000), paid_out, referral)
    );
    workers::house_day::tick(&app.ledger).await.expect("recorded");
    assert_eq!(app.ledger.context().house_day, day.won());
    app.next_day();
    assert_eq!(
        app.ledger.context().house_day,
        Usdt::ZERO,
        "a new day begins with nothing"
    );
    workers::house_day::tick(&app.ledger).await.expect("recorded");
    assert_eq!(app.ledger.context().house_day, Usdt::ZERO);
}

#[tokio::test]
async fn the_pool_opens_once_at_five_past_midnight_and_what_is_left_is_free_again() {
    let app = TestApp::open().await;
    fund_promotions(&app, 100).await;
    let tick = async || {
        app.settle().await;
        for _ in 0..2 {
            workers::pool::tick(&app.ledger).await.expect("done");
        }
        promo_free(&app).await
    };
    let left = async || workers::pool::left(&app.ledger, today(&app)).await.expect("a pool");
    let usdt = |whole: i64| Usdt::from_minor(whole * 1_000_000);
    app.next_day();
    app.wait_ms(OPENS_MS - 1);
    assert_eq!((tick().await, left().await), (usdt(100), Gusd::ZERO));
    app.wait_ms(1);
    assert_eq!((tick().await, left().await), (usdt(95), usdt(5).at_parity()));
    // Over midnight the stocks are over, and what nobody took comes back.
    app.next_day();
    assert_eq!((tick().await, left().await), (usdt(100), Gusd::ZERO));
    // The service is down for two days: they have no pool, and today's opens when it is back.
    app.next_day();
    app.next_day();
    app.wait_ms(3 * 3_600_000);
    assert_eq!((tick().await, left().await), (usdt(95), usdt(5).at_parity()));
}

#[tokio::test]
async fn a_day_that_won_makes_the_next_pool_larger_and_no_budget_makes_none() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPaid, 300_000).await;
    for _ in 0..10 {
        let dive = angler.dives(1_000).await;
        angler.casts(&dive, 1).await.done();
        angler.surfaces(&dive).await.done();
    }
    app.settle().await;
    let won = house_days::find(app.ledger.pool(), today(&app))
        .await
        .expect("a day")
        .net();
    app.next_day();
    app.wait_ms(OPENS_MS);
    app.settle().await;
    workers::pool::tick(&app.ledger).await.expect("done");
    let left = async || workers::pool::left(&app.ledger, today(&app)).await.expect("a pool");
    assert_eq!(left().await, Gusd::ZERO, "there is no budget");
    fund_promotions(&app, 100).await;
    app.settle().await;
    workers::pool::tick(&app.ledger).await.expect("done");
    let share = Usdt::from_minor(won.minor().max(0) / 5);
    assert_eq!(left().await, (Usdt::from_minor(5_000_000) + share).at_parity());
}

#[tokio::test]
async fn every_seed_is_revealed_a_day_after_its_last_dive_whoever_its_player_is() {
    let app = StaffSite::open().await;
    let mut anglers = Vec::new();
    for tg_id in 1..=4 {
        let angler = app.player(tg_id).await;
        angler.given(Purse::CoinPaid, 100).await.dives_five_times().await;
        anglers.push(angler);
    }
    let [frozen, excluded, erased, plain] = anglers.as_slice() else {
        panic!("four")
    };
    let (staff, reason) = ("staff:ann".to_owned(), "Chargeback".to_owned());
    players::must(&app.ledger, frozen.id, Freeze { staff, reason }).await;
    let exclude = json!({ "kind": "exclude", "days": 200 });
    excluded.call("limits/exclude", exclude).await.done();
    erased.call("user/delete", json!({ "confirm": "DELETE" })).await.done();
    // Without a cast nothing is drawn, so there is nothing to reveal.
    let idle = app.player(5).await;
    idle.given(Purse::CoinPaid, 100).await;
    let dive = idle.dives(10).await;
    idle.surfaces(&dive).await.done();
    let reveals = async || {
        app.settle().await;
        for _ in 0..2 {
            workers::reveal::tick(&app.ledger).await.expect("done");
        }
        let mut found = Vec::new();
        for angler in anglers.iter().chain([&idle]) {
            found.push(count(&event_types(&app, angler.id).await, "SeedRotated"));
        }
        found
    };
    assert_eq!(reveals().await, [0; 5]);
    app.wait_ms(31 * DAY_MS);
    workers::erasure::tick(&app.ledger).await.expect("done");
    app.settle().await;
    let broken = async |id: &str| {
        let law = workers::audit::laws().find(|law| law.id == id).expect("a law");
        let mut connection = app.ledger.pool().acquire().await.expect("a connection");
        let result = workers::audit::check(&mut connection, law).await.expect("read");
        (result.broken, result.compared)
    };
    assert_eq!(broken("I-37d").await, (4, 4), "the job did not run for a month");
    assert_eq!(broken("I-37g").await, (0, 0), "nothing is revealed yet");
    let ann = app.clerk("ann", &[Role::Risk]).await;
    let is_alert = async || {
        let alerts = ann.ask("alerts/list", json!({})).await.done().data;
        let list = alerts["list"].as_array().expect("a list").clone();
        list.iter().any(|alert| alert["kind"] == "seed_sealed")
    };
    assert!(is_alert().await);
    assert_eq!(reveals().await, [1, 1, 1, 1, 0]);
    assert_eq!(broken("I-37d").await, (0, 0));
    assert_eq!(broken("I-37g").await, (4, 4), "what was late stays late");
    app.settle().await;
    assert!(!is_alert().await);
    let seeds = players::state(&app.ledger, plain.id).await.seeds;
    assert_eq!((seeds.nonce, seeds.previous.map(|pair| pair.casts)), (0, Some(5)));
    let prompt = app.player(6).await;
    prompt.given(Purse::CoinPaid, 100).await.dives_five_times().await;
    app.wait_ms(20 * HOUR_MS);
    reveals().await;
    assert_eq!(broken("I-37g").await, (4, 5), "this one came in time");
}
