//! The break report of a closing is the one that two people approved and the last day's close signed (law I-42f).

use crate::staff_site::StaffSite;
use serde_json::{Map, Value, json};
use sqlx::Executor;
use workers::audit::{check, laws};

/// An approver sees them. The reserve of a test is money that no chain brought.
pub fn are_among(facts: &Map<String, Value>) {
    let named = ["", "_sum usdt", "_kind not_in_statement"].map(|name| &facts[&format!("period_breaks{name}")]);
    assert_eq!(named, [&json!("1"), &json!("50000000000"), &json!("1")]);
    assert!(facts["period_breaks_oldest"].is_string(), "{facts:?}");
}

/// What waited for the second person is in the closed report, which is signed.
pub fn are_signed(waits: &Value, closed: &Value) {
    let breaks = &closed["breaks"];
    assert_eq!(*breaks, waits["breaks"]);
    assert_eq!(
        (&breaks["count"], &breaks["assets"][0]["of"]),
        (&json!(1), &json!("usdt"))
    );
}

/// Each change of it is found: another amount, parts that add up to something else, another daily close.
pub async fn are_found_when_changed(site: &StaffSite) {
    let law = laws().find(|law| law.id == "I-42f").expect("a law");
    let mut forger = ledger::testing::forgery::forger(&site.ledger).await;
    for statement in [
        "update events set payload = replace(payload::text, '50000000000}', '50000000001}')::json
          where event_type = 'PeriodClosed'",
        "update events set payload = replace(payload::text, '\"not_in_statement\",\"lines\":1',
                                             '\"not_in_statement\",\"lines\":2')::json
          where event_type in ('PeriodClosed', 'Proposed')",
        "update events set payload = jsonb_set(payload::jsonb, '{DayClosed,report}',
                    '{\"breaks\":{\"carried\":{},\"kinds\":[]}}')::json where event_type = 'DayClosed'",
    ] {
        forger.execute("begin").await.expect("begun");
        forger.execute(statement).await.expect("forged");
        let after = check(&mut forger, law).await.expect("read");
        forger.execute("rollback").await.expect("rolled back");
        assert!(!after.holds(), "{statement}");
    }
}
