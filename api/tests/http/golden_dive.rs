//! The golden dive of domain §2.6, through HTTP.

use crate::angler::{Angler, fresh};
use crate::test_app::{Answer, TestApp};
use domain::draw::ServerSeed;
use domain::player::Event;
use domain::player::fishing::{CastResolved, DiveClosed, StartDive};
use domain::posting::Purse;
use domain::testing;
use serde_json::{Value, json};

/// The client seed of the vectors, and what the device draws for the dive.
const OWN: &str = "angler-1";
const VALUE: &str = "00112233445566778899aabbccddeeff";

fn golden_seed() -> ServerSeed {
    ServerSeed::parse(&format!("{}c0ff", "c0ffee".repeat(10))).expect("64 hex characters")
}

/// A player whose pair in use is the published one.
async fn golden_angler(app: &TestApp) -> Angler<'_> {
    app.ledger.seeds().queue(ServerSeed::from_bytes([1; 32]));
    app.ledger.seeds().queue(golden_seed());
    let angler = app.player(7).await;
    let rotated = angler
        .call("fishing/seed_rotate", json!({ "client_seed": OWN }))
        .await
        .done();
    assert_eq!(
        rotated.data["commit"],
        "53cd3b418bb2d1ed2a1e49f6ab241ae86b0f46eb4c198b4baf4dd471265d703d"
    );
    angler.given(Purse::CoinPaid, 5_000).await;
    angler
}

fn line(answer: &Answer, fields: &[&str]) -> Vec<Value> {
    fields
        .iter()
        .map(|field| answer.data.pointer(field).cloned().expect("a field"))
        .collect()
}

/// What the rules decide of the same dive: its casts, and what the player then holds and was paid. Their numbers are those
/// that were published (`domain/tests/it/golden_dive.rs`), but for the value of the device.
fn by_the_rules(casts: u32) -> (Vec<CastResolved>, DiveClosed) {
    let mut angler = testing::Angler::new().with_coins(5_000);
    let rotation = angler.rotation(OWN);
    angler.must(rotation);
    let device_value = VALUE.to_owned();
    angler.must(StartDive {
        device_value,
        ..angler.start(100, 1)
    });
    angler.casts(casts);
    if angler.dive().is_some() {
        angler.surfaces();
    }
    let resolved = angler.log.iter().filter_map(|event| match event {
        Event::CastResolved(cast) => Some(cast.clone()),
        _ => None,
    });
    let Some(Event::DiveClosed(closed)) = angler.log.iter().find(|event| matches!(event, Event::DiveClosed(_))) else {
        panic!("the dive ends");
    };
    (resolved.collect(), closed.clone())
}

/// Starts the dive; its id.
async fn dives(angler: &Angler<'_>) -> String {
    let start = json!({ "stake": 100, "start_level": 1, "device_value": VALUE });
    let started = angler.call("fishing/dive_start", start).await.done();
    started.data["dive"]["dive_id"].as_str().expect("a dive").to_owned()
}

#[tokio::test]
async fn the_golden_dive_pays_what_the_rules_decide_down_to_the_bottom() {
    let app = TestApp::open().await;
    let angler = golden_angler(&app).await;
    let (casts, closed) = by_the_rules(37);
    let dive = dives(&angler).await;
    let mut last = None;
    for (seq, cast) in (1..).zip(&casts) {
        let answer = angler.casts(&dive, seq).await.done();
        let fields = ["level", "nonce", "t", "kind", "id", "value", "bonus", "destroyed"];
        let recorded = json!(cast);
        for field in fields {
            assert_eq!(answer.data["cast"][field], recorded[field], "{seq}: {field}");
        }
        let open = &answer.data["dive"];
        if !open.is_null() {
            assert_eq!(
                (&open["line_value"], &open["safe"]),
                (&recorded["line"], &recorded["safe"])
            );
            assert_eq!(
                (&open["nonce"], &open["next_cast_at"]),
                (&json!(seq), &json!(app.now() + 2_500))
            );
        }
        last = Some(answer);
    }
    let bottom = last.expect("37 casts");
    assert_eq!(bottom.data["dive"], Value::Null);
    // A second tap on the last cast.
    angler.casts(&dive, 38).await.refused(3005);
    let fields = [
        "/result/reason",
        "/result/payout",
        "/result/staked",
        "/result/profit",
        "/asset/coin",
        "/asset/gusd",
    ];
    let payout = json!(closed.payout);
    assert_eq!(
        line(&bottom, &fields),
        [
            json!("bottom"),
            payout.clone(),
            json!(3_700),
            json!(closed.profit),
            json!(1_300),
            payout
        ]
    );
    check_detail(&app, &angler, &dive).await;
}

/// After the reveal the detail carries everything that a checker needs.
async fn check_detail(app: &TestApp, angler: &Angler<'_>, dive: &str) {
    app.settle().await;
    let sealed = angler
        .call("fishing/dive_detail", json!({ "dive_id": dive }))
        .await
        .done();
    assert_eq!(sealed.data["server_seed"], Value::Null);
    angler
        .call("fishing/seed_rotate", json!({ "client_seed": "angler-2" }))
        .await
        .done();
    app.settle().await;
    let open = angler
        .call("fishing/dive_detail", json!({ "dive_id": dive }))
        .await
        .done();
    assert_eq!(open.data["server_seed"], golden_seed().reveal());
    assert_eq!(open.data["client_seed"], format!("{OWN}.{VALUE}"));
    assert_eq!(open.data["casts"].as_array().map(Vec::len), Some(37));
    let known = "666794e899423c4ae32ed0457a1eb529ea575a3ec25dc1c18e9e223ca8c78511";
    assert_eq!(open.data["table_hash"], known);
}

#[tokio::test]
async fn surfacing_pays_the_line_and_what_is_safe() {
    let app = TestApp::open().await;
    let angler = golden_angler(&app).await;
    let (_, closed) = by_the_rules(9);
    let dive = dives(&angler).await;
    for seq in 1..=9 {
        angler.casts(&dive, seq).await.done();
    }
    let surfaced = angler.surfaces(&dive).await.done();
    let fields = [
        "/result/payout",
        "/result/staked",
        "/result/fish",
        "/result/bonus",
        "/result/credited_as",
    ];
    let values = line(&surfaced, &fields);
    let [payout, fish, bonus] = [closed.payout, closed.fish, closed.bonus].map(|sum| json!(sum));
    assert_eq!(values, [payout.clone(), json!(900), fish, bonus, json!("gusd")]);
    app.settle().await;
    let history = angler.read("fishing/history").await;
    assert_eq!(history["list"][0]["payout"], payout);
    assert_eq!(
        (&history["list"][0]["stake"], &history["has_more"]),
        (&json!(100), &json!(false))
    );
}

#[tokio::test]
async fn the_same_request_gets_the_same_bytes_and_rolls_nothing_again() {
    let app = TestApp::open().await;
    let angler = golden_angler(&app).await;
    let dive = angler.dives(100).await;
    app.wait_ms(2_500);
    let body = json!({ "dive_id": dive, "seq": 1, "shield": false, "req_id": fresh() });
    let first = angler.call("fishing/cast", body.clone()).await.done();
    let facts = app.facts().await;
    angler.casts(&dive, 2).await.done();
    for _ in 0..3 {
        let again = angler.call("fishing/cast", body.clone()).await.done();
        assert_eq!(again.bytes, first.bytes);
    }
    let elsewhere = app.neighbour().await;
    let mut sent = body.clone();
    sent["token"] = json!(angler.token);
    assert_eq!(elsewhere.post("fishing/cast", sent).await.done().bytes, first.bytes);
    assert_eq!(app.facts().await, facts + 1);

    let mut other = body;
    other["shield"] = json!(true);
    assert_eq!(angler.call("fishing/cast", other).await.refused(-1007), Value::Null);
}
