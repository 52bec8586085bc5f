//! Why an amount is what it is: the event behind a balance line, the rule that made it, the
//! numbers in force and what went into it (api §4.4).
//!
//! Everything is read from the recorded event. Names of people, of other players and times
//! are left out: the line has its own time, and the rest is nobody's business.

use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Inputs of one line at most; every event of today has fewer.
const INPUTS_MAX: usize = 40;
/// Letters of an input at most.
const VALUE_MAX: usize = 200;
/// Fields that tell of people, and of what the house thinks of a player.
const PRIVATE: [&str; 15] = [
    "at",
    "proposer",
    "approver",
    "staff",
    "by",
    "inviter",
    "friend",
    "upline",
    "player",
    "to",
    "taker",
    "is_flagged",
    "needs_funds_review",
    "needs_kyc",
    "config_version",
];

/// Something that went into an amount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WalletInput {
    /// The name the event gives it; parts of parts are separated by dots.
    pub name: String,
    /// Its value; money has its decimals.
    pub value: String,
}

/// Why an amount is what it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WalletWhy {
    /// The type of the event.
    pub event: String,
    /// The event.
    pub event_id: String,
    /// The permanent name of the rule, such as `signin.ladder`.
    pub rule: String,
    /// Version of the product's numbers that were in force.
    pub config_version: i64,
    /// What went into the amount, as the event recorded it.
    pub inputs: Vec<WalletInput>,
}

/// The rule behind events of a type.
fn rule_of(event_type: &str) -> &'static str {
    match event_type {
        "DiveStarted" => "dive.start",
        "CastResolved" => "dive.cast",
        "DiveClosed" => "dive.payout",
        "DiveVoided" => "dive.void",
        "FreeCoinClaimed" => "free_coin.daily",
        "SignedIn" => "signin.ladder",
        "TeamRecordReceived" => "team.record",
        "TaskReceived" => "promotion.reward",
        "RedPacketCredited" => "red_packet.share",
        "AdjustmentPosted" => "staff.adjustment",
        "VipActivated" => "vip.price",
        "VipClaimed" => "vip.claim",
        "CouponBought" => "coupon.from_usdt",
        "TopUpCredited" => "topup.credit",
        "CouponRefunded" => "coupon.refund",
        "ShopPurchased" => "shop.purchase",
        "Exchanged" => "exchange.gusd_usdt",
        "BonusUnlocked" => "exchange.unlock",
        "BonusExpired" => "exchange.bonus_expired",
        "WithdrawalRequested" => "withdraw.hold",
        "WithdrawalSent" => "withdraw.sent",
        "WithdrawalSettled" => "withdraw.paid",
        "WithdrawalRefunded" => "withdraw.refund",
        // Every event that moves value says so itself; its name is its rule until it has one here.
        _ => "other",
    }
}

impl WalletWhy {
    /// The why of an event, from its recorded payload; `in_force` unless the event recorded a version itself.
    pub fn of(event_type: &str, event_id: &str, payload: &str, in_force: i64) -> WalletWhy {
        let read: Value = serde_json::from_str(payload).unwrap_or_default();
        let fields = read.get(event_type).and_then(Value::as_object);
        let mut inputs = Vec::new();
        fields
            .into_iter()
            .for_each(|fields| collect(fields, "", &PRIVATE, &mut inputs));
        inputs.truncate(INPUTS_MAX);
        WalletWhy {
            event: event_type.to_owned(),
            event_id: event_id.to_owned(),
            rule: rule_of(event_type).to_owned(),
            config_version: fields.and_then(recorded_version).unwrap_or(in_force),
            inputs,
        }
    }
}

/// Everything that an event says, by name, for staff: people are named by their ids, and nothing of the log is personal.
pub fn values_of(event_type: &str, payload: &str) -> BTreeMap<String, String> {
    let read: Value = serde_json::from_str(payload).unwrap_or_default();
    let fields = read.get(event_type).and_then(Value::as_object);
    let mut inputs = Vec::new();
    fields
        .into_iter()
        .for_each(|fields| collect(fields, "", &[], &mut inputs));
    inputs.truncate(INPUTS_MAX);
    inputs.into_iter().map(|input| (input.name, input.value)).collect()
}

fn recorded_version(fields: &Map<String, Value>) -> Option<i64> {
    let own = fields.get("config_version").and_then(Value::as_i64);
    own.or_else(|| fields.values().filter_map(Value::as_object).find_map(recorded_version))
}

fn collect(fields: &Map<String, Value>, before: &str, hidden: &[&str], inputs: &mut Vec<WalletInput>) {
    for (name, value) in fields {
        if hidden.contains(&name.as_str()) {
            continue;
        }
        let name = format!("{before}{name}");
        match value {
            Value::Object(fields) => collect(fields, &format!("{name}."), hidden, inputs),
            Value::Array(items) => {
                let plain: Vec<String> = items.iter().filter_map(text_of).collect();
                if plain.len() == items.len() && !plain.is_empty() {
                    inputs.push(input(name, plain.join(" ")));
                }
            }
            one => inputs.extend(text_of(one).map(|value| input(name, value))),
        }
    }
}

fn input(name: String, value: String) -> WalletInput {
    let value = value.chars().take(VALUE_MAX).collect();
    WalletInput { name, value }
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_inputs_are_those_of_the_event_without_people() {
        let payload = json!({ "WithdrawalRequested": {
            "request": { "terms": { "amount": "5.000000", "player": "x" }, "facts": { "vip_id": null, "config_version": 7, "is_flagged": true, "needs_funds_review": true, "needs_kyc": false } },
            "at": 1, "list": [1, 2], "things": [{}], "approver": "bo", "shares": { "l2": { "to": "somebody", "amount": "0.010000" } }
        } });
        let why = WalletWhy::of("WithdrawalRequested", "id", &payload.to_string(), 3);
        let told: Vec<(&str, &str)> = why
            .inputs
            .iter()
            .map(|one| (one.name.as_str(), one.value.as_str()))
            .collect();
        assert_eq!((why.rule.as_str(), why.config_version), ("withdraw.hold", 7));
        assert_eq!(
            told,
            [
                ("list", "1 2"),
                ("request.terms.amount", "5.000000"),
                ("shares.l2.amount", "0.010000")
            ]
        );
    }
}
