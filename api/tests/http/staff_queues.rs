//! What waits for a person: counted, summed and dated whole, and listed to its end.

use crate::bank::{came, payment};
use crate::staff_money::{asked, correction};
use crate::staff_site::{Clerk, StaffSite};
use domain::ids::{PlayerId, SubmissionId, derived};
use domain::kyc::{KycCommand, Submit};
use domain::staff::Role;
use ledger::{Plain, Request, StreamId};
use serde_json::{Value, json};

/// So many players send in their documents, each under an account of its own.
async fn submitted(site: &StaffSite, checks: i64) {
    for number in 1..=checks {
        let player = PlayerId::of_messenger(9_000 + number);
        let submit = KycCommand::Submit(Submit {
            submission: SubmissionId(derived("submission", player.0)),
            player,
            doc_hash: "ab".repeat(32),
            key_id: "vault".into(),
            country: "MT".into(),
            images: 2,
            is_used_elsewhere: false,
        });
        let id = StreamId::player(player);
        let (ledger, request) = (&site.ledger, Request::default());
        let reply = ledger.kyc_checks().execute(&id, submit, request, Plain).await;
        assert!(reply.expect("a reply").is_accepted());
    }
    site.settle().await;
}

/// A queue by its name; null where the member does not see it.
async fn queue(clerk: &Clerk<'_>, name: &str) -> Value {
    let data = clerk.ask("overview/queues", json!({})).await.done().data;
    assert!(
        data["at"]["positions"]["0"]
            .as_i64()
            .is_some_and(|position| position > 0),
        "{data}"
    );
    let list = data["list"].as_array().expect("queues");
    list.iter()
        .find(|queue| queue["name"] == name)
        .cloned()
        .unwrap_or_default()
}

/// Every line of a list, page after page, and what its first page says that there are in all.
async fn walked(clerk: &Clerk<'_>, call: &str, key: &str) -> (Vec<Value>, Value) {
    let (mut found, mut total, mut before) = (Vec::new(), Value::Null, Value::Null);
    loop {
        let page = clerk
            .ask(call, json!({ "limit": 20, "before": before }))
            .await
            .done()
            .data;
        let list = page["list"].as_array().expect("a list");
        found.extend(list.iter().map(|line| line[key].clone()));
        total = if total.is_null() { page["total"].clone() } else { total };
        before = page["next"].clone();
        if before.is_null() {
            return (found, total);
        }
    }
}

#[tokio::test]
async fn fifty_one_checks_are_fifty_one_and_all_are_reached() {
    let site = StaffSite::open().await;
    submitted(&site, 51).await;
    let ann = site.clerk("ann", &[Role::Risk]).await;
    let checks = queue(&ann, "checks").await;
    assert_eq!((&checks["count"], &checks["amount"]), (&json!(51), &Value::Null));
    let (players, total) = walked(&ann, "kyc/list", "player").await;
    let expected: Vec<Value> = (1..=51)
        .map(|number| json!(PlayerId::of_messenger(9_000 + number).0))
        .collect();
    assert!(expected.iter().all(|player| players.contains(player)));
    assert_eq!((players.len(), total), (51, json!(51)));
    let first = ann.ask("kyc/list", json!({ "limit": 1 })).await.done().data;
    assert_eq!(first["list"][0]["submitted_ms"], checks["oldest_ms"]);
}

#[tokio::test]
async fn payments_of_nobody_are_summed_beyond_a_page_and_all_are_reached() {
    let site = StaffSite::open().await;
    came(
        &site.ledger,
        (1..=251).map(|number| payment(&format!("t{number}"), number, 3, None)),
    )
    .await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let payments = queue(&ann, "payments").await;
    assert_eq!((&payments["count"], &payments["amount"]), (&json!(251), &json!("753")));
    assert!(payments["oldest_ms"].is_i64(), "{payments}");
    let (found, total) = walked(&ann, "topups/unmatched", "tx").await;
    let expected: Vec<Value> = (1..=251).map(|number| json!(format!("t{number}"))).collect();
    assert_eq!((found, total), (expected, json!(251)));
    ann.ask("topups/unmatched", json!({ "before": "rubbish" }))
        .await
        .refused(-1006);
}

#[tokio::test]
async fn money_that_waits_is_summed_and_a_queue_is_seen_by_who_may_read_its_list() {
    let site = StaffSite::open().await;
    let (angler, _) = asked(&site, 600).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let none = queue(&ann, "proposals").await;
    assert_eq!(
        (&none["count"], &none["amount"], &none["oldest_ms"]),
        (&json!(0), &json!("0"), &Value::Null)
    );
    for delta in ["5000000", "-2000000"] {
        ann.ask("adjustments/propose", correction(&angler, delta)).await.done();
    }
    site.settle().await;
    let withdrawals = queue(&ann, "withdrawals").await;
    assert_eq!(
        (&withdrawals["count"], &withdrawals["amount"]),
        (&json!(1), &json!("600000000"))
    );
    let proposals = queue(&ann, "proposals").await;
    assert_eq!(
        (&proposals["count"], &proposals["amount"]),
        (&json!(2), &json!("7000000"))
    );
    ann.asks("cases/open", json!({ "title": "Who is it?" })).await.done();
    site.settle().await;
    assert_eq!(queue(&ann, "cases").await["count"], 1);
    assert_eq!(queue(&ann, "checks").await, Value::Null, "finance reads no identity");
    let rob = site.clerk("rob", &[Role::Risk]).await;
    assert_eq!(queue(&rob, "payments").await, Value::Null, "risk reads no payments");
    let breaks = ann.ask("overview/breaks", json!({})).await.done().data;
    let ages = breaks["ages"].as_array().expect("ages").iter();
    let counted: i64 = ages.filter_map(|age| age["count"].as_i64()).sum();
    assert_eq!(
        breaks["open"]["count"],
        json!(counted),
        "each line has one age: {breaks}"
    );
}
