//! One endpoint: from the handler's signature to the route and its place in the OpenAPI document.
//!
//! The handler's signature is the contract. `async fn receive(call: Call<TeamReceiveBody>) -> Answer<TeamReceiveData>`
//! says what is read, what is answered and, by the type of its argument, which checks come first ([`Scope`]). The list
//! of endpoints ([`endpoints!`]) gives the router and the document; both see the same types.
//!
//! Only reading the body and the handler itself are compiled once per endpoint. Everything before and after
//! ([`Scope::serve`]) is compiled once per scope.
//!
//! Knows nothing of single endpoints.

use crate::app::App;
use crate::error::Failure;
use crate::limits::Class;
use crate::openapi::Document;
use crate::traces;
use crate::wire::body::{Body, Malformed, read};
use axum::Router;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, USER_AGENT, X_CONTENT_TYPE_OPTIONS};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use opentelemetry::Context;
use projections::view::View;
use serde::Serialize;
use serde_json::Value;
use std::convert::Infallible;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;

use crate::limits::{Address, address_of};

/// How long a call may take; the client waits as long (domain §10.9).
pub const CALL_TIME_MAX: Duration = Duration::from_secs(30);
/// How long a client may take to send its body (T-71).
pub const BODY_TIME_MAX: Duration = Duration::from_secs(10);
/// Longest name of a browser that is looked at, in bytes. ASSUMED: real ones have a third of it.
const AGENT_BYTES_MAX: usize = 512;

/// The `data` of an answer as JSON text; `D` is what the document says of it.
#[derive(Debug)]
pub struct Data<D> {
    text: String,
    of: PhantomData<fn() -> D>,
}

impl<D> Data<D> {
    /// A text that was written before as a `D`: a remembered answer leaves byte for byte.
    pub fn remembered(text: String) -> Data<D> {
        Data { text, of: PhantomData }
    }

    pub fn into_text(self) -> String {
        self.text
    }
}

impl<D: Serialize> Data<D> {
    pub fn of(answer: &D) -> Data<D> {
        Data::remembered(written(answer))
    }
}

/// What a handler returns.
pub type Answer<D> = Result<Data<D>, Failure>;

/// The same with its type erased.
pub type ErasedAnswer = Result<String, Failure>;

type Handling = Pin<Box<dyn Future<Output = ErasedAnswer> + Send>>;

pub fn written(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("an answer has a JSON form")
}

/// Whether an endpoint needs a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Open,
    /// A player, or a member of staff whose roles may.
    Session,
}

/// What an endpoint does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Read,
    /// Shows personal data to staff: recorded, with a reason.
    Look,
    /// Changes something. For staff: recorded, with a reason and a request id.
    Write,
    /// Opens or closes a session of staff.
    Session,
}

/// What is known about an endpoint beside its handler.
#[derive(Debug)]
pub struct Endpoint {
    /// First segment: the module.
    pub noun: &'static str,
    /// Second segment: the function.
    pub verb: &'static str,
    pub path: &'static str,
    /// Whether it needs a session.
    pub access: Access,
    pub mode: Mode,
    /// Which limit counts it.
    pub class: Class,
    /// The following views it is answered from; it waits for them.
    pub views: &'static [&'static dyn View],
}

/// The argument of a handler: a scope with a body.
pub trait Called: Sized + Send + 'static {
    type Body: Body;
    /// What the checks before the handler find out.
    type Scope: Scope;

    fn new(scope: Self::Scope, body: Self::Body) -> Self;
}

/// Declares the argument of handlers: a body beside what the checks of its scope find out.
#[macro_export]
macro_rules! call {
    ($(#[$doc:meta])* $name:ident, $scope:ident) => {
        $(#[$doc])*
        pub struct $name<B> {
            scope: $scope,
            /// What was sent.
            pub body: B,
        }

        impl<B> std::ops::Deref for $name<B> {
            type Target = $scope;

            fn deref(&self) -> &$scope {
                &self.scope
            }
        }

        impl<B: $crate::wire::body::Body> $crate::endpoint::Called for $name<B> {
            type Body = B;
            type Scope = $scope;

            fn new(scope: $scope, body: B) -> Self {
                $name { scope, body }
            }
        }
    };
}

/// The checks before a handler and the envelope after it.
pub trait Scope: Sized + Send + 'static {
    /// Whether a session is among the checks.
    const ACCESS: Access;

    fn serve(
        endpoint: &'static Endpoint,
        app: App,
        peer: Peer,
        request: Request,
        handler: Arc<dyn Handler<Self>>,
    ) -> impl Future<Output = Response> + Send;
}

/// A handler with the types of its body and answer erased.
pub trait Handler<S>: Send + Sync {
    /// Reads a body.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read(&self, bytes: &[u8]) -> Result<Parsed<S>, Malformed>;

    /// Bytes of a body at most.
    fn bytes_max(&self) -> usize;
}

/// A body that was read, with what the checks look at.
pub struct Parsed<S> {
    pub ts: i64,
    pub token: String,
    pub min_position: Option<i64>,
    pub reason: Option<String>,
    pub handle: Box<dyn FnOnce(S) -> Handling + Send>,
}

struct Typed<C, H> {
    handler: H,
    of: PhantomData<fn() -> C>,
}

impl<C, D, H, W> Handler<C::Scope> for Typed<C, H>
where
    C: Called,
    D: 'static,
    H: Fn(C) -> W + Copy + Send + Sync + 'static,
    W: Future<Output = Answer<D>> + Send + 'static,
{
    fn bytes_max(&self) -> usize {
        C::Body::BYTES_MAX
    }

    fn read(&self, bytes: &[u8]) -> Result<Parsed<C::Scope>, Malformed> {
        let (body, handler): (C::Body, H) = (read(bytes)?, self.handler);
        Ok(Parsed {
            ts: body.ts(),
            token: body.token().to_owned(),
            min_position: body.min_position(),
            reason: body.reason().map(str::to_owned),
            handle: Box::new(move |scope| {
                Box::pin(async move { handler(C::new(scope, body)).await.map(Data::into_text) })
            }),
        })
    }
}

/// A handler without its types: for the router, and for who asks it in process.
pub fn erased<C, D, H, W>(handler: H) -> Arc<dyn Handler<C::Scope>>
where
    C: Called,
    D: 'static,
    H: Fn(C) -> W + Copy + Send + Sync + 'static,
    W: Future<Output = Answer<D>> + Send + 'static,
{
    let of = PhantomData::<fn() -> C>;
    Arc::new(Typed { handler, of })
}

/// What is made from the list of endpoints.
pub trait Collect: Sized {
    /// Takes the next endpoint of the list.
    #[must_use]
    fn endpoint<C, D, H, W>(self, endpoint: &'static Endpoint, handler: H) -> Self
    where
        C: Called,
        D: ToSchema + 'static,
        H: Fn(C) -> W + Copy + Send + Sync + 'static,
        W: Future<Output = Answer<D>> + Send + 'static;
}

impl Collect for Router<App> {
    fn endpoint<C, D, H, W>(self, endpoint: &'static Endpoint, handler: H) -> Self
    where
        C: Called,
        D: ToSchema + 'static,
        H: Fn(C) -> W + Copy + Send + Sync + 'static,
        W: Future<Output = Answer<D>> + Send + 'static,
    {
        assert_eq!(endpoint.access, C::Scope::ACCESS, "{} and its handler", endpoint.path);
        mount(self, endpoint, erased(handler))
    }
}

fn mount<S: Scope>(router: Router<App>, endpoint: &'static Endpoint, handler: Arc<dyn Handler<S>>) -> Router<App> {
    let serve = move |State(app): State<App>, peer: Peer, request: Request| {
        let handler = handler.clone();
        async move { S::serve(endpoint, app, peer, request, handler).await }
    };
    router.route(endpoint.path, post(serve))
}

impl Collect for Document {
    fn endpoint<C, D, H, W>(self, endpoint: &'static Endpoint, _handler: H) -> Self
    where
        C: Called,
        D: ToSchema + 'static,
        H: Fn(C) -> W + Copy + Send + Sync + 'static,
        W: Future<Output = Answer<D>> + Send + 'static,
    {
        self.call::<C::Body, D>(endpoint)
    }
}

/// Declares `ENDPOINTS` and `collect` from one list. A line reads
/// `session write team::receive as Claim, after TeamRecords;`: function `receive` of `routes/team.rs`, counted as a
/// claim, answered from a view. Without `as` the class is `Other`; `by` names a macro that makes the handler.
#[macro_export]
macro_rules! endpoints {
    ($prefix:literal $($access:ident $mode:ident $noun:ident::$verb:ident $(as $class:ident)? $(by $via:ident)? $(, after $($view:expr),+)?;)*) => {
        pub const ENDPOINTS: &[$crate::endpoint::Endpoint] = &[$($crate::endpoint::Endpoint {
            noun: stringify!($noun),
            verb: $crate::endpoint::spelt(stringify!($verb)),
            path: $crate::endpoints!(@path $prefix, $noun, $verb),
            access: $crate::endpoints!(@access $access),
            mode: $crate::endpoints!(@mode $mode),
            class: $crate::endpoints!(@class $($class)?),
            views: &[$($(&$view),+)?],
        },)*];

        /// Hands every endpoint with its handler to a router or a document.
        pub fn collect<C: $crate::endpoint::Collect>(collector: C) -> C {
            let mut list = ENDPOINTS.iter();
            $(let collector = collector.endpoint(
                list.next().expect("the list has every endpoint"),
                $crate::endpoints!(@handler $noun $verb $($via)?),
            );)*
            collector
        }
    };
    (@handler $noun:ident $verb:ident) => { routes::$noun::$verb };
    (@handler $noun:ident $verb:ident $via:ident) => { $via!($noun::$verb) };
    (@path $prefix:literal, $noun:ident, r#do) => { concat!($prefix, stringify!($noun), "/do") };
    (@path $prefix:literal, $noun:ident, $verb:ident) => { concat!($prefix, stringify!($noun), "/", stringify!($verb)) };
    (@access open) => { $crate::endpoint::Access::Open };
    (@access session) => { $crate::endpoint::Access::Session };
    (@mode read) => { $crate::endpoint::Mode::Read };
    (@mode look) => { $crate::endpoint::Mode::Look };
    (@mode write) => { $crate::endpoint::Mode::Write };
    (@mode session) => { $crate::endpoint::Mode::Session };
    (@class) => { $crate::limits::Class::Other };
    (@class $class:ident) => { $crate::limits::Class::$class };
}

/// A verb as the path spells it: one of them is a word of the language too.
pub const fn spelt(verb: &'static str) -> &'static str {
    match verb.as_bytes() {
        b"r#do" => "do",
        _ => verb,
    }
}

/// Where a call came from, as far as it is trusted.
#[derive(Clone, Debug)]
pub struct Peer {
    pub address: Address,
    /// What the browser calls itself; nothing for a name that no browser has.
    pub agent: String,
    /// The span of a trace that the call continues, as a trusted proxy says.
    pub trace_parent: Option<Context>,
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
            .map(HeaderValue::as_bytes);
        let agent = parts.headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok());
        let proxies = app.settings().trusted_proxies;
        Ok(Peer {
            address: address_of(peer, forwarded, proxies),
            trace_parent: traces::parent(&parts.headers, proxies),
            agent: agent
                .filter(|agent| agent.len() <= AGENT_BYTES_MAX)
                .unwrap_or_default()
                .to_owned(),
        })
    }
}

/// The envelope of every answer. The data is spliced in as it is: a remembered answer leaves byte for byte.
pub fn envelope(
    answer: ErasedAnswer,
    message: impl FnOnce(i32, &str) -> String,
    position: Option<i64>,
    server_ts: i64,
) -> Response {
    let (status, code, data) = match answer {
        Ok(data) => (StatusCode::OK, 0, data),
        Err(failure) => (failure.status(), failure.code(), failure.data()),
    };
    let message = Value::from(message(code, &data));
    let position = position.map_or_else(String::new, |position| format!(r#""position":{position},"#));
    let text = format!(r#"{{"error":{code},"message":{message},"data":{data},{position}"server_ts":{server_ts}}}"#);
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CACHE_CONTROL, "no-store"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (status, headers, text).into_response()
}

/// Puts the reference of a request into its answer.
pub fn refer(response: &mut Response, reference: &str) {
    if let Ok(value) = HeaderValue::from_str(reference) {
        response
            .headers_mut()
            .insert(HeaderName::from_static("x-request-id"), value);
    }
}
