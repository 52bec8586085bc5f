//! The collection: what was caught, what is new in a dive, what was reached, and that none of it is money.

use crate::test_app::TestApp;
use domain::ids::PlayerId;
use domain::player::team::CountInvite;
use domain::posting::Purse;
use ledger::testing::players::must;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Species of an answer that were caught, with their records.
fn caught(collection: &Value) -> Vec<(&str, &Value)> {
    let species = collection["species"].as_array().expect("species");
    let caught = species.iter().filter(|one| !one["record"].is_null());
    caught
        .map(|one| (one["id"].as_str().expect("an id"), &one["record"]))
        .collect()
}

/// The names of what was reached.
fn reached(collection: &Value) -> Vec<&str> {
    let all = collection["achievements"].as_array().expect("achievements");
    let reached = all.iter().filter(|one| !one["reached_at"].is_null());
    reached.map(|one| one["id"].as_str().expect("an id")).collect()
}

#[tokio::test]
async fn a_collection_is_what_the_dives_caught_and_the_dive_of_the_first_is_named() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPromo, 100_000).await;
    let before = angler.read("collection/info").await;
    assert_eq!(
        (&before["caught"], before["species"].as_array().map(Vec::len)),
        (&json!(0), Some(25))
    );
    assert!(caught(&before).is_empty() && reached(&before).is_empty());
    let (mut times, mut first) = (BTreeMap::<String, i64>::new(), BTreeMap::<String, String>::new());
    for _ in 0..3 {
        let dive_id = angler.dives(10).await;
        for seq in 1..=12 {
            let cast = angler.casts(&dive_id, seq).await.done().data["cast"].clone();
            if let Some(species) = cast["id"].as_str() {
                *times.entry(species.to_owned()).or_default() += 1;
                first.entry(species.to_owned()).or_insert_with(|| dive_id.clone());
            }
        }
        angler.surfaces(&dive_id).await.done();
    }
    app.settle().await;
    let after = angler.read("collection/info").await;
    let found = caught(&after);
    assert!(found.len() > 2, "thirty-six casts caught something: {after}");
    assert_eq!((found.len(), &after["caught"]), (times.len(), &json!(times.len())));
    for (species, record) in found {
        assert_eq!(
            (&record["times"], &record["first_dive_id"]),
            (&json!(times[species]), &json!(first[species]))
        );
    }
    // The draws decide how many species thirty-six casts catch: seldom ten, and then that is reached too.
    let expected = match times.len() {
        ..10 => vec!["first_catch", "depth_10"],
        10.. => vec!["first_catch", "species_10", "depth_10"],
    };
    assert_eq!(reached(&after), expected);
    let stranger = app.player(2).await;
    assert!(
        caught(&stranger.read("collection/info").await).is_empty(),
        "another player's fish are not his"
    );
}

#[tokio::test]
async fn what_is_reached_keeps_its_first_time_and_pays_nothing() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    for _ in 0..7 {
        angler.call("signin/sign", json!({})).await.done();
        app.next_day();
    }
    let friend = PlayerId::of_messenger(21);
    must(&app.ledger, angler.id, CountInvite { friend }).await;
    app.settle().await;
    let (coins, first) = (
        angler.read("fishing/player_info").await["asset"].clone(),
        angler.read("collection/info").await,
    );
    assert_eq!(reached(&first), ["week_checked_in", "first_friend"]);
    app.next_day();
    let friend = PlayerId::of_messenger(22);
    must(&app.ledger, angler.id, CountInvite { friend }).await;
    app.settle().await;
    assert_eq!(
        angler.read("collection/info").await["achievements"],
        first["achievements"]
    );
    let (ladder, asset) = (1_850 + 150, angler.read("fishing/player_info").await["asset"].clone());
    assert_eq!(coins["coin"], json!(ladder), "the ladder's coins and no others");
    assert_eq!(asset["coin"], coins["coin"]);
}
