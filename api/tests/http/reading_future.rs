//! A moment that has not come, or that cannot be read, has no answer: it is never taken as now.

use crate::staff_site::StaffSite;
use api::moment;
use domain::staff::Role;
use domain::time::Timestamp;
use ledger::feed;
use serde_json::{Value, json};
use uuid::Uuid;

/// Every call that takes a moment, with what it needs beside it; `event` is one of the log.
fn questions(event: Uuid) -> Vec<(&'static str, Value)> {
    vec![
        ("overview/info", json!({})),
        ("players/search", json!({ "query": "101" })),
        ("players/info", json!({ "player": "tg:101" })),
        ("players/timeline", json!({ "player": "tg:101" })),
        ("entries/list", json!({})),
        ("books/trial", json!({})),
        ("books/financials", json!({})),
        ("books/accounts", json!({})),
        ("books/statement", json!({ "owner": "house" })),
        ("events/list", json!({})),
        ("registers/list", json!({ "register": "manual" })),
        ("registers/list", json!({ "register": "refused" })),
        ("events/causes", json!({ "event_id": event })),
        ("ranks/list", json!({})),
        ("exports/history", json!({})),
        ("proofs/checkpoints", json!({})),
        ("samples/draw", json!({ "seed": "s", "count": 1 })),
        ("replays/run", json!({})),
        ("exports/start", json!({ "format": "csv", "reason": "audit" })),
        ("exports/start", json!({ "format": "hledger", "reason": "audit" })),
    ]
}

/// Moments that have no answer, and what is said of each.
fn wrong_moments(tomorrow: &str) -> [(&str, &'static str); 4] {
    [
        (tomorrow, "as_of: is in the future"),
        ("999999999", "as_of: is in the future"),
        ("yesterday", "as_of"),
        ("-1", "as_of"),
    ]
}

#[tokio::test]
async fn a_moment_of_the_future_or_of_no_kind_is_refused_and_never_now() {
    let site = StaffSite::open().await;
    site.player(101).await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    let tomorrow = moment::write(Timestamp(site.now() + 86_400_000));
    let now = moment::write(Timestamp(site.now()));
    let first = feed::read_one(site.ledger.pool(), 0, 1).await.expect("read");
    for (call, body) in questions(first.expect("an event").event_id) {
        let at = async |field: &str, moment: &str| {
            let mut body = body.clone();
            body[field] = json!(moment);
            ann.ask(call, body).await
        };
        for (moment, wrong) in wrong_moments(&tomorrow) {
            let refused = at("as_of", moment).await.refused(-1006);
            assert_eq!(refused["field"], wrong, "{call} {moment}");
        }
        at("as_of", &now).await.done();
    }
    // A board that nobody closed is unknown at any moment; a plan is a write.
    let (board, plan) = (json!({ "rank": Uuid::nil() }), json!({ "asset": "usdt", "size": 5 }));
    for (moment, wrong) in wrong_moments(&tomorrow) {
        let at = |body: &Value| {
            let mut body = body.clone();
            body["as_of"] = json!(moment);
            body
        };
        let info = ann.ask("ranks/info", at(&board)).await.refused(-1006);
        assert_eq!(info["field"], wrong, "ranks/info {moment}");
        let planned = ann.does("samples/plan", at(&plan)).await.refused(-1006);
        assert_eq!(planned["field"], wrong, "samples/plan {moment}");
    }
    for call in ["books/trial", "exports/start"] {
        let body = json!({ "from": tomorrow, "format": "csv", "reason": "audit" });
        let fields = match call {
            "books/trial" => json!({ "from": tomorrow }),
            _ => body,
        };
        let refused = ann.ask(call, fields).await.refused(-1006);
        assert_eq!(refused["field"], "from: is in the future");
    }
}
