//! The witness over HTTP: `POST /add-checkpoint`, and `GET /` for whoever wants to know who this is.

use crate::{NotCosigned, Witness};
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use proofs::witness::{AddCheckpoint, Refused};

/// Largest request: a proof of 63 hashes and a note with many signatures take a tenth.
const BODY_BYTES_MAX: usize = 64 * 1024;
/// The type of an answer that is the size of a tree (C2SP).
const SIZE_TYPE: &str = "text/x.tlog.size";
const TEXT_TYPE: &str = "text/plain; charset=utf-8";

/// The paths of a witness.
pub fn routes(witness: Witness) -> Router {
    Router::new()
        .route("/", get(about))
        .route("/add-checkpoint", post(add_checkpoint))
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .with_state(witness)
}

async fn about(State(witness): State<Witness>) -> Response {
    answer(StatusCode::OK, TEXT_TYPE, format!("{}\n", witness.key()))
}

async fn add_checkpoint(State(witness): State<Witness>, body: String) -> Response {
    let added = tokio::task::spawn_blocking(move || {
        let request = AddCheckpoint::parse(&body)?;
        witness.add(&request)
    });
    match added.await {
        Ok(Ok(line)) => answer(StatusCode::OK, TEXT_TYPE, line),
        Ok(Err(NotCosigned::Refused(refused))) => refusal(&refused),
        Ok(Err(NotCosigned::Folder(fault))) => broken(&fault),
        Err(interrupted) => broken(&interrupted),
    }
}

fn refusal(refused: &Refused) -> Response {
    let (status, size) = match refused {
        Refused::Malformed(_) => (StatusCode::BAD_REQUEST, None),
        Refused::UnknownLog(_) => (StatusCode::NOT_FOUND, None),
        Refused::NotSigned => (StatusCode::FORBIDDEN, None),
        Refused::OldSize(size) | Refused::OtherRoot(size) => (StatusCode::CONFLICT, Some(*size)),
        Refused::NotConsistent(_) => (StatusCode::UNPROCESSABLE_ENTITY, None),
    };
    match refused {
        Refused::OtherRoot(_) => tracing::error!(%refused, "a log's key signed two histories"),
        Refused::NotConsistent(_) => tracing::warn!(%refused, "a tree does not continue what was cosigned"),
        _ => {}
    }
    match size {
        Some(size) => answer(status, SIZE_TYPE, format!("{size}\n")),
        None => answer(status, TEXT_TYPE, format!("{refused}\n")),
    }
}

/// The reason is for the log of the witness: who asks can do nothing about it.
fn broken(fault: &dyn std::fmt::Display) -> Response {
    tracing::error!(%fault, "the witness cannot answer");
    answer(
        StatusCode::INTERNAL_SERVER_ERROR,
        TEXT_TYPE,
        "the witness cannot answer\n".to_owned(),
    )
}

fn answer(status: StatusCode, kind: &'static str, text: String) -> Response {
    (status, [(CONTENT_TYPE, kind)], text).into_response()
}
