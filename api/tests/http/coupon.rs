//! Coupons: their sources and their uses (domain §3.5).

use crate::test_app::TestApp;
use domain::posting::Purse;
use serde_json::{Value, json};

#[tokio::test]
async fn the_ways_to_coupons_are_shown_with_what_the_own_limits_leave() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::Coupon, 2_500_000).await;
    let limit = json!({ "field": "deposit_week", "value": "100" });
    angler.call("limits/set", limit).await.done();
    let info = angler.read("coupon/info").await;
    assert_eq!(
        info,
        json!({
            "coupon": "2.500000", "rate": "1", "min": "1.000000", "max": "5000.000000", "channels": ["ton_usdt"],
            "open": [], "deposit_left": { "day": null, "week": "100.000000", "month": null }
        })
    );
}

#[tokio::test]
async fn every_coupon_is_listed_with_its_source_or_its_use() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::Usdt, 20_000_000).await;
    let exchange = json!({ "pair": "usdt_coupon", "amount": "7" });
    angler.call("exchange/do", exchange).await.done();
    let buy = json!({ "item_id": "coins_1", "price": "1.000000", "count": 2 });
    angler.call("shop/buy", buy).await.done();
    angler.call("vip/activate", json!({ "vip_id": 1 })).await.done();
    angler
        .call("vip/activate", json!({ "vip_id": 1, "pay_with": "usdt" }))
        .await
        .done();
    let list = angler.read("coupon/records").await["list"].clone();
    let answer = |line: &Value| (line["kind"].clone(), line["amount"].clone(), line["ref"].clone());
    let lines: Vec<_> = list.as_array().expect("lines").iter().map(answer).collect();
    assert_eq!(
        lines[..3],
        [
            (json!("vip"), json!("-5.000000"), json!("1")),
            (json!("vip"), json!("-5.000000"), json!("1")),
            (json!("shop"), json!("-2.000000"), json!("coins_1")),
        ]
    );
    let assets: Vec<_> = list
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| line["asset"].clone())
        .collect();
    assert_eq!(assets, ["usdt", "coupon", "coupon", "coupon"]);
    assert_eq!(
        (lines.len(), &lines[3].0, &lines[3].1),
        (4, &json!("from_usdt"), &json!("7.000000"))
    );
    let page = angler.call("coupon/records", json!({ "size": 3 })).await.done().data;
    let last = page["next_last_id"].clone();
    let rest = angler
        .call("coupon/records", json!({ "last_id": last }))
        .await
        .done()
        .data;
    assert_eq!(
        (&page["has_more"], &rest["list"][0]["kind"], &rest["has_more"]),
        (&json!(true), &json!("from_usdt"), &json!(false))
    );
    let stranger = app.player(2).await;
    assert_eq!(stranger.read("coupon/records").await["list"], json!([]));
    let refused = angler
        .call("coupon/records", json!({ "last_id": "-" }))
        .await
        .refused(-1006);
    assert_eq!(refused, json!({ "field": "last_id" }));
}
