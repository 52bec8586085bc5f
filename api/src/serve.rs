//! Serves connections, and stops without cutting running calls.
//!
//! ```text
//! listener ─▶ connection (http/1.1, bounds by address, of headers' and writes' time) ─▶ routes ─▶ call ─▶ ledger
//!                                                                           └▶ health, web
//! ```
//! Stopping takes no new connection, lets running calls answer for [`DRAIN_TIME_MAX`],
//! then ends. Knows nothing of settings files and command lines.

mod places;
mod write_limit;

pub use write_limit::Pace;

use crate::app::{App, Settings};
use crate::{checkpoints, health, liabilities, live, router, seed_log, uploads, web};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use places::{Place, Places};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt;
use write_limit::WriteLimit;

/// How long running calls may go on after a stop was asked for.
pub const DRAIN_TIME_MAX: Duration = Duration::from_secs(10);
/// How long a client may take to send its headers (T-71).
const HEADER_TIME_MAX: Duration = Duration::from_secs(10);
/// Connections at once; further ones wait in the listener's queue.
const CONNECTIONS_MAX: usize = 16_384;

/// What a client may take of a listener.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// How slowly it may take what waits for it.
    pub write_pace: Pace,
    /// Connections of one address at once. Absent: as many as there are, as of a proxy, which is one address.
    pub per_address: Option<u32>,
}

impl Bounds {
    /// Behind a proxy every connection is of the proxy's address: who is behind it is bounded there.
    pub fn of(settings: &Settings) -> Bounds {
        Bounds {
            per_address: settings
                .address_connections_max
                .filter(|_| settings.trusted_proxies == 0),
            ..Bounds::default()
        }
    }
}

/// Everything that is served.
pub fn routes(app: &App) -> Router {
    let calls = router::routes();
    let public = liabilities::mount(seed_log::mount(checkpoints::mount(health::mount(calls))));
    let routes = web::mount(live::mount(uploads::mount(public, app)), app.settings());
    routes.with_state(app.clone())
}

/// Serves until `shutdown` is done, then lets running calls answer.
///
/// # Errors
/// When the listener breaks for good.
pub async fn serve(app: App, listener: TcpListener, shutdown: impl Future<Output = ()>) -> std::io::Result<()> {
    let upkeep = tokio::spawn(app.metrics().clone().upkeep());
    let sweeping = tokio::spawn(app.uploads().clone().upkeep());
    let counting = tokio::spawn(app.limits().clone().follow(app.ledger().clone()));
    let listeners = app.listeners().clone();
    let stopped = async {
        shutdown.await;
        listeners.close();
    };
    let served = serve_routes(routes(&app), Bounds::of(app.settings()), listener, stopped).await;
    upkeep.abort();
    sweeping.abort();
    counting.abort();
    served
}

/// Serves the figures of this process until `shutdown` is done.
///
/// # Errors
/// When the listener breaks for good.
pub async fn serve_figures(
    app: &App,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()> {
    serve_routes(health::figures(app), Bounds::of(app.settings()), listener, shutdown).await
}

/// Serves these routes until `shutdown` is done, then lets running calls answer.
///
/// # Errors
/// When the listener breaks for good.
pub async fn serve_routes(
    routes: Router,
    bounds: Bounds,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let graceful = GracefulShutdown::new();
    let connections = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let places = bounds.per_address.map(Places::of);
    let mut shutdown = pin!(shutdown);
    loop {
        let permit = tokio::select! {
            permit = connections.clone().acquire_owned() => permit.map_err(std::io::Error::other)?,
            () = &mut shutdown => break,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut shutdown => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let place = places.as_ref().map(|places| places.take(peer.ip()));
                if matches!(place, Some(None)) {
                    tracing::debug!("an address has as many connections as it may have");
                    continue;
                }
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "small packets may wait");
                }
                let stream = WriteLimit::new(stream, bounds.write_pace);
                serve_connection(&graceful, routes.clone(), stream, peer, (permit, place.flatten()));
            }
            // Running out of file descriptors passes; a broken listener would spin, so wait a moment.
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    tracing::info!("stopping: no new connections, running calls are answered");
    if tokio::time::timeout(DRAIN_TIME_MAX, graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections did not end in time and are cut");
    }
    Ok(())
}

fn serve_connection(
    graceful: &GracefulShutdown,
    routes: Router,
    stream: WriteLimit<TcpStream>,
    peer: SocketAddr,
    places: (OwnedSemaphorePermit, Option<Place>),
) {
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(peer);
        routes.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME_MAX)
        .serve_connection(TokioIo::new(stream), service);
    let watched = graceful.watch(connection);
    tokio::spawn(async move {
        let _places = places;
        if let Err(error) = watched.await {
            tracing::debug!(%error, "a connection ended early");
        }
    });
}
