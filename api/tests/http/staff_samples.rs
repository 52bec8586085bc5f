//! Monetary-unit samples: planned, drawn from a seed that nobody chose, tested, signed; and drawn again from an export
//! by the method alone (api §7.24, law I-47).

use crate::staff_bundle::Bundle;
use crate::staff_periods::{business, law};
use crate::staff_site::{Clerk, StaffSite};
use domain::posting::Purse;
use domain::staff::Role;
use ledger::export::{Form, Query};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::Executor;
use workers::audit::{check, laws};

async fn info(clerk: &Clerk<'_>, sample: &Value) -> Value {
    clerk.ask("samples/info", json!({ "sample": sample })).await.done().data
}

fn of(value: &Value) -> i64 {
    value.as_str().expect("digits").parse().expect("a number")
}

/// Several players with several lines of USDT, one of them large.
async fn lines_of_usdt(site: &StaffSite) {
    for player in 1..=3 {
        let angler = site.player(player).await;
        business(&angler).await;
        for amount in [90_000, 410_000, 50_000_000] {
            angler.given(Purse::Usdt, amount * player).await;
        }
    }
    site.settle().await;
}

async fn planned(eve: &Clerk<'_>, body: Value) -> Value {
    let done = eve.does("samples/plan", body).await.done().data;
    assert_eq!(done["state"], "planned");
    done["sample"].clone()
}

#[tokio::test]
async fn a_sample_is_planned_drawn_tested_and_signed_by_one_auditor() {
    let site = StaffSite::open().await;
    let issued = site.hire("eve", &[Role::Auditor], None).await;
    let other = site.hire("ada", &[Role::Auditor], None).await;
    let lead = site.hire("lea", &[Role::FinanceLead], None).await;
    lines_of_usdt(&site).await;
    let eve = site.signs_in("eve", issued).await;
    let (ada, lea) = (site.signs_in("ada", other).await, site.signs_in("lea", lead).await);
    for (wrong, field) in [
        (json!({ "asset": "gold", "size": 5 }), "asset"),
        (json!({ "asset": "usdt", "account": "coin_paid", "size": 5 }), "account"),
        (json!({ "asset": "usdt", "class": "wealth", "size": 5 }), "class"),
        (json!({ "asset": "usdt" }), "size"),
        (json!({ "asset": "usdt", "size": 5, "interval": "7" }), "size"),
        (json!({ "asset": "usdt", "interval": "x" }), "interval"),
        (json!({ "asset": "usdt", "interval": "1" }), "interval"),
        (json!({ "asset": "usdt", "size": 5, "confidence": 50 }), "confidence"),
    ] {
        let refused = eve.does("samples/plan", wrong).await;
        assert!(
            refused.refused(-1006)["field"]
                .as_str()
                .is_some_and(|text| text.starts_with(field)),
            "{field}"
        );
    }
    let plan = json!({ "asset": "usdt", "account": "usdt", "size": 6, "tolerable": "9000000" });
    lea.does("samples/plan", plan.clone()).await.refused(9001);
    let sample = planned(&eve, plan).await;
    let before = info(&eve, &sample).await;
    assert_eq!((&before["seed"], &before["items"]), (&json!(null), &json!([])));

    let select = json!({ "sample": sample, "words": "audit of the quarter" });
    ada.does("samples/select", select.clone()).await.refused(9001);
    eve.does("samples/select", select.clone()).await.done();
    eve.does("samples/select", json!({ "sample": sample, "words": "again" }))
        .await
        .refused(9003);
    let drawn = info(&lea, &sample).await;
    let items = drawn["items"].as_array().expect("items").clone();
    let seed = drawn["seed"].as_str().expect("a seed");
    assert_eq!(
        json!(hex::encode(Sha256::digest(seed))),
        before["commit"],
        "committed to before the words"
    );
    let interval = of(&drawn["sample"]["interval"]);
    assert!(
        items
            .iter()
            .any(|item| item["is_certain"] == true && of(&item["amount"]).abs() >= interval)
    );

    eve.does("samples/sign", json!({ "sample": sample }))
        .await
        .refused(-1006);
    let small = items.iter().position(|item| item["is_certain"] == false);
    for (number, item) in items.iter().enumerate() {
        let mut result = json!({ "sample": sample, "item": number, "outcome": "agreed", "note": "bank statement" });
        if Some(number) == small {
            result["outcome"] = json!("unsupported");
        } else if item["is_certain"] == true {
            result["outcome"] = json!("difference");
            result["minor"] = json!("1000");
        }
        eve.asks("samples/test", result).await.done();
    }
    eve.asks(
        "samples/test",
        json!({ "sample": sample, "item": 999, "outcome": "agreed", "note": "x" }),
    )
    .await
    .refused(-1006);
    let signed = eve.does("samples/sign", json!({ "sample": sample })).await.done().data;
    assert_eq!(signed["state"], "signed");
    let late = json!({ "sample": sample, "item": 0, "outcome": "agreed", "note": "late" });
    eve.asks("samples/test", late).await.refused(9003);

    let sheet = info(&lea, &sample).await;
    let found = &sheet["evaluation"];
    let certain = items.iter().filter(|item| item["is_certain"] == true).count();
    assert_eq!(
        of(&found["over"]["known"]),
        1_000 * i64::try_from(certain).expect("few")
    );
    // A small item that nothing supports stands for a whole interval.
    let projected = if small.is_some() { interval } else { 0 };
    assert_eq!(of(&found["over"]["projected"]), projected);
    assert_eq!(of(&found["precision"]), (interval * 29_958 + 9_999) / 10_000);
    assert_eq!(sheet["digest"].as_str().map(str::len), Some(64));
    let listed = lea.ask("samples/list", json!({})).await.done().data;
    assert_eq!(
        (&listed["list"][0]["sample"], &listed["list"][0]["state"]),
        (&sample, &json!("signed"))
    );
    forged_items_are_found(&site).await;
}

/// The law holds, and finds a line that was taken out, added or moved, another start, and a signature too early.
async fn forged_items_are_found(site: &StaffSite) {
    let holds = law(site, "I-47").await;
    assert!(holds.holds() && holds.compared > 3, "{holds:?}");
    let mut forger = ledger::testing::forgery::forger(&site.ledger).await;
    for statement in [
        "update postings set amount = amount + 400000 where account = 'usdt' and amount > 1000000",
        "update events set payload = replace(payload::text, 'audit of', 'Audit of')::json where event_type = 'SampleDrawn'",
        "update events set payload = replace(payload::text, '\"hits\":1', '\"hits\":2')::json where event_type = 'SampleDrawn'",
        "delete from events where event_type = 'SampleTested' and payload->'SampleTested'->>'item' = '0'",
    ] {
        let law = laws().find(|law| law.id == "I-47").expect("a law");
        forger.execute("begin").await.expect("begun");
        forger.execute(statement).await.expect(statement);
        let found = check(&mut forger, law).await.expect("read");
        forger.execute("rollback").await.expect("rolled back");
        assert!(!found.holds(), "{statement}");
    }
}

/// A posting as an export writes it.
struct Posting {
    place: (i64, i64, i64),
    size: i64,
}

/// The postings of players' accounts of USDT, from the file of an export, in the order of the method.
fn exported(folder: &std::path::Path) -> Vec<Posting> {
    let text = std::fs::read_to_string(folder.join("postings.ndjson")).expect("postings");
    let rows = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a posting"));
    let number = |value: &Value| {
        value
            .as_i64()
            .or_else(|| value.as_str()?.parse().ok())
            .expect("a number")
    };
    let own = rows.filter(|row| {
        let account = row["account"].as_str().expect("an account");
        row["asset"] == "usdt" && !account.starts_with("h:")
    });
    let mut postings: Vec<Posting> = own
        .map(|row| Posting {
            place: (number(&row["partition"]), number(&row["position"]), number(&row["leg"])),
            size: number(&row["amount"]).abs(),
        })
        .collect();
    postings.sort_by_key(|posting| posting.place);
    postings
}

#[tokio::test]
async fn anybody_draws_it_again_from_an_export_by_the_method() {
    let site = StaffSite::open().await;
    let issued = site.hire("eve", &[Role::Auditor], None).await;
    lines_of_usdt(&site).await;
    let eve = site.signs_in("eve", issued).await;
    let sample = planned(
        &eve,
        json!({ "asset": "usdt", "interval": "3000000", "confidence": 90 }),
    )
    .await;
    // What is recorded later is not in the population.
    site.player(4).await.given(Purse::Usdt, 77_000_000).await;
    eve.does("samples/select", json!({ "sample": sample, "words": "say it" }))
        .await
        .done();
    let drawn = info(&eve, &sample).await;
    let bundle = Bundle::of(&site, &Query::everything(Form::Ndjson)).await;
    let until = &drawn["until"];
    let postings = exported(bundle.folder());
    let population = postings.iter().filter(|posting| {
        let last = &until[posting.place.0.to_string()];
        posting.place.1 <= last.as_i64().expect("a position")
    });

    let hash = Sha256::digest([drawn["seed"].as_str().expect("a seed").as_bytes(), b"\0", b"say it"].concat());
    let first: [u8; 16] = hash[..16].try_into().expect("sixteen");
    let (interval, mut next) = (3_000_000_i64, 0);
    next += i64::try_from(u128::from_be_bytes(first) % 3_000_000).expect("small") + 1;
    assert_eq!(of(&drawn["start"]), next);
    let (mut upto, mut expected) = (0, Vec::new());
    for posting in population {
        upto += posting.size;
        let mut hits = 0;
        while next <= upto {
            (next, hits) = (next + interval, hits + 1);
        }
        expected.extend((hits > 0).then_some((posting.place, posting.size, hits)));
    }
    assert_eq!(of(&drawn["sample"]["units"]), upto);
    let items = drawn["items"].as_array().expect("items").iter().map(|item| {
        let event = &item["event"];
        let place =
            [&event["partition"], &event["position"], &item["leg"]].map(|part| part.as_i64().expect("a number"));
        let size = of(&item["amount"]).abs();
        (
            (place[0], place[1], place[2]),
            size,
            item["hits"].as_i64().expect("hits"),
        )
    });
    assert!(expected.len() > 3);
    assert_eq!(items.collect::<Vec<_>>(), expected);
}
