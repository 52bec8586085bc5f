//! The register of decisions has one line for each: who began it, who agreed, what it moves, for whom, why, and what came
//! of it. The single events stand in the line.

use crate::staff_money::{asked, correction, digest};
use crate::staff_site::{Clerk, StaffSite};
use domain::staff::Role;
use serde_json::{Value, json};

async fn register(clerk: &Clerk<'_>, name: &str, body: Value) -> Vec<Value> {
    let mut asked = json!({ "register": name });
    let fields = asked.as_object_mut().expect("an object");
    fields.extend(body.as_object().expect("an object").clone());
    let page = clerk.ask("registers/list", asked).await.done().data;
    page["list"].as_array().expect("lines").clone()
}

fn types(line: &Value) -> Vec<&str> {
    let events = line["decision"]["events"].as_array().expect("events").iter();
    events.filter_map(|event| event["event_type"].as_str()).collect()
}

#[tokio::test]
async fn one_row_a_decision_with_maker_checker_amount_player_and_reason() {
    let site = StaffSite::open().await;
    let (angler, id) = asked(&site, 600).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let seen = digest(&ann, &id).await;
    let yes = json!({ "withdrawal": id, "digest": seen, "reason": "Known to us" });
    ann.does("withdrawals/approve", yes.clone()).await.done();
    assert_eq!(
        register(&bob, "approvals", json!({})).await,
        [Value::Null; 0],
        "half a yes is none"
    );
    bob.does("withdrawals/approve", yes).await.done();
    let mut body = correction(&angler, "5000000");
    body["reason"] = json!("Lost coins");
    let made = ann.ask("adjustments/propose", body).await.done().data;
    let agreed = json!({ "proposal": made["proposal"], "digest": made["digest"], "reason": "Seen" });
    bob.does("proposals/approve", agreed).await.done();
    site.settle().await;

    let lines = register(&bob, "approvals", json!({})).await;
    assert_eq!(lines.len(), 2, "{lines:#?}");
    let find = |kind: &str| {
        lines
            .iter()
            .find(|line| line["decision"]["kind"] == kind)
            .expect("a line")
    };
    let (corrected, paid) = (find("adjustment"), find("withdrawal"));
    let decision = &corrected["decision"];
    assert_eq!(
        [
            &decision["maker"],
            &decision["checkers"],
            &decision["reason"],
            &decision["decision"],
            &decision["outcome"]
        ],
        [
            &json!("ann"),
            &json!(["bob"]),
            &json!("Lost coins"),
            &json!("Seen"),
            &json!("done")
        ]
    );
    assert_eq!(
        [&corrected["players"], &corrected["amount"], &decision["code"]],
        [&json!([angler.id.0]), &json!("5000000"), &json!(0)]
    );
    assert_eq!(types(corrected), ["Proposed", "Approved", "Done"]);
    let decision = &paid["decision"];
    assert_eq!(
        [
            &decision["maker"],
            &decision["checkers"],
            &decision["decision"],
            &decision["outcome"]
        ],
        [
            &Value::Null,
            &json!(["ann", "bob"]),
            &json!("Known to us"),
            &json!("approved")
        ]
    );
    assert_eq!(
        [&paid["players"], &paid["amount"], &paid["asset"]],
        [&json!([angler.id.0]), &json!("600000000"), &json!("usdt")]
    );
    assert_eq!(types(paid), ["Requested", "ApprovalGiven", "Approved"]);
    let summed = json!({ "register": "approvals", "sums": true, "limit": 1 });
    let of_all = bob.ask("registers/list", summed.clone()).await.done().data["sums"].clone();
    let both = json!([{ "asset": "usdt", "rows": 2, "sum": "605000000", "plus": "605000000", "minus": "0" }]);
    assert_eq!(of_all, both, "whichever page is shown");
    let mut none = summed;
    none["until"] = json!("2000-01-01");
    assert_eq!(bob.ask("registers/list", none).await.done().data["sums"], json!([]));
    // As it stood when the yes was recorded, nothing had come of it.
    if site.ledger.partitions() == 1 {
        let then = json!({ "as_of": corrected["event"]["position"].to_string() });
        let lines = register(&bob, "approvals", then).await;
        assert_eq!(lines[0]["decision"]["outcome"], "approved");
        assert_eq!(types(&lines[0]), ["Proposed", "Approved"]);
    }
    let acts = register(&bob, "acts", json!({})).await;
    assert_eq!(acts.len(), 4, "each act of each person: {acts:#?}");
    let manual = register(&bob, "manual", json!({})).await;
    let of_it = |line: &&Value| line["amount"] == "5000000" && line["players"] == json!([angler.id.0]);
    assert!(
        manual.iter().find(of_it).is_some_and(|line| line["decision"].is_null()),
        "{manual:#?}"
    );
}
