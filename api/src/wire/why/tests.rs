use super::*;
use serde_json::json;

fn named(inputs: &[WalletInput]) -> Vec<(&str, &str)> {
    let pairs = inputs.iter().map(|input| (input.name.as_str(), input.value.as_str()));
    pairs.collect()
}

fn withdrawal() -> String {
    let payload = json!({ "WithdrawalRequested": {
        "request": {
            "terms": { "amount": "5.000000", "player": "x" },
            "facts": {
                "vip_id": null, "config_version": 7, "kyc": 2,
                "is_flagged": true, "needs_funds_review": true, "needs_kyc": false,
            },
        },
        "at": 1, "list": [1, 2], "things": [{}], "approver": "bo",
    } });
    payload.to_string()
}

#[test]
fn the_inputs_are_those_of_the_event_without_people() {
    let why = WalletWhy::of("WithdrawalRequested", "id", &withdrawal(), 3);
    assert_eq!((why.rule.as_str(), why.config_version), ("withdraw.hold", 7));
    assert_eq!(
        named(&why.inputs),
        [("request.facts.kyc", "2"), ("request.terms.amount", "5.000000")]
    );
    let shares = json!({ "DiveClosed": { "shares": { "l2": { "to": "somebody", "usdt": "0.010000" } } } });
    let why = WalletWhy::of("DiveClosed", "id", &shares.to_string(), 3);
    assert_eq!((why.rule.as_str(), why.config_version), ("dive.payout", 3));
    assert_eq!(named(&why.inputs), [("shares.l2.usdt", "0.010000")]);
}

#[test]
fn a_field_that_nobody_listed_is_hidden() {
    let payload = json!({ "SignedIn": { "day": 4, "new": 1, "step": { "new": 1 }, "coins": { "streak": 2 } } });
    let why = WalletWhy::of("SignedIn", "id", &payload.to_string(), 3);
    assert_eq!(named(&why.inputs), [("day", "4")]);
    let unknown = WalletWhy::of("Unheard", "id", &json!({ "Unheard": { "day": 4 } }).to_string(), 3);
    assert_eq!((unknown.rule.as_str(), unknown.inputs.len()), ("other", 0));
}

#[test]
fn staff_see_every_field() {
    let why = WalletWhy::whole("WithdrawalRequested", "id", &withdrawal(), 3);
    let names: Vec<&str> = why.inputs.iter().map(|input| input.name.as_str()).collect();
    assert!(names.contains(&"approver") && names.contains(&"request.facts.is_flagged"));
    let list = why.inputs.iter().find(|input| input.name == "list");
    assert_eq!(list.map(|input| input.value.as_str()), Some("1 2"));
    assert_eq!(values_of("WithdrawalRequested", &withdrawal()).len(), names.len());
}
