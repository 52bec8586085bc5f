//! Files of a reconciliation (api §7.21).
//!
//! | address | what |
//! |---|---|
//! | `POST /staff/v1/reconciliation/upload?name=…&window=…` | a statement as it is, CSV or camt.053; answers with the job |
//! | `GET /staff/v1/reconciliation/<id>/breaks.csv` | the breaks of a comparison |
//!
//! A statement is larger than the body of a call may be. Header, session, permission and the announced size are looked at
//! before a byte of it is read, and it is read once: it is in no folder and no table.

use super::{job, reader, saved};
use crate::call::{self, of_console, take};
use crate::reading::{Work, reconciliation::window};
use crate::reconciliation::{StatementLine, statement};
use crate::wire::job::JobState;
use api::app::App;
use api::endpoint::{self, Peer};
use api::error::Failure;
use axum::body::to_bytes;
use axum::extract::{Path, Query, Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use domain::finding::Finding;
use ledger::Fault;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::Duration;

/// The largest statement, in bytes: some 80,000 lines. A larger one is split by its time, or given to `ledger reconcile`.
const BYTES_MAX: usize = 8 << 20;
/// How long it may take to come: that much over a line of 3 Mbit/s (ASSUMED). The console waits for 30 s.
const TIME_MAX: Duration = Duration::from_secs(25);
/// Longest name of a file that is kept.
const NAME_MAX: usize = 80;
/// The call whose permission it takes.
const CALL: (&str, &str) = ("reconciliation", "run");

/// What goes with a statement.
#[derive(Debug, Deserialize)]
struct About {
    #[serde(default)]
    name: String,
    window: Option<i64>,
}

pub(super) fn mount(routes: Router<App>) -> Router<App> {
    routes
        .route("/staff/v1/reconciliation/upload", post(upload))
        .route("/staff/v1/reconciliation/{id}/breaks.csv", get(breaks))
}

async fn upload(
    State(app): State<App>,
    Extension(jobs): Extension<Arc<Work>>,
    peer: Peer,
    about: Query<About>,
    request: Request,
) -> Response {
    let begun = begin(&app, &jobs, &peer, about.0, request).await;
    call::envelope(&app, begun.map(|job| endpoint::written(&job)))
}

async fn begin(app: &App, jobs: &Work, peer: &Peer, about: About, request: Request) -> Result<JobState, Failure> {
    let (parts, body) = request.into_parts();
    of_console(&parts.headers)?;
    let member = reader(app, peer, &parts.headers, CALL).await?;
    let window = window(about.window)?;
    fits(&parts.headers)?;
    let _permit = app.staff_call_permit()?;
    let whole = tokio::time::timeout(TIME_MAX, to_bytes(body, BYTES_MAX)).await;
    let bytes = whole
        .map_err(|_| wrong(Finding::new("upload_late", "it did not come in time")))?
        .map_err(|_| too_large())?;
    // Which statement it was, for whoever has the file: its name may be somebody's.
    let which = hex::encode(Sha256::digest(&bytes));
    let lines = tokio::task::spawn_blocking(move || read(&bytes)).await;
    let lines = lines.map_err(|broken| Fault::Unknown(broken.to_string()))??;
    take(app, CALL, &member, ("upload", which)).await?;
    let reconciliations = &jobs.reconciliations;
    reconciliations.run_statement(app.ledger(), &member.name, (plain(&about.name), window), lines)
}

fn wrong(what: Finding) -> Failure {
    what.of("statement").into()
}

fn too_large() -> Failure {
    let most = BYTES_MAX >> 20;
    let text = format!("it has more than {most} MiB: split it by its time");
    wrong(Finding::new("statement_large", text).with("most", most))
}

/// The announced size, before anything is read. A body that announces none is cut where it grows too large.
fn fits(headers: &HeaderMap) -> Result<(), Failure> {
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let length = length.and_then(|length| length.parse::<usize>().ok());
    match length.is_some_and(|length| length > BYTES_MAX) {
        true => Err(too_large()),
        false => Ok(()),
    }
}

fn read(bytes: &[u8]) -> Result<Vec<StatementLine>, Failure> {
    let text = std::str::from_utf8(bytes).map_err(|_| wrong(Finding::new("not_utf8", "it is no text in UTF-8")))?;
    statement::read(text).map_err(wrong)
}

/// The name of the file as it is shown: a few plain signs.
fn plain(name: &str) -> String {
    let is_plain = |one: &char| one.is_alphanumeric() || " ._-()".contains(*one);
    name.chars().filter(is_plain).take(NAME_MAX).collect()
}

async fn breaks(
    State(app): State<App>,
    Extension(jobs): Extension<Arc<Work>>,
    peer: Peer,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    match taken(&app, &jobs, (&peer, &headers), &id).await {
        Ok(text) => {
            let kind = HeaderValue::from_static("text/csv; charset=utf-8");
            saved(([(CONTENT_TYPE, kind)], text).into_response(), "breaks.csv")
        }
        Err(failure) => call::envelope(&app, Err(failure)),
    }
}

async fn taken(app: &App, jobs: &Work, (peer, headers): (&Peer, &HeaderMap), id: &str) -> Result<String, Failure> {
    let call = ("reconciliation", "lines");
    let member = reader(app, peer, headers, call).await?;
    let id = job(id)?.to_string();
    let text = jobs.reconciliations.csv(&id)?;
    take(app, call, &member, ("breaks.csv", id)).await?;
    Ok(text)
}
