//! What there is to send about conditions, and how it is written. Knows nothing of the table and of the receiver.

use super::conditions::Condition;
use domain::time::{HOUR_MS, Timestamp};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Between two messages about a condition that grew.
const GROWN_MS: i64 = HOUR_MS;

/// The last message about a condition.
pub struct LastSent {
    pub state: String,
    pub count: i64,
    pub at: Timestamp,
}

/// What there is to send, those that ended first.
pub fn news(
    found: &[Condition],
    sent: &BTreeMap<(String, String), LastSent>,
    now: Timestamp,
) -> Vec<(&'static str, Condition)> {
    let holds = |code: &str, severity: &str| found.iter().any(|one| one.code == code && one.severity == severity);
    let ended = sent
        .iter()
        .filter(|((code, severity), sent)| sent.holds() && !holds(code, severity));
    let ended = ended.map(|((code, severity), _)| ("closed", Condition::ended(code, severity)));
    let begun = found.iter().filter_map(|condition| {
        let known = sent.get(&(condition.code.clone(), condition.severity.clone()));
        let state = match known.filter(|sent| sent.holds()) {
            None => "open",
            Some(sent) if condition.count > sent.count && now.since(sent.at) >= GROWN_MS => "more",
            Some(_) => return None,
        };
        Some((state, condition.clone()))
    });
    ended.chain(begun).collect()
}

impl LastSent {
    fn holds(&self) -> bool {
        self.state != "closed"
    }
}

/// The message, with what is known.
pub fn body(id: Uuid, sequence: i64, state: &str, condition: &Condition, now: Timestamp) -> String {
    let mut body = Map::new();
    for (field, value) in [
        ("id", json!(id)),
        ("sequence", json!(sequence)),
        ("state", json!(state)),
        ("code", json!(condition.code)),
        ("severity", json!(condition.severity)),
        ("count", json!(condition.count)),
        ("since_ms", json!(condition.since_ms)),
        ("asset", json!(condition.usdt.map(|_| "usdt"))),
        ("amount", json!(condition.usdt.map(|usdt| usdt.minor().to_string()))),
        ("path", json!(condition.path())),
        ("at_ms", json!(now.0)),
    ] {
        body.insert(field.to_owned(), value);
    }
    Value::Object(body).to_string()
}

#[cfg(test)]
mod tests;
