//! What the staff listener serves: calls, the contract, and the console's files with their policy (web §7).

use super::reading::Work;
use super::{call, files as exported, openapi, router};
use api::app::App;
use api::serve::{Bounds, serve_routes};
use api::web::{ASK_AGAIN, FOR_EVER, header, keeping};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue};
use axum::routing::{get, get_service};
use axum::{Extension, Router};
use std::path::Path;
use std::sync::Arc;
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use tower_http::services::{ServeDir, ServeFile};

/// The console's page in the folder of the web application.
const PAGE: &str = "staff.html";
/// Nobody frames the console, and no script writes markup from text.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
     font-src 'self'; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; \
     form-action 'none'; require-trusted-types-for 'script'";

/// Everything that is served.
pub fn routes(app: &App, work: Arc<Work>) -> Router {
    let jobs = Extension(work);
    let calls = exported::mount(router::routes())
        .layer(jobs)
        .route("/openapi.json", get(document));
    let routes = match app.settings().web.as_deref() {
        Some(folder) if folder.join(PAGE).is_file() => calls.merge(files(folder)),
        _ => calls,
    };
    routes
        .fallback(call::unknown_path)
        .method_not_allowed_fallback(call::other_method)
        .with_state(app.clone())
}

/// Serves staff until `shutdown` is done, then lets running calls answer.
///
/// # Errors
/// When the listener breaks for good.
pub async fn serve(app: &App, listener: TcpListener, shutdown: impl Future<Output = ()>) -> std::io::Result<()> {
    let work = Arc::new(work(app));
    let sweep = tokio::spawn(super::proposals::sweep(app.clone()));
    let exports = tokio::spawn(super::exports::schedules::run(app.clone(), work.clone()));
    let served = serve_routes(routes(app, work), Bounds::of(app.settings()), listener, shutdown).await;
    sweep.abort();
    exports.abort();
    served
}

/// Jobs of staff, whose files go where the settings say.
pub fn work(app: &App) -> Work {
    let folder = app.settings().exports.clone();
    Work::new(folder.unwrap_or_else(|| std::env::temp_dir().join("ledger-exports")))
}

async fn document() -> ([(HeaderName, &'static str); 1], String) {
    ([(CONTENT_TYPE, "application/json")], openapi::document())
}

fn files(folder: &Path) -> Router<App> {
    let page = ServeFile::new(folder.join(PAGE))
        .precompressed_br()
        .precompressed_gzip();
    let assets = ServeDir::new(folder.join("assets"))
        .precompressed_br()
        .precompressed_gzip()
        .append_index_html_on_directories(false);
    let opener = HeaderName::from_static("cross-origin-opener-policy");
    Router::new()
        .route_service("/", get_service(page).layer(keeping(ASK_AGAIN)))
        .nest_service("/assets", get_service(assets).layer(keeping(FOR_EVER)))
        .layer(CompressionLayer::new())
        .layer(header(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)))
        .layer(header(REFERRER_POLICY, HeaderValue::from_static("no-referrer")))
        .layer(header(opener, HeaderValue::from_static("same-origin")))
        .layer(header(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")))
}
