//! What breaks the laws of closed periods and of samples.

use super::planted;
use serde_json::json;

/// A month that nobody closed, with nothing of the log in it.
fn closed(period: &str, sequence: u32, moved: serde_json::Value) -> String {
    let body = json!({
        "period": period, "sequence": sequence, "after": [0, 0, 0, 0], "until": [0, 0, 0, 0], "proposer": "ann",
        "approver": "ann", "figures": { "moved": moved, "cash": [], "restated": [] }
    });
    planted("periods", "periods", sequence, "PeriodClosed", body)
}

/// For each law of them, what breaks it.
pub fn of_closings() -> Vec<(&'static str, Vec<String>)> {
    vec![
        (
            "I-42",
            vec![closed(
                "2025-01",
                1,
                json!([{ "event": "TopUpCredited", "account": "usdt", "debit": 0, "credit": 1 }]),
            )],
        ),
        ("I-42b", vec![closed("2025-02", 2, json!([]))]),
        ("I-42c", vec![closed("2999-12", 1, json!([]))]),
        (
            "I-47",
            vec![
                planted(
                    "sample",
                    "forged",
                    1,
                    "SamplePlanned",
                    json!({ "asset": "usdt", "accounts": ["usdt"], "after": [0], "until": [0], "interval": 1, "units": 0 }),
                ),
                planted(
                    "sample",
                    "forged",
                    2,
                    "SampleDrawn",
                    json!({ "seed": "a", "words": "b", "start": 9, "items": [] }),
                ),
            ],
        ),
        (
            "I-42e",
            vec![planted(
                "periods",
                "periods",
                1,
                "PeriodClosed",
                json!({ "period": "2025-01", "until": [0], "rates": [{ "asset": "coin", "numerator": 1, "denominator": 1 }] }),
            )],
        ),
        (
            "I-42f",
            vec![planted(
                "periods",
                "periods",
                1,
                "PeriodClosed",
                json!({ "period": "2025-01", "breaks": { "lines": 1, "assets": [], "kinds": [] } }),
            )],
        ),
        (
            "I-42d",
            vec![planted(
                "periods",
                "periods",
                1,
                "SpanClosed",
                json!({ "period": "2025-Q1", "digest": "", "proposer": "ann", "approver": "bob" }),
            )],
        ),
    ]
}
