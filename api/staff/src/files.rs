//! `GET /staff/v1/exports/<id>/<file>`: a file of an export, streamed; a browser saves what it follows a link to. The
//! cookie is strict, so no other site can follow it. Who takes a file is recorded before it is sent, whoever asked for the
//! export. Statements and breaks, which are files as well: [`statements`].

mod statements;

use super::call::{self, member_of, take};
use super::permissions;
use super::reading::Work;
use super::session::Member;
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
use domain::staff::may;
use std::path::PathBuf;
use std::sync::Arc;
use tower::ServiceExt;
use tower_http::services::ServeFile;
use uuid::Uuid;

/// Adds the address.
pub fn mount(routes: Router<App>) -> Router<App> {
    statements::mount(routes).route("/staff/v1/exports/{id}/{file}", get(file))
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
    match taken(&app, &jobs, (&peer, &headers), (&id, &name)).await {
        Ok(path) => served(path, &name, request).await,
        Err(failure) => call::envelope(&app, Err(failure)),
    }
}

async fn taken(
    app: &App,
    jobs: &Work,
    (peer, headers): (&Peer, &HeaderMap),
    (id, name): (&str, &str),
) -> Result<PathBuf, Failure> {
    let call = ("exports", "info");
    let member = reader(app, peer, headers, call).await?;
    let id = job(id)?;
    let unknown = || Failure::invalid("id");
    let kept = jobs.exports.kept(id).await.ok_or_else(unknown)?;
    // Whoever may not read a list gets no file of it from somebody who may.
    let of_list = kept.list.as_deref().and_then(|list| list.split_once('/'));
    let needed = of_list.map_or(call, |list| list);
    may(&member.roles, &permissions::roles(needed.0, needed.1))?;
    let path = jobs.exports.file(id, name).await.ok_or_else(unknown)?;
    take(app, call, &member, ("file", format!("{id} {name}"))).await?;
    Ok(path)
}

/// A job as the path names it.
fn job(id: &str) -> Result<Uuid, Failure> {
    Uuid::try_parse(id).map_err(|_| Failure::invalid("id"))
}

/// The member, who has the permission of a call.
async fn reader(app: &App, peer: &Peer, headers: &HeaderMap, (noun, verb): (&str, &str)) -> Result<Member, Failure> {
    let member = member_of(app, peer, headers).await?;
    match member.roles.is_disjoint(&permissions::roles(noun, verb)) {
        true => Err(Refusal::NoPermission.into()),
        false => Ok(member),
    }
}

/// The name is one of the export's own files, so it stands in a header as it is.
async fn served(path: PathBuf, name: &str, request: Request) -> Response {
    let served = ServeFile::new(path).oneshot(request).await;
    let response = served.map_or_else(|never| match never {}, |response| response.map(Body::new));
    saved(response.into_response(), name)
}

/// An answer that a browser saves under a name, and keeps nowhere else.
fn saved(mut response: Response, name: &str) -> Response {
    let headers = response.headers_mut();
    if let Ok(saved) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(CONTENT_DISPOSITION, saved);
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
