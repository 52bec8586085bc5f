//! Runs of schedules: files that follow one another join, and one that cannot be made keeps no other one waiting.

use super::read_back::of;
use super::{DAY_MS, fetched, history};
use crate::staff_money::asked;
use crate::staff_site::{Clerk, StaffSite};
use api::error::Failure;
use domain::ids::StaffId;
use domain::staff::{Every, Role, Schedule, StaffCommand};
use domain::time::HOUR_MS;
use ledger::testing::owner_of;
use ledger::{Plain, Request, StreamId};
use serde_json::{Value, json};
use staff::exports::schedules;
use staff::listener;
use std::sync::Arc;
use uuid::Uuid;

/// When an export of a list that is set up here is due first: at six in the morning.
async fn scheduled(clerk: &Clerk<'_>, list: &str, filters: Value) -> i64 {
    let plan = json!({
        "list": list, "body": filters, "format": "csv", "every": "day", "hour": 6, "kept_days": 30,
        "reason": "the bank asks for it",
    });
    clerk.does("exports/schedule", plan).await.done();
    let set_up = clerk.ask("exports/schedules", json!({})).await.done().data;
    set_up["list"][0]["due_ms"].as_i64().expect("a moment")
}

/// A round, as each minute has one.
async fn round(site: &StaffSite) -> Result<(), Failure> {
    let app = site.app.service();
    schedules::run_once(app, &Arc::new(listener::work(app))).await
}

/// What became of runs: of whom, of which list, and what was wrong.
async fn runs(clerk: &Clerk<'_>) -> Vec<[String; 3]> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let run = |line: &Value| ["by", "what", "problem"].map(|field| text(&line[field]));
    let mut runs: Vec<_> = history(clerk).await.iter().map(run).collect();
    runs.sort();
    runs
}

#[tokio::test]
async fn a_line_between_two_runs_is_in_one_file() {
    let site = StaffSite::open().await;
    let first = (site.now() / DAY_MS + 1) * DAY_MS + 6 * HOUR_MS;
    site.wait_ms(first + 600_000 - site.now());
    let fay = site.clerk("fay", &[Role::Finance]).await;
    let due = scheduled(&fay, "withdrawals/list", json!({ "state": "all" })).await;
    // Asked for a day later, after the run is due and before it is made.
    let (_angler, id) = asked(&site, 600).await;
    assert!((due + 1..due + HOUR_MS).contains(&site.now()));
    round(&site).await.expect("a round");
    site.wait_ms(DAY_MS);
    round(&site).await.expect("a round");
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    let mut has = Vec::new();
    for line in history(&ann).await.iter().rev() {
        let name = line["files"][0]["name"].as_str().expect("a name");
        let table = of(name, &fetched(&site, &ann, &line["export"], name).await);
        has.push(table.iter().filter(|row| row["withdrawal"] == id).count());
    }
    assert_eq!(has, [0, 1], "of the day on which it was asked for");
}

#[tokio::test]
async fn a_list_that_is_gone_keeps_no_other_run_waiting_and_is_recorded_as_missed() {
    let site = StaffSite::open().await;
    // Members are seen to by name: this one comes first.
    site.clerk("abe", &[Role::Finance]).await;
    let fay = site.clerk("fay", &[Role::Finance]).await;
    let due = scheduled(&fay, "books/trial", json!({})).await;
    let gone = StaffCommand::ScheduleExport(Schedule {
        id: Uuid::new_v4(),
        what: "ships/list".into(),
        filters: "{}".into(),
        format: "csv".into(),
        every: Every::Day,
        hour: 6,
        kept_days: 30,
        reason: "set up when there was such a list".into(),
    });
    let (stream, request) = (
        StreamId::thing(StaffId::of("abe").0),
        Request::system("system:test", Uuid::new_v4()),
    );
    let reply = site.ledger.staff().execute(&stream, gone, request, Plain).await;
    assert!(reply.expect("a reply").is_accepted());
    site.wait_ms(due - site.now());
    round(&site).await.expect("a round");
    round(&site).await.expect("a round");
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    let (missed, made) = (["abe", "ships/list", "-1006"], ["fay", "books/trial", ""]);
    assert_eq!(runs(&ann).await, [missed, made], "once");
}

#[tokio::test]
async fn what_fails_is_tried_until_the_next_run_is_due_and_then_missed() {
    let site = StaffSite::open().await;
    let bea = site.clerk("bea", &[Role::Finance]).await;
    let fay = site.clerk("fay", &[Role::Finance]).await;
    scheduled(&bea, "topups/unmatched", json!({})).await;
    let due = scheduled(&fay, "books/trial", json!({})).await;
    let mut owner = owner_of(&site.ledger).await;
    let rename = "alter table incoming_payments rename to payments_elsewhere";
    sqlx::raw_sql(rename).execute(&mut owner).await.expect("renamed");
    site.wait_ms(due - site.now());
    round(&site).await.expect_err("the payments cannot be read");
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    let (missed, made) = (["bea", "topups/unmatched", "-1"], ["fay", "books/trial", ""]);
    assert_eq!(runs(&ann).await, [made]);
    site.wait_ms(DAY_MS - 1);
    round(&site).await.expect_err("the payments cannot be read");
    site.wait_ms(1);
    round(&site).await.expect("missed, and the other one made");
    let amy = site.clerk("amy", &[Role::Auditor]).await;
    assert_eq!(runs(&amy).await, [missed, made, made]);
}
