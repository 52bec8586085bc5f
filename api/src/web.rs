//! The web application's files, and `GET /dev`, which opens the application in development.
//!
//! Routes of the app are hash routes, so the only page is `/`. Files under
//! `assets/` carry their hash in their name and never change; everything else is
//! asked for again. Compressed files beside them (`.br`, `.gz`) are preferred.

use crate::app::{App, Settings};
use crate::auth::launch_data::{LaunchUser, sign};
use crate::call::{other_method, unknown_path};
use crate::quarantine::Storage;
use crate::tonconnect;
use axum::Router;
use axum::extract::{Query, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_SECURITY_POLICY, LOCATION, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, get_service};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use std::path::Path;
use tower_http::compression::CompressionLayer;
use tower_http::services::{ServeDir, ServeFile};
use tower_http::set_header::SetResponseHeaderLayer;

/// web §7, up to where the app may send to. The messenger's web client frames the app, so there is no
/// `X-Frame-Options` (T-76). Pictures of players are the messenger's.
const PLAYER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: blob: https://t.me; font-src 'self'; worker-src 'self' blob:; \
     frame-ancestors 'self' https://web.telegram.org; base-uri 'none'; form-action 'none'; connect-src 'self'";
/// Files whose name carries their hash.
pub const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Files that may change under their name.
pub const ASK_AGAIN: &str = "no-cache";

/// The demo player of development.
pub const DEMO_TG_ID: i64 = 1_000_001;

/// Adds the web application, if there is one, and the paths of development, if this is development.
pub fn mount(routes: Router<App>, settings: &Settings) -> Router<App> {
    let routes = match &settings.web {
        Some(folder) => routes.merge(files(folder, settings)),
        None => routes,
    };
    let routes = match &settings.dev_bot_token {
        Some(_) => routes.route("/dev", get(dev)),
        None => routes,
    };
    let routes = match &settings.development {
        Some(further) => further.0(routes),
        None => routes,
    };
    routes.fallback(unknown_path).method_not_allowed_fallback(other_method)
}

/// The policy of the page; images go to their bucket from the page itself, and where top-ups are paid on a chain
/// wallets are reached over their relays.
fn policy(settings: &Settings) -> HeaderValue {
    let mut text = PLAYER_POLICY.to_owned();
    if let Storage::Bucket(access) = &settings.storage {
        text.extend([" ", &access.endpoint]);
    }
    if settings.deposit.is_some() {
        text.extend(tonconnect::BRIDGES.iter().flat_map(|bridge| [" ", bridge]));
    }
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(PLAYER_POLICY))
}

fn files(folder: &Path, settings: &Settings) -> Router<App> {
    let page = ServeFile::new(folder.join("index.html"))
        .precompressed_br()
        .precompressed_gzip();
    let assets = ServeDir::new(folder.join("assets"))
        .precompressed_br()
        .precompressed_gzip()
        .append_index_html_on_directories(false);
    // Wallets of the browser show the picture on pages of their own.
    let icon: MethodRouter = get_service(ServeFile::new(folder.join("icon.png")))
        .layer(header(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")));
    Router::new()
        .route_service("/", get_service(page).layer(keeping(ASK_AGAIN)))
        .route_service("/icon.png", icon.layer(keeping(ASK_AGAIN)))
        .route("/tonconnect-manifest.json", get(tonconnect::manifest))
        .nest_service("/assets", get_service(assets).layer(keeping(FOR_EVER)))
        .layer(CompressionLayer::new())
        .layer(header(CONTENT_SECURITY_POLICY, policy(settings)))
        .layer(header(REFERRER_POLICY, HeaderValue::from_static("no-referrer")))
        .layer(header(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")))
}

/// Says how long a file may be kept; an absent one must not be remembered as absent.
pub fn keeping(value: &'static str) -> SetResponseHeaderLayer<impl Fn(&Response) -> Option<HeaderValue> + Clone> {
    let absent = |response: &Response| response.status().is_client_error();
    let value = move |response: &Response| {
        Some(HeaderValue::from_static(if absent(response) {
            ASK_AGAIN
        } else {
            value
        }))
    };
    SetResponseHeaderLayer::overriding(CACHE_CONTROL, value)
}

pub fn header(name: HeaderName, value: HeaderValue) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, value)
}

/// Who opens the app in development.
#[derive(Deserialize)]
struct Who {
    tg_id: Option<i64>,
    inviter: Option<String>,
    /// The link's parameter as it is, for example `p_` and the code of a packet.
    start: Option<String>,
    /// The same in a friend's invite link: whoever opens that is new, unless an id is named.
    startapp: Option<String>,
}

/// Opens the app as the messenger would, with launch data signed under the throw-away token.
async fn dev(State(app): State<App>, Query(who): Query<Who>) -> Response {
    let Some(token) = &app.settings().dev_bot_token else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let newcomer = who.startapp.as_ref().map(|_| app.now().0);
    let tg_id = who.tg_id.or(newcomer).unwrap_or(DEMO_TG_ID);
    let first_name = if tg_id == DEMO_TG_ID {
        "Demo".to_owned()
    } else {
        format!("Player {tg_id}")
    };
    let user = LaunchUser {
        tg_id,
        first_name,
        language_code: Some("en".to_owned()),
        ..LaunchUser::default()
    };
    let start_param = who
        .start
        .or(who.startapp)
        .or_else(|| who.inviter.map(|code| format!("r_{code}")));
    let data = sign(token, &user, start_param.as_deref(), app.now().0.div_euclid(1_000));
    (
        StatusCode::FOUND,
        [(LOCATION, opened_with(&data)), (CACHE_CONTROL, "no-store".to_owned())],
    )
        .into_response()
}

/// Path and fragment under which the messenger opens the app with this launch data.
pub fn opened_with(launch_data: &str) -> String {
    let data = utf8_percent_encode(launch_data, NON_ALPHANUMERIC);
    format!("/#tgWebAppData={data}&tgWebAppVersion=9.1&tgWebAppPlatform=tdesktop&tgWebAppThemeParams=%7B%7D")
}
