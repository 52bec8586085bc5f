//! Views of the console that members keep: their own alone, or for all colleagues (api §7.29).

use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::Answer;
use domain::staff::Role;
use domain::staff::bookmarks::BOOKMARKS_MAX;
use serde_json::{Value, json};

async fn save(clerk: &Clerk<'_>, title: &str, path: &str, shared: bool) -> Answer {
    let body = json!({ "title": title, "path": path, "shared": shared });
    clerk.asks("bookmarks/save", body).await
}

async fn kept(clerk: &Clerk<'_>) -> Vec<Value> {
    let data = clerk.ask("bookmarks/list", json!({})).await.done().data;
    data["list"].as_array().expect("a list").clone()
}

/// Titles with their makers, in the order of the list.
async fn seen(clerk: &Clerk<'_>) -> Vec<(String, String)> {
    let text = |line: &Value, field: &str| line[field].as_str().expect("text").to_owned();
    let lines = kept(clerk).await;
    lines
        .iter()
        .map(|line| (text(line, "title"), text(line, "by")))
        .collect()
}

fn named(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let named = |(title, by): &(&str, &str)| ((*title).to_owned(), (*by).to_owned());
    pairs.iter().map(named).collect()
}

#[tokio::test]
async fn a_shared_view_is_seen_by_all_and_a_private_one_by_its_maker() {
    let site = StaffSite::open().await;
    let fay = site.clerk("fay", &[Role::Finance]).await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    save(&fay, "to review", "/desks/withdrawals?state=review", true)
        .await
        .done();
    save(&fay, "my trial", "/trial?all=1&at=48031", false).await.done();
    save(&ann, "audit", "/events/0/12", false).await.done();
    assert_eq!(seen(&fay).await, named(&[("my trial", "fay"), ("to review", "fay")]));
    assert_eq!(seen(&ann).await, named(&[("audit", "ann"), ("to review", "fay")]));
    let shared = &kept(&ann).await[1];
    assert_eq!(
        (&shared["path"], &shared["shared"], &shared["own"]),
        (&json!("/desks/withdrawals?state=review"), &json!(true), &json!(false))
    );
    assert!(shared["at_ms"].as_i64().is_some_and(|at| at <= site.now()));
    // The same title is kept once: now for its maker alone.
    save(&fay, "to review", "/desks/withdrawals?state=paid", false)
        .await
        .done();
    assert_eq!(seen(&ann).await, named(&[("audit", "ann")]));
    assert_eq!(kept(&fay).await.len(), 2);
}

#[tokio::test]
async fn a_view_is_forgotten_by_its_maker_or_if_shared_by_security() {
    let site = StaffSite::open().await;
    let fay = site.clerk("fay", &[Role::Finance]).await;
    let guy = site.clerk("guy", &[Role::FinanceLead]).await;
    let sue = site.clerk("sue", &[Role::Security]).await;
    let private = save(&fay, "mine", "/trial", false).await.done().data["bookmark"].clone();
    let shared = save(&fay, "ours", "/entries", true).await.done().data["bookmark"].clone();
    let body = |bookmark: &Value| json!({ "bookmark": bookmark });
    // What somebody else keeps private is nobody's to know of.
    let refused = sue.does("bookmarks/forget", body(&private)).await.refused(-1006);
    assert_eq!(refused["field"], "bookmark");
    guy.does("bookmarks/forget", body(&shared)).await.refused(9001);
    assert_eq!(seen(&guy).await, named(&[("ours", "fay")]));
    sue.does("bookmarks/forget", body(&shared)).await.done();
    fay.does("bookmarks/forget", body(&private)).await.done();
    assert!(kept(&fay).await.is_empty() && kept(&guy).await.is_empty());
    fay.does("bookmarks/forget", body(&private)).await.refused(-1006);
    let story = site.story("fay").await;
    let ended = story.iter().filter(|event| *event == "BookmarkForgotten");
    assert_eq!(ended.count(), 2, "{story:?}");
}

#[tokio::test]
async fn an_address_that_leads_nowhere_a_search_and_one_view_too_many_are_refused() {
    let site = StaffSite::open().await;
    let fay = site.clerk("fay", &[Role::Finance]).await;
    for (path, code) in [
        ("/nowhere", "bookmark_nowhere"),
        ("trial", "bookmark_nowhere"),
        ("/events/0", "bookmark_nowhere"),
        ("/players/", "bookmark_nowhere"),
        ("https://evil.example/trial", "bookmark_nowhere"),
        ("/players?q=mara", "bookmark_searches"),
        ("/desks/reconciliation?job=1&search=tx9", "bookmark_searches"),
    ] {
        let refused = save(&fay, "x", path, false).await.refused(-1006);
        assert_eq!(refused["finding"]["code"], code, "{path}");
    }
    let (long, far) = ("n".repeat(61), format!("/trial?from={}", "1".repeat(1_000)));
    for (title, path, field) in [(long.as_str(), "/trial", "title"), ("x", far.as_str(), "path")] {
        assert_eq!(save(&fay, title, path, false).await.refused(-1006)["field"], field);
    }
    save(&fay, " ", "/trial", false).await.refused(9004);
    for number in 0..BOOKMARKS_MAX {
        save(&fay, &format!("view {number}"), "/trial", false).await.done();
    }
    let refused = save(&fay, "one more", "/trial", false).await.refused(-1006);
    assert_eq!(refused["finding"]["code"], "bookmarks_full");
    save(&fay, "view 3", "/events", false).await.done();
    assert_eq!(kept(&fay).await.len(), BOOKMARKS_MAX);
}
