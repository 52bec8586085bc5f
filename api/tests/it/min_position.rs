//! A player reads what the player wrote: positions of answers, and reads that are not older than one.

use crate::angler::{Angler, fresh};
use crate::house::House;
use api::router::CALLS;
use domain::posting::Purse;
use serde_json::{Value, json};

/// A player after one dive, and the position that its end was answered with.
async fn dived(house: &House) -> (Angler<'_>, String, i64) {
    let angler = house.player(1).await;
    angler.given(Purse::CoinPromo, 100).await;
    let dive = angler.dives(10).await;
    let surfaced = angler.surfaces(&dive).await.done();
    let position = surfaced.position.expect("a command tells where its events end");
    (angler, dive, position)
}

#[tokio::test]
async fn a_command_tells_its_position_again_and_again_and_a_read_tells_none() {
    let house = House::open().await;
    let angler = house.player(1).await;
    angler.given(Purse::CoinPromo, 100).await;
    let body = json!({ "stake": 10, "start_level": 1, "req_id": fresh() });
    let first = angler.call("fishing/dive_start", body.clone()).await.done();
    assert_eq!(
        first.position,
        Some(house.head(house.ledger.partition_of(angler.id.0)).await)
    );
    let second = angler.call("fishing/dive_start", body).await.done();
    assert_eq!((second.position, second.bytes), (first.position, first.bytes));
    assert_eq!(
        angler.call("fishing/player_info", json!({})).await.done().position,
        None
    );
    let refused = angler
        .call("fishing/dive_start", json!({ "stake": 10, "start_level": 1 }))
        .await;
    assert_eq!((refused.error, refused.position), (3002, None));
}

#[tokio::test]
async fn a_read_is_not_older_than_its_min_position_and_busy_while_the_view_is() {
    let house = House::open().await;
    let (angler, dive, position) = dived(&house).await;
    // Nobody follows the log in this house: without a wish the answer is older, with one there is none.
    assert_eq!(angler.read("fishing/history").await["list"], json!([]));
    let calls = [
        ("fishing/history", json!({ "min_position": position })),
        (
            "fishing/dive_detail",
            json!({ "dive_id": dive, "min_position": position }),
        ),
        ("team/info", json!({ "min_position": position })),
    ];
    for (call, body) in &calls {
        assert_eq!(
            angler.call(call, body.clone()).await.refused(-1008),
            Value::Null,
            "{call}"
        );
    }
    house.settle().await;
    for (call, body) in calls {
        angler.call(call, body).await.done();
    }
    let history = angler
        .call("fishing/history", json!({ "min_position": position }))
        .await
        .done();
    assert_eq!(history.data["list"][0]["result"]["dive_id"], json!(dive));
    angler
        .call("fishing/history", json!({ "min_position": 0 }))
        .await
        .done();
    angler
        .call("fishing/history", json!({ "min_position": null }))
        .await
        .done();
}

#[tokio::test]
async fn a_position_that_nobody_was_told_is_refused_by_name() {
    let house = House::open().await;
    let (angler, _, position) = dived(&house).await;
    house.settle().await;
    for strange in [
        json!(position + 1),
        json!(i64::MAX),
        json!(-1),
        json!("1"),
        json!(1.0),
        json!(1e30),
    ] {
        let refused = angler
            .call("fishing/history", json!({ "min_position": strange }))
            .await
            .refused(-1006);
        assert_eq!(refused, json!({ "field": "min_position" }), "{strange}");
    }
    // The door is never behind: such a read has nothing to wait for.
    let refused = angler
        .call("fishing/player_info", json!({ "min_position": 1 }))
        .await
        .refused(-1006);
    assert_eq!(refused, json!({ "field": "min_position" }));
}

#[test]
fn every_call_that_is_answered_from_following_views_takes_a_min_position_and_no_other() {
    let document: Value = serde_json::from_str(&api::openapi::document()).expect("JSON");
    for spec in CALLS {
        let body = &document["paths"][spec.path]["post"]["requestBody"]["content"]["application/json"]["schema"];
        let name = body["$ref"]
            .as_str()
            .and_then(|name| name.rsplit('/').next())
            .expect("a schema");
        let takes = document["components"]["schemas"][name]["properties"]["min_position"].is_object();
        assert_eq!(takes, !spec.views.is_empty(), "{}", spec.path);
    }
    assert!(CALLS.iter().any(|spec| !spec.views.is_empty()));
}
