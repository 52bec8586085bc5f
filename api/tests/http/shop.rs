//! The shop (domain §3.6).

use crate::angler::{Angler, fresh};
use crate::test_app::TestApp;
use domain::posting::Purse;
use ledger::testing::players;
use serde_json::{Value, json};
use workers::offers;

fn buy(item_id: &str, price: &str, count: i64) -> Value {
    json!({ "item_id": item_id, "price": price, "count": count })
}

async fn item(angler: &Angler<'_>, item_id: &str) -> Value {
    let list = angler.read("shop/list").await["list"].clone();
    let found = list
        .as_array()
        .and_then(|list| list.iter().find(|item| item["item_id"] == item_id));
    found.expect("the item").clone()
}

/// The 5-coupon item with so many pieces for everybody.
async fn limit(app: &TestApp, pieces: u32) {
    app.publish(|config| config.shop.items[2].stock = Some(pieces)).await;
    offers::tick(&app.ledger).await.expect("offered");
}

#[tokio::test]
async fn the_start_set_is_on_sale_and_a_first_purchase_is_the_last_of_its_kind() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::Coupon, 2_000_000).await;
    assert_eq!(angler.read("shop/list").await["list"].as_array().map(Vec::len), Some(6));
    assert_eq!(
        item(&angler, "first_cast").await,
        json!({
            "item_id": "first_cast", "title": "First-cast pack", "price": "0.990000", "coin_paid": 9900,
            "coin_promo": 0, "diamond": 20, "vip_id": null, "bought": 0, "limit": { "n": 1, "per": "life" },
            "stock": null, "first_buy": true
        })
    );
    assert_eq!(angler.read("user/info").await["user"]["first_buy"], true);
    let done = angler.call("shop/buy", buy("first_cast", "0.99", 1)).await.done().data;
    assert_eq!(
        (
            &done["item"]["bought"],
            &done["asset"]["coin_paid"],
            &done["asset"]["diamond"],
            &done["asset"]["coupon"]
        ),
        (&json!(1), &json!(9900), &json!(20), &json!("1.010000"))
    );
    angler
        .call("shop/buy", buy("first_cast", "0.99", 1))
        .await
        .refused(5101);
    assert_eq!(angler.read("user/info").await["user"]["first_buy"], false);
}

#[tokio::test]
async fn a_purchase_is_refused_for_the_stated_reason() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let act = |body: Value| angler.call("shop/buy", body);
    act(buy("nothing", "1", 1)).await.refused(5103);
    let price = act(buy("coins_1", "0.5", 1)).await.refused(5104);
    assert_eq!(price, json!({ "price": "1.000000" }));
    for count in [0, 101] {
        let refused = act(buy("coins_1", "1", count)).await.refused(-1006);
        assert_eq!(refused, json!({ "field": "count" }));
    }
    let refused = act(buy("coins_1", "x", 1)).await.refused(-1006);
    assert_eq!(refused, json!({ "field": "price" }));
    let missing = act(buy("coins_1", "1", 2)).await.refused(5002);
    assert_eq!(missing, json!({ "missing": "2.000000" }));
    angler.given(Purse::Usdt, 2_000_000).await;
    act(buy("coins_1", "1", 2)).await.refused(2005);
    angler.given(Purse::Coupon, 10_000_000).await;
    act(buy("diamonds_60", "1", 6)).await.refused(5101);
    act(buy("diamonds_60", "1", 5)).await.done();
    act(buy("diamonds_60", "1", 1)).await.refused(5101);
    app.next_day();
    assert_eq!(item(&angler, "diamonds_60").await["bought"], 0);
    act(buy("diamonds_60", "1", 1)).await.done();
}

#[tokio::test]
async fn a_repeated_purchase_is_the_same_and_another_body_is_named() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::Coupon, 10_000_000).await;
    let mut body = buy("coins_1", "1", 3);
    body["req_id"] = json!(fresh());
    let first = angler.call("shop/buy", body.clone()).await.done();
    assert_eq!(angler.call("shop/buy", body.clone()).await.done().bytes, first.bytes);
    body["count"] = json!(2);
    angler.call("shop/buy", body).await.refused(-1007);
    assert_eq!(angler.read("fishing/player_info").await["asset"]["coin_paid"], 30_000);
}

#[tokio::test]
async fn of_a_limited_item_there_are_as_many_pieces_as_the_catalogue_says() {
    let app = TestApp::open().await;
    let (angler, other) = (app.player(1).await, app.player(2).await);
    angler.given(Purse::Coupon, 50_000_000).await;
    other.given(Purse::Coupon, 50_000_000).await;
    limit(&app, 3).await;
    assert_eq!(item(&angler, "coins_5").await["stock"], 3);
    let mut body = buy("coins_5", "5", 2);
    body["req_id"] = json!(fresh());
    let first = angler.call("shop/buy", body.clone()).await.done();
    assert_eq!(
        (&first.data["item"]["stock"], &first.data["asset"]["coin_paid"]),
        (&json!(1), &json!(100_000))
    );
    assert_eq!(angler.call("shop/buy", body.clone()).await.done().bytes, first.bytes);
    body["count"] = json!(1);
    angler.call("shop/buy", body).await.refused(-1007);
    other.call("shop/buy", buy("coins_5", "5", 2)).await.refused(5102);
    other.call("shop/buy", buy("coins_5", "5", 1)).await.done();
    other.call("shop/buy", buy("coins_5", "5", 1)).await.refused(5102);
    // More of it comes with the next version of the catalogue; pieces that are out stay out.
    limit(&app, 4).await;
    assert_eq!(item(&other, "coins_5").await["stock"], 1);
}

#[tokio::test]
async fn whoever_cannot_pay_takes_no_piece_and_gets_the_same_answer_again() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    limit(&app, 1).await;
    let mut body = buy("coins_5", "5", 1);
    body["req_id"] = json!(fresh());
    let refused = angler.call("shop/buy", body.clone()).await.refused(5002);
    assert_eq!(refused, json!({ "missing": "5.000000" }));
    assert_eq!(item(&angler, "coins_5").await["stock"], 1);
    angler.given(Purse::Coupon, 5_000_000).await;
    angler.call("shop/buy", body).await.refused(5002);
    angler.call("shop/buy", buy("coins_5", "5", 1)).await.done();
}

#[tokio::test]
async fn a_purchase_of_limited_pieces_survives_the_end_of_the_limit() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::Coupon, 50_000_000).await;
    limit(&app, 2).await;
    let mut body = buy("coins_5", "5", 1);
    body["req_id"] = json!(fresh());
    let first = angler.call("shop/buy", body.clone()).await.done();
    app.publish(|config| config.shop.items[2].stock = None).await;
    let player = players::state(&app.ledger, angler.id).await;
    assert_eq!(angler.call("shop/buy", body).await.done().bytes, first.bytes);
    assert_eq!(players::state(&app.ledger, angler.id).await, player, "bought once");
}
