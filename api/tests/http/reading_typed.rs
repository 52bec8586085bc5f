//! What lists show is typed back into searches and filters: short ids, codes, places of events, cases, who acted.

use crate::reading::{everything, get, refused};
use crate::reading_players::is_found;
use crate::test_app::TestApp;
use domain::player::adjustment::Adjust;
use domain::posting::{House, Purse};
use ledger::testing::players::must;
use serde_json::{Value, json};

/// As lists write an id.
fn ends(id: &str) -> String {
    format!("{}…{}", &id[..8], &id[id.len() - 4..])
}

async fn text(app: &TestApp, sql: &str) -> String {
    let found = sqlx::query_scalar(sql).fetch_one(app.ledger.pool()).await;
    found.expect("a text")
}

#[tokio::test]
async fn what_a_list_shows_finds_its_player() {
    let app = everything().await;
    let angler = app.player(100).await;
    let player = angler.id.to_string();
    let corrected = Adjust {
        purse: Purse::CoinPaid,
        delta: 5,
        counter: House::CoinSink,
        case_id: "case 7/b".into(),
        proposer: "ann".into(),
        approver: "bob".into(),
        tx: None,
        restates: None,
    };
    must(&app.ledger, angler.id, corrected).await;
    let of_withdrawal = text(&app, "select player::text from withdrawals order by withdrawal limit 1").await;
    let withdrawal = text(
        &app,
        "select withdrawal::text from withdrawals order by withdrawal limit 1",
    )
    .await;
    let place = "select position || '-' || partition || '-0' from events
                  where aggregate_type = 'player' and aggregate_id = ";
    let place = text(&app, &format!("{place}'{player}' order by position limit 1")).await;
    for (query, player, matched) in [
        (player[..8].to_owned(), &player, "player"),
        (ends(&player), &player, "player"),
        (player[..20].to_uppercase(), &player, "player"),
        (ends(&withdrawal), &of_withdrawal, "withdrawal"),
        (place, &player, "event"),
        ("case 7/b".to_owned(), &player, "case"),
    ] {
        is_found(&app, &query, player, matched).await;
    }
    for query in [&player[..7], "00000000…0000"] {
        let found = get(&app, "players/search", json!({ "query": query })).await;
        assert_eq!(found["list"], json!([]), "{query}");
    }
}

#[tokio::test]
async fn filters_take_what_lists_show() {
    let app = everything().await;
    let angler = app.player(100).await;
    let player = angler.id.to_string();
    let same = async |call: &str, field: &str, whole: Value, shown: [String; 3]| {
        let of = async |value: Value| get(&app, call, json!({ field: value, "as_of": "30" })).await;
        let expected = of(whole).await;
        for text in shown {
            assert_eq!(of(json!(text)).await, expected, "{call} {field} {text}");
        }
    };
    let shown = || [player[..8].to_owned(), ends(&player), angler.scode.to_lowercase()];
    same("entries/list", "owner", json!(player), shown()).await;
    same("books/statement", "owner", json!(player), shown()).await;
    same("books/accounts", "owner", json!(player), shown()).await;
    let keys = [player[..8].to_owned(), ends(&player), player[..13].to_owned()];
    same("events/list", "key", json!(player), keys).await;
    let actors = || ["Player", " player", "PLAYER"].map(str::to_owned);
    same("events/list", "actor", json!("player"), actors()).await;
    same("entries/list", "actor", json!("player"), actors()).await;
    for (call, field) in [("entries/list", "owner"), ("books/statement", "owner")] {
        for text in [&player[..7], "ffffffff", "ann"] {
            assert_eq!(
                refused(&app, call, json!({ field: text })).await,
                field,
                "{call} {text}"
            );
        }
    }
}
