//! `PUT /upload/<object_key>`: where the bytes of an image go (PRODUCT §3.11, T-64).
//!
//! | check | HTTP | code |
//! |---|---|---|
//! | the address is signed and its time is not over | 403 | 6111 |
//! | the player's own turn: one image at a time, the next waits up to [`TIME_MAX`] | 429 | -1008 |
//! | a place among the uploads under way | 429 | -1008 |
//! | content type: JPEG, PNG or WebP | 415 | 6111 |
//! | size: counted while the bytes come, not believed | 413 | 6111 |
//! | time: the whole image within [`TIME_MAX`] | 408 | 6111 |
//! | the bytes are a picture of that type | 415 | 6111 |
//! | the account was not erased meanwhile | 403 | 6111 |
//! | the place holds no other image | 409 | 6111 |
//!
//! Not a call: it has no session and no JSON body. Its answers have the envelope.

use crate::app::App;
use crate::call::{Data, Written, envelope};
use crate::error::Failure;
use crate::image::{self, Format};
use crate::uploads::{BYTES_MAX, Kept};
use crate::wire::user::Lang;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::put;
use domain::refusal::Refusal;
use http_body_util::{BodyExt, Limited};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::sync::Semaphore;

/// How long an image may take (ASSUMED: two minutes for 8 MiB is a slow phone).
const TIME_MAX: Duration = Duration::from_secs(120);
/// Images on their way at once; each one is in memory while it comes.
const AT_ONCE_MAX: usize = 16;

static PLACES: Semaphore = Semaphore::const_new(AT_ONCE_MAX);

/// What the address carries beside the name.
#[derive(Deserialize)]
struct Signed {
    expires: i64,
    signature: String,
}

/// The address of a place, as [`receive`] reads it.
pub fn path(object_key: &str, expires_at_ms: i64, signature: &str) -> String {
    format!("/upload/{object_key}?expires={expires_at_ms}&signature={signature}")
}

/// Adds the place where images go.
pub fn mount(routes: Router<App>) -> Router<App> {
    routes.route("/upload/{object_key}", put(receive))
}

/// Why an image was not taken, with the HTTP status for programs that look at nothing else.
struct Refused(StatusCode, Failure);

impl From<StatusCode> for Refused {
    fn from(status: StatusCode) -> Refused {
        Refused(status, Failure::refused(Refusal::UploadInvalid.code(), &Value::Null))
    }
}

async fn receive(
    State(app): State<App>,
    Path(object_key): Path<String>,
    signed: Result<Query<Signed>, QueryRejection>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let done = take(&app, &object_key, signed.ok(), &headers, body).await;
    let (status, answer) = match done {
        Ok(bytes) => {
            let data = json!({ "object_key": object_key, "bytes": bytes });
            (StatusCode::OK, Ok(Data(data.to_string())))
        }
        Err(Refused(status, failure)) => {
            if let Failure::Fault(fault) = &failure {
                tracing::error!(%fault, "an image was not kept");
            }
            (status, Err(failure))
        }
    };
    let mut response = envelope(&app, Lang::En, answer, &Written::default());
    *response.status_mut() = status;
    response
}

/// How many bytes are kept of the image.
async fn take(
    app: &App,
    object_key: &str,
    signed: Option<Query<Signed>>,
    headers: &HeaderMap,
    body: Body,
) -> Result<usize, Refused> {
    let Query(Signed { expires, signature }) = signed.ok_or(StatusCode::FORBIDDEN)?;
    if !app.uploads().is_open(object_key, expires, &signature, app.now()) {
        return Err(StatusCode::FORBIDDEN.into());
    }
    let fault = |fault| Refused(StatusCode::INTERNAL_SERVER_ERROR, Failure::Fault(fault));
    let busy = || Refused(StatusCode::TOO_MANY_REQUESTS, Failure::Busy);
    let owner = app.uploads().owner(object_key).await.map_err(fault)?;
    let player = owner.ok_or(StatusCode::FORBIDDEN)?;
    // A player's images come one after the other, and whoever waits for the own turn takes nobody's place.
    let turn = tokio::time::timeout(TIME_MAX, app.uploads().turn(player)).await;
    let _turn = turn.map_err(|_| busy())?;
    let _place = PLACES.try_acquire().map_err(|_| busy())?;
    let format = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(Format::of)
        .ok_or(StatusCode::UNSUPPORTED_MEDIA_TYPE)?;
    let bytes = collect(body).await?;
    let picture = image::clean(format, &bytes).ok_or(StatusCode::UNSUPPORTED_MEDIA_TYPE)?;
    match app.uploads().keep(player, object_key, &picture).await.map_err(fault)? {
        Kept::Kept => Ok(picture.len()),
        Kept::Taken => Err(StatusCode::CONFLICT.into()),
        Kept::Closed => Err(StatusCode::FORBIDDEN.into()),
    }
}

async fn collect(body: Body) -> Result<Bytes, Refused> {
    let whole = tokio::time::timeout(TIME_MAX, Limited::new(body, BYTES_MAX).collect()).await;
    let collected = whole.map_err(|_| StatusCode::REQUEST_TIMEOUT)?;
    Ok(collected.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?.to_bytes())
}
