//! Players as finance and auditors find and read them.

use crate::reading::{everything, get, list, walk};
use crate::test_app::TestApp;
use ledger::StreamId;
use ledger::testing::owner_of;
use serde_json::json;
use sqlx::{Executor, Row};
use uuid::Uuid;
/// A search finds the player by what is matched, and nobody before the first event.
pub async fn is_found(app: &TestApp, query: &str, player: &str, matched: &str) {
    let found = get(app, "players/search", json!({ "query": query })).await;
    let hit = list(&found).iter().find(|one| one["player"] == player);
    assert_eq!(
        hit.map(|hit| &hit["matched"]),
        Some(&json!(matched)),
        "{query}: {found}"
    );
    let before = get(app, "players/search", json!({ "query": query, "as_of": "0" })).await;
    assert_eq!(list(&before).len(), 0, "{query} is nobody's before the first event");
}

#[tokio::test]
async fn a_player_is_found_by_everything_that_names_one() {
    let app = everything().await;
    let angler = app.player(100).await;
    let player = angler.id.to_string();
    let first = |sql: &'static str| {
        let pool = app.ledger.pool().clone();
        async move {
            let row = sqlx::query(sql).fetch_one(&pool).await.expect(sql);
            (
                row.try_get::<String, _>(0).expect("a text"),
                row.try_get::<String, _>(1).expect("a player"),
            )
        }
    };
    let mut searches = vec![
        (player.clone(), player.clone(), "player"),
        ("100".into(), player.clone(), "messenger"),
        ("tg:100".into(), player.clone(), "messenger"),
        (angler.scode.to_lowercase(), player.clone(), "scode"),
    ];
    // An account of the other chain, which is nobody's here, is looked for like any other.
    let unknown = get(
        &app,
        "players/search",
        json!({ "query": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }),
    )
    .await;
    assert_eq!(unknown["list"], json!([]));
    for (sql, matched) in [
        (
            "select payload->'TopUpOpened'->>'order_no', aggregate_id from events where event_type = 'TopUpOpened' limit 1",
            "order",
        ),
        (
            "select payload->'TopUpOpened'->'order'->>'order_no', aggregate_id from events where event_type = 'TopUpOpened' limit 1",
            "order",
        ),
        (
            "select withdrawal::text, player::text from withdrawals limit 1",
            "withdrawal",
        ),
        (
            "select payload->'WithdrawalRequested'->'request'->'terms'->>'address', aggregate_id from events where event_type = 'WithdrawalRequested' limit 1",
            "address",
        ),
        ("select dive::text, player::text from dives limit 1", "dive"),
        (
            "select event_id::text, aggregate_id from events where event_type = 'SignedIn' limit 1",
            "event",
        ),
    ] {
        let row = sqlx::query(sql).fetch_optional(app.ledger.pool()).await.expect(sql);
        let text = row.and_then(|row| row.try_get::<Option<String>, _>(0).expect("a text"));
        if text.is_some() {
            let (text, player) = first(sql).await;
            searches.push((text, player, matched));
        }
    }
    let share = "select packet, player::text from packet_shares limit 1";
    let (packet, claimer): (Uuid, String) = sqlx::query_as(share)
        .fetch_one(app.ledger.pool())
        .await
        .expect("a share");
    let packet = app
        .ledger
        .red_packets()
        .load(&StreamId::thing(packet))
        .await
        .expect("a packet");
    let secrets = &packet.state.terms.as_ref().expect("terms").secrets;
    let code = app.ledger.code_of(secrets).await.expect("opened").expect("a code");
    searches.push((code.as_str().to_owned(), claimer, "packet"));
    assert!(searches.len() >= 10, "{searches:?}");
    for (query, player, matched) in searches {
        is_found(&app, &query, &player, matched).await;
    }
    let nobody = get(&app, "players/search", json!({ "query": "AAAAAAAAAAAAAAAAAAAAAAAA" })).await;
    assert_eq!(list(&nobody).len(), 0);
}

#[tokio::test]
async fn a_player_is_what_the_events_fold_to_and_a_forged_balance_is_seen() {
    let app = everything().await;
    let players: Vec<(String,)> = sqlx::query_as("select player::text from players")
        .fetch_all(app.ledger.pool())
        .await
        .expect("players");
    for (player,) in &players {
        let info = get(&app, "players/info", json!({ "player": player })).await;
        assert_eq!(info["holds"], true, "{info}");
        let events = walk(&app, "players/timeline", json!({ "player": player, "limit": 3 })).await;
        assert_eq!(
            info["version"],
            events.iter().filter(|one| one["event"]["stream"] == "player").count()
        );
    }
    let friend = players.iter().map(|(player,)| player);
    let mut ties = 0;
    for player in friend {
        let info = get(&app, "players/info", json!({ "player": player })).await;
        if let Some(inviter) = info["links"]["inviter"].as_str() {
            let inviter = get(&app, "players/info", json!({ "player": inviter })).await;
            let friends = inviter["links"]["friends"].as_array().expect("friends").clone();
            assert!(friends.iter().any(|one| one["player"] == player.as_str()), "{inviter}");
            ties += 1;
        }
    }
    assert!(ties > 0, "somebody came by a code");
    let (player,) = players.first().expect("a player");
    let mut forger = owner_of(&app.ledger).await;
    for statement in [
        "set session_replication_role = replica",
        "update postings set after = after + 1 where account = 'coin_promo'",
    ] {
        forger.execute(statement).await.expect(statement);
    }
    let mut wrong = 0;
    for (player,) in &players {
        wrong += i32::from(get(&app, "players/info", json!({ "player": player })).await["holds"] == false);
    }
    assert!(wrong > 0, "{player} and the others were changed");
}
