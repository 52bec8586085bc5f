//! What anybody may read of the log (ledger §4.5): the newest checkpoint that enough witnesses cosigned, and the hashes
//! of its trees, from which everybody makes proofs of consistency.
//!
//! | path | is |
//! |---|---|
//! | `/checkpoint` | the signed note over all logs, then the note of each log with its cosignatures |
//! | `/log/<partition>/checkpoint` | the note of one log (C2SP tlog-checkpoint) |
//! | `/log/<partition>/tile/<level>/<number>` | hashes of its tree (C2SP tlog-tiles); no events |
//!
//! Hashes say nothing of what an event holds. How many events there are is public with them.

use crate::app::App;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use ledger::Fault;
use ledger::notary::cosigned;
use ledger::notary::witnessed::Witnessed;

/// A checkpoint may be a second old for whoever asks again.
const A_SECOND: &str = "public, max-age=1";
/// Full tiles never change, and the hashes that an unfinished one has do not either.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";

/// Adds the paths.
pub fn mount(routes: Router<App>) -> Router<App> {
    routes
        .route("/checkpoint", get(checkpoint))
        .route("/log/{partition}/checkpoint", get(log_checkpoint))
        .route("/log/{partition}/tile/{*tile}", get(tile))
}

async fn checkpoint(State(app): State<App>) -> Response {
    match published(&app).await {
        Ok(Some(published)) => found(TEXT, A_SECOND, published.text()),
        Ok(None) => missing(),
        Err(fault) => broken(&fault),
    }
}

async fn log_checkpoint(State(app): State<App>, Path(partition): Path<u16>) -> Response {
    match published(&app).await {
        Ok(Some(mut published)) if usize::from(partition) < published.logs.len() => {
            found(TEXT, A_SECOND, published.logs.swap_remove(partition.into()))
        }
        Ok(_) => missing(),
        Err(fault) => broken(&fault),
    }
}

async fn tile(State(app): State<App>, Path((partition, tile)): Path<(u16, String)>) -> Response {
    let read = cosigned::tile(app.ledger().pool(), partition.into(), &format!("tile/{tile}")).await;
    match read {
        Ok(Some(hashes)) => found("application/octet-stream", FOR_EVER, hashes),
        Ok(None) => missing(),
        Err(fault) => broken(&fault),
    }
}

/// What is published now.
pub(crate) async fn published(app: &App) -> Result<Option<Witnessed>, Fault> {
    cosigned::published(app.ledger().pool(), &app.settings().witnesses).await
}

pub(crate) fn found(kind: &'static str, keep: &'static str, body: impl IntoResponse) -> Response {
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, axum::http::HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, axum::http::HeaderValue::from_static(keep));
    response
}

pub(crate) fn missing() -> Response {
    (
        StatusCode::NOT_FOUND,
        [(CONTENT_TYPE, TEXT)],
        "nothing is published here\n",
    )
        .into_response()
}

pub(crate) fn broken(fault: &Fault) -> Response {
    tracing::error!(%fault, "what is published cannot be read");
    (
        StatusCode::SERVICE_UNAVAILABLE,
        [(CONTENT_TYPE, TEXT)],
        "not available now\n",
    )
        .into_response()
}
