//! Where two documents of the configuration differ.

use crate::wire::config::StaffDiff;
use serde_json::Value;
use std::collections::BTreeSet;

/// Differences that are shown at most.
const DIFFERENCES_MAX: usize = 500;

/// What differs, leaf by leaf.
pub fn between(before: &Value, after: &Value) -> Vec<StaffDiff> {
    let mut diff = Vec::new();
    compare("", Some(before), Some(after), &mut diff);
    diff
}

fn compare(path: &str, before: Option<&Value>, after: Option<&Value>, diff: &mut Vec<StaffDiff>) {
    if before == after || diff.len() >= DIFFERENCES_MAX {
        return;
    }
    let below = |name: &str| match path {
        "" => name.to_owned(),
        _ => format!("{path}.{name}"),
    };
    match (before, after) {
        (Some(Value::Object(one)), Some(Value::Object(other))) => {
            let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            for name in names {
                compare(&below(name), one.get(name), other.get(name), diff);
            }
        }
        (Some(Value::Array(one)), Some(Value::Array(other))) => {
            for place in 0..one.len().max(other.len()) {
                compare(&below(&place.to_string()), one.get(place), other.get(place), diff);
            }
        }
        (before, after) => diff.push(StaffDiff {
            path: path.to_owned(),
            before: before.map(Value::to_string),
            after: after.map(Value::to_string),
        }),
    }
}

#[cfg(test)]
mod tests;
