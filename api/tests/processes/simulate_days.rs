//! Days of the business, as somebody makes them who wants to see some: `ledger simulate --days` in a new database.

use crate::cli_staff::desk::Data;
use serde_json::{Value, json};

#[test]
fn days_are_simulated_once_in_a_new_database_and_every_law_holds() {
    let data = Data::new("days");
    let printed = data.prints(&["simulate", "--json", "--players", "4", "--days", "3"]);
    let made: Value = serde_json::from_str(&printed).expect("one JSON object");
    assert_eq!(
        (&made["ok"], &made["trial_balance_zero"], &made["laws_broken"]),
        (&json!(true), &json!(true), &json!([])),
        "{made}"
    );
    let again = data.refuses(&["simulate", "--days", "3"]);
    assert!(again.contains("has events already"), "{again}");
}
