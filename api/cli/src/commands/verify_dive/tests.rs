//! The golden dive of domain §2.6, played by the rules and written as `fishing/dive_detail` answers it.

use domain::draw::ServerSeed;
use domain::money::Coin;
use domain::paytable::Paytable;
use domain::player::dive::Fund;
use serde_json::{Value, json};
use workers::audit::dive::parse;
use workers::audit::dive::{Comparison, Detail, NotVerifiable, before_first_cast, recompute};
use workers::audit::tables::Tables;

const CLIENT_SEED: &str = "angler-1";

fn seed() -> ServerSeed {
    ServerSeed::parse(&format!("{}c0ff", "c0ffee".repeat(10))).expect("64 hex characters")
}

fn golden() -> Value {
    let (table, mut casts) = (Paytable::standard(), Vec::new());
    let mut dive = before_first_cast(Coin::from_minor(100), Fund::Paid, 1);
    for nonce in 0..37 {
        let band = table.band(dive.level()).expect("37 levels");
        let roll = dive.roll(band, &seed(), CLIENT_SEED, nonce, false);
        casts.push(json!({
            "seq": dive.seq(), "level": dive.level(), "nonce": nonce, "t": roll.t, "kind": roll.kind, "id": roll.id,
            "x10": roll.x10, "value": roll.value, "bonus": roll.bonus, "destroyed": roll.destroyed, "shield": false,
        }));
        dive.apply(&roll);
    }
    let result = json!({
        "dive_id": "d", "reason": "bottom", "casts": 37, "staked": 3700, "fish": dive.line_value(), "bonus": dive.bonus,
        "chest_gusd": dive.chest_gusd, "chest_usdt": "0.000000", "payout": "1452.21", "credited_as": "gusd", "profit": "0.00",
        "capped": false, "closed_at": 0,
    });
    json!({
        "result": result, "casts": casts, "commit": seed().commit(), "server_seed": seed().reveal(),
        "client_seed": CLIENT_SEED, "table_hash": table.hash(),
    })
}

fn compare(detail: &Value) -> Comparison {
    let detail: Detail = parse(&detail.to_string()).expect("reads");
    recompute(&detail, &Tables::new([])).expect("verifiable")
}

#[test]
fn the_published_golden_dive_agrees_to_its_last_cast() {
    let comparison = compare(&golden());
    assert_eq!(comparison.differences, Vec::<String>::new());
    assert_eq!(
        (comparison.lines.len(), comparison.payout.to_string().as_str()),
        (37, "1452.21")
    );
}

#[test]
fn the_whole_answer_of_the_call_reads_like_its_data() {
    let answer = json!({ "error": 0, "message": "", "server_ts": 1, "data": golden() });
    assert!(compare(&answer).differences.is_empty());
    assert!(parse("{\"error\":4007,\"message\":\"Record not found\",\"data\":null,\"server_ts\":1}").is_err());
    assert!(parse("[]").is_err() && parse("").is_err());
}

#[test]
fn any_changed_figure_is_found() {
    let changes: &[(&str, Value)] = &[
        ("/server_seed", json!("0".repeat(64))),
        ("/server_seed", json!("not a seed")),
        ("/commit", json!("0".repeat(64))),
        ("/client_seed", json!("angler-2")),
        ("/casts/3/t", json!(28_792)),
        ("/casts/3/id", json!("sardine")),
        ("/casts/3/value", json!("50.01")),
        ("/casts/3/x10", json!(6)),
        ("/casts/3/seq", json!(9)),
        ("/casts/3/nonce", json!(2)),
        ("/casts/3/level", json!(5)),
        ("/casts/4/bonus", json!("0.78")),
        ("/casts/4/kind", json!("chest")),
        ("/casts/5/shield", json!(true)),
        ("/casts/27/destroyed", json!([2, 3])),
        ("/result/payout", json!("1452.22")),
        ("/result/profit", json!("0.01")),
        ("/result/fish", json!("350.01")),
        ("/result/bonus", json!("0.00")),
        ("/result/chest_gusd", json!("0.01")),
        ("/result/chest_usdt", json!("0.000001")),
        ("/result/staked", json!(3_701)),
        ("/result/staked", json!(7_400)),
        ("/result/casts", json!(36)),
        ("/result/capped", json!(true)),
    ];
    for (place, value) in changes {
        let mut detail = golden();
        *detail.pointer_mut(place).expect("exists") = value.clone();
        assert!(!compare(&detail).differences.is_empty(), "{place} = {value}");
    }
}

/// The golden dive, had staff cancelled it.
fn cancelled() -> Value {
    let mut detail = golden();
    for (field, nothing) in [
        ("reason", json!("voided")),
        ("fish", json!("0.00")),
        ("bonus", json!("0.00")),
        ("chest_gusd", json!("0.00")),
        ("payout", json!("0.00")),
    ] {
        detail["result"][field] = nothing;
    }
    detail
}

#[test]
fn a_cancelled_dive_paid_nothing_and_its_payout_is_not_judged() {
    let comparison = compare(&cancelled());
    assert_eq!(comparison.differences, Vec::<String>::new());
    assert!(comparison.cancelled && !compare(&golden()).cancelled);
    for (place, value) in [
        ("/result/payout", json!("1452.21")),
        ("/result/profit", json!("0.01")),
        ("/result/fish", json!("0.01")),
        ("/result/bonus", json!("0.01")),
        ("/result/chest_gusd", json!("0.01")),
        ("/result/chest_usdt", json!("0.000001")),
        ("/result/capped", json!(true)),
        ("/casts/3/t", json!(28_792)),
    ] {
        let mut detail = cancelled();
        *detail.pointer_mut(place).expect("exists") = value.clone();
        assert!(!compare(&detail).differences.is_empty(), "{place} = {value}");
    }
    // A cast that the result does not count.
    let mut short = cancelled();
    short["casts"].as_array_mut().expect("casts").pop();
    assert!(!compare(&short).differences.is_empty());
}

#[test]
fn a_missing_or_a_surplus_cast_is_found() {
    let mut short = golden();
    short["casts"].as_array_mut().expect("casts").remove(10);
    assert!(!compare(&short).differences.is_empty());
    let mut long = golden();
    let again = long["casts"][36].clone();
    long["casts"].as_array_mut().expect("casts").push(again);
    assert!(!compare(&long).differences.is_empty());
    let mut forged = golden();
    forged["casts"][0]["level"] = json!(255);
    assert!(
        compare(&forged)
            .differences
            .iter()
            .any(|sentence| sentence.contains("no level 255"))
    );
}

#[test]
fn an_open_or_sealed_dive_cannot_be_verified_yet() {
    let refused = |place: &str| {
        let mut detail = golden();
        detail[place] = Value::Null;
        recompute(&parse(&detail.to_string()).expect("reads"), &Tables::new([])).expect_err("refused")
    };
    assert_eq!(
        (refused("result"), refused("server_seed")),
        (NotVerifiable::Open, NotVerifiable::Sealed)
    );
}

#[test]
fn a_dive_of_an_unknown_paytable_cannot_be_verified() {
    let mut detail = golden();
    detail["table_hash"] = json!("0".repeat(64));
    let detail = parse(&detail.to_string()).expect("reads");
    let unknown = NotVerifiable::UnknownTable("0".repeat(64));
    assert_eq!(recompute(&detail, &Tables::new([])).expect_err("unknown"), unknown);
}
