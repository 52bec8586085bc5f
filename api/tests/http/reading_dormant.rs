//! Players by what they hold and by dormancy.

use crate::reading::{amount, get, list, refused, walk};
use crate::test_app::TestApp;
use domain::ids::PlayerId;
use domain::posting::Purse;
use domain::time::Timestamp;
use ledger::testing::players::give;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const DAY_MS: i64 = 86_400_000;

fn held(row: &Value, asset: &str) -> i64 {
    let held = row["held"].as_array().expect("a list").iter();
    held.filter(|held| held["asset"] == asset)
        .map(|held| amount(&held["amount"]))
        .sum()
}

fn ids(rows: &[Value]) -> Vec<String> {
    rows.iter()
        .map(|row| row["tg_id"].as_str().expect("an id").to_owned())
        .collect()
}

/// What the list adds up is what its rows hold.
async fn adds_up(app: &TestApp, body: Value) -> Vec<Value> {
    let rows = walk(app, "players/list", body.clone()).await;
    let mut asked = body.clone();
    asked["sums"] = json!(true);
    let page = get(app, "players/list", asked).await;
    let mut of_rows: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for held in rows.iter().flat_map(|row| row["held"].as_array().expect("a list")) {
        let sum = of_rows
            .entry(held["asset"].as_str().expect("an asset").to_owned())
            .or_default();
        *sum = (sum.0 + 1, sum.1 + amount(&held["amount"]));
    }
    let sums = page["sums"].as_array().expect("sums").iter();
    let of = |sum: &Value| (sum["rows"].as_i64().expect("a number"), amount(&sum["sum"]));
    let shown = sums.map(|sum| (sum["asset"].as_str().expect("an asset").to_owned(), of(sum)));
    assert_eq!(shown.collect::<BTreeMap<_, _>>(), of_rows, "{body}");
    rows
}

#[tokio::test]
async fn players_are_listed_by_what_they_hold_and_by_their_last_day() {
    let app = TestApp::open().await;
    for (tg_id, usdt) in [(1, 5_000_000), (2, 90_000_000), (3, 0), (4, 5_000_000)] {
        let angler = app.player(tg_id).await;
        if usdt > 0 {
            angler.given(Purse::Usdt, usdt).await;
        }
        app.wait_ms(10 * DAY_MS);
    }
    // What the house does for a player is no activity; a day in the app is one.
    let second = app.player(2).await;
    second.call("signin/sign", json!({})).await.done();
    let last_day = Timestamp(app.now()).day();
    app.wait_ms(95 * DAY_MS);
    let first = PlayerId::of_messenger(1);
    give(&app.ledger, first, Purse::CoinPaid, 700).await;
    app.settle().await;
    let rows = adds_up(&app, json!({ "limit": 1 })).await;
    assert_eq!(ids(&rows)[0], "2");
    assert_eq!(ids(&rows)[3], "3");
    let balances: Vec<i64> = rows.iter().map(|row| held(row, "usdt")).collect();
    assert_eq!(balances, [90_000_000, 5_000_000, 5_000_000, 0]);
    let by_coins = adds_up(&app, json!({ "asset": "coin", "limit": 2 })).await;
    let coins: Vec<i64> = by_coins.iter().map(|row| held(row, "coin")).collect();
    assert!(coins.is_sorted_by(|one, next| one >= next), "{coins:?}");
    let dormant = adds_up(&app, json!({ "order": "dormancy", "limit": 1 })).await;
    let days: Vec<&str> = dormant
        .iter()
        .map(|row| row["active_on"].as_str().expect("a day"))
        .collect();
    assert!(days.is_sorted(), "{days:?}");
    assert_eq!(
        (ids(&dormant).len(), days[3]),
        (4, last_day.to_string().as_str()),
        "{dormant:?}"
    );
    assert_eq!(ids(&dormant)[3], "2");
    for (days, found) in [(95, 4), (96, 3), (115, 2), (125, 1), (136, 0)] {
        let rows = adds_up(&app, json!({ "order": "dormancy", "dormant": days })).await;
        assert_eq!(rows.len(), found, "{days} days: {rows:?}");
        assert_eq!(adds_up(&app, json!({ "dormant": days })).await.len(), found);
    }
    let page = get(&app, "players/list", json!({})).await;
    for partition in 0..app.ledger.partitions() {
        assert_eq!(
            page["at"]["positions"][partition.to_string()],
            app.head(partition).await
        );
    }
    assert_eq!(list(&page)[0]["frozen"], false);
    for (field, body) in [
        ("order", json!({ "order": "name" })),
        ("asset", json!({ "asset": "euro" })),
        ("dormant", json!({ "dormant": 0 })),
        ("dormant", json!({ "dormant": 3_651 })),
        ("limit", json!({ "limit": 0 })),
        ("before", json!({ "before": "x" })),
    ] {
        assert_eq!(refused(&app, "players/list", body).await, field);
    }
}
