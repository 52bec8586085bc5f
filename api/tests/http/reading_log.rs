//! What auditors read of the log: events in their chain, causes, registers, proofs, samples and the overview.

use crate::angler::fresh;
use crate::reading::{amount, app, everything, get, list, refused, step, walk};
use ledger::testing::owner_of;
use serde_json::json;
use sqlx::Executor;
use std::collections::BTreeSet;

#[tokio::test]
async fn an_event_stands_in_its_chain_and_a_changed_one_does_not() {
    let app = everything().await;
    let events = walk(&app, "events/list", json!({ "limit": 50 })).await;
    assert_eq!(i64::try_from(events.len()).expect("few"), app.facts().await);
    for event in events.iter().step_by(7) {
        let info = get(&app, "events/info", json!({ "event_id": event["event_id"] })).await;
        assert_eq!(
            (&info["event"], &info["chain"]["holds"]),
            (event, &json!(true)),
            "{info}"
        );
        let place = json!({ "partition": event["partition"], "position": event["position"] });
        assert_eq!(get(&app, "events/info", place).await, info);
    }
    let mut forger = owner_of(&app.ledger).await;
    for statement in [
        "set session_replication_role = replica",
        "update events set payload = (payload::text || ' ')::json where event_type = 'SignedIn'",
    ] {
        forger.execute(statement).await.expect(statement);
    }
    let signed = walk(&app, "events/list", json!({ "event_type": "SignedIn" })).await;
    let info = get(&app, "events/info", json!({ "event_id": signed[0]["event_id"] })).await;
    assert_eq!(info["chain"]["holds"], false);
}

#[tokio::test]
async fn causes_lead_up_and_effects_lead_down() {
    let app = everything().await;
    let caused = "select e.event_id::text, e.metadata->>'cause' from events e where e.metadata->>'cause' is not null";
    let pairs: Vec<(String, String)> = sqlx::query_as(caused).fetch_all(app.ledger.pool()).await.expect("read");
    assert!(!pairs.is_empty());
    for (effect, cause) in &pairs {
        let up = get(&app, "events/causes", json!({ "event_id": effect })).await;
        assert_eq!(up["upstream"][0]["event_id"], cause.as_str());
        let down = get(&app, "events/causes", json!({ "event_id": cause })).await;
        let effects: BTreeSet<&str> = down["downstream"]
            .as_array()
            .expect("effects")
            .iter()
            .filter_map(|one| one["event_id"].as_str())
            .collect();
        assert!(effects.contains(effect.as_str()), "{down}");
        let place = &down["event"]["position"];
        let then = get(
            &app,
            "events/causes",
            json!({ "event_id": cause, "as_of": place.to_string() }),
        )
        .await;
        assert!(
            app.ledger.partitions() > 1 || then["downstream"] == json!([]),
            "nothing had come of it yet"
        );
    }
}

#[tokio::test]
async fn registers_hold_what_they_say() {
    let app = everything().await;
    app.player(100).await.call("signin/sign", json!({})).await;
    let refusals = "select count(*) from requests where code <> 0";
    let (refusals,): (i64,) = sqlx::query_as(refusals)
        .fetch_one(app.ledger.pool())
        .await
        .expect("read");
    for register in [
        "manual",
        "reversed",
        "refused",
        "approvals",
        "acts",
        "config",
        "personal",
    ] {
        let lines = walk(&app, "registers/list", json!({ "register": register, "limit": 2 })).await;
        let page = get(&app, "registers/list", json!({ "register": register })).await;
        let types: Vec<String> = serde_json::from_value(page["types"].clone()).expect("types");
        let listed = types.join("','");
        let counted = format!("select count(*) from events where event_type in ('{listed}')");
        let (counted,): (i64,) = sqlx::query_as(&counted)
            .fetch_one(app.ledger.pool())
            .await
            .expect("read");
        let expected = if register == "refused" { refusals } else { counted };
        assert_eq!(i64::try_from(lines.len()).expect("few"), expected, "{register}");
    }
    let manual = get(&app, "registers/list", json!({ "register": "manual" })).await;
    assert!(list(&manual).iter().any(|line| line["values"]["proposer"] == "ana"));
}

#[tokio::test]
async fn proofs_are_checked_without_the_database() {
    let app = app().await;
    step(&app, 0).await;
    let folder = std::env::temp_dir().join(format!("ledger-reading-{}-{}", std::process::id(), fresh()));
    let (pool, clock) = (app.ledger.pool().clone(), app.ledger.clock().clone());
    let mut notary = ledger::notary::Notary::open(pool, clock, folder.clone())
        .await
        .expect("a notary");
    notary.round().await.expect("signed");
    let then = app.facts().await;
    step(&app, 1).await;
    notary.round().await.expect("signed again");
    std::fs::remove_dir_all(folder).expect("removed");
    let page = get(&app, "proofs/checkpoints", json!({})).await;
    assert_eq!(list(&page).iter().map(|one| &one["number"]).collect::<Vec<_>>(), [2, 1]);
    if app.ledger.partitions() == 1 {
        let past = get(&app, "proofs/checkpoints", json!({ "as_of": then.to_string() })).await;
        assert_eq!(list(&past).iter().map(|one| &one["number"]).collect::<Vec<_>>(), [1]);
    }
    let first_at = list(&page)[1]["at_ms"].as_i64().expect("a moment");
    let first_at = api::moment::write(domain::time::Timestamp(first_at));
    for (period, numbers) in [
        (json!({ "until": first_at }), vec![1]),
        (json!({ "from": first_at }), vec![2]),
        (json!({ "from": "2999-01-01" }), vec![]),
    ] {
        let found = get(&app, "proofs/checkpoints", period.clone()).await;
        assert_eq!(
            list(&found)
                .iter()
                .filter_map(|one| one["number"].as_i64())
                .collect::<Vec<_>>(),
            numbers,
            "{period}"
        );
    }
    let event = &walk(&app, "events/list", json!({ "limit": 1 })).await[0];
    let vkey = list(&page)[0]["vkey"].as_str().expect("a key").to_owned();
    for (call, body) in [
        ("proofs/inclusion", json!({ "event_id": event["event_id"] })),
        ("proofs/inclusion", json!({ "position": 1, "checkpoint": 1 })),
        ("proofs/consistency", json!({ "old": 1 })),
        ("proofs/consistency", json!({ "old": 1, "new": 2 })),
    ] {
        let proof = get(&app, call, body.clone()).await;
        let bundle: ledger::notary::Bundle =
            serde_json::from_str(proof["bundle"].as_str().expect("a bundle")).expect("JSON");
        let vkey = ledger::notary::Vkey::parse(&vkey).expect("a key");
        let proven = bundle.verify(Some(&vkey)).expect("proven");
        assert_eq!(proof["what"], proven.what.as_str());
        // What was changed in it proves nothing.
        let forged = proof["bundle"]
            .as_str()
            .expect("a bundle")
            .replacen("player", "planer", 1);
        if forged.contains("planer") {
            let forged: ledger::notary::Bundle = serde_json::from_str(&forged).expect("JSON");
            assert!(forged.verify(Some(&vkey)).is_err());
        }
    }
    assert_eq!(
        refused(&app, "proofs/consistency", json!({ "old": 2, "new": 1 })).await,
        "new"
    );
    assert_eq!(
        refused(&app, "proofs/inclusion", json!({ "position": 1_000_000 })).await,
        "position"
    );
}

#[tokio::test]
async fn a_sample_is_drawn_again_by_whoever_knows_the_seed() {
    let app = everything().await;
    let body = json!({ "seed": "2025-01", "count": 20 });
    let sample = get(&app, "samples/draw", body.clone()).await;
    assert_eq!(
        (list(&sample).len(), &sample["population"]),
        (20, &json!(app.facts().await))
    );
    let again = get(&app, "samples/draw", body).await;
    assert_eq!(again["list"], sample["list"]);
    let other = get(&app, "samples/draw", json!({ "seed": "2025-02", "count": 20 })).await;
    assert_ne!(other["list"], sample["list"]);
    let typed = json!({ "seed": "2025-01", "count": 200, "event_type": "SignedIn" });
    let typed = get(&app, "samples/draw", typed).await;
    assert!(list(&typed).iter().all(|one| one["event"]["event_type"] == "SignedIn"));
    assert_eq!(json!(list(&typed).len()), typed["population"]);
}

#[tokio::test]
async fn the_overview_agrees_with_the_books() {
    let app = everything().await;
    let info = get(&app, "overview/info", json!({ "days": 366 })).await;
    let trial = get(&app, "books/trial", json!({})).await;
    for asset in info["assets"].as_array().expect("assets") {
        assert_eq!(asset["sum"], "0", "{asset}");
        let of_players: i64 = trial["list"]
            .as_array()
            .expect("accounts")
            .iter()
            .filter(|row| row["asset"] == asset["asset"] && !row["account"].as_str().expect("a name").starts_with("h:"))
            .map(|row| amount(&row["closing"]))
            .sum();
        assert_eq!(amount(&asset["players"]), of_players);
    }
    let days = info["series"].as_array().expect("days");
    assert_eq!(days.len(), 366);
    let legs: i64 = days.iter().map(|day| day["legs"].as_i64().expect("a number")).sum();
    let (all,): (i64,) = sqlx::query_as("select count(*) from postings")
        .fetch_one(app.ledger.pool())
        .await
        .expect("read");
    assert_eq!(legs, all, "every leg is of one of the days");
    assert_eq!(info["log"]["heads_hold"], true);
    assert!(!info["followers"].as_array().expect("followers").is_empty());
}
