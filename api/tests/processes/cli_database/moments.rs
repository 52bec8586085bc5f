//! A moment in the future, or one that cannot be read, is refused by every command that takes one: never taken as now.

use super::{Data, assert_says};
use std::process::Output;

/// Commands that take a moment, up to the flag that names it.
fn questions(player: &str) -> Vec<Vec<&str>> {
    vec![
        vec!["trial-balance", "--as-of"],
        vec!["trial-balance", "--from"],
        vec!["financials", "--as-of"],
        vec!["financials", "--from"],
        vec!["balance", "--player", player, "--as-of"],
        vec!["statement", "--player", player, "--to"],
        vec!["statement", "--player", player, "--from"],
        vec!["export", "--out", "future", "--to"],
        vec!["export", "--out", "future", "--format", "hledger", "--from"],
        vec!["restate", "--period", "2025-01", "--known-at", "0", "--known-at"],
    ]
}

/// Exit code 2, the sentence, and no figure.
pub fn of_the_future_are_refused(data: &Data, player: &str) {
    for mut question in questions(player) {
        let flag = question[question.len() - 1];
        let refused = format!("{flag} names a moment in the future.\n");
        for moment in ["2999-01-01T00:00:00Z", "999999999"] {
            question.push(moment);
            let output = data.ledger(&question);
            assert_says(&output, 2, &refused);
            assert_eq!(said(&output), refused, "{question:?}");
            question.pop();
        }
        question.push("yesterday");
        let output = data.ledger(&question);
        assert_says(&output, 2, "a position is a whole number");
        assert!(output.stdout.is_empty(), "{question:?}");
    }
    assert!(!std::path::Path::new("future").exists(), "a refusal writes nothing");
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), output.stderr.as_slice()].concat()).into_owned()
}
