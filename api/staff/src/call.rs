//! One staff call, from the request to the envelope.
//!
//! | step | refuses with |
//! |---|---|
//! | header `x-staff`: no other site can send it | -1006 `x-staff` |
//! | body: size, form, fields | -1006 |
//! | permit: calls under way are limited | -1008 |
//! | session: the cookie's member, from the member's stream | -1000 |
//! | permission: a role that may ([`super::permissions`]) | 9001 |
//! | reason, where the call asks for one | 9004 |
//! | recorded reads: an event of the member, once for each session and what is looked at | |
//! | views: the answer knows everything recorded before, if they come within half a second | |
//! | handler: [`StaffCall::begin`] records the act, [`StaffCall::reads`] the look; then the rules | their codes |
//!
//! Calls without a session have permits of their own, so that logins do not block members.
//!
//! The act is decided by the member's own stream, which asks for session and role again: who lost them a moment
//! ago changes nothing. Every answer is the envelope of the players' API.

mod act;

pub use act::Terms;
pub(crate) use act::take;

use super::reading::Work;
use super::session::{self, Member};
use super::{known, permissions};
use api::app::App;
use api::endpoint::{self, Access, BODY_TIME_MAX, CALL_TIME_MAX, Endpoint, ErasedAnswer, Handler, Peer, Scope};
use api::error::Failure;
use api::limits::{Address, Class, Subject};
use api::traces;
use api::wire::body::{BODY_BYTES_MAX, Malformed};
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::refusal::Refusal;
use domain::staff::may;
use domain::time::Timestamp;
use ledger::{CommandError, Fault, Reply};
use projections::cursor;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use tracing::Instrument;
use uuid::Uuid;

/// The header that only our own console sends (T-62: another site cannot add it without asking first).
const HEADER: &str = "x-staff";

/// Cookies that the answer sets: of the session, and of a browser that is known from here on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cookies(Arc<[OnceLock<String>; 2]>);

api::call! {
    /// A call without a session.
    StaffVisit, StaffVisitScope
}

/// What the checks of a call without a session find out.
pub struct StaffVisitScope {
    /// The service.
    pub app: App,
    /// The moment of the call.
    pub now: Timestamp,
    /// Where it came from.
    pub from: Address,
    /// What a browser shows that a member signed in with before.
    pub known: Option<String>,
    cookies: Cookies,
}

api::call! {
    /// A call of a member.
    StaffCall, StaffScope
}

/// What the checks of a member's call find out.
#[derive(Clone)]
pub struct StaffScope {
    /// The service.
    pub app: App,
    /// Which call.
    pub endpoint: &'static Endpoint,
    /// Who.
    pub member: Member,
    /// The moment of the call.
    pub now: Timestamp,
    /// Where the call came from.
    pub from: Address,
    /// Jobs that staff asked for.
    pub jobs: Arc<Work>,
    cookies: Cookies,
}

impl StaffScope {
    /// What a member set up goes on by itself: nobody called.
    pub(crate) fn by_itself(app: &App, jobs: Arc<Work>, endpoint: &'static Endpoint, member: Member) -> StaffScope {
        StaffScope {
            app: app.clone(),
            endpoint,
            member,
            now: app.now(),
            from: Address::from(IpAddr::V4(Ipv4Addr::UNSPECIFIED)),
            jobs,
            cookies: Cookies::default(),
        }
    }

    /// The answer of another reading call of the same member, asked in process with the roles that permit it: `data` as
    /// JSON.
    ///
    /// # Errors
    /// As the call itself.
    pub(crate) async fn asks(&self, asked: &Asked, body: &[u8]) -> Result<String, Failure> {
        let (endpoint, handler) = asked;
        may(&self.member.roles, &permissions::roles(endpoint.noun, endpoint.verb))?;
        let parsed = handler.read(body).map_err(malformed)?;
        catch_up(&self.app, endpoint).await?;
        let scope = StaffScope {
            endpoint,
            ..self.clone()
        };
        let answered = tokio::time::timeout(CALL_TIME_MAX, (parsed.handle)(scope)).await;
        answered.unwrap_or(Err(Failure::Busy))
    }

    /// Records that the member looks at what another reading call shows.
    ///
    /// # Errors
    /// 9001 when session or role have ended.
    pub(crate) async fn looks(&self, (endpoint, _): &Asked, body: &[u8]) -> Result<(), Failure> {
        act::look(&self.app, endpoint, &self.member, body).await
    }
}

/// A call that can be asked in process.
pub(crate) type Asked = (&'static Endpoint, Arc<dyn Handler<StaffScope>>);

impl<B> StaffVisit<B> {
    /// Keeps a session's token with the caller, or lets the caller forget it.
    pub fn keep(&self, token: Option<&str>) {
        keep(&self.app, &self.cookies, token);
    }

    /// The browser is known from here on.
    pub fn knows(&self, browser: &str) {
        self.cookies.0[1]
            .set(known::cookie(browser, !is_development(&self.app)))
            .ok();
    }

    /// What nobody guesses, a code of activation or the signature of a key, is looked at however often somebody called;
    /// what was wrong counts for its address.
    ///
    /// # Errors
    /// What was wrong, or -1005 once it was too often.
    pub fn counts_wrong<T>(&self, done: Result<T, Failure>) -> Result<T, Failure> {
        if let Err(Failure::Refused { .. } | Failure::Invalid(_) | Failure::Broken(_)) = &done {
            api::call::limit(&self.app, Subject::Address(self.from), Class::StaffLogin)?;
        }
        done
    }
}

fn keep(app: &App, cookies: &Cookies, token: Option<&str>) {
    // Set once: a call opens one session or ends one.
    cookies.0[0].set(session::cookie(token, !is_development(app))).ok();
}

/// True in a house where nobody's money is at stake.
pub fn is_development(app: &App) -> bool {
    app.settings().is_development
}

/// The reply of a command that was accepted.
///
/// # Errors
/// The refusal with its code, or a command handler that is busy.
pub fn accepted(reply: Result<Reply, CommandError>) -> Result<Reply, Failure> {
    let reply = reply?;
    match reply.code {
        0 => Ok(reply),
        code => Err(Failure::Refused {
            code,
            data: field_of(&reply),
        }),
    }
}

/// What a refusal carries beside its code: what is stored, as of a rule that was broken; for a field that is wrong its
/// name, which the stored text names in brackets.
fn field_of(reply: &Reply) -> String {
    let named = reply.message.strip_prefix("Invalid request (");
    match named.and_then(|rest| rest.strip_suffix(')')) {
        Some(field) if reply.data == "null" => serde_json::json!({ "field": field }).to_string(),
        _ => reply.data.clone(),
    }
}

impl Scope for StaffVisitScope {
    const ACCESS: Access = Access::Open;

    /// Each call says itself what counts against the limit of logins.
    async fn serve(
        endpoint: &'static Endpoint,
        app: App,
        peer: Peer,
        request: Request,
        handler: Arc<dyn Handler<StaffVisitScope>>,
    ) -> Response {
        let cookies = Cookies::default();
        let work = async {
            let (headers, bytes) = receive(request, handler.bytes_max()).await?;
            let parsed = handler.read(&bytes).map_err(malformed)?;
            let _permit = app.staff_visit_permit()?;
            (parsed.handle)(StaffVisitScope {
                app: app.clone(),
                now: app.now(),
                from: peer.address,
                known: cookie_of(&headers, known::text_in).map(str::to_owned),
                cookies: cookies.clone(),
            })
            .await
        };
        respond(&app, (endpoint, &peer), &cookies, work).await
    }
}

impl Scope for StaffScope {
    const ACCESS: Access = Access::Session;

    async fn serve(
        endpoint: &'static Endpoint,
        app: App,
        peer: Peer,
        request: Request,
        handler: Arc<dyn Handler<StaffScope>>,
    ) -> Response {
        let cookies = Cookies::default();
        let work = async {
            let jobs = request.extensions().get::<Arc<Work>>().cloned().ok_or(Failure::Busy)?;
            if handler.bytes_max() > BODY_BYTES_MAX {
                may_send(&app, endpoint, &peer, request.headers().clone()).await?;
            }
            let (headers, bytes) = receive(request, handler.bytes_max()).await?;
            let parsed = handler.read(&bytes).map_err(malformed)?;
            let _permit = app.staff_call_permit()?;
            let member = member_of(&app, &peer, &headers).await?;
            tracing::Span::current().record("staff.name", member.name.as_str());
            may(&member.roles, &permissions::roles(endpoint.noun, endpoint.verb))?;
            if parsed.reason.is_some_and(|reason| reason.trim().is_empty()) {
                return Err(Refusal::ReasonMissing.into());
            }
            act::look(&app, endpoint, &member, &bytes).await?;
            catch_up(&app, endpoint).await?;
            (parsed.handle)(StaffScope {
                app: app.clone(),
                endpoint,
                member,
                now: app.now(),
                from: peer.address,
                jobs,
                cookies: cookies.clone(),
            })
            .await
        };
        respond(&app, (endpoint, &peer), &cookies, work).await
    }
}

fn cookie_of(headers: &HeaderMap, read: fn(&str) -> Option<&str>) -> Option<&str> {
    let mut cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies.find_map(read)
}

/// The member of a request's cookie. Cookies of nobody are counted by address.
///
/// # Errors
/// [`Failure::Unauthenticated`], whatever the reason.
pub async fn member_of(app: &App, peer: &Peer, headers: &HeaderMap) -> Result<Member, Failure> {
    let token = cookie_of(headers, session::token_in).ok_or(Failure::Unauthenticated)?;
    let found = session::find(app.ledger(), token, app.now()).await;
    if matches!(found, Err(Failure::Unauthenticated)) {
        api::call::limit(app, Subject::Address(peer.address), Class::UnknownToken)?;
    }
    found
}

/// The call comes from our own console.
///
/// # Errors
/// -1006 `x-staff`.
pub(crate) fn of_console(headers: &HeaderMap) -> Result<(), Failure> {
    match headers.contains_key(HEADER) {
        true => Ok(()),
        false => Err(Failure::invalid(HEADER)),
    }
}

/// More than every call takes is read from a member alone who may use the call.
async fn may_send(app: &App, endpoint: &Endpoint, peer: &Peer, headers: HeaderMap) -> Result<(), Failure> {
    of_console(&headers)?;
    let member = member_of(app, peer, &headers).await?;
    may(&member.roles, &permissions::roles(endpoint.noun, endpoint.verb)).map_err(Failure::from)
}

async fn receive(request: Request, bytes_max: usize) -> Result<(HeaderMap, Bytes), Failure> {
    let (parts, body) = request.into_parts();
    of_console(&parts.headers)?;
    let whole = tokio::time::timeout(BODY_TIME_MAX, axum::body::to_bytes(body, bytes_max));
    let bytes = whole.await.ok().and_then(Result::ok);
    Ok((parts.headers, bytes.ok_or_else(|| Failure::invalid("body"))?))
}

/// A body of staff has no token; one that has it is one with an unknown field.
fn malformed(malformed: Malformed) -> Failure {
    match malformed {
        Malformed::Token => Failure::invalid("token"),
        Malformed::Field(field) => Failure::Invalid(field),
    }
}

/// Views that stand behind answer as they can: a list that is a moment old is better than none.
async fn catch_up(app: &App, endpoint: &Endpoint) -> Result<(), Failure> {
    if endpoint.views.is_empty() {
        return Ok(());
    }
    Ok(cursor::wait_for_all(app.ledger(), endpoint.views).await?)
}

async fn respond(
    app: &App,
    (endpoint, peer): (&'static Endpoint, &Peer),
    cookies: &Cookies,
    work: impl Future<Output = ErasedAnswer>,
) -> Response {
    let started = Instant::now();
    let reference = Uuid::new_v4().simple().to_string();
    let traced = traces::call(endpoint.path, &reference, peer);
    let span = tracing::info_span!(
        "staff",
        path = endpoint.path,
        reference,
        staff.name = tracing::field::Empty
    );
    let answer = async {
        let done = tokio::time::timeout(CALL_TIME_MAX, work).await;
        let answer = done.unwrap_or_else(|_| Err(Fault::Unknown("no answer within 30 s".into()).into()));
        match &answer {
            Err(Failure::Fault(fault)) => tracing::error!(%fault, reference, "the staff call failed"),
            Err(failure) => tracing::debug!(code = failure.code(), "the staff call was not done"),
            Ok(_) => {}
        }
        answer
    }
    .instrument(span)
    .instrument(traced.clone())
    .await;
    let code = answer.as_ref().map_or_else(Failure::code, |_| 0);
    traced.record("code", code);
    app.metrics().count(endpoint.path, code, started.elapsed());
    app.call_counts().count(Class::Other, code, app.now());
    let mut response = envelope(app, answer);
    endpoint::refer(&mut response, &reference);
    let headers = response.headers_mut();
    let set = cookies.0.iter().filter_map(OnceLock::get);
    for value in set.filter_map(|cookie| HeaderValue::from_str(cookie).ok()) {
        headers.append(SET_COOKIE, value);
    }
    response
}

/// The envelope of the players' API, in English: the console has its own texts by code.
pub(crate) fn envelope(app: &App, answer: ErasedAnswer) -> Response {
    endpoint::envelope(answer, super::openapi::message, None, app.now().0)
}

/// A path that is no call.
pub async fn unknown_path(State(app): State<App>) -> Response {
    (StatusCode::NOT_FOUND, envelope(&app, Err(Failure::invalid("path")))).into_response()
}

/// A call that was not posted.
pub async fn other_method(State(app): State<App>) -> Response {
    let refused = envelope(&app, Err(Failure::invalid("method")));
    (StatusCode::METHOD_NOT_ALLOWED, refused).into_response()
}
