//! Codes that no feature's own test meets: regions, sessions, the breaker and identities under way.

use crate::test_app::TestApp;
use domain::config::region::Mode;
use domain::kyc::Status;
use domain::money::Usdt;
use domain::player::identity::NoteKyc;
use domain::posting::Purse;
use domain::time::Timestamp;
use ledger::testing::players;
use serde_json::json;

const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

#[tokio::test]
async fn where_only_promo_play_is_allowed_no_money_moves() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler
        .given(Purse::CoinPromo, 100)
        .await
        .given(Purse::Usdt, 20_000_000)
        .await;
    app.publish(|config| config.region.default_mode = Mode::Play).await;
    let asks = json!({ "channel": "ton_usdt", "amount": "10" });
    angler.call("topup/create", asks).await.refused(-1004);
    angler.dives(10).await;
    app.publish(|config| config.region.default_mode = Mode::Blocked).await;
    angler.call("signin/sign", json!({})).await.refused(-1004);
}

#[tokio::test]
async fn a_session_ends_at_the_player_s_own_limit() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPaid, 1_000).await;
    angler
        .call("limits/set", json!({ "field": "session_min", "value": "1" }))
        .await
        .done();
    let dive = angler.dives(10).await;
    for seq in 1..=23 {
        angler.casts(&dive, seq).await.done();
    }
    let refused = angler.casts(&dive, 24).await.refused(3010);
    assert!(refused["until"].as_i64() > Some(app.now()), "{refused}");
    angler.surfaces(&dive).await.done();
}

#[tokio::test]
async fn after_a_bad_day_of_the_house_large_stakes_are_closed_and_small_ones_are_not() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPaid, 1_000).await;
    let today = Timestamp(app.now()).day();
    app.ledger.set_house_day(today, Usdt::from_minor(-20_000_000_000));
    let start = json!({ "stake": 500, "start_level": 1 });
    let refused = angler.call("fishing/dive_start", start).await.refused(3011);
    assert_eq!(refused, json!({ "stake_max": 200 }));
    angler.dives(200).await;
}

#[tokio::test]
async fn money_waits_for_an_identity_that_is_under_review_or_failed() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::Usdt, 100_000_000).await;
    let address = json!({ "key": "ton", "address": ADDRESS, "comment": "" });
    angler.call("withdraw/set_address", address).await.done();
    // A day's limit of more than the sum that asks for an identity.
    app.publish(|config| config.vip.free.usdt_per_day = Usdt::from_minor(100_000_000))
        .await;
    app.wait_ms(86_400_000);
    let ask = async || {
        angler
            .call("withdraw/do", json!({ "key": "ton", "amount": "60" }))
            .await
    };
    ask().await.refused(6001);
    for (revision, status, code) in [(1, Status::UnderReview, 6008), (2, Status::Failed, 6009)] {
        players::must(&app.ledger, angler.id, NoteKyc { status, revision }).await;
        ask().await.refused(code);
    }
}
