//! Seed pairs: shown before use, revealed between dives, rotated before they run out.

use crate::angler::fresh;
use crate::test_app::TestApp;
use domain::posting::Purse;
use serde_json::{Value, json};

#[tokio::test]
async fn rotation_reveals_the_old_pair_and_takes_the_announced_one() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let before = angler.read("fishing/seed_info").await;
    assert_eq!((&before["previous"], &before["nonce"]), (&Value::Null, &json!(0)));
    let body = json!({ "client_seed": "my_seed-1", "req_id": fresh() });
    let rotated = angler.call("fishing/seed_rotate", body.clone()).await.done();
    assert_eq!(rotated.data["commit"], before["next_commit"]);
    assert_eq!(rotated.data["previous"]["commit"], before["commit"]);
    let revealed = rotated.data["previous"]["server_seed"].as_str().expect("a seed");
    assert_eq!(before["commit"], domain::draw::hex_digest(revealed.as_bytes()));

    assert_eq!(
        angler.call("fishing/seed_rotate", body.clone()).await.done().bytes,
        rotated.bytes
    );
    assert_eq!(angler.read("fishing/seed_info").await, rotated.data);
    let other = json!({ "client_seed": "another", "req_id": body["req_id"] });
    angler.call("fishing/seed_rotate", other).await.refused(-1007);
}

#[tokio::test]
async fn rotation_is_refused_during_a_dive_and_for_strange_seeds() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    for seed in ["", "a b", "ü", "a:b", &"x".repeat(65)] {
        let refused = angler
            .call("fishing/seed_rotate", json!({ "client_seed": seed }))
            .await
            .refused(-1006);
        assert_eq!(refused, json!({ "field": "client_seed" }), "{seed:?}");
    }
    angler.given(Purse::CoinPromo, 10).await;
    angler.dives(10).await;
    angler
        .call("fishing/seed_rotate", json!({ "client_seed": "fine" }))
        .await
        .refused(3008);
}

#[tokio::test]
async fn a_pair_that_cannot_carry_a_whole_dive_is_rotated_first() {
    let app = TestApp::open().await;
    app.publish(|config| config.game.seed_max_casts = 40).await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPromo, 1_000).await;
    let first = angler.read("fishing/seed_info").await;
    angler.dives_five_times().await;
    let body = json!({ "stake": 10, "start_level": 1, "req_id": fresh() });
    let started = angler.call("fishing/dive_start", body.clone()).await.done();
    assert_eq!(started.data["dive"]["commit"], first["next_commit"]);
    assert_eq!(
        (&started.data["dive"]["nonce"], &started.data["dive"]["client_seed"]),
        (&json!(0), &first["client_seed"])
    );
    assert_eq!(
        angler.call("fishing/dive_start", body).await.done().bytes,
        started.bytes
    );
    let after = angler.read("fishing/seed_info").await;
    assert_eq!(
        (&after["previous"]["commit"], &after["previous"]["casts"]),
        (&first["commit"], &json!(5))
    );
}
