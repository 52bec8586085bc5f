//! What breaks the laws of seed pairs: who chose a client seed, who retired a seed, and when.

use super::{of_player, planted_by};
use serde_json::json;

/// For each law of them, what breaks it.
pub fn of_seeds() -> Vec<(&'static str, Vec<String>)> {
    const VALUE: &str = "00112233445566778899aabbccddeeff";
    let registered = |seed: &str| of_player(1, "PlayerRegistered", json!({ "client_seed": seed, "scode": "INVITE" }));
    let started = |sequence, own: &str| {
        let client_seed = format!("{own}.{VALUE}");
        of_player(sequence, "DiveStarted", json!({ "client_seed": client_seed }))
    };
    let rotated = |actor: &str, sequence, seed: &str| {
        let body = json!({ "client_seed": seed });
        planted_by(actor, ["player", "forged"], sequence, "SeedRotated", body)
    };
    // What is planted was recorded in the first millisecond.
    let revealed_at = |ms: i64| {
        let forged = "aggregate_id = 'forged' and event_type = 'SeedRotated'";
        format!("update events set recorded_at_ms = {ms} where {forged}")
    };
    let played = || {
        let cast = of_player(2, "CastResolved", json!({ "nonce": 0 }));
        vec![registered(""), cast, of_player(3, "DiveClosed", json!({ "casts": 1 }))]
    };
    let and = |mut before: Vec<String>, then: String| {
        before.push(then);
        before
    };
    vec![
        (
            "I-37e",
            vec![
                of_player(1, "SeedRotated", json!({ "client_seed": "hers" })),
                of_player(2, "DiveStarted", json!({ "client_seed": "the-house-s" })),
            ],
        ),
        // The house chooses the first client seed: when the player registers, or when he dives.
        ("I-37e", vec![registered("chosen")]),
        ("I-37e", vec![registered(""), started(2, "INVITE")]),
        ("I-37e", vec![registered(""), started(2, VALUE), started(3, "another")]),
        // The device's value is there, and the pair changes although draws are left.
        (
            "I-37f",
            and(and(played(), rotated("player", 4, VALUE)), started(5, VALUE)),
        ),
        // By the clock right after a dive; by it without a dive; by the player without his client seed; by anybody else.
        ("I-37f", and(played(), rotated("system:reveal", 4, ""))),
        ("I-37f", vec![registered(""), rotated("system:reveal", 2, "")]),
        ("I-37f", and(played(), rotated("player", 4, ""))),
        ("I-37f", and(played(), rotated("staff:ann", 4, "hers"))),
        // A day and a millisecond after the dive; two days and a millisecond after the last cast of a dive left alone.
        (
            "I-37g",
            and(and(played(), rotated("system:reveal", 4, "")), revealed_at(86_400_002)),
        ),
        (
            "I-37g",
            vec![
                of_player(1, "CastResolved", json!({ "nonce": 0 })),
                rotated("system:reveal", 2, ""),
                revealed_at(172_800_002),
            ],
        ),
    ]
}
