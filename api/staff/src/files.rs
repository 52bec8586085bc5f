//! `GET /staff/v1/exports/<id>/<file>`: a file of an export, streamed. The only address of the service that is not
//! posted to: a browser saves what it follows a link to. The cookie is strict, so no other site can follow it.

use super::call::{self, member_of};
use super::permissions;
use super::reading::Work;
use api::app::App;
use api::endpoint::Peer;
use api::error::Failure;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use domain::refusal::Refusal;
use std::path::PathBuf;
use std::sync::Arc;
use tower::ServiceExt;
use tower_http::services::ServeFile;

/// Adds the address.
pub fn mount(routes: Router<App>) -> Router<App> {
    routes.route("/staff/v1/exports/{id}/{file}", get(file))
}

async fn file(
    State(app): State<App>,
    Extension(jobs): Extension<Arc<Work>>,
    peer: Peer,
    Path((id, name)): Path<(String, String)>,
    request: Request,
) -> Response {
    // The headers alone: a body may not be waited with.
    let headers = request.headers().clone();
    match may_read(&app, &peer, &headers)
        .await
        .and_then(|()| found(&jobs, &id, &name))
    {
        Ok(path) => served(path, &name, request).await,
        Err(failure) => call::envelope(&app, Err(failure)),
    }
}

async fn may_read(app: &App, peer: &Peer, headers: &HeaderMap) -> Result<(), Failure> {
    let member = member_of(app, peer, headers).await?;
    if member.roles.is_disjoint(&permissions::roles("exports", "info")) {
        return Err(Refusal::NoPermission.into());
    }
    Ok(())
}

fn found(jobs: &Work, id: &str, name: &str) -> Result<PathBuf, Failure> {
    let file = jobs.exports.file(id, name);
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
