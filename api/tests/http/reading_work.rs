//! Work of auditors that takes longer than a call: laws, replays, exports.

use crate::reading::everything;
use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::TestApp;
use api::error::Failure;
use api::wire::body::{Body, read};
use domain::staff::Role;
use ledger::export::{Folder, check};
use ledger::testing::owner_of;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::Executor;
use staff::reading::{Work, audits, replays};
use staff::wire::job::{JobInfoBody, JobState};
use staff::wire::replays::{ReplaysInfoData, ReplaysRunBody};
use std::path::PathBuf;
use uuid::Uuid;

/// A folder that ends with its test, and work that uses it.
struct Desk {
    work: Work,
    folder: PathBuf,
}

impl Desk {
    fn new() -> Desk {
        let folder = std::env::temp_dir().join(format!("ledger-desk-{}-{}", std::process::id(), Uuid::new_v4()));
        let work = Work::new(folder.clone());
        Desk { work, folder }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

fn body<B: Body>(fields: &Value) -> B {
    read(fields.to_string().as_bytes()).expect("a body")
}

/// Looks until a job is over.
async fn over<D>(
    begun: &JobState,
    look: impl Fn(&JobInfoBody) -> Result<D, Failure>,
    job: impl Fn(&D) -> &JobState,
) -> D {
    let asked: JobInfoBody = body(&json!({ "id": begun.id }));
    loop {
        let data = look(&asked).expect("a job");
        if job(&data).state != "running" {
            return data;
        }
        tokio::task::yield_now().await;
    }
}

async fn replayed(app: &TestApp, desk: &Desk, fields: &Value) -> ReplaysInfoData {
    let asked: ReplaysRunBody = body(fields);
    let report = replays::run(&app.ledger, &desk.work.replays, "ann", &asked)
        .await
        .expect("begun");
    let data = over(
        &report,
        |asked| replays::info(&desk.work.replays, asked),
        |data| &data.job,
    )
    .await;
    assert_eq!(data.job.state, "done", "{fields}: {data:?}");
    data
}

pub async fn exported(clerk: &Clerk<'_>, fields: Value) -> Value {
    let begun = clerk.looks("exports/start", fields).await.done().data;
    loop {
        let info = clerk
            .ask("exports/info", json!({ "id": begun["id"] }))
            .await
            .done()
            .data;
        if info["job"]["state"] != "running" {
            assert_eq!(info["job"]["state"], "done", "{info}");
            return info;
        }
        tokio::task::yield_now().await;
    }
}

async fn forge(app: &TestApp, statement: &str) {
    let mut forger = owner_of(&app.ledger).await;
    for statement in ["set session_replication_role = replica", statement] {
        forger.execute(statement).await.expect(statement);
    }
}

#[tokio::test]
async fn the_laws_are_checked_as_a_job_and_a_broken_one_is_reported() {
    let (app, desk) = (everything().await, Desk::new());
    // Days have passed since the dive that one of them left alone.
    workers::expiry::tick(&app.ledger).await.expect("done");
    app.settle().await;
    let run = async || {
        let report = audits::run(&app.ledger, &desk.work.audits, "ann").expect("begun");
        assert_eq!((report.by.as_str(), report.state.as_str()), ("ann", "running"));
        over(
            &report,
            |asked| audits::info(&desk.work.audits, asked),
            |data| &data.job,
        )
        .await
    };
    let fine = run().await;
    assert_eq!((fine.holds, fine.list.len()), (Some(true), workers::audit::count()));
    assert_eq!(fine.job.done, fine.job.total);
    forge(&app, "update postings set after = after + 1 where account = 'diamond'").await;
    let broken = run().await;
    assert_eq!(broken.holds, Some(false));
    assert!(broken.list.iter().any(|law| law.law == "I-21" && law.broken > 0));
}

#[tokio::test]
async fn history_folds_to_what_is_there_and_a_forgery_is_named() {
    let (app, desk) = (everything().await, Desk::new());
    let middle = app.middle().await;
    let questions = [
        json!({}),
        json!({ "from": "7", "as_of": middle.to_string() }),
        json!({ "stream": "player/tg:107" }),
        json!({ "stream": "player/tg:107", "as_of": middle.to_string() }),
        json!({ "stream": "treasury/reserve" }),
        json!({ "view": "all" }),
    ];
    for question in &questions {
        let report = replayed(&app, &desk, question).await;
        assert_eq!(report.holds, Some(true), "{question}: {report:?}");
        assert!(!report.list.is_empty());
    }
    let views = replayed(&app, &desk, &json!({ "view": "all" })).await;
    assert_eq!(views.list.len(), projections::rebuild::views().count());
    assert!(views.list.iter().filter(|row| row.compared > 0).count() > 10);
    // A changed running balance, a lost row of a view, a changed event: each is found by the replay it concerns.
    forge(
        &app,
        "update postings set after = after + 1 where account = 'coin_promo'",
    )
    .await;
    forge(&app, "delete from players").await;
    for (question, what) in [
        (json!({}), "account coin_promo"),
        (json!({ "view": "players" }), "view players"),
        (json!({ "view": "postings" }), "view postings"),
    ] {
        let report = replayed(&app, &desk, &question).await;
        let row = report.list.iter().find(|row| row.what == what).expect("a row");
        assert!(
            report.holds == Some(false) && !row.equal && row.first.is_some(),
            "{question}: {row:?}"
        );
    }
    forge(
        &app,
        "update events set metadata = (metadata::text || ' ')::json where event_type = 'SignedIn'",
    )
    .await;
    let report = replayed(&app, &desk, &json!({})).await;
    assert!(
        report
            .list
            .iter()
            .any(|row| row.what == "chains of hashes" && !row.equal)
    );
}

#[tokio::test]
async fn what_cannot_be_replayed_or_exported_is_named() {
    let (app, desk) = (crate::reading::app().await, Desk::new());
    for (fields, field) in [
        (json!({ "stream": "player" }), "stream"),
        (json!({ "stream": "wallet/1" }), "stream"),
        (json!({ "stream": "player/tg:4242" }), "stream"),
        (json!({ "view": "secrets" }), "view"),
        (json!({ "view": "players", "as_of": "3" }), "view"),
        (json!({ "from": "x" }), "from"),
    ] {
        let refused = replays::run(&app.ledger, &desk.work.replays, "ann", &body(&fields)).await;
        assert!(
            matches!(refused, Err(Failure::Invalid(name)) if name == field),
            "{fields}"
        );
    }
    let site = StaffSite::of(app).await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    for (fields, field) in [
        (json!({ "format": "xlsx" }), "format"),
        (json!({ "format": "csv", "player": "7" }), "player"),
        (json!({ "format": "hledger", "player": "tg:7" }), "player"),
        (json!({ "format": "csv", "from": "x" }), "from"),
    ] {
        let refused = ann.looks("exports/start", fields).await.refused(-1006);
        assert_eq!(refused["field"], field);
    }
}

#[tokio::test]
async fn an_export_is_a_folder_of_files_that_check() {
    // Eve, as ann already put a packet out with no account of her own, and who has one signs (law I-41e).
    let site = StaffSite::of(everything().await).await;
    let eve = site.clerk("eve", &[Role::Auditor]).await;
    for format in ["ndjson", "csv", "parquet"] {
        let recorded = site.facts().await;
        let report = exported(&eve, json!({ "format": format })).await;
        let files = report["files"].as_array().expect("files");
        assert_eq!((&report["format"], files.len()), (&json!(format), 4));
        let copy = Desk::new();
        std::fs::create_dir_all(&copy.folder).expect("a folder");
        for file in files {
            let name = file["name"].as_str().expect("a name");
            let path = format!(
                "/staff/v1/exports/{}/{name}",
                report["job"]["id"].as_str().expect("an id")
            );
            let bytes = site.fetch_with(&path, eve.cookie()).await.into_body();
            assert_eq!(json!(bytes.len()), file["bytes"], "{name}");
            if let Some(sha256) = file["sha256"].as_str() {
                assert_eq!(sha256, hex::encode(Sha256::digest(&bytes)));
            }
            std::fs::write(copy.folder.join(name), &bytes).expect("written");
        }
        let shown = check(&Folder(copy.folder.clone()), None, &mut |_, _| ()).expect("it fits");
        // That somebody takes the books out is the last of them.
        assert_eq!(i64::try_from(shown.events).expect("few"), recorded + 1);
    }
    for (format, name) in [("hledger", "books.journal"), ("beancount", "books.beancount")] {
        let report = exported(&eve, json!({ "format": format })).await;
        assert_eq!(
            (&report["files"][0]["name"], &report["files"][1]),
            (&json!(name), &Value::Null)
        );
        let (legs,): (i64,) = sqlx::query_as("select count(*) from postings")
            .fetch_one(site.ledger.pool())
            .await
            .expect("read");
        assert_eq!(report["files"][0]["rows"], json!(legs));
    }
}
