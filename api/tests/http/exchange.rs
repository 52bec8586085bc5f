//! Exchanges between tokens, USDT and coupons (domain §3.7).

use crate::angler::fresh;
use crate::test_app::TestApp;
use domain::posting::Purse;
use serde_json::{Value, json};

fn body(pair: &str, amount: &str) -> Value {
    json!({ "pair": pair, "amount": amount })
}

#[tokio::test]
async fn ten_thousand_tokens_become_one_usdt_and_usdt_becomes_coupons() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::Gusd, 2_413_050).await;
    let request = json!({ "pair": "gusd_usdt", "amount": "24130", "req_id": fresh() });
    let done = angler.call("exchange/do", request.clone()).await.done();
    assert_eq!(
        (&done.data["paid"], &done.data["got"]),
        (&json!("24130.00"), &json!("2.413000"))
    );
    assert_eq!(
        (&done.data["asset"]["gusd"], &done.data["asset"]["usdt"]),
        (&json!("0.50"), &json!("2.413000"))
    );
    assert_eq!(angler.call("exchange/do", request).await.done().bytes, done.bytes);
    let done = angler.call("exchange/do", body("usdt_coupon", "1.5")).await.done().data;
    assert_eq!(
        (&done["pair"], &done["paid"], &done["got"], &done["asset"]["coupon"]),
        (
            &json!("usdt_coupon"),
            &json!("1.500000"),
            &json!("1.500000"),
            &json!("1.500000")
        )
    );
}

#[tokio::test]
async fn an_exchange_is_refused_for_the_stated_reason() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::Gusd, 100_000_000).await;
    angler.given(Purse::Usdt, 500_000).await;
    let act = |pair: &'static str, amount: &'static str| angler.call("exchange/do", body(pair, amount));
    for amount in ["x", "", "0", "10000.5", "10000.005", "99999999999999999999"] {
        act("gusd_usdt", amount).await.refused(2006);
    }
    assert_eq!(
        act("gusd_usdt", "9999").await.refused(2007),
        json!({ "min": "10000.00" })
    );
    assert_eq!(
        act("gusd_usdt", "400001").await.refused(2008),
        json!({ "max": "400000.00" })
    );
    angler.given(Purse::Gusd, -99_500_000).await;
    act("gusd_usdt", "10000").await.refused(2003);
    act("usdt_coupon", "x").await.refused(2006);
    assert_eq!(
        act("usdt_coupon", "0.999999").await.refused(2007),
        json!({ "min": "1.000000" })
    );
    act("usdt_coupon", "1").await.refused(2004);
    let field = act("coupon_usdt", "1").await.refused(-1006);
    assert_eq!(field, json!({ "field": "pair" }), "coupons never go back");
    let stranger = app.newcomer(2, "").await;
    stranger
        .call("exchange/do", body("gusd_usdt", "10000"))
        .await
        .refused(-1010);
}

#[tokio::test]
async fn the_day_s_cap_and_what_is_left_of_it_are_shown() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::Gusd, 100_000_000).await;
    angler.call("exchange/do", body("gusd_usdt", "150000")).await.done();
    let info = angler.read("exchange/info").await;
    assert_eq!(
        info["pairs"][0],
        json!({
            "pair": "gusd_usdt", "rate": "0.0001", "min": "10000.00", "max_today": "400000.00", "left_today": "250000.00"
        })
    );
    assert_eq!(
        info["pairs"][1],
        json!({
            "pair": "usdt_coupon", "rate": "1", "min": "1.000000", "max_today": "15.000000", "left_today": "15.000000"
        })
    );
    let gate = json!([
        { "code": "age", "ok": false }, { "code": "invite", "ok": false }, { "code": "identity_or_topup", "ok": false }
    ]);
    assert_eq!(
        info["unlock"],
        json!({ "bonus": "0.00", "left_today": "500.00", "pool_left": "0.00", "gate": gate })
    );
    app.next_day();
    assert_eq!(
        angler.read("exchange/info").await["pairs"][0]["left_today"],
        "400000.00"
    );
}

#[tokio::test]
async fn exchanges_are_listed_newest_first_page_by_page_and_only_the_own_ones() {
    let app = TestApp::open().await;
    let (angler, stranger) = (app.player(1).await, app.player(2).await);
    angler.given(Purse::Gusd, 3_000_000).await;
    angler.given(Purse::Usdt, 1_000_000).await;
    angler.call("exchange/do", body("gusd_usdt", "10000")).await.done();
    angler.call("exchange/do", body("gusd_usdt", "20000")).await.done();
    angler.call("exchange/do", body("usdt_coupon", "3")).await.done();
    let page = |last: String| angler.call("exchange/records", json!({ "last_id": last, "size": 2 }));
    let first = page(String::new()).await.done().data;
    let columns = |line: &Value| (line["pair"].clone(), line["paid"].clone(), line["got"].clone());
    assert_eq!(
        first["list"]
            .as_array()
            .expect("lines")
            .iter()
            .map(columns)
            .collect::<Vec<_>>(),
        [
            (json!("usdt_coupon"), json!("3.000000"), json!("3.000000")),
            (json!("gusd_usdt"), json!("20000.00"), json!("2.000000")),
        ]
    );
    assert_eq!(first["has_more"], true);
    let next = first["next_last_id"].as_str().expect("an id").to_owned();
    let second = page(next.clone()).await.done().data;
    assert_eq!(
        (&second["list"][0]["paid"], &second["has_more"], &second["next_last_id"]),
        (&json!("10000.00"), &json!(false), &json!(""))
    );
    let foreign = stranger
        .call("exchange/records", json!({ "last_id": next }))
        .await
        .done()
        .data;
    assert_eq!(foreign["list"], json!([]));
    for (field, bad) in [("size", json!(0)), ("size", json!(51)), ("last_id", json!("x"))] {
        let refused = angler
            .call("exchange/records", json!({ field: bad }))
            .await
            .refused(-1006);
        assert_eq!(refused, json!({ "field": field }));
    }
}
