//! Work of auditors that takes longer than a call: laws, replays, exports.

use crate::house::House;
use crate::reading::everything;
use api::error::Failure;
use api::staff::reading::{Work, audits, replays};
use api::staff::wire::exports::{ExportsInfoData, ExportsStartBody};
use api::staff::wire::job::{JobInfoBody, JobTold};
use api::staff::wire::replays::{ReplaysInfoData, ReplaysRunBody};
use api::wire::body::{Body, read};
use ledger::export::{Folder, check};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::Executor;
use std::path::PathBuf;

/// A folder that ends with its test, and work that uses it.
struct Desk {
    work: Work,
    folder: PathBuf,
}

impl Desk {
    fn new() -> Desk {
        let folder = std::env::temp_dir().join(format!("ledger-desk-{}-{}", std::process::id(), uuid::Uuid::new_v4()));
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
async fn over<D>(told: &JobTold, look: impl Fn(&JobInfoBody) -> Result<D, Failure>, job: impl Fn(&D) -> &JobTold) -> D {
    let asked: JobInfoBody = body(&json!({ "id": told.id }));
    loop {
        let data = look(&asked).expect("a job");
        if job(&data).state != "running" {
            return data;
        }
        tokio::task::yield_now().await;
    }
}

async fn replayed(house: &House, desk: &Desk, fields: &Value) -> ReplaysInfoData {
    let asked: ReplaysRunBody = body(fields);
    let told = replays::run(&house.ledger, &desk.work.replays, "ann", &asked)
        .await
        .expect("begun");
    let data = over(
        &told,
        |asked| replays::info(&desk.work.replays, asked),
        |data| &data.job,
    )
    .await;
    assert_eq!(data.job.state, "done", "{fields}: {data:?}");
    data
}

async fn exported(house: &House, desk: &Desk, fields: &Value) -> ExportsInfoData {
    let asked: ExportsStartBody = body(fields);
    let told = desk
        .work
        .exports
        .start(&house.ledger, "ann", &asked)
        .await
        .expect("begun");
    let data = over(&told, |asked| desk.work.exports.info(asked), |data| &data.job).await;
    assert_eq!(data.job.state, "done", "{fields}: {data:?}");
    data
}

async fn forge(house: &House, statement: &str) {
    let mut forger = house.ledger.pool().acquire().await.expect("a connection");
    forger.close_on_drop();
    for statement in ["reset role", "set session_replication_role = replica", statement] {
        forger.execute(statement).await.expect(statement);
    }
}

#[tokio::test]
async fn the_laws_are_asked_as_a_job_and_a_broken_one_is_told() {
    let (house, desk) = (everything().await, Desk::new());
    let run = async || {
        let told = audits::run(&house.ledger, &desk.work.audits, "ann").expect("begun");
        assert_eq!((told.by.as_str(), told.state.as_str()), ("ann", "running"));
        over(&told, |asked| audits::info(&desk.work.audits, asked), |data| &data.job).await
    };
    let fine = run().await;
    assert_eq!(
        (fine.holds, fine.list.len()),
        (Some(true), workers::audit::laws().count())
    );
    assert_eq!(fine.job.done, fine.job.total);
    forge(
        &house,
        "update postings set after = after + 1 where account = 'diamond'",
    )
    .await;
    let broken = run().await;
    assert_eq!(broken.holds, Some(false));
    assert!(broken.list.iter().any(|law| law.law == "I-21" && law.broken > 0));
}

#[tokio::test]
async fn history_folds_to_what_is_there_and_a_forgery_is_named() {
    let (house, desk) = (everything().await, Desk::new());
    let middle = house.facts().await / 2;
    let questions = [
        json!({}),
        json!({ "from": "7", "as_of": middle.to_string() }),
        json!({ "stream": "player/tg:107" }),
        json!({ "stream": "player/tg:107", "as_of": middle.to_string() }),
        json!({ "stream": "treasury/reserve" }),
        json!({ "view": "all" }),
    ];
    for question in &questions {
        let told = replayed(&house, &desk, question).await;
        assert_eq!(told.holds, Some(true), "{question}: {told:?}");
        assert!(!told.list.is_empty());
    }
    let views = replayed(&house, &desk, &json!({ "view": "all" })).await;
    assert_eq!(
        views.list.len(),
        projections::INLINE.len() + projections::FOLLOWING.len()
    );
    assert!(views.list.iter().filter(|row| row.compared > 0).count() > 10);
    // A changed running balance, a lost row of a view, a changed event: each is found by the replay it concerns.
    forge(
        &house,
        "update postings set after = after + 1 where account = 'coin_promo'",
    )
    .await;
    forge(&house, "delete from players").await;
    for (question, what) in [
        (json!({}), "account coin_promo"),
        (json!({ "view": "players" }), "view players"),
        (json!({ "view": "postings" }), "view postings"),
    ] {
        let told = replayed(&house, &desk, &question).await;
        let row = told.list.iter().find(|row| row.what == what).expect("a row");
        assert!(
            told.holds == Some(false) && !row.equal && row.first.is_some(),
            "{question}: {row:?}"
        );
    }
    forge(
        &house,
        "update events set metadata = (metadata::text || ' ')::json where event_type = 'SignedIn'",
    )
    .await;
    let told = replayed(&house, &desk, &json!({})).await;
    assert!(told.list.iter().any(|row| row.what == "chains of hashes" && !row.equal));
}

#[tokio::test]
async fn what_cannot_be_replayed_or_exported_is_named() {
    let (house, desk) = (crate::reading::house().await, Desk::new());
    for (fields, field) in [
        (json!({ "stream": "player" }), "stream"),
        (json!({ "stream": "wallet/1" }), "stream"),
        (json!({ "stream": "player/tg:4242" }), "stream"),
        (json!({ "view": "secrets" }), "view"),
        (json!({ "view": "players", "as_of": "3" }), "view"),
        (json!({ "from": "x" }), "from"),
    ] {
        let refused = replays::run(&house.ledger, &desk.work.replays, "ann", &body(&fields)).await;
        assert!(
            matches!(refused, Err(Failure::Invalid(name)) if name == field),
            "{fields}"
        );
    }
    for (fields, field) in [
        (json!({ "format": "xlsx" }), "format"),
        (json!({ "format": "csv", "player": "7" }), "player"),
        (json!({ "format": "hledger", "player": "tg:7" }), "player"),
        (json!({ "format": "csv", "from": "x" }), "from"),
    ] {
        let refused = desk.work.exports.start(&house.ledger, "ann", &body(&fields)).await;
        assert!(
            matches!(refused, Err(Failure::Invalid(name)) if name == field),
            "{fields}"
        );
    }
    assert!(desk.work.exports.file("x", "events.csv").is_none());
}

#[tokio::test]
async fn an_export_is_a_folder_of_files_that_check() {
    let (house, desk) = (everything().await, Desk::new());
    for format in ["ndjson", "csv", "parquet"] {
        let told = exported(&house, &desk, &json!({ "format": format })).await;
        assert_eq!((told.format.as_str(), told.files.len()), (format, 3));
        let folder = desk.folder.join(&told.job.id);
        let shown = check(&Folder(folder), None, &mut |_, _| ()).expect("it fits");
        assert_eq!(i64::try_from(shown.events).expect("few"), house.facts().await);
        for file in &told.files {
            let path = desk.work.exports.file(&told.job.id, &file.name).expect("a file");
            let bytes = std::fs::read(&path).expect("read");
            assert_eq!(i64::try_from(bytes.len()).expect("few"), file.bytes);
            if let Some(sha256) = &file.sha256 {
                assert_eq!(*sha256, hex::encode(Sha256::digest(&bytes)));
            }
        }
        assert!(desk.work.exports.file(&told.job.id, "../manifest.json").is_none());
    }
    for (format, name) in [("hledger", "books.journal"), ("beancount", "books.beancount")] {
        let told = exported(&house, &desk, &json!({ "format": format })).await;
        let names: Vec<&str> = told.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, [name]);
        let (legs,): (i64,) = sqlx::query_as("select count(*) from postings")
            .fetch_one(house.ledger.pool())
            .await
            .expect("read");
        assert_eq!(told.files[0].rows, legs);
    }
}
