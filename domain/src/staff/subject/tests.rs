use super::of_call;
use crate::draw::hex_digest;
use crate::proposal::{Kind, stated_subject};
use serde_json::{Value, json};

const PLAYER: &str = "01940000-0000-7000-8000-00000000abcd";

/// What a call names, and what its recorded change names.
fn agree(call: &str, body: &Value, kind: Kind, what: &Value) {
    assert_eq!(kind.call(what), Some(call));
    assert_eq!(of_call(call, body), Some(stated_subject(kind, what)), "{call}");
}

#[test]
fn a_proposal_names_its_kind_and_what_its_maker_gave() {
    let body = json!({ "tx": "t-1", "order_no": "A1", "reason": "his", "req_id": PLAYER });
    let written = r#"{"order_no":"A1","tx":"t-1"}"#;
    let subject = format!("topup_assign {}", hex_digest(written.as_bytes()));
    assert_eq!(of_call("topups/propose_assign", &body), Some(subject));
}

#[test]
fn a_body_and_the_change_that_it_becomes_name_the_same() {
    let upper = PLAYER.to_uppercase();
    let correction = json!({ "player": upper, "purse": "usdt", "delta": "-5", "counter": "h:usdt_reserve", "case_id": "4 2", "tx": null });
    let mut recorded = correction.clone();
    recorded["player"] = json!(PLAYER);
    agree("adjustments/propose", &correction, Kind::Adjustment, &recorded);
    let assign = json!({ "tx": "t-1", "order_no": "A1" });
    let known = json!({ "tx": "t-1", "order_no": "A1", "of": ["ton_usdt", 7] });
    agree("topups/propose_assign", &assign, Kind::TopupAssign, &known);
    let given = json!({ "tx": "t-1", "player": upper });
    let known = json!({ "tx": "t-1", "order_no": "T0AB", "player": PLAYER, "of": ["ton_usdt", 7] });
    agree("topups/propose_assign", &given, Kind::TopupAssign, &known);
    let fund = json!({ "to": "reserve", "amount": "7", "tx": "t-1" });
    let of_payment = json!({ "asset": "usdt", "amount": "7", "payment": { "rail": "ton", "tx": "t-1", "lt": 3 } });
    agree("treasury/propose", &fund, Kind::ReserveFund, &of_payment);
    let freeze = json!({ "players": [upper, "01940000-0000-7000-8000-000000000001", PLAYER] });
    let sorted = json!({ "players": ["01940000-0000-7000-8000-000000000001", PLAYER] });
    agree("freezes/propose", &freeze, Kind::ClusterFreeze, &sorted);
    let hire = json!({ "name": "eve", "roles": ["risk", "finance"], "own": null });
    let hired = json!({ "act": "add", "name": "eve", "roles": ["finance", "risk"], "code": "ab" });
    agree("staff/add", &hire, Kind::StaffAccount, &hired);
    let month = json!({ "period": "2025-01", "sequence": 1, "until": [5], "digest": "d" });
    agree(
        "periods/propose",
        &json!({ "period": "2025-01" }),
        Kind::PeriodClose,
        &month,
    );
    for (call, field, kind) in [
        ("dives/propose", "dive", Kind::DiveVoid),
        ("records/propose", "record", Kind::RecordCancel),
        ("ranks/propose", "rank", Kind::RankCorrection),
    ] {
        let asked = json!({ "player": upper, field: upper, "case_id": "C-1" });
        let recorded = json!({ "player": PLAYER, field: PLAYER, "case_id": "C-1", "contents": {} });
        agree(call, &asked, kind, &recorded);
    }
    let recorded = json!({ "player": PLAYER, "revision": 2 });
    agree("kyc/reset", &json!({ "player": upper }), Kind::KycReset, &recorded);
    let person = json!({ "player": PLAYER });
    agree("erasure/request", &json!({ "player": upper }), Kind::Erasure, &person);
    agree("access/propose", &json!({ "player": upper }), Kind::AccessFile, &person);
    let version = json!({ "section": "withdraw", "body": { "b": [2, 1], "a": "1" }, "replaces": 0 });
    let recorded =
        json!({ "section": "withdraw", "body": { "a": "1", "b": [2, 1] }, "effective_ms": 0, "replaces": 0 });
    agree("config/propose", &version, Kind::Config, &recorded);
}

#[test]
fn a_refund_names_its_payment_and_one_of_before_named_none() {
    let fields = json!({ "player": PLAYER, "order_no": "T1", "amount": "5000000", "case_id": "C-1" });
    let with = |more: Value| {
        let mut body = fields.clone();
        let given = more.as_object().expect("fields").clone();
        body.as_object_mut().expect("fields").extend(given);
        body
    };
    let call = "topups/propose_refund";
    let body = with(json!({ "tx": "t-1", "lt": 3 }));
    let key = |lt: u64| json!({ "rail": "ton", "tx": "t-1", "lt": lt });
    let recorded = with(json!({ "paid_by": key(3), "address": "UQ" }));
    agree(call, &body, Kind::CouponRefund, &recorded);
    assert_ne!(
        of_call(call, &body),
        of_call(call, &with(json!({ "tx": "t-1", "lt": 4 })))
    );
    let of_before = with(json!({ "payment": key(3), "address": "UQ" }));
    agree(call, &fields, Kind::CouponRefund, &of_before);
}

#[test]
fn whatever_its_maker_changes_is_another_subject() {
    let of = |body: Value| of_call("staff/roles", &body).expect("an act");
    let asked = of(json!({ "name": "eve", "roles": ["risk"] }));
    assert_ne!(asked, of(json!({ "name": "eva", "roles": ["risk"] })));
    assert_ne!(asked, of(json!({ "name": "eve", "roles": ["risk", "finance"] })));
    let body = |bound: i64| json!({ "section": "withdraw", "body": { "max": bound }, "replaces": 1 });
    assert_ne!(of_call("config/propose", &body(1)), of_call("config/propose", &body(2)));
}

#[test]
fn a_verdict_names_all_of_itself_and_a_call_that_nobody_signs_names_nothing() {
    let body =
        json!({ "player": PLAYER, "submission": "S", "verdict": "retry", "reasons": ["b", "a"], "expires_on": null });
    assert_eq!(of_call("kyc/decide", &body), Some(format!("{PLAYER} s retry - b,a")));
    assert_eq!(of_call("views/rebuild", &json!({ "view": "players" })), None);
}
