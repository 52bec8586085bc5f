//! The history of balances.

use crate::test_app::TestApp;
use domain::posting::Purse;
use serde_json::{Value, json};

#[tokio::test]
async fn every_change_is_listed_with_its_cause_and_the_balance_after() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.call("signin/sign", json!({})).await.done();
    angler.given(Purse::Diamond, 3).await.given(Purse::CoinPaid, 50).await;
    let list = angler.read("wallet/history").await["list"].clone();
    let columns = |line: &Value| {
        (
            line["asset"].clone(),
            line["delta"].clone(),
            line["after"].clone(),
            line["reason"].clone(),
        )
    };
    let columns: Vec<_> = list.as_array().expect("a list").iter().map(columns).collect();
    assert_eq!(
        columns,
        [
            (json!("coin"), json!("50"), json!("150"), json!("AdjustmentPosted")),
            (json!("diamond"), json!("3"), json!("3"), json!("AdjustmentPosted")),
            (json!("coin"), json!("100"), json!("100"), json!("SignedIn")),
        ]
    );
    let diamonds = angler
        .call("wallet/history", json!({ "asset": "diamond" }))
        .await
        .done()
        .data;
    assert_eq!(diamonds["list"], json!([list[1]]));
}

#[tokio::test]
async fn pages_follow_each_other_without_gaps_and_say_when_they_end_t_70() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    for _ in 0..100 {
        angler.given(Purse::CoinPromo, 1).await;
    }
    for size in [1, 7, 50] {
        let (mut seen, mut last_id) = (Vec::new(), String::new());
        loop {
            let page = angler
                .call("wallet/history", json!({ "last_id": last_id, "size": size }))
                .await
                .done()
                .data;
            let after = |line: &Value| line["after"].as_str().and_then(|after| after.parse::<i64>().ok());
            seen.extend(page["list"].as_array().expect("a list").iter().filter_map(after));
            last_id = page["next_last_id"].as_str().expect("a text").to_owned();
            assert_eq!(page["has_more"], !last_id.is_empty());
            if last_id.is_empty() {
                break;
            }
        }
        assert_eq!(seen, (1..=100).rev().collect::<Vec<i64>>(), "pages of {size}");
    }
}

#[tokio::test]
async fn strange_pages_are_refused_by_name_t_70() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    for (body, field) in [
        (json!({ "size": 0 }), "size"),
        (json!({ "size": 51 }), "size"),
        (json!({ "size": 1_000_000_000 }), "size"),
        (json!({ "size": -1 }), "size"),
        (json!({ "last_id": "x" }), "last_id"),
        (json!({ "last_id": "99999999999999999999-1" }), "last_id"),
        (json!({ "last_id": "1-99999" }), "last_id"),
        (json!({ "last_id": "-1" }), "last_id"),
        (json!({ "asset": "gold" }), "asset"),
        (json!({ "asset": "" }), "asset"),
    ] {
        let refused = angler.call("wallet/history", body.clone()).await.refused(-1006);
        assert_eq!(refused, json!({ "field": field }), "{body}");
    }
    let refused = angler
        .call("fishing/history", json!({ "last_id": "x" }))
        .await
        .refused(-1006);
    assert_eq!(refused, json!({ "field": "last_id" }));
}
