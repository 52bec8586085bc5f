//! The player's own limits, breaks, and the end of the account (domain §3.14).

use crate::angler::fresh;
use crate::test_app::TestApp;
use domain::posting::Purse;
use serde_json::{Value, json};

const DAY_MS: i64 = 86_400_000;

fn set(field: &str, value: Value) -> Value {
    json!({ "field": field, "value": value })
}

#[tokio::test]
async fn a_tighter_limit_holds_at_once_and_a_looser_one_waits_a_day() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let none = json!({
        "deposit_day": null, "deposit_week": null, "deposit_month": null, "loss_day": "50.000000",
        "session_min": null, "cool_off_until": null, "excluded_until": null, "pending": []
    });
    assert_eq!(angler.read("limits/info").await["limits"], none);
    let body = json!({ "field": "loss_day", "value": "10", "req_id": fresh() });
    let first = angler.call("limits/set", body.clone()).await.done();
    assert_eq!(first.data["limits"]["loss_day"], "10.000000");
    assert_eq!(angler.call("limits/set", body).await.done().bytes, first.bytes);
    let left = angler.read("fishing/player_info").await["limits_left"].clone();
    assert_eq!(left, json!({ "loss_today": "10.000000" }));

    let at = app.now() + DAY_MS;
    let looser = angler
        .call("limits/set", set("loss_day", Value::Null))
        .await
        .done()
        .data;
    assert_eq!(
        (&looser["limits"]["loss_day"], &looser["limits"]["pending"]),
        (
            &json!("10.000000"),
            &json!([{ "field": "loss_day", "value": "", "at": at }])
        )
    );
    angler.call("limits/set", set("session_min", json!("30"))).await.done();
    app.wait_ms(DAY_MS);
    let limits = angler.read("user/info").await["user"]["limits"].clone();
    assert_eq!(
        (&limits["loss_day"], &limits["session_min"], &limits["pending"]),
        (&json!("50.000000"), &json!(30), &json!([]))
    );
}

#[tokio::test]
async fn a_limit_that_is_none_is_refused_by_its_field() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    for (body, field) in [
        (set("wins", json!("1")), "field"),
        (set("loss_day", json!("x")), "value"),
        (set("loss_day", json!("-1")), "value"),
        (set("deposit_day", json!("1000001")), "value"),
        (set("session_min", json!("0")), "value"),
        (set("session_min", json!("1441")), "value"),
        (set("session_min", json!(60)), "value"),
    ] {
        let refused = angler.call("limits/set", body.clone()).await.refused(-1006);
        assert_eq!(refused, json!({ "field": field }), "{body}");
    }
}

#[tokio::test]
async fn a_break_stops_play_and_is_never_shortened() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPaid, 1_000).await;
    angler.given(Purse::Gusd, 1_000_000).await;
    let take = |kind: &'static str, days: i64| angler.call("limits/exclude", json!({ "kind": kind, "days": days }));
    for (kind, days) in [("cool_off", 0), ("cool_off", 43), ("exclude", 182)] {
        assert_eq!(take(kind, days).await.refused(-1006), json!({ "field": "days" }));
    }
    assert_eq!(take("holiday", 7).await.refused(-1006), json!({ "field": "kind" }));
    let until = app.now() + 42 * DAY_MS;
    let done = take("cool_off", 42).await.done().data;
    assert_eq!(done["limits"]["cool_off_until"], until);
    assert_eq!(take("cool_off", 1).await.done().data["limits"]["cool_off_until"], until);
    let start = angler
        .call("fishing/dive_start", json!({ "stake": 10, "start_level": 1 }))
        .await;
    assert_eq!(start.refused(-1009), json!({ "until": until }));
    angler.call("signin/sign", json!({})).await.refused(-1009);
    angler.call("vip/activate", json!({ "vip_id": 1 })).await.refused(-1009);
    // Winnings can always be taken out.
    let exchange = json!({ "pair": "gusd_usdt", "amount": "10000" });
    angler.call("exchange/do", exchange).await.done();
}

#[tokio::test]
async fn the_end_of_an_account_is_asked_for_by_its_word_and_once() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let wrong = angler
        .call("user/delete", json!({ "confirm": "delete" }))
        .await
        .refused(-1006);
    assert_eq!(wrong, json!({ "field": "confirm" }));
    let body = json!({ "confirm": "DELETE", "req_id": fresh() });
    let asked = angler.call("user/delete", body.clone()).await.done();
    let erase_at = json!(app.now() + 30 * DAY_MS);
    assert_eq!(asked.data, json!({ "erase_at": erase_at }));
    assert_eq!(angler.call("user/delete", body).await.done().bytes, asked.bytes);
    angler
        .call("user/delete", json!({ "confirm": "DELETE" }))
        .await
        .refused(4001);
    angler.call("signin/sign", json!({})).await.refused(-1009);
    // Another device of the player knows the day too.
    assert_eq!(angler.read("user/info").await["user"]["erase_at"], erase_at);
}
