//! Reading over HTTP: every call answers in the shape of the document, and files go to whoever may have them.

use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::{TestApp, read};
use domain::posting::Purse;
use domain::staff::Role;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Looks until a job is over.
async fn over(clerk: &Clerk<'_>, noun: &str, id: &Value) -> Value {
    loop {
        let answer = clerk
            .ask(&format!("{noun}/info"), json!({ "id": id }))
            .await
            .done()
            .data;
        if answer["job"]["state"] != "running" {
            assert_eq!(answer["job"]["state"], "done", "{answer}");
            return answer;
        }
        tokio::task::yield_now().await;
    }
}

/// Why the books were taken out, in the order of the log.
async fn reasons(site: &StaffSite) -> Vec<String> {
    let found = sqlx::query_scalar(
        "select payload->'StaffLooked'->>'reason' from events
          where event_type = 'StaffLooked' and payload->'StaffLooked'->>'call' = 'exports/start' order by position",
    );
    found.fetch_all(site.ledger.pool()).await.expect("read")
}

/// Who looked by this call, and at what, in the order of the log.
pub async fn looks(site: &StaffSite, call: &str) -> Vec<(String, Option<String>)> {
    let found = sqlx::query_as(
        "select metadata->>'actor', payload->'StaffLooked'->>'subject' from events
          where event_type = 'StaffLooked' and payload->'StaffLooked'->>'call' = $1 order by position",
    );
    found.bind(call).fetch_all(site.ledger.pool()).await.expect("read")
}

#[tokio::test]
async fn whoever_takes_a_file_of_an_export_is_on_record_once_for_each_file() {
    let site = StaffSite::of(TestApp::open_on(1).await).await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    let bob = site.clerk("bob", &[Role::Finance]).await;
    let begun = ann.looks("exports/start", json!({ "format": "csv" })).await.done().data;
    over(&ann, "exports", &begun["id"]).await;
    let id = begun["id"].as_str().expect("an id");
    for (clerk, name) in [
        (&bob, "events.csv"),
        (&bob, "events.csv"),
        (&ann, "events.csv"),
        (&bob, "manifest.json"),
    ] {
        // However the browser writes the id.
        let path = format!("/staff/v1/exports/{}/{name}", id.to_uppercase());
        let got = site.fetch_with(&path, clerk.cookie()).await;
        assert_eq!(got.headers()["cache-control"], "no-store", "{name}");
    }
    let missing = site
        .fetch_with(&format!("/staff/v1/exports/{id}/nothing.csv"), bob.cookie())
        .await;
    read(missing).refused(-1006);
    let taken = [("bob", "events.csv"), ("ann", "events.csv"), ("bob", "manifest.json")];
    let taken = taken.map(|(who, name)| (format!("staff:{who}"), Some(format!("{id} {name}"))));
    assert_eq!(looks(&site, "exports/file").await, taken);
}

#[tokio::test]
async fn which_event_and_which_entry_was_opened_is_on_record_t_55() {
    let site = StaffSite::of(TestApp::open_on(1).await).await;
    let player = site.player(7).await;
    player.given(Purse::CoinPaid, 1_000).await;
    player.dives_five_times().await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    let two = async |call: &str, body: Value| {
        let list = ann.ask(call, body).await.done().data["list"].clone();
        [list[0].clone(), list[1].clone()]
    };
    let events = two("events/list", json!({ "stream": "player", "limit": 2 })).await;
    let [one, other] = events.map(|event| event["event_id"].as_str().expect("an id").to_owned());
    let by_ann = |what: &str| ("staff:ann".to_owned(), Some(what.to_owned()));
    for call in ["events/info", "events/causes"] {
        // However it is written, and however often.
        for id in [one.clone(), other.clone(), one.to_uppercase()] {
            ann.ask(call, json!({ "event_id": id })).await.done();
        }
        assert_eq!(looks(&site, call).await, [by_ann(&one), by_ann(&other)], "{call}");
    }
    ann.ask("events/info", json!({ "position": 2 })).await.done();
    // What is no id is looked for, and stands nowhere.
    ann.ask("events/info", json!({ "event_id": "Ana Angler" }))
        .await
        .refused(-1006);
    let seen = looks(&site, "events/info").await;
    assert_eq!(seen[2..], [by_ann("0-2"), ("staff:ann".to_owned(), None)]);
    let mut opened = Vec::new();
    for line in two("entries/list", json!({ "owner": "tg:7", "limit": 2 })).await {
        let place = ["partition", "position", "leg"].map(|field| line[field].to_string());
        let asked = json!({ "partition": line["partition"], "position": line["position"], "leg": line["leg"] });
        ann.ask("entries/explain", asked).await.done();
        opened.push(by_ann(&place.join("-")));
    }
    assert_eq!(looks(&site, "entries/explain").await, opened);
}

#[tokio::test]
async fn an_auditor_reads_everything_in_the_shape_of_the_document() {
    let site = StaffSite::open().await;
    let player = site.player(7).await;
    player.given(Purse::CoinPaid, 1_000).await;
    player.dives_five_times().await;
    site.sign_checkpoint().await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    let line = ann
        .ask("entries/list", json!({ "owner": "tg:7", "limit": 1 }))
        .await
        .done()
        .data["list"][0]
        .clone();
    for (call, body) in [
        ("overview/info", json!({})),
        ("players/search", json!({ "query": "7" })),
        ("players/list", json!({ "order": "dormancy", "sums": true })),
        ("players/info", json!({ "player": "tg:7" })),
        ("players/timeline", json!({ "player": "tg:7" })),
        ("entries/list", json!({})),
        (
            "entries/explain",
            json!({ "partition": line["partition"], "position": line["position"], "leg": line["leg"] }),
        ),
        ("books/trial", json!({ "from": "2" })),
        ("books/financials", json!({ "from": "2" })),
        ("books/accounts", json!({ "owner": "tg:7" })),
        ("books/statement", json!({ "owner": "tg:7", "from": "1" })),
        ("events/list", json!({})),
        ("events/info", json!({ "event_id": line["event_id"] })),
        ("events/causes", json!({ "event_id": line["event_id"] })),
        ("registers/list", json!({ "register": "manual" })),
        ("registers/list", json!({ "register": "refused" })),
        ("proofs/checkpoints", json!({})),
        ("proofs/inclusion", json!({ "position": 1 })),
        ("proofs/consistency", json!({ "old": 1 })),
        ("samples/draw", json!({ "seed": "s", "count": 2 })),
    ] {
        let answer = ann.ask(call, body).await.done().data;
        if answer.get("list").is_some() {
            assert_ne!((answer["list"] == json!([]), call), (true, "entries/list"));
        }
    }
    for (noun, verb, body) in [
        ("audits", "run", json!({})),
        ("replays", "run", json!({ "view": "all" })),
    ] {
        let begun = ann.ask(&format!("{noun}/{verb}"), body).await.done().data;
        assert_eq!(over(&ann, noun, &begun["id"]).await["holds"], true);
    }
}

#[tokio::test]
async fn a_file_goes_to_whoever_may_export_the_books() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    let sam = site.clerk("sam", &[Role::Support]).await;
    let begun = ann.looks("exports/start", json!({ "format": "csv" })).await.done().data;
    sam.looks("exports/start", json!({ "format": "csv" }))
        .await
        .refused(9001);
    assert_eq!(reasons(&site).await, ["review"]);
    for reason in ["the yearly audit", "the yearly audit", "a claim"] {
        let body = json!({ "format": "csv", "reason": reason });
        let begun = ann.ask("exports/start", body).await.done().data;
        over(&ann, "exports", &begun["id"]).await;
    }
    assert_eq!(reasons(&site).await, ["review", "the yearly audit", "a claim"]);
    ann.ask("exports/start", json!({ "format": "csv", "reason": " " }))
        .await
        .refused(9004);
    let answer = over(&ann, "exports", &begun["id"]).await;
    let path = |name: &str| format!("/staff/v1/exports/{}/{name}", begun["id"].as_str().expect("an id"));
    for file in answer["files"].as_array().expect("files") {
        let name = file["name"].as_str().expect("a name");
        let got = site.fetch_with(&path(name), ann.cookie()).await;
        assert_eq!(got.status().as_u16(), 200, "{name}");
        assert_eq!(json!(got.body().len()), file["bytes"], "{name}");
        assert_eq!(
            got.headers()["content-disposition"],
            format!("attachment; filename=\"{name}\"").as_str()
        );
        if let Some(sha256) = file["sha256"].as_str() {
            assert_eq!(hex::encode(Sha256::digest(got.body())), sha256);
        }
    }
    read(site.fetch_with(&path("events.csv"), sam.cookie()).await).refused(9001);
    read(site.fetch_with(&path("events.csv"), "staff=x").await).refused(-1000);
    read(site.fetch(&path("events.csv")).await).refused(-1000);
    for name in ["secrets", "..%2Fmanifest.json", "%2e%2e"] {
        let answer = site.fetch_with(&path(name), ann.cookie()).await;
        assert!(answer.body().starts_with(b"{\"error\":-1006"), "{name}");
    }
}
