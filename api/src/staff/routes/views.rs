//! `views/…`: how the projections stand, and making one anew beside the one that serves (PRODUCT §7.14).

use crate::call::{Answer, Data};
use crate::error::Failure;
use crate::staff::call::Desk;
use crate::staff::jobs;
use crate::staff::wire::views::{
    StaffRebuilt, StaffView, ViewsInfoBody, ViewsInfoData, ViewsListBody, ViewsListData, ViewsRebuildBody, ViewsStarted,
};
use domain::refusal::Refusal;
use ledger::Ledger;
use projections::cursor::{Standing, standings};
use projections::rebuild::{Intent, Mode, Report, run, views};
use projections::view::View;
use serde_json::{Value, json};
use uuid::Uuid;

/// Every view with its lag.
///
/// # Errors
/// A fault of the database.
pub async fn list(desk: Desk<ViewsListBody>) -> Answer {
    let standings = standings(desk.app.ledger().pool(), desk.now).await?;
    let known = |name: &str| views().any(|(view, _)| view.name() == name);
    let following = standings.into_iter().filter(|standing| known(&standing.view));
    let inline = views().filter(|(_, mode)| *mode == Mode::Inline);
    let inline = inline.map(|(view, _)| StaffView {
        view: view.name().to_owned(),
        mode: "inline".to_owned(),
        partition: None,
        behind: 0,
        behind_ms: 0,
        stopped_at: None,
        stopped_why: None,
    });
    let list = inline.chain(following.map(shown)).collect();
    Ok(Data::of(&ViewsListData { list }))
}

fn shown(standing: Standing) -> StaffView {
    StaffView {
        view: standing.view,
        mode: "following".to_owned(),
        partition: Some(standing.partition),
        behind: standing.behind,
        behind_ms: standing.behind_ms,
        stopped_at: standing.stopped.as_ref().map(|stop| stop.position),
        stopped_why: standing.stopped.map(|stop| stop.error),
    }
}

/// Starts a rebuild; the view serves and follows meanwhile.
///
/// # Errors
/// -1006 for a name that no view has.
pub async fn rebuild(desk: Desk<ViewsRebuildBody>) -> Answer {
    let found = views().find(|(view, _)| view.name() == desk.body.view);
    let (view, mode) = found.ok_or_else(|| Failure::invalid("view"))?;
    let id = desk.begin(view.name()).await?.id.unwrap_or_default();
    let intent = if desk.body.swap { Intent::Swap } else { Intent::Compare };
    if jobs::begin(id, view.name()) {
        let ledger = desk.app.ledger().clone();
        tokio::spawn(async move { work(&ledger, id, view, mode, intent).await });
    }
    Ok(Data::of(&ViewsStarted { job: id.to_string() }))
}

async fn work(ledger: &Ledger, id: Uuid, view: &'static dyn View, mode: Mode, intent: Intent) {
    // Rebuilding is the owner's right: the pool's connections log in as the owner and act as the application.
    let database = ledger.pool().connect_options();
    let mut tell = |done: u64, total: u64| jobs::tell(id, done, total);
    let report = run(&database, view, mode, intent, &mut tell).await;
    jobs::finish(
        id,
        report.map(|report| found(&report)).map_err(|error| error.to_string()),
    );
}

fn found(report: &Report) -> Value {
    let first = report.compared.first.as_ref();
    json!({
        "live": report.compared.live, "rebuilt": report.compared.rebuilt, "different": report.compared.different,
        "swapped": report.swapped, "first_live": first.and_then(|first| first.live.clone()),
        "first_rebuilt": first.and_then(|first| first.rebuilt.clone()),
    })
}

/// How far a rebuild is.
///
/// # Errors
/// 4007 for a job that this process does not know.
pub async fn info(desk: Desk<ViewsInfoBody>) -> Answer {
    let job = jobs::find(desk.body.job.0).ok_or(Refusal::RecordNotFound)?;
    let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    let (state, report, why) = match job.outcome {
        None => ("running", None, None),
        Some(Ok(found)) => ("done", Some(report_of(&found)), None),
        Some(Err(why)) => ("failed", None, Some(why)),
    };
    Ok(Data::of(&ViewsInfoData {
        view: job.subject,
        state: state.to_owned(),
        done: number(job.done),
        total: number(job.total),
        report,
        why,
    }))
}

fn report_of(found: &Value) -> StaffRebuilt {
    let text = |field: &str| found[field].as_str().map(str::to_owned);
    let number = |field: &str| found[field].as_i64().unwrap_or_default();
    StaffRebuilt {
        live: number("live"),
        rebuilt: number("rebuilt"),
        different: number("different"),
        swapped: found["swapped"].as_bool().unwrap_or_default(),
        first_live: text("first_live"),
        first_rebuilt: text("first_rebuilt"),
    }
}
