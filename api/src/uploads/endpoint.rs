//! `POST /upload`: takes a form with an image while the quarantine is a folder (api §8.3, T-64).
//!
//! | check | HTTP | code |
//! |---|---|---|
//! | the fields before the file are few, short and each there once | 400 | 6111 |
//! | name, content type and time are those that were signed, and the time is not over | 403 | 6111 |
//! | a form is sent [`SENT_MAX`] times at most: each picture costs its decoding | 429 | -1005 |
//! | one image of a player at a time, the next waits | | |
//! | size: counted while the bytes come, not taken from a header | 413 | 6111 |
//! | room on the disk for the bytes that have come ([`Taken`]) | 429 | -1008 |
//! | time: the whole image within [`TIME_MAX`] | 408 | 6111 |
//! | the bytes are a whole picture of a kind that is taken | 415 | 6111 |
//! | the account was not erased meanwhile | 403 | 6111 |
//! | the upload holds no other image | 409 | 6111 |
//!
//! The bytes go to the disk as they come and into the vault when they are whole, so the player learns at
//! once of a file that is no picture. Not a call: it has no session. Its answers have the envelope.

use super::room::{Full, Taken};
use crate::app::App;
use crate::call::{Written, envelope};
use crate::error::Failure;
use crate::limits::{Class, Subject};
use crate::quarantine::folder::{Folder, PATH, Stopped};
use crate::quarantine::{FILE_FIELD, Quarantine};
use crate::uploads::{BYTES_MAX, NotTakenIn, TakenIn};
use crate::wire::user::Lang;
use axum::Router;
use axum::extract::multipart::{Field, Multipart, MultipartError, MultipartRejection};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::post;
use domain::refusal::Refusal;
use ledger::Fault;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

/// How long an image may take (ASSUMED: two minutes for 8 MiB is a slow phone).
const TIME_MAX: Duration = Duration::from_secs(120);
/// How often one form is sent, with what broke off on the way (ASSUMED: a bad connection; a form ends after minutes).
const SENT_MAX: u32 = 10;
/// Fields before the file, and bytes of each.
const FIELDS_MAX: usize = 10;
const FIELD_BYTES_MAX: usize = 256;
/// What a form needs beside its file.
const FORM_BYTES_MAX: usize = 16 << 10;

/// Adds the path, if forms are sent to this service.
pub fn mount(routes: Router<App>, app: &App) -> Router<App> {
    match app.uploads().quarantine() {
        Quarantine::Folder(_) => {
            let limit = DefaultBodyLimit::max(BYTES_MAX + FORM_BYTES_MAX);
            routes.route(PATH, post(receive).layer(limit))
        }
        Quarantine::Bucket(_) => routes,
    }
}

/// Why an image was not taken, with the HTTP status for programs that look at nothing else.
struct Refused(StatusCode, Failure);

impl From<StatusCode> for Refused {
    fn from(status: StatusCode) -> Refused {
        Refused(status, Failure::refused(Refusal::UploadInvalid.code(), &Value::Null))
    }
}

impl From<MultipartError> for Refused {
    fn from(error: MultipartError) -> Refused {
        // 413 beyond the limit of the body, 400 for a form that is none.
        error.status().into()
    }
}

impl From<NotTakenIn> for Refused {
    fn from(reason: NotTakenIn) -> Refused {
        let fault = match reason {
            NotTakenIn::Fault(fault) => fault,
            NotTakenIn::Unreached(unreached) => Fault::Setting(unreached.to_string()),
        };
        Refused(StatusCode::INTERNAL_SERVER_ERROR, Failure::Fault(fault))
    }
}

async fn receive(State(app): State<App>, form: Result<Multipart, MultipartRejection>) -> Response {
    let Quarantine::Folder(folder) = app.uploads().quarantine() else {
        unreachable!("mounted for folders only");
    };
    let timed = async {
        let form = form.map_err(|_| StatusCode::BAD_REQUEST)?;
        read_form(&app, folder, form).await
    };
    let done = tokio::time::timeout(TIME_MAX, timed).await;
    let (status, answer) = match done.unwrap_or_else(|_| Err(StatusCode::REQUEST_TIMEOUT.into())) {
        Ok((object_key, bytes)) => {
            let data = json!({ "object_key": object_key, "bytes": bytes });
            (StatusCode::OK, Ok(data.to_string()))
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

/// The image's name, and how many bytes are kept of it.
async fn read_form(app: &App, folder: &Folder, mut form: Multipart) -> Result<(String, usize), Refused> {
    let mut fields = BTreeMap::new();
    while let Some(field) = form.next_field().await? {
        let name = field.name().unwrap_or_default().to_ascii_lowercase();
        if name == FILE_FIELD {
            return store_signed(app, folder, &fields, field).await;
        }
        let text = text_of(field).await?;
        if fields.len() == FIELDS_MAX || fields.insert(name, text).is_some() {
            break;
        }
    }
    Err(StatusCode::BAD_REQUEST.into())
}

/// A field that is no file.
async fn text_of(mut field: Field<'_>) -> Result<String, Refused> {
    let mut bytes = Vec::new();
    while let Some(part) = field.chunk().await? {
        bytes.extend_from_slice(&part);
        if bytes.len() > FIELD_BYTES_MAX {
            return Err(StatusCode::BAD_REQUEST.into());
        }
    }
    String::from_utf8(bytes).map_err(|_| StatusCode::BAD_REQUEST.into())
}

/// Stores the file under the name that the fields before it were signed for.
async fn store_signed(
    app: &App,
    folder: &Folder,
    fields: &BTreeMap<String, String>,
    file: Field<'_>,
) -> Result<(String, usize), Refused> {
    let object_key = folder.opened_by(fields, app.now()).ok_or(StatusCode::FORBIDDEN)?;
    let owner = app.uploads().owner(&object_key).await.map_err(NotTakenIn::from)?;
    let player = owner.ok_or(StatusCode::FORBIDDEN)?;
    let form = Subject::part(player, &object_key);
    app.limits()
        .count(form, Class::Upload, SENT_MAX, app.now())
        .map_err(|wait_ms| Refused(StatusCode::TOO_MANY_REQUESTS, Failure::too_many(wait_ms)))?;
    // A player's images come one after the other.
    let _lock = app.uploads().lock(player).await;
    let _taken = store(folder, &object_key, file).await?;
    match app.uploads().take_in(player, &object_key).await? {
        TakenIn::Kept(bytes) => Ok((object_key, bytes)),
        TakenIn::NotAnImage | TakenIn::Nothing => Err(StatusCode::UNSUPPORTED_MEDIA_TYPE.into()),
        TakenIn::Taken => Err(StatusCode::CONFLICT.into()),
        TakenIn::Closed => Err(StatusCode::FORBIDDEN.into()),
    }
}

/// Writes the bytes into the folder as they come. The room that they take until they are in the vault.
async fn store(folder: &Folder, object_key: &str, mut file: Field<'_>) -> Result<Taken<'static>, Refused> {
    let disk = |fault: io::Error| {
        let fault = Fault::Setting(format!("the quarantine took no bytes: {fault}"));
        Refused(StatusCode::INTERNAL_SERVER_ERROR, Failure::Fault(fault))
    };
    let full = |Full| Refused(StatusCode::TOO_MANY_REQUESTS, Failure::Busy);
    let mut draft = folder.draft(object_key).await.map_err(disk)?;
    let mut taken = Taken::none();
    while let Some(part) = file.chunk().await? {
        taken.grow(part.len()).map_err(full)?;
        draft.write(&part).await.map_err(|stopped| match stopped {
            Stopped::TooLarge => StatusCode::PAYLOAD_TOO_LARGE.into(),
            Stopped::Disk(fault) => disk(fault),
        })?;
    }
    draft.keep().await.map_err(disk)?;
    Ok(taken)
}
