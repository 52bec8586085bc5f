//! The fishing calls: each works, twice is harmless, each is refused for its reason.

use crate::angler::fresh;
use crate::test_app::TestApp;
use domain::ids::DiveId;
use domain::player::fishing::VoidDive;
use domain::posting::Purse;
use serde_json::{Value, json};

#[tokio::test]
async fn the_game_s_numbers_are_shown_with_their_hash() {
    let app = TestApp::open().await;
    let config = app.player(1).await.read("fishing/config").await;
    assert_eq!(
        config["play_options"],
        json!([10, 20, 50, 100, 200, 500, 1000, 2000, 5000])
    );
    assert_eq!(
        (&config["rtp"], &config["min_cast_ms"], &config["cap_x"]),
        (&json!("0.94"), &json!(2500), &json!(10_000))
    );
    assert_eq!(config["deep_start"][0], json!({ "level": 6, "diamond": 1 }));
    assert_eq!(config["bands"][4], json!({ "from": 28, "to": 37, "mult": 50 }));
    // 50,000 USDT of reserve carry 10,000 coins (domain §2.5).
    assert_eq!(config["stake_max"], 10_000);
}

#[tokio::test]
async fn a_dive_starts_is_shown_everywhere_and_ends() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPromo, 100).await.given(Purse::Diamond, 3).await;
    let body = json!({ "stake": 10, "start_level": 6, "req_id": fresh() });
    let started = angler.call("fishing/dive_start", body.clone()).await.done();
    assert_eq!(
        angler.call("fishing/dive_start", body).await.done().bytes,
        started.bytes
    );
    assert_eq!(started.data["dive"]["level"], 6);
    assert_eq!(
        (&started.data["dive"]["fund"], &started.data["asset"]["diamond"]),
        (&json!("promo"), &json!(2))
    );
    assert_eq!(started.data["dive"]["next_cast_at"], app.now());

    let info = angler.read("fishing/player_info").await;
    assert_eq!(
        (&info["dive"], &info["asset"]),
        (&started.data["dive"], &started.data["asset"])
    );
    assert_eq!(info["limits_left"]["loss_today"], "50.000000");
    let dive = started.data["dive"]["dive_id"].as_str().expect("an id").to_owned();
    let surfaced = angler.surfaces(&dive).await.done();
    // Without a cast the diamonds of the deep start come back.
    assert_eq!(
        (&surfaced.data["asset"]["diamond"], &surfaced.data["result"]["payout"]),
        (&json!(3), &json!("0.00"))
    );
    assert_eq!(angler.read("fishing/player_info").await["dive"], Value::Null);
}

#[tokio::test]
async fn a_start_is_refused_for_the_stated_reason() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let start =
        |stake: i64, level: u8| angler.call("fishing/dive_start", json!({ "stake": stake, "start_level": level }));
    start(100, 1).await.refused(2001);
    angler.given(Purse::CoinPaid, 1_000).await;
    assert_eq!(start(15, 1).await.refused(3003), json!({ "stake_max": 10_000 }));
    start(100, 2).await.refused(3007);
    start(100, 0).await.refused(3007);
    start(100, 6).await.refused(2002);
    assert_eq!(start(-100, 1).await.refused(3003)["stake_max"], 10_000);
    start(100, 1).await.done();
    start(100, 1).await.refused(3002);
}

#[tokio::test]
async fn a_cast_is_refused_for_the_stated_reason_with_the_current_dive() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPromo, 20).await;
    let cast = |dive: &str, seq: u32, shield: bool| {
        angler.call("fishing/cast", json!({ "dive_id": dive, "seq": seq, "shield": shield }))
    };
    cast(&fresh(), 1, false).await.refused(3001);
    let dive = angler.dives(10).await;
    cast(&dive, 1, true).await.refused(2002);
    cast(&dive, 1, false).await.done();
    assert_eq!(
        cast(&dive, 2, false).await.refused(3006),
        json!({ "next_cast_at": app.now() + 2_500 })
    );
    let current = angler.read("fishing/player_info").await["dive"].clone();
    assert_eq!(cast(&dive, 1, false).await.refused(3004), json!({ "dive": current }));
    angler.casts(&dive, 2).await.done();
    angler.casts(&dive, 3).await.refused(2001);
    angler.surfaces(&dive).await.done();
    angler.surfaces(&dive).await.refused(3001);
}

#[tokio::test]
async fn a_dive_that_staff_cancelled_says_so_and_its_stakes_are_back() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPromo, 100).await;
    let dive = angler.dives(10).await;
    angler.casts(&dive, 1).await.done();
    let void = VoidDive {
        dive: DiveId(dive.parse().expect("an id")),
        casts: Some(1),
        case_id: "case-1".into(),
        proposer: "ann".into(),
        approver: "bob".into(),
    };
    ledger::testing::players::must(&app.ledger, angler.id, void).await;
    angler.casts(&dive, 2).await.refused(3012);
    angler.surfaces(&dive).await.refused(3012);
    assert_eq!(angler.read("fishing/player_info").await["asset"]["coin_promo"], 100);
}

#[tokio::test]
async fn a_dive_left_alone_takes_no_cast_after_a_day_but_surfaces() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPromo, 100).await;
    let dive = angler.dives(10).await;
    app.wait_ms(86_400_000);
    angler.casts(&dive, 1).await.refused(3001);
    angler.surfaces(&dive).await.done();
}

#[tokio::test]
async fn the_day_s_loss_limit_closes_the_next_cast() {
    let app = TestApp::open().await;
    app.publish(|config| config.game.loss_day = domain::money::Usdt::from_minor(2_000))
        .await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPaid, 1_000).await;
    let dive = angler.dives(10).await;
    angler.casts(&dive, 1).await.done();
    angler.casts(&dive, 2).await.done();
    assert_eq!(
        angler.casts(&dive, 3).await.refused(3009),
        json!({ "limit": "0.002000" })
    );
    assert_eq!(
        angler.read("fishing/player_info").await["limits_left"]["loss_today"],
        "0.000000"
    );
    app.next_day();
    angler.casts(&dive, 3).await.done();
}

#[tokio::test]
async fn history_is_paged_newest_first_without_the_open_dive() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPromo, 1_000).await;
    let mut closed = Vec::new();
    for _ in 0..5 {
        let dive = angler.dives(10).await;
        angler.surfaces(&dive).await.done();
        closed.insert(0, dive);
    }
    angler.dives(10).await;
    app.settle().await;
    let (mut seen, mut last_id) = (Vec::new(), String::new());
    loop {
        let page = angler
            .call("fishing/history", json!({ "last_id": last_id, "size": 2 }))
            .await
            .done()
            .data;
        let ids = page["list"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|line| line["dive_id"].as_str().expect("an id").to_owned());
        seen.extend(ids);
        last_id = page["next_last_id"].as_str().expect("a text").to_owned();
        assert_eq!(page["has_more"], !last_id.is_empty());
        if last_id.is_empty() {
            break;
        }
    }
    assert_eq!(seen, closed);
}
