//! Work of auditors that takes longer than a call: laws, replays, exports.

use crate::reading::everything;
use crate::test_app::TestApp;
use api::error::Failure;
use api::wire::body::{Body, read};
use ledger::export::{Folder, check};
use ledger::testing::owner_of;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::Executor;
use staff::reading::{Work, audits, replays};
use staff::wire::exports::{ExportsInfoData, ExportsStartBody};
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

async fn exported(app: &TestApp, desk: &Desk, fields: &Value) -> ExportsInfoData {
    let asked: ExportsStartBody = body(fields);
    let report = desk
        .work
        .exports
        .start(&app.ledger, "ann", &asked)
        .await
        .expect("begun");
    let data = over(&report, |asked| desk.work.exports.info(asked), |data| &data.job).await;
    assert_eq!(data.job.state, "done", "{fields}: {data:?}");
    data
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
    for (fields, field) in [
        (json!({ "format": "xlsx", "reason": "audit" }), "format"),
        (json!({ "format": "csv", "player": "7", "reason": "audit" }), "player"),
        (
            json!({ "format": "hledger", "player": "tg:7", "reason": "audit" }),
            "player",
        ),
        (json!({ "format": "csv", "from": "x", "reason": "audit" }), "from"),
    ] {
        let refused = desk.work.exports.start(&app.ledger, "ann", &body(&fields)).await;
        assert!(
            matches!(refused, Err(Failure::Invalid(name)) if name == field),
            "{fields}"
        );
    }
    assert!(desk.work.exports.file(Uuid::nil(), "events.csv").is_none());
}

#[tokio::test]
async fn an_export_is_a_folder_of_files_that_check() {
    let (app, desk) = (everything().await, Desk::new());
    for format in ["ndjson", "csv", "parquet"] {
        let report = exported(&app, &desk, &json!({ "format": format, "reason": "audit" })).await;
        assert_eq!((report.format.as_str(), report.files.len()), (format, 3));
        let folder = desk.folder.join(&report.job.id);
        let shown = check(&Folder(folder), None, &mut |_, _| ()).expect("it fits");
        assert_eq!(i64::try_from(shown.events).expect("few"), app.facts().await);
        let id = Uuid::try_parse(&report.job.id).expect("an id");
        for file in &report.files {
            let path = desk.work.exports.file(id, &file.name).expect("a file");
            let bytes = std::fs::read(&path).expect("read");
            assert_eq!(i64::try_from(bytes.len()).expect("few"), file.bytes);
            if let Some(sha256) = &file.sha256 {
                assert_eq!(*sha256, hex::encode(Sha256::digest(&bytes)));
            }
        }
        assert!(desk.work.exports.file(id, "../manifest.json").is_none());
    }
    for (format, name) in [("hledger", "books.journal"), ("beancount", "books.beancount")] {
        let report = exported(&app, &desk, &json!({ "format": format, "reason": "audit" })).await;
        let names: Vec<&str> = report.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, [name]);
        let (legs,): (i64,) = sqlx::query_as("select count(*) from postings")
            .fetch_one(app.ledger.pool())
            .await
            .expect("read");
        assert_eq!(report.files[0].rows, legs);
    }
}
