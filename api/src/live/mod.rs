//! `POST /api/v1/live/events`: notifies a player's client at once that something of the player's has changed.
//!
//! The body is that of a call, the answer a stream of server-sent events:
//!
//! | event | sent | data |
//! |---|---|---|
//! | `open` | first | `{"at": position}`: the end of the player's log |
//! | `balance` | after an event of the player's own stream | the same |
//! | `withdrawal`, `topup` | after a step of a withdrawal or an order of the player's | the same |
//!
//! A comment keeps the connection alive. An event carries no amount: the client reads what changed by the calls, so
//! there is one source of every number. A client that comes back with the last position it received loses nothing: it
//! is notified that everything may have changed. A refused stream is an envelope, as of a call.
//!
//! Not a call: its answer does not end. It is closed when the session's time may be over, when the client is too
//! slow to read, and when the service stops.

mod feed;
mod listeners;

pub use listeners::Listeners;

use crate::app::App;
use crate::call::{Written, authenticate, envelope, limit, receive};
use crate::endpoint::Peer;
use crate::error::Failure;
use crate::limits::{Class, Subject};
use crate::wire::live::{LiveEvent, LiveEventsBody, Topic};
use crate::wire::user::Lang;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use domain::ids::PlayerId;
use http_body_util::channel::{Channel, Sender};
use listeners::{Change, Subscription};
use projections::cursor;
use std::convert::Infallible;
use std::time::Duration;

pub const PATH: &str = "/api/v1/live/events";
/// Silence after which a comment is sent: proxies close what says nothing for a minute.
const KEEP_ALIVE_EVERY: Duration = Duration::from_secs(15);
/// How long one stream goes on; the client then comes back and shows its session again.
const TIME_MAX: Duration = Duration::from_secs(30 * 60);
/// Frames on their way to one client.
const FRAMES: usize = 16;

pub fn mount(routes: Router<App>) -> Router<App> {
    routes.route(PATH, post(events))
}

async fn events(State(app): State<App>, peer: Peer, request: Request) -> Response {
    match open(&app, peer, request).await {
        Ok(response) => response,
        Err((lang, failure)) => envelope(&app, lang, Err(failure), &Written::default()),
    }
}

async fn open(app: &App, peer: Peer, request: Request) -> Result<Response, (Lang, Failure)> {
    let english = |failure| (Lang::En, failure);
    let body: LiveEventsBody = receive(app, request).await.map_err(english)?;
    let session = authenticate(app, peer.address, &body.token).await.map_err(english)?;
    let failed = |failure| (session.lang, failure);
    limit(app, Subject::Player(session.player), Class::Other).map_err(failed)?;
    if body.from.is_some_and(i64::is_negative) {
        return Err(failed(Failure::invalid("from")));
    }
    // The subscription comes first: what is recorded between the two steps is sent twice rather than never.
    let (subscription, head) = subscribe(app, session.player).await.map_err(failed)?;
    let (frames, stream) = Channel::<Bytes, Infallible>::new(FRAMES);
    let missed = body.from.is_some_and(|from| from < head);
    tokio::spawn(async move {
        // A client that closes its connection is no fault; it comes back when it wants to.
        let _ended = tokio::time::timeout(TIME_MAX, send_changes(subscription, head, missed, frames)).await;
    });
    let headers = [
        (CONTENT_TYPE, "text/event-stream"),
        (CACHE_CONTROL, "no-store, no-transform"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    Ok((headers, Body::new(stream)).into_response())
}

async fn subscribe(app: &App, player: PlayerId) -> Result<(Subscription, i64), Failure> {
    let subscription = app.listeners().subscribe(app.ledger(), player).await?;
    let partition = app.ledger().partition_of(player.0);
    let head = cursor::head(app.ledger(), partition.into()).await?;
    Ok((subscription.ok_or(Failure::Busy)?, head))
}

/// Sends changes to the client until one of both sides ends the stream; `None` then.
async fn send_changes(
    mut subscription: Subscription,
    head: i64,
    missed: bool,
    mut frames: Sender<Bytes, Infallible>,
) -> Option<()> {
    let everything = [Topic::Balance, Topic::Withdrawal, Topic::Topup];
    let first = [Topic::Open]
        .into_iter()
        .chain(everything.into_iter().filter(|_| missed));
    for topic in first {
        frames.send_data(frame(Change { topic, at: head })).await.ok()?;
    }
    loop {
        let frame = match tokio::time::timeout(KEEP_ALIVE_EVERY, subscription.next()).await {
            Ok(change) => frame(change?),
            Err(_silence) => Bytes::from_static(b": still here\n\n"),
        };
        frames.send_data(frame).await.ok()?;
    }
}

fn frame(change: Change) -> Bytes {
    let (name, at) = (change.topic.name(), change.at);
    let data = serde_json::to_string(&LiveEvent { at }).expect("an event has a JSON form");
    Bytes::from(format!("id: {at}\nevent: {name}\ndata: {data}\n\n"))
}
