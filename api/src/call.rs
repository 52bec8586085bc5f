//! One call, from the request to the envelope.
//!
//! | step | refuses with |
//! |---|---|
//! | place: calls under way are limited | -1008 |
//! | body: size, form, fields ([`crate::wire::body`]) | -1006, -1000 without a token |
//! | clock: `ts` within a day of ours, then never looked at again | -1006 |
//! | session: the token's player | -1000 |
//! | limits: address or player, by class of call | -1005 |
//! | maintenance: the module may be closed | -1003 |
//! | views: the answer is not older than `min_position` | -1006 a position nobody was told, -1008 |
//! | handler | the rules' codes |
//!
//! Every answer has the envelope, a request reference in `x-request-id`, and one count
//! in the metrics. A fault is logged here, once, and told as -1 with nothing else.
//!
//! A player reads what the player wrote: a read that is answered from following views waits
//! for them, at most half a second. With `min_position`, the `position` of an earlier answer,
//! it waits for that and never answers older; without it, for everything recorded before the
//! call, and then answers as it can.

use crate::app::App;
use crate::error::{self, Failure};
use crate::limits::{Address, Class, Subject, address_of};
use crate::router::Spec;
use crate::session::Session;
use crate::wire::body::{BODY_BYTES_MAX, Body, read};
use crate::wire::user::Lang;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, USER_AGENT, X_CONTENT_TYPE_OPTIONS};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::ids::PlayerId;
use domain::time::{DAY_MS, Timestamp};
use ledger::Fault;
use projections::cursor::{self, Waited};
use serde::Serialize;
use serde_json::Value;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};
use tracing::Instrument;
use uuid::Uuid;

/// How long a call may take (SPEC §9: the client waits 30 s).
pub(crate) const CALL_TIME_MAX: Duration = Duration::from_secs(30);
/// How long a client may take to send its body (T-71).
pub(crate) const BODY_TIME_MAX: Duration = Duration::from_secs(10);
/// How far a client's clock may be off (PRODUCT §4).
const SKEW_MS_MAX: i64 = DAY_MS;

/// JSON text of an answer's `data`.
#[derive(Debug)]
pub struct Data(pub String);

impl Data {
    /// Writes an answer.
    pub fn of(answer: &impl Serialize) -> Data {
        Data(written(answer))
    }
}

/// What a handler gives.
pub type Answer = Result<Data, Failure>;

pub(crate) fn written(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("an answer has a JSON form")
}

/// Longest name of a browser that is looked at, in bytes. ASSUMED: real ones have a third of it.
const AGENT_BYTES_MAX: usize = 512;

/// Where a call came from, as far as it is believed.
#[derive(Clone, Debug)]
pub struct Peer {
    /// The caller's address.
    pub address: Address,
    /// What the browser calls itself; nothing for a name that no browser has.
    pub agent: String,
}

impl FromRequestParts<App> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let peer = parts
            .extensions
            .get::<SocketAddr>()
            .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), SocketAddr::ip);
        let forwarded = parts
            .headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok());
        let agent = parts.headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok());
        Ok(Peer {
            address: address_of(peer, forwarded, app.settings().trusted_proxies),
            agent: agent
                .filter(|agent| agent.len() <= AGENT_BYTES_MAX)
                .unwrap_or_default()
                .to_owned(),
        })
    }
}

/// A call without a session.
pub struct Visit<B> {
    /// The service.
    pub app: App,
    /// The moment of the call.
    pub now: Timestamp,
    /// Where it came from.
    pub peer: Peer,
    /// What was sent.
    pub body: B,
}

/// A call of a player.
pub struct Call<B> {
    /// The service.
    pub app: App,
    /// Which call.
    pub spec: &'static Spec,
    /// The session's player.
    pub player: PlayerId,
    /// The moment of the call.
    pub now: Timestamp,
    /// What was sent.
    pub body: B,
    pub(crate) written: Written,
}

/// Where the events of a call end in the player's log; 0 while it has recorded none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written(Arc<AtomicI64>);

impl Written {
    pub(crate) fn note(&self, position: Option<i64>) {
        self.0.fetch_max(position.unwrap_or(0), Ordering::Relaxed);
    }

    pub(crate) fn position(&self) -> Option<i64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|position| *position > 0)
    }
}

/// Serves a call without a session; its limit counts addresses.
pub async fn open<B, F, W>(spec: &'static Spec, app: State<App>, peer: Peer, request: Request, handler: F) -> Response
where
    B: Body,
    F: FnOnce(Visit<B>) -> W,
    W: Future<Output = Answer>,
{
    let State(app) = app;
    let work = async {
        let body: B = receive(&app, request).await?;
        let _place = app.take_place()?;
        let now = app.now();
        limit(&app, Subject::Address(peer.address), spec.class)?;
        check_maintenance(&app, spec)?;
        handler(Visit {
            app: app.clone(),
            now,
            peer,
            body,
        })
        .await
    };
    respond(&app, spec, &Written::default(), async { (Lang::En, work.await) }).await
}

/// Serves a call of a player; its limit counts the player.
pub async fn session<B, F, W>(
    spec: &'static Spec,
    app: State<App>,
    peer: Peer,
    request: Request,
    handler: F,
) -> Response
where
    B: Body,
    F: FnOnce(Call<B>) -> W,
    W: Future<Output = Answer>,
{
    let State(app) = app;
    let written = Written::default();
    let work = async {
        let received = receive(&app, request)
            .await
            .and_then(|body| Ok((body, app.take_place()?)));
        let (body, _place): (B, _) = match received {
            Ok(received) => received,
            Err(failure) => return (Lang::En, Err(failure)),
        };
        let session = match authenticate(&app, peer.address, body.token()).await {
            Ok(session) => session,
            Err(failure) => return (Lang::En, Err(failure)),
        };
        let call = Call {
            app: app.clone(),
            spec,
            player: session.player,
            now: app.now(),
            body,
            written: written.clone(),
        };
        (session.lang, admit(call, handler).await)
    };
    respond(&app, spec, &written, work).await
}

async fn admit<B, F, W>(call: Call<B>, handler: F) -> Answer
where
    B: Body,
    F: FnOnce(Call<B>) -> W,
    W: Future<Output = Answer>,
{
    limit(&call.app, Subject::Player(call.player), call.spec.class)?;
    check_maintenance(&call.app, call.spec)?;
    tracing::Span::current().record("player.id", tracing::field::display(call.player));
    wait_for_views(&call).await?;
    handler(call).await
}

/// A view that stands behind is an answer that is older, unless the caller said how old it may be.
async fn wait_for_views<B: Body>(call: &Call<B>) -> Result<(), Failure> {
    let (ledger, min_position) = (call.app.ledger(), call.body.min_position());
    if min_position.is_some_and(i64::is_negative) {
        return Err(Failure::invalid("min_position"));
    }
    let partition = i32::from(ledger.partition_of(call.player.0));
    for view in call.spec.views {
        match cursor::wait(ledger, *view, partition, min_position).await? {
            Waited::Behind if min_position.is_some() => return Err(Failure::Busy),
            Waited::NoSuchPosition => return Err(Failure::invalid("min_position")),
            Waited::Seen | Waited::Behind => {}
        }
    }
    Ok(())
}

pub(crate) async fn receive<B: Body>(app: &App, request: Request) -> Result<B, Failure> {
    let whole = axum::body::to_bytes(request.into_body(), BODY_BYTES_MAX);
    let bytes = tokio::time::timeout(BODY_TIME_MAX, whole)
        .await
        .ok()
        .and_then(Result::ok);
    let body: B = read(&bytes.ok_or_else(|| Failure::invalid("body"))?)?;
    let skew_ms = i128::from(body.ts()) - i128::from(app.now().0);
    if skew_ms.abs() > i128::from(SKEW_MS_MAX) {
        return Err(Failure::invalid("ts"));
    }
    Ok(body)
}

/// Strangers' tokens are counted by address, so that guessing costs the guesser and not the database.
pub(crate) async fn authenticate(app: &App, address: Address, token: &str) -> Result<Session, Failure> {
    let now = app.now();
    if let Some(session) = app.sessions().remembered(token, now) {
        return Ok(session);
    }
    let (subject, class) = (Subject::Address(address), Class::Stranger);
    let per_min = class.per_min(&app.config().limits);
    app.limits()
        .check(subject, class, per_min, now)
        .map_err(Failure::too_many)?;
    let found = app.sessions().find(token, now).await;
    if matches!(found, Err(Failure::Unauthenticated)) {
        app.limits()
            .count(subject, class, per_min, now)
            .map_err(Failure::too_many)?;
    }
    found
}

pub(crate) fn limit(app: &App, subject: Subject, class: Class) -> Result<(), Failure> {
    let per_min = class.per_min(&app.config().limits);
    app.limits()
        .count(subject, class, per_min, app.now())
        .map_err(Failure::too_many)
}

fn check_maintenance(app: &App, spec: &Spec) -> Result<(), Failure> {
    let closed = app
        .config()
        .product
        .maintenance
        .iter()
        .any(|module| module == spec.noun);
    // A client asks the system module what is closed, so that one always answers.
    if closed && spec.noun != "system" {
        Err(Failure::maintenance(spec.noun))
    } else {
        Ok(())
    }
}

async fn respond(
    app: &App,
    spec: &'static Spec,
    written: &Written,
    work: impl Future<Output = (Lang, Answer)>,
) -> Response {
    let started = Instant::now();
    let reference = Uuid::new_v4().simple().to_string();
    let span = tracing::info_span!("call", path = spec.path, reference, player.id = tracing::field::Empty);
    let (lang, answer) = async {
        let done = tokio::time::timeout(CALL_TIME_MAX, work).await;
        let (lang, answer) =
            done.unwrap_or_else(|_| (Lang::En, Err(Fault::Unknown("no answer within 30 s".into()).into())));
        match &answer {
            Err(Failure::Fault(fault)) => tracing::error!(%fault, reference, "the call failed"),
            Err(failure) => tracing::debug!(code = failure.code(), "the call was not done"),
            Ok(_) => {}
        }
        (lang, answer)
    }
    .instrument(span)
    .await;
    let code = answer.as_ref().map_or_else(Failure::code, |_| 0);
    app.metrics().count(spec.path, code, started.elapsed());
    app.pulse().count(spec.class, code, app.now());
    let mut response = envelope(app, lang, answer, written);
    if let Ok(value) = HeaderValue::from_str(&reference) {
        response
            .headers_mut()
            .insert(HeaderName::from_static("x-request-id"), value);
    }
    response
}

/// The data is spliced in as it is: a stored answer leaves byte for byte.
pub(crate) fn envelope(app: &App, lang: Lang, answer: Answer, written: &Written) -> Response {
    let (status, code, data) = match answer {
        Ok(Data(data)) => (StatusCode::OK, 0, data),
        Err(failure) => (failure.status(), failure.code(), failure.data()),
    };
    let message = Value::from(error::message(code, lang, &data));
    let server_ts = app.now().0;
    let position = written
        .position()
        .map_or_else(String::new, |position| format!(r#""position":{position},"#));
    let text = format!(r#"{{"error":{code},"message":{message},"data":{data},{position}"server_ts":{server_ts}}}"#);
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CACHE_CONTROL, "no-store"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (status, headers, text).into_response()
}

/// A path that is no call.
pub async fn unknown_path(State(app): State<App>) -> Response {
    (
        StatusCode::NOT_FOUND,
        envelope(&app, Lang::En, Err(Failure::invalid("path")), &Written::default()),
    )
        .into_response()
}

/// A call that was not posted.
pub async fn other_method(State(app): State<App>) -> Response {
    (
        StatusCode::METHOD_NOT_ALLOWED,
        envelope(&app, Lang::En, Err(Failure::invalid("method")), &Written::default()),
    )
        .into_response()
}
