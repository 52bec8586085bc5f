//! Why an amount is what it is: the event behind a balance line, the rule that made it, the
//! numbers in force and what went into it (api §4.4).
//!
//! Everything is read from the recorded event. What of it a player may see is an allow-list beside the events,
//! [`domain::player::visible`]; staff see every field.

use domain::player::visible::Visible;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Inputs of one line at most; every event of today has fewer.
const INPUTS_MAX: usize = 40;
/// Letters of an input at most.
const VALUE_MAX: usize = 200;

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

/// The rule of events that explain no line, and of those of other streams.
const NO_RULE: &str = "other";

impl WalletWhy {
    /// What a player may see of an event: the fields that are listed for its type, and nothing of an unknown type.
    /// `in_force` is the version unless the event recorded one itself.
    pub fn of(event_type: &str, event_id: &str, payload: &str, in_force: i64) -> WalletWhy {
        let listed = Visible::of(event_type);
        let shows = |path: &str| listed.is_some_and(|visible| visible.shows(path));
        explain(event_type, event_id, payload, in_force, shows)
    }

    /// The same with every field, for staff: the log names people by their ids only.
    pub fn whole(event_type: &str, event_id: &str, payload: &str, in_force: i64) -> WalletWhy {
        explain(event_type, event_id, payload, in_force, |_| true)
    }
}

fn explain(event_type: &str, event_id: &str, payload: &str, in_force: i64, shows: impl Fn(&str) -> bool) -> WalletWhy {
    let payload: Value = serde_json::from_str(payload).unwrap_or_default();
    let fields = payload.get(event_type).and_then(Value::as_object);
    WalletWhy {
        event: event_type.to_owned(),
        event_id: event_id.to_owned(),
        rule: Visible::of(event_type)
            .map_or(NO_RULE, |visible| visible.rule)
            .to_owned(),
        config_version: fields.and_then(recorded_version).unwrap_or(in_force),
        inputs: inputs(fields, &shows),
    }
}

/// All fields of an event by name, for staff: people are named by their ids, and the log holds no personal data.
pub fn values_of(event_type: &str, payload: &str) -> BTreeMap<String, String> {
    let payload: Value = serde_json::from_str(payload).unwrap_or_default();
    let fields = payload.get(event_type).and_then(Value::as_object);
    let inputs = inputs(fields, &|_| true);
    inputs.into_iter().map(|input| (input.name, input.value)).collect()
}

fn inputs(fields: Option<&Map<String, Value>>, shows: &impl Fn(&str) -> bool) -> Vec<WalletInput> {
    let mut inputs = Vec::new();
    if let Some(fields) = fields {
        collect(fields, "", shows, &mut inputs);
    }
    inputs.truncate(INPUTS_MAX);
    inputs
}

fn recorded_version(fields: &Map<String, Value>) -> Option<i64> {
    let own = fields.get("config_version").and_then(Value::as_i64);
    own.or_else(|| fields.values().filter_map(Value::as_object).find_map(recorded_version))
}

fn collect(fields: &Map<String, Value>, before: &str, shows: &impl Fn(&str) -> bool, inputs: &mut Vec<WalletInput>) {
    for (name, value) in fields {
        let path = format!("{before}{name}");
        match value {
            Value::Object(parts) => collect(parts, &format!("{path}."), shows, inputs),
            leaf if shows(&path) => inputs.extend(text_of(leaf).map(|value| input(path, value))),
            _ => {}
        }
    }
}

fn input(name: String, value: String) -> WalletInput {
    let value = value.chars().take(VALUE_MAX).collect();
    WalletInput { name, value }
}

/// A list is written with spaces when each of its items is plain.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Array(items) if !items.is_empty() => {
            let plain = |item: &Value| if item.is_array() { None } else { text_of(item) };
            let texts: Option<Vec<String>> = items.iter().map(plain).collect();
            texts.map(|texts| texts.join(" "))
        }
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests;
