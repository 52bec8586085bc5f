//! `ledger periods` and `ledger restate` on the database of a running product, in which no month is closed yet.

use super::{Data, assert_says};
use serde_json::{Value, json};

/// Both say that nothing is closed, and what they do not understand.
pub fn are_shown_and_restated(data: &Data) {
    assert_says(&data.ledger(&["periods"]), 0, "approved by");
    assert_says(
        &data.ledger(&["periods", "2025-01"]),
        2,
        "No month of 2025-01 is closed.",
    );
    assert_says(&data.ledger(&["periods", "2025-1"]), 2, "a period is YYYY-MM");
    let restate = ["restate", "--period", "2025-01", "--known-at", "1"];
    assert_says(&data.ledger(&restate), 2, "--known-at is needed twice");
    let closing = data.ledger(&[&restate[..], &["--known-at", "2025-01"]].concat());
    assert_says(&closing, 2, "2025-01 is not closed");
    let known = data.ledger(&[&restate[..], &["--known-at", "now", "--json"]].concat());
    assert_says(&known, 0, "");
    let known: Value = serde_json::from_slice(&known.stdout).expect("one JSON object");
    assert_eq!((&known["lines"], &known["events"]), (&json!([]), &json!([])));
}
