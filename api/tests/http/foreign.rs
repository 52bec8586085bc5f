//! Another player's things are as unknown as things that do not exist (T-31).

use crate::angler::fresh;
use crate::pool::ready;
use crate::test_app::{Answer, TestApp};
use domain::posting::Purse;
use serde_json::json;

fn observed(answer: &Answer) -> (u16, i64, String) {
    (answer.status, answer.error, answer.bytes.clone())
}

#[tokio::test]
async fn another_player_s_dive_is_answered_like_an_unknown_one() {
    let app = TestApp::open().await;
    let (owner, stranger) = (app.player(1).await, app.player(2).await);
    owner.given(Purse::CoinPromo, 100).await;
    stranger.given(Purse::CoinPromo, 100).await;
    let dive = owner.dives(10).await;
    owner.casts(&dive, 1).await.done();
    app.settle().await;
    let (facts, unknown) = (app.facts().await, fresh());
    for (call, expected) in [
        ("fishing/cast", 3001),
        ("fishing/surface", 3001),
        ("fishing/dive_detail", 4007),
    ] {
        let body = |dive: &str| match call {
            "fishing/cast" => json!({ "dive_id": dive, "seq": 2, "shield": false }),
            _ => json!({ "dive_id": dive }),
        };
        let foreign = stranger.call(call, body(&dive)).await;
        assert_eq!(foreign.error, expected, "{call}");
        assert_eq!(
            observed(&foreign),
            observed(&stranger.call(call, body(&unknown)).await),
            "{call}"
        );
    }
    let page = stranger
        .call("fishing/history", json!({ "last_id": dive }))
        .await
        .done();
    assert_eq!(page.data["list"], json!([]));
    assert_eq!(app.facts().await, facts);
}

#[tokio::test]
async fn another_player_s_request_id_replays_nothing() {
    let app = TestApp::open().await;
    let (owner, stranger) = (app.player(1).await, app.player(2).await);
    owner.given(Purse::CoinPromo, 100).await;
    let body = json!({ "stake": 10, "start_level": 1, "req_id": fresh() });
    let started = owner.call("fishing/dive_start", body.clone()).await.done();
    stranger.call("fishing/dive_start", body.clone()).await.refused(2001);
    stranger.given(Purse::CoinPromo, 100).await;
    let mut other = body;
    other["req_id"] = json!(fresh());
    let own = stranger.call("fishing/dive_start", other).await.done();
    assert_ne!(own.data["dive"]["dive_id"], started.data["dive"]["dive_id"]);
}

#[tokio::test]
async fn another_player_s_request_id_takes_nothing_from_a_stock_and_replays_nothing() {
    let app = TestApp::open().await;
    ready(&app, 1).await;
    let stranger = ready(&app, 2).await;
    let owner = app.player(1).await;
    let body = json!({ "amount": "250", "req_id": fresh() });
    let first = owner.call("exchange/unlock", body.clone()).await.done();
    let second = stranger.call("exchange/unlock", body.clone()).await.done();
    for (angler, answer) in [(&owner, first), (&stranger, second)] {
        let again = angler.call("exchange/unlock", body.clone()).await.done();
        assert_eq!(again.data, answer.data);
        let asset = &angler.read("fishing/player_info").await["asset"];
        assert_eq!(asset["gusd"], "250.00");
    }
}

#[tokio::test]
async fn fifty_made_up_fields_are_refused_each_and_change_nothing_t_32() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let before = angler.read("fishing/player_info").await;
    let facts = app.facts().await;
    let names = [
        "balance",
        "vip",
        "user_id",
        "player",
        "coin",
        "admin",
        "role",
        "owner",
        "stake",
        "__proto__",
    ];
    for number in 0..50 {
        let name = format!(
            "{}{}",
            names[number % names.len()],
            if number < names.len() {
                String::new()
            } else {
                number.to_string()
            }
        );
        let refused = angler
            .call("signin/sign", json!({ name.as_str(): 1 }))
            .await
            .refused(-1006);
        assert_eq!(refused, json!({ "field": name }));
    }
    assert_eq!(app.facts().await, facts);
    assert_eq!(angler.read("fishing/player_info").await, before);
}
