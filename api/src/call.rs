//! One call, from the request to the envelope.
//!
//! | step | refuses with |
//! |---|---|
//! | body: size, form, fields ([`crate::wire::body`]) | -1006, -1000 without a token |
//! | clock: `ts` within a day of ours, then never looked at again | -1006 |
//! | permit: calls under way are limited | -1008 |
//! | session: the token's player | -1000 |
//! | limits: address or player, by class of call | -1005 |
//! | maintenance: the module may be closed | -1003 |
//! | views: the answer is not older than `min_position` | -1006 a position that does not exist, -1008 |
//! | handler | the rules' codes |
//!
//! Every answer has the envelope, a request reference in `x-request-id`, and one count
//! in the metrics. A fault is logged here, once, and answered with -1 and nothing else.
//!
//! A player reads what the player wrote: a read that is answered from following views waits
//! for them, at most half a second. With `min_position`, the `position` of an earlier answer,
//! it waits for that and never answers older; without it, for everything recorded before the
//! call, and then answers as it can.

use crate::app::App;
use crate::auth::session::Session;
use crate::endpoint::{
    self, Access, Answer, BODY_TIME_MAX, CALL_TIME_MAX, Data, Endpoint, ErasedAnswer, Handler, Parsed, Peer, Scope,
};
use crate::error::{self, Failure};
use crate::limits::{Address, Class, Subject};
use crate::traces;
use crate::wire::body::{BODY_BYTES_MAX, Body, Malformed, read};
use crate::wire::user::Lang;
use axum::extract::{Request, State};
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::ids::PlayerId;
use domain::time::{DAY_MS, Timestamp};
use ledger::Fault;
use projections::cursor::{self, Waited};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;
use tracing::Instrument;
use uuid::Uuid;

/// How far a client's clock may be off (api §4).
const SKEW_MS_MAX: i64 = DAY_MS;

crate::call! {
    /// A call without a session.
    PublicCall, PublicScope
}

/// What the checks of a call without a session find out.
pub struct PublicScope {
    pub app: App,
    /// The moment of the call.
    pub now: Timestamp,
    /// Where it came from.
    pub peer: Peer,
}

crate::call! {
    /// A call of a player.
    Call, CallScope
}

/// What the checks of a player's call find out.
pub struct CallScope {
    pub app: App,
    pub endpoint: &'static Endpoint,
    pub player: PlayerId,
    /// The moment of the call.
    pub now: Timestamp,
    /// The language of the answer.
    pub lang: Lang,
    pub written: Written,
}

/// The position of a call's last event in the player's log; 0 while it has recorded none.
#[derive(Clone, Debug, Default)]
pub struct Written(Arc<AtomicI64>);

impl Written {
    pub fn note(&self, position: Option<i64>) {
        self.0.fetch_max(position.unwrap_or(0), Ordering::Relaxed);
    }

    pub fn position(&self) -> Option<i64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|position| *position > 0)
    }
}

impl Scope for PublicScope {
    const ACCESS: Access = Access::Open;

    /// The limit counts addresses.
    async fn serve(
        endpoint: &'static Endpoint,
        app: App,
        peer: Peer,
        request: Request,
        handler: Arc<dyn Handler<PublicScope>>,
    ) -> Response {
        let asked = language_asked(request.headers()).unwrap_or_default();
        let work = async {
            let parsed = parse(&app, request, |bytes| handler.read(bytes)).await?;
            let _permit = app.call_permit()?;
            limit(&app, Subject::Address(peer.address), endpoint.class)?;
            check_maintenance(&app, endpoint)?;
            let (app, now) = (app.clone(), app.now());
            let peer = peer.clone();
            (parsed.handle)(PublicScope { app, now, peer }).await
        };
        let work = async { (asked, work.await) };
        respond(&app, (endpoint, &peer), &Written::default(), work).await
    }
}

impl Scope for CallScope {
    const ACCESS: Access = Access::Session;

    /// The limit counts the player.
    async fn serve(
        endpoint: &'static Endpoint,
        app: App,
        peer: Peer,
        request: Request,
        handler: Arc<dyn Handler<CallScope>>,
    ) -> Response {
        let written = Written::default();
        let asked = language_asked(request.headers());
        let work = async {
            let unknown = asked.unwrap_or_default();
            let received = parse(&app, request, |bytes| handler.read(bytes))
                .await
                .and_then(|parsed| Ok((parsed, app.call_permit()?)));
            let (parsed, _permit) = match received {
                Ok(received) => received,
                Err(failure) => return (unknown, Err(failure)),
            };
            let session = match authenticate(&app, peer.address, &parsed.token).await {
                Ok(session) => session,
                Err(failure) => return (unknown, Err(failure)),
            };
            let lang = asked.unwrap_or(session.lang);
            let scope = CallScope {
                app: app.clone(),
                endpoint,
                player: session.player,
                now: app.now(),
                lang,
                written: written.clone(),
            };
            (lang, admit(scope, parsed).await)
        };
        respond(&app, (endpoint, &peer), &written, work).await
    }
}

/// The language that a call asks for: the first of its list that has texts. What a client chose in the product comes
/// before what its messenger said at login.
fn language_asked(headers: &HeaderMap) -> Option<Lang> {
    let list = headers.get(ACCEPT_LANGUAGE)?.to_str().ok()?;
    list.split(',').find_map(|range| Lang::asked(range.trim_start()))
}

async fn admit(scope: CallScope, parsed: Parsed<CallScope>) -> ErasedAnswer {
    limit(&scope.app, Subject::Player(scope.player), scope.endpoint.class)?;
    check_maintenance(&scope.app, scope.endpoint)?;
    tracing::Span::current().record("player.id", tracing::field::display(scope.player));
    wait_for_views(&scope, parsed.min_position).await?;
    (parsed.handle)(scope).await
}

/// A view that lags gives an older answer, unless the caller said how old it may be.
async fn wait_for_views(scope: &CallScope, min_position: Option<i64>) -> Result<(), Failure> {
    let ledger = scope.app.ledger();
    if min_position.is_some_and(i64::is_negative) {
        return Err(Failure::invalid("min_position"));
    }
    let partition = i32::from(ledger.partition_of(scope.player.0));
    for view in scope.endpoint.views {
        match cursor::wait(ledger, *view, partition, min_position).await? {
            Waited::Behind if min_position.is_some() => return Err(Failure::Busy),
            Waited::NoSuchPosition => return Err(Failure::invalid("min_position")),
            Waited::Seen | Waited::Behind => {}
        }
    }
    Ok(())
}

async fn parse<S>(
    app: &App,
    request: Request,
    read: impl FnOnce(&[u8]) -> Result<Parsed<S>, Malformed>,
) -> Result<Parsed<S>, Failure> {
    let parsed = read(&bytes_of(request).await?)?;
    check_skew(app, parsed.ts)?;
    Ok(parsed)
}

async fn bytes_of(request: Request) -> Result<axum::body::Bytes, Failure> {
    let whole = axum::body::to_bytes(request.into_body(), BODY_BYTES_MAX);
    let bytes = tokio::time::timeout(BODY_TIME_MAX, whole).await;
    bytes.ok().and_then(Result::ok).ok_or_else(|| Failure::invalid("body"))
}

fn check_skew(app: &App, ts: i64) -> Result<(), Failure> {
    let skew_ms = i128::from(ts) - i128::from(app.now().0);
    if skew_ms.abs() > i128::from(SKEW_MS_MAX) {
        return Err(Failure::invalid("ts"));
    }
    Ok(())
}

/// Reads a body outside the list of endpoints.
///
/// # Errors
/// What is wrong with it.
pub async fn receive<B: Body>(app: &App, request: Request) -> Result<B, Failure> {
    let body: B = read(&bytes_of(request).await?)?;
    check_skew(app, body.ts())?;
    Ok(body)
}

/// Unknown tokens are counted by address; a right one is never refused for what others behind its address tried. Guessing
/// is hopeless however often it is tried (256 bits), and costs the database a look at one key: beyond the limit an address
/// looks in turn, so that its tries do not take the connections of the others.
///
/// # Errors
/// No session has this token, or too many such tries; Busy when too many look in turn.
pub async fn authenticate(app: &App, address: Address, token: &str) -> Result<Session, Failure> {
    let now = app.now();
    if let Some(session) = app.sessions().remembered(token, now) {
        return Ok(session);
    }
    let (subject, class) = (Subject::Address(address), Class::UnknownToken);
    let most = class.per_min(&app.config().limits);
    let _turn = match app.limits().check(subject, class, most, now) {
        Ok(()) => None,
        Err(_) => Some(app.sessions().turn().await?),
    };
    let found = app.sessions().find(token, now).await;
    if matches!(found, Err(Failure::Unauthenticated)) {
        limit(app, subject, class)?;
    }
    found
}

pub fn limit(app: &App, subject: Subject, class: Class) -> Result<(), Failure> {
    let per_min = class.per_min(&app.config().limits);
    app.limits()
        .count(subject, class, per_min, app.now())
        .map_err(Failure::too_many)
}

/// Takes back a call that [`limit`] counted: it was a right one.
pub fn give_back(app: &App, subject: Subject, class: Class) {
    app.limits()
        .give_back(subject, class, class.per_min(&app.config().limits));
}

fn check_maintenance(app: &App, endpoint: &Endpoint) -> Result<(), Failure> {
    let product = &app.config().product;
    let closed = product.maintenance.iter().any(|module| module == endpoint.noun);
    // A client asks the system module what is closed, so that one always answers.
    if closed && endpoint.noun != "system" {
        Err(Failure::maintenance(endpoint.noun, &product.maintenance_text))
    } else {
        Ok(())
    }
}

async fn respond(
    app: &App,
    (endpoint, peer): (&'static Endpoint, &Peer),
    written: &Written,
    work: impl Future<Output = (Lang, ErasedAnswer)>,
) -> Response {
    let started = Instant::now();
    let reference = Uuid::new_v4().simple().to_string();
    let traced = traces::call(endpoint.path, &reference, peer);
    let span = tracing::info_span!(
        "call",
        path = endpoint.path,
        reference,
        player.id = tracing::field::Empty
    );
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
    .instrument(traced.clone())
    .await;
    let code = answer.as_ref().map_or_else(Failure::code, |_| 0);
    traced.record("code", code);
    app.metrics().count(endpoint.path, code, started.elapsed());
    app.call_counts().count(endpoint.class, code, app.now());
    let mut response = envelope(app, lang, answer, written);
    endpoint::refer(&mut response, &reference);
    response
}

pub fn envelope(app: &App, lang: Lang, answer: ErasedAnswer, written: &Written) -> Response {
    let message = |code, data: &str| error::message(code, lang, data);
    endpoint::envelope(answer, message, written.position(), app.now().0)
}

/// An answer outside the list of endpoints.
pub fn answer<D>(app: &App, answer: Answer<D>) -> Response {
    envelope(app, Lang::En, answer.map(Data::into_text), &Written::default())
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
