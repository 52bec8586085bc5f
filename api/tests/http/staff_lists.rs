//! Lists of staff go to their end, page by page: no line twice, none left out, in a period and with its sums.

use crate::staff_site::{Clerk, StaffSite};
use domain::posting::Purse;
use domain::staff::Role;
use serde_json::{Value, json};

/// Every line of a list, in pages of so many, and how many pages there were.
async fn paged(clerk: &Clerk<'_>, list: &str, filters: &Value, limit: usize) -> (Vec<Value>, usize) {
    let (mut lines, mut pages, mut body) = (Vec::new(), 0, filters.clone());
    body["limit"] = json!(limit);
    loop {
        let page = clerk.ask(list, body.clone()).await.done().data;
        let of_page = page["list"].as_array().expect("lines").clone();
        assert!(of_page.len() <= limit, "{page}");
        lines.extend(of_page);
        pages += 1;
        assert!(pages < 100, "{list} does not end");
        match &page["next"] {
            Value::Null => return (lines, pages),
            next => body["before"] = next.clone(),
        }
    }
}

fn column(lines: &[Value], field: &str) -> Vec<String> {
    lines
        .iter()
        .map(|line| line[field].as_str().expect("a text").to_owned())
        .collect()
}

#[tokio::test]
async fn packets_are_listed_to_the_first_one_in_a_period_with_its_sums() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Content]).await;
    let packet = |asset: &str, total: &str| {
        json!({
            "kind": "equal", "asset": asset, "total": total, "shares": 10, "title_en": "Luck", "title_zh": "好运",
            "hours": 24, "min_age_days": 0, "min_casts_7d": 0, "countries": []
        })
    };
    let mut made = Vec::new();
    for (asset, total) in [
        ("coin", "1000"),
        ("coin", "2000"),
        ("gusd_bonus", "3000"),
        ("coin", "4000"),
    ] {
        let answer = ann.does("packets/create", packet(asset, total)).await.done().data;
        made.push(answer["packet"].as_str().expect("an id").to_owned());
    }
    site.wait_ms(1_800_000);
    let late = ann.does("packets/create", packet("coin", "5000")).await.done().data;
    site.settle().await;
    made.push(late["packet"].as_str().expect("an id").to_owned());
    let (all, pages) = paged(&ann, "packets/list", &json!({}), 2).await;
    let mut listed = column(&all, "packet");
    assert_eq!((listed.first(), listed.len(), pages), (made.last(), 5, 3));
    listed.sort();
    made.sort();
    assert_eq!(listed, made, "each once, those of one millisecond as well");
    let until = api::moment::write(domain::time::Timestamp(site.now() - 1));
    let early = json!({ "until": until, "sums": true, "limit": 1 });
    let page = ann.ask("packets/list", early.clone()).await.done().data;
    let sum = |asset: &str, rows: i64, sum: &str| json!({ "asset": asset, "rows": rows, "sum": sum, "plus": sum, "minus": "0" });
    assert_eq!(page["sums"], json!([sum("coin", 3, "7000"), sum("gusd", 1, "3000")]));
    assert_eq!(paged(&ann, "packets/list", &early, 3).await.0.len(), 4);
    ann.ask("packets/list", json!({ "before": "no cursor" }))
        .await
        .refused(-1006);
    ann.ask("packets/list", json!({ "limit": 201 })).await.refused(-1006);
}

#[tokio::test]
async fn players_of_the_desk_of_responsible_play_are_listed_to_the_last_one() {
    let site = StaffSite::open().await;
    let mut wanted = Vec::new();
    for number in 1..=3 {
        let angler = site.player(number).await;
        let exclude = json!({ "kind": "exclude", "days": 200 });
        angler.call("limits/exclude", exclude).await.done();
        wanted.push((angler.id.0.to_string(), "excluded"));
    }
    let mut dives = Vec::new();
    for number in 4..=7 {
        let angler = site.player(number).await;
        angler.given(Purse::CoinPaid, 1_000).await;
        let limit = json!({ "field": "session_min", "value": "5" });
        angler.call("limits/set", limit).await.done();
        let dive = angler.dives(10).await;
        dives.push((angler, dive));
    }
    site.wait_ms(240_000);
    for (angler, dive) in &dives[1..] {
        angler.casts(dive, 1).await.done();
        wanted.push((angler.id.0.to_string(), "session"));
    }
    site.settle().await;
    let ann = site.clerk("ann", &[Role::Support]).await;
    wanted.sort();
    for limit in [1, 2, 3, 200] {
        let (lines, _) = paged(&ann, "play/list", &json!({}), limit).await;
        let of = |line: &Value| line["player"].as_str().expect("a player").to_owned();
        assert!(lines[..3].iter().all(|line| line["why"] == "excluded"), "{lines:?}");
        let mut listed: Vec<_> = lines
            .iter()
            .map(|line| (of(line), line["why"].as_str().expect("a reason")))
            .collect();
        listed.sort_unstable();
        assert_eq!(listed, wanted, "in pages of {limit}");
    }
    let near = paged(&ann, "play/list", &json!({ "why": "session" }), 1).await.0;
    assert_eq!(near.len(), 3);
    ann.ask("play/list", json!({ "why": "bored" })).await.refused(-1006);
    for before in ["open.", "open.x", "excluded.1", "gone.1.2", ""] {
        ann.ask("play/list", json!({ "before": before })).await.refused(-1006);
    }
}

#[tokio::test]
async fn samples_are_listed_to_the_first_one() {
    let site = StaffSite::open().await;
    site.player(1).await.given(Purse::Usdt, 9_000_000).await;
    let eve = site.clerk("eve", &[Role::Auditor]).await;
    let mut planned = Vec::new();
    for _ in 0..3 {
        let plan = json!({ "asset": "usdt", "interval": "3000000", "confidence": 90 });
        let answer = eve.does("samples/plan", plan).await.done().data;
        planned.push(answer["sample"].as_str().expect("an id").to_owned());
    }
    let (lines, pages) = paged(&eve, "samples/list", &json!({}), 1).await;
    let mut listed = column(&lines, "sample");
    listed.sort();
    planned.sort();
    assert_eq!((listed, pages), (planned, 4), "the last page is empty");
    let today = domain::time::Timestamp(site.now()).day().to_string();
    for (period, many) in [
        (json!({ "from": today, "until": today }), 3),
        (json!({ "from": "2999-01-01" }), 0),
        (json!({ "until": "2000-01-01" }), 0),
    ] {
        let (lines, _) = paged(&eve, "samples/list", &period, 2).await;
        assert_eq!(lines.len(), many, "{period}");
    }
    eve.ask("samples/list", json!({ "from": "soon" })).await.refused(-1006);
}
