//! The golden dive of domain §2.6, through HTTP.

use crate::angler::{Angler, fresh};
use crate::test_app::{Answer, TestApp};
use domain::draw::ServerSeed;
use domain::posting::Purse;
use serde_json::{Value, json};

fn golden_seed() -> ServerSeed {
    ServerSeed::parse(&format!("{}c0ff", "c0ffee".repeat(10))).expect("64 hex characters")
}

/// A player whose pair in use is the published one.
async fn golden_angler(app: &TestApp) -> Angler<'_> {
    app.ledger.seeds().queue(ServerSeed::from_bytes([1; 32]));
    app.ledger.seeds().queue(golden_seed());
    let angler = app.player(7).await;
    let rotated = angler
        .call("fishing/seed_rotate", json!({ "client_seed": "angler-1" }))
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

#[tokio::test]
async fn the_golden_dive_pays_what_was_published_down_to_the_bottom() {
    let app = TestApp::open().await;
    let angler = golden_angler(&app).await;
    let dive = angler.dives(100).await;
    let mut last = None;
    for seq in 1..=37 {
        let answer = angler.casts(&dive, seq).await.done();
        let values = line(&answer, &["/cast/level", "/cast/nonce", "/cast/t", "/cast/kind"]);
        match seq {
            1 => assert_eq!(values, [json!(1), json!(0), json!(726_676), json!("empty")]),
            2 => assert_eq!(values, [json!(2), json!(1), json!(502_574), json!("mine")]),
            9 => check_tuna(&answer, app.now()),
            28 => assert_eq!(
                line(&answer, &["/cast/t", "/cast/destroyed"]),
                [json!(124_914), json!([2, 3, 5])]
            ),
            35 => assert_eq!(
                line(&answer, &["/cast/destroyed", "/dive/line_value"]),
                [json!([1, 4]), json!("350.00")]
            ),
            _ => {}
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
    let values = line(&bottom, &fields);
    assert_eq!(
        values,
        [
            json!("bottom"),
            json!("1452.21"),
            json!(3_700),
            json!("0.00"),
            json!(1_300),
            json!("1452.21")
        ]
    );
    check_detail(&app, &angler, &dive).await;
}

fn check_tuna(answer: &Answer, now: i64) {
    assert_eq!(
        line(answer, &["/cast/t", "/cast/id", "/cast/bonus"]),
        [json!(310_139), json!("tuna"), json!("3.12")]
    );
    let dive = &answer.data["dive"];
    assert_eq!(
        dive["line"][2],
        json!({ "i": 2, "id": "tuna", "level": 9, "value": "500.00" })
    );
    assert_eq!(
        (&dive["line_value"], &dive["safe"], &dive["nonce"]),
        (&json!("650.00"), &json!("13.25"), &json!(9))
    );
    assert_eq!(dive["next_cast_at"], now + 2_500);
    assert_eq!(dive["expires_at"], now + 86_400_000);
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
    assert_eq!(open.data["client_seed"], "angler-1");
    assert_eq!(open.data["casts"].as_array().map(Vec::len), Some(37));
    let known = "666794e899423c4ae32ed0457a1eb529ea575a3ec25dc1c18e9e223ca8c78511";
    assert_eq!(open.data["table_hash"], known);
}

#[tokio::test]
async fn surfacing_after_the_tuna_pays_663_25() {
    let app = TestApp::open().await;
    let angler = golden_angler(&app).await;
    let dive = angler.dives(100).await;
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
    assert_eq!(
        values,
        [
            json!("663.25"),
            json!(900),
            json!("650.00"),
            json!("13.25"),
            json!("gusd")
        ]
    );
    app.settle().await;
    let history = angler.read("fishing/history").await;
    assert_eq!(history["list"][0]["payout"], "663.25");
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
