//! Seed pairs: shown before use, revealed between dives, rotated before they run out.

use crate::angler::{device_value, fresh};
use crate::test_app::TestApp;
use domain::draw::{ServerSeed, Words};
use domain::paytable::Paytable;
use domain::posting::Purse;
use hyper::Method;
use ledger::notary::Notary;
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
    let value = device_value(&body["req_id"]);
    assert_eq!(
        (&started.data["dive"]["nonce"], &started.data["dive"]["client_seed"]),
        (&json!(0), &json!(format!("{value}.{value}"))),
        "nothing of it was known when the seed was sealed"
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

#[tokio::test]
async fn a_dive_draws_under_the_value_of_the_device_and_verifies_with_it_t_80() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPromo, 100).await;
    let own = angler.read("fishing/seed_info").await["client_seed"].clone();
    assert_eq!(own, "", "nobody chose one yet");
    let value = "00112233445566778899aabbccddeeff";
    for wrong in ["", "0011", &value.to_uppercase(), &format!("{value}0")] {
        let body = json!({ "stake": 10, "start_level": 1, "device_value": wrong });
        let refused = angler.call("fishing/dive_start", body).await.refused(-1006);
        assert_eq!(refused, json!({ "field": "device_value" }), "{wrong:?}");
    }
    let facts = app.facts().await;
    let none = json!({ "token": angler.token, "stake": 10, "start_level": 1, "req_id": fresh() });
    let refused = app.post("fishing/dive_start", none).await.refused(-1006);
    assert_eq!(refused, json!({ "field": "device_value" }), "no dive without one");
    assert_eq!(app.facts().await, facts);
    let body = json!({ "stake": 10, "start_level": 1, "device_value": value });
    let started = angler.call("fishing/dive_start", body).await.done();
    let seed = format!("{value}.{value}");
    assert_eq!(angler.read("fishing/seed_info").await["client_seed"], value);
    assert_eq!(started.data["dive"]["client_seed"], seed);
    let dive = started.data["dive"]["dive_id"].as_str().expect("an id").to_owned();
    app.wait_ms(5_000);
    let cast = angler.casts(&dive, 1).await.done();
    angler.surfaces(&dive).await;
    angler
        .call("fishing/seed_rotate", json!({ "client_seed": "next" }))
        .await
        .done();
    app.settle().await;
    let detail = angler
        .call("fishing/dive_detail", json!({ "dive_id": dive }))
        .await
        .done()
        .data;
    assert_eq!(detail["client_seed"], seed);
    let again = json!({ "stake": 10, "start_level": 1, "device_value": value });
    let refused = angler.call("fishing/dive_start", again).await.refused(-1006);
    assert_eq!(
        refused,
        json!({ "field": "device_value" }),
        "a device that repeats itself"
    );
    let known = json!({ "client_seed": "next" });
    let refused = angler.call("fishing/seed_rotate", known).await.refused(-1006);
    assert_eq!(
        refused,
        json!({ "field": "client_seed" }),
        "the house knew it when it sealed the next seed"
    );
    let server_seed = detail["server_seed"]
        .as_str()
        .and_then(ServerSeed::parse)
        .expect("it is revealed");
    let nonce = cast.data["cast"]["nonce"].as_u64().expect("a nonce");
    let drawn = |client_seed: &str| Words::new(&server_seed, client_seed, nonce).number();
    assert_eq!(cast.data["cast"]["t"], drawn(&seed));
    assert_ne!(drawn(&seed), drawn(value), "the value has its part in it");
}

#[tokio::test]
async fn a_dive_comes_with_the_paytable_that_it_was_played_under() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::CoinPromo, 100).await;
    let dive = angler.dives(10).await;
    let table = async || {
        let body = json!({ "dive_id": dive });
        let detail = angler.call("fishing/dive_detail", body).await.done().data;
        let table: Paytable = serde_json::from_value(detail["paytable"].clone()).expect("a paytable");
        assert_eq!(table.hash(), detail["table_hash"]);
        table.version
    };
    app.settle().await;
    assert_eq!(table().await, "pt-1");
    app.publish(|config| "pt-2".clone_into(&mut config.game.paytable.version))
        .await;
    assert_eq!(angler.read("fishing/config").await["paytable"]["version"], "pt-2");
    assert_eq!(table().await, "pt-1", "the dive keeps its own");
}

/// The public log of seeds, as anybody reads it: every line with its page checked under the notary's key.
async fn published(app: &TestApp) -> Vec<Vec<String>> {
    let vkey = app.ledger.notary_key().expect("a key").of_seeds();
    let read = async |path: String| {
        let answer = app.send(Method::GET, &path, &[], Vec::new()).await;
        let note = String::from_utf8(answer.body().to_vec()).expect("text");
        assert!(answer.status().is_success(), "{path}: {note}");
        let lines = vkey.open(&note).expect("signed by the notary");
        lines
            .lines()
            .map(|line| line.split(' ').map(str::to_owned).collect())
            .collect::<Vec<Vec<String>>>()
    };
    let mut lines = Vec::new();
    for log in read("/seeds".to_owned())
        .await
        .iter()
        .filter(|line| line[0] == "partition")
    {
        for page in 0..log[5].parse::<u64>().expect("a number") {
            let page = read(format!("/seeds/{}/{page}", log[1])).await;
            lines.extend(
                page.into_iter()
                    .filter(|line| line[0] == "committed" || line[0] == "revealed"),
            );
        }
    }
    lines
}

#[tokio::test]
async fn anybody_reads_when_a_seed_was_committed_to_and_what_it_was() {
    let app = TestApp::open().await;
    let folder = std::env::temp_dir().join(format!("ledger-seeds-{}", std::process::id()));
    let (pool, clock) = (app.ledger.pool().clone(), app.ledger.clock().clone());
    let mut notary = Notary::open(pool, clock, folder.clone()).await.expect("a notary");
    let missing = app.send(Method::GET, "/seeds", &[], Vec::new()).await;
    assert_eq!(missing.status(), 404, "nothing is signed yet");
    let angler = app.player(1).await;
    let before = angler.read("fishing/seed_info").await;
    notary.round().await.expect("signed");
    let of = |lines: &[Vec<String>], what: &str, commit: &Value| {
        let found = lines.iter().find(|line| line[0] == what && line[2] == *commit);
        found.map(|line| line[1].parse::<u64>().expect("a position"))
    };
    let lines = published(&app).await;
    let committed = of(&lines, "committed", &before["commit"]).expect("shown with the registration");
    assert_eq!(of(&lines, "committed", &before["next_commit"]), Some(committed));
    let place = async || {
        let asked = angler.call("fishing/seed_info", json!({ "log": true })).await.done();
        asked.data["log"].clone()
    };
    assert_eq!(before["log"], Value::Null, "only for whoever asks");
    let vkey = app.ledger.notary_key().expect("a key").of_seeds().to_string();
    let known = json!({ "partition": app.ledger.partition_of(angler.id.0), "page": 1024, "vkey": vkey });
    let log = |newest, committed| {
        let mut log = known.clone();
        (log["newest"], log["committed"]) = (json!(newest), json!(committed));
        log
    };
    assert_eq!(place().await, log(committed, committed));
    assert_eq!(
        of(&lines, "revealed", &before["commit"]),
        None,
        "a seed in use is in no page"
    );

    let body = json!({ "client_seed": "my_seed-1" });
    let rotated = angler.call("fishing/seed_rotate", body).await.done().data;
    assert_eq!(
        of(&published(&app).await, "revealed", &before["commit"]),
        None,
        "not signed yet"
    );
    notary.round().await.expect("signed");
    let lines = published(&app).await;
    let revealed = of(&lines, "revealed", &before["commit"]).expect("it is retired");
    assert!(committed < revealed);
    assert_eq!(of(&lines, "committed", &rotated["next_commit"]), Some(revealed));
    assert_eq!(place().await, log(revealed, committed));
    let seed = lines.iter().find(|line| line[0] == "revealed").expect("a reveal")[3].clone();
    assert_eq!(before["commit"], domain::draw::hex_digest(seed.as_bytes()));
    let whose = angler.id.to_string();
    assert!(
        !lines.iter().flatten().any(|word| word.contains(&whose)),
        "whose it is is not said"
    );
    for path in ["/seeds/0/1", "/seeds/9/0", "/seeds/0/4294967295"] {
        assert_eq!(
            app.send(Method::GET, path, &[], Vec::new()).await.status(),
            404,
            "{path}"
        );
    }
    std::fs::remove_dir_all(folder).ok();
}
