//! `GET /staff/v1/exports/<id>/<file>`: a file of an export, streamed. The only address of the service that is not
//! posted to: a browser saves what it follows a link to. The cookie is strict, so no other site can follow it.

use super::call::{self, member_of};
use super::permissions;
use crate::app::App;
use crate::endpoint::Peer;
use crate::error::Failure;
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::refusal::Refusal;
use std::path::PathBuf;
use tower::ServiceExt;
use tower_http::services::ServeFile;

/// Adds the address.
pub fn mount(routes: Router<App>) -> Router<App> {
    routes.route("/staff/v1/exports/{id}/{file}", get(file))
}

async fn file(
    State(app): State<App>,
    peer: Peer,
    Path((id, name)): Path<(String, String)>,
    request: Request,
) -> Response {
    // The headers alone: a body may not be waited with.
    let headers = request.headers().clone();
    match found(&app, &peer, &id, &name, &headers).await {
        Ok(path) => served(path, &name, request).await,
        Err(failure) => call::envelope(&app, Err(failure)),
    }
}

async fn found(app: &App, peer: &Peer, id: &str, name: &str, headers: &HeaderMap) -> Result<PathBuf, Failure> {
    let member = member_of(app, peer, headers).await?;
    if member.roles.is_disjoint(&permissions::roles("exports", "info")) {
        return Err(Refusal::NoPermission.into());
    }
    let file = app.reading().exports.file(id, name);
    file.ok_or_else(|| Failure::invalid("id"))
}

/// The name is one of the export's own files, so it stands in a header as it is.
async fn served(path: PathBuf, name: &str, request: Request) -> Response {
    let served = ServeFile::new(path).oneshot(request).await;
    let mut response = served
        .map_or_else(|never| match never {}, |response| response.map(Body::new))
        .into_response();
    let headers = response.headers_mut();
    if let Ok(saved) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(CONTENT_DISPOSITION, saved);
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
