//! VIP tiers (domain §3.4).

use crate::angler::fresh;
use crate::test_app::{BOT_TOKEN, TestApp};
use api::auth::launch_data::{LaunchUser, sign};
use domain::posting::Purse;
use serde_json::{Value, json};

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

fn tier(info: &Value, vip_id: i64) -> Value {
    let list = info["list"].as_array().expect("tiers");
    let found = list.iter().find(|tier| tier["vip_id"] == vip_id);
    found.expect("the tier").clone()
}

#[tokio::test]
async fn the_tiers_are_shown_with_their_prices_and_what_they_give() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let info = angler.read("vip/info").await;
    assert_eq!((&info["current"], &info["expires_at"]), (&json!(0), &Value::Null));
    let free = json!({ "coins": 1000, "floor": 1000, "daily_count": 1, "claimed_today": 0, "need_invite": true });
    assert_eq!(info["free"], free);
    assert_eq!(info["list"].as_array().map(Vec::len), Some(5));
    let silver = json!({
        "vip_id": 2, "name": "Silver", "price": "20.000000", "days": 30, "coins": 2500, "daily_count": 2,
        "floor": 5000, "diamonds": 1, "wd_count": 2, "wd_limit": "200.000000", "fee_rate": "0.01",
        "fee_min": "0.500000", "active": false, "expires_at": null, "claimed_today": 0, "next_claim_at": null,
        "can_receive": false
    });
    assert_eq!(tier(&info, 2), silver);
}

#[tokio::test]
async fn days_are_bought_with_coupons_or_usdt_and_each_shortage_has_its_code() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let activate = |body: Value| angler.call("vip/activate", body);
    activate(json!({ "vip_id": 9 })).await.refused(5003);
    let missing = activate(json!({ "vip_id": 1 })).await.refused(5002);
    assert_eq!(missing, json!({ "missing": "5.000000" }));
    activate(json!({ "vip_id": 1, "pay_with": "usdt" })).await.refused(5001);
    let wrong = activate(json!({ "vip_id": 1, "pay_with": "item" }))
        .await
        .refused(-1006);
    assert_eq!(wrong, json!({ "field": "pay_with" }));

    angler.given(Purse::Coupon, 6_000_000).await;
    angler.given(Purse::Usdt, 20_000_000).await;
    let done = activate(json!({ "vip_id": 1 })).await.done().data;
    assert_eq!(
        (&done["asset"]["coupon"], &done["vip"]["active"]),
        (&json!("1.000000"), &json!(true))
    );
    assert_eq!(done["vip"]["expires_at"], app.now() + 30 * DAY_MS);
    let done = activate(json!({ "vip_id": 2, "pay_with": "usdt" })).await.done().data;
    assert_eq!(done["asset"]["usdt"], "0.000000");

    // The higher tier runs, and the lower one waits behind it.
    let info = angler.read("vip/info").await;
    assert_eq!(
        (&info["current"], &info["expires_at"]),
        (&json!(2), &json!(app.now() + 30 * DAY_MS))
    );
    assert_eq!(tier(&info, 1)["expires_at"], app.now() + 60 * DAY_MS);
    let user = angler.read("user/info").await["user"].clone();
    assert_eq!(
        user["vip"],
        json!({ "vip_id": 2, "expires_at": app.now() + 30 * DAY_MS })
    );
}

#[tokio::test]
async fn a_repeated_purchase_is_the_same_and_another_body_is_named() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::Coupon, 10_000_000).await;
    let body = json!({ "vip_id": 1, "req_id": fresh() });
    let first = angler.call("vip/activate", body.clone()).await.done();
    assert_eq!(
        angler.call("vip/activate", body.clone()).await.done().bytes,
        first.bytes
    );
    let mut other = body;
    other["vip_id"] = json!(2);
    angler.call("vip/activate", other).await.refused(-1007);
    assert_eq!(
        angler.read("fishing/player_info").await["asset"]["coupon"],
        "5.000000",
        "paid once"
    );
}

#[tokio::test]
async fn a_claim_needs_running_days_a_pause_a_low_balance_and_a_new_day() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let claim = |vip_id: i64| angler.call("vip/receive", json!({ "vip_id": vip_id }));
    claim(2).await.refused(4010);
    angler.given(Purse::Coupon, 20_000_000).await;
    angler.call("vip/activate", json!({ "vip_id": 2 })).await.done();
    claim(1).await.refused(4010);

    let body = json!({ "vip_id": 2, "req_id": fresh() });
    let first = angler.call("vip/receive", body.clone()).await.done();
    assert_eq!(
        (
            &first.data["coins"],
            &first.data["diamonds"],
            &first.data["asset"]["coin_paid"]
        ),
        (&json!(2500), &json!(1), &json!(2500))
    );
    assert_eq!(
        (&first.data["vip"]["claimed_today"], &first.data["vip"]["can_receive"]),
        (&json!(1), &json!(false))
    );
    let next = app.now() + 4 * HOUR_MS;
    assert_eq!(first.data["vip"]["next_claim_at"], next);
    assert_eq!(angler.call("vip/receive", body).await.done().bytes, first.bytes);
    assert_eq!(claim(2).await.refused(4002), json!({ "at": next }));

    app.wait_ms(4 * HOUR_MS);
    angler.given(Purse::CoinPaid, 2_500).await;
    assert_eq!(claim(2).await.refused(4003), json!({ "floor": 5000 }));
    angler.given(Purse::CoinPaid, -1).await;
    assert_eq!(tier(&angler.read("vip/info").await, 2)["can_receive"], true);
    let second = claim(2).await.done().data;
    let midnight = (app.now() / DAY_MS + 1) * DAY_MS;
    assert_eq!(
        (&second["vip"]["claimed_today"], &second["vip"]["next_claim_at"]),
        (&json!(2), &json!(midnight))
    );
    app.wait_ms(4 * HOUR_MS);
    claim(2).await.refused(4005);
}

#[tokio::test]
async fn a_tier_s_name_is_shown_in_the_player_s_language() {
    let app = TestApp::open().await;
    let user = LaunchUser {
        tg_id: 7,
        first_name: "小鱼".into(),
        language_code: Some("zh-hans".into()),
        ..LaunchUser::default()
    };
    let launch = sign(BOT_TOKEN, &user, None, app.now() / 1_000);
    let token = app.login(&launch, "").await.done().data["token"].clone();
    let info = app.post("vip/info", json!({ "token": token })).await.done().data;
    assert_eq!(tier(&info, 3)["name"], "黄金");
}
