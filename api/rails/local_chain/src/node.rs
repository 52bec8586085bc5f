//! An HTTP node in front of a chain: the calls of toncenter v2 that a rail needs.
//!
//! The shapes of requests and replies are those of the real service, so one client
//! works with both. Several nodes may serve one chain; each has its own
//! [`Faults`], which tests switch while it runs (also by `POST /faults`).

mod answers;
pub(crate) mod faults;
mod shapes;
mod stack;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use crate::Chain;
use answers::{Call, Failure};
pub use faults::Faults;

/// Largest body of a question: a message has at most 64 KiB, in base64.
const BODY_BYTES_MAX: usize = 128 * 1024;

#[derive(Debug)]
pub struct Node {
    /// `http://127.0.0.1:port`
    pub url: String,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

#[derive(Debug)]
struct Shared {
    chain: Arc<Chain>,
    faults: Mutex<Faults>,
}

/// The connection ends without an answer.
#[derive(Debug)]
struct Cut;

impl std::fmt::Display for Cut {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("the reply is lost on purpose")
    }
}

impl std::error::Error for Cut {}

impl Node {
    /// Starts a node on a free port of this machine.
    pub async fn start(chain: Arc<Chain>, faults: Faults) -> std::io::Result<Node> {
        Node::start_at(chain, faults, SocketAddr::from(([127, 0, 0, 1], 0))).await
    }

    /// Starts a node at an address.
    pub async fn start_at(chain: Arc<Chain>, faults: Faults, at: SocketAddr) -> std::io::Result<Node> {
        let listener = TcpListener::bind(at).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let shared = Arc::new(Shared {
            chain,
            faults: Mutex::new(faults),
        });
        let task = tokio::spawn(accept(listener, Arc::clone(&shared)));
        Ok(Node { url, shared, task })
    }

    /// Switches faults: `node.faults(|faults| faults.lost_sends = 1)`.
    pub fn faults(&self, change: impl FnOnce(&mut Faults)) {
        change(&mut self.shared.faults());
    }

    /// Ends the node and every connection to it.
    pub async fn stop(&mut self) {
        self.task.abort();
        // The only way to end is the abort.
        let _ended = (&mut self.task).await;
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(serve_connection(stream, Arc::clone(&shared)));
                }
                Err(error) => tracing::warn!(%error, "A connection to the local node failed."),
            },
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn serve_connection(stream: TcpStream, shared: Arc<Shared>) {
    let service = service_fn(move |request| {
        let shared = Arc::clone(&shared);
        async move { shared.reply(request).await }
    });
    let served = http1::Builder::new()
        .serve_connection(TokioIo::new(stream), service)
        .await;
    if let Err(error) = served {
        tracing::debug!(%error, "A connection to the local node ended early.");
    }
}

impl Shared {
    fn faults(&self) -> MutexGuard<'_, Faults> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn reply(&self, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Cut> {
        let (head, body) = request.into_parts();
        let Ok(body) = Limited::new(body, BODY_BYTES_MAX).collect().await else {
            return Ok(response(Err(Failure::new(413, "the body is too long"))));
        };
        let body = body.to_bytes();
        if let Some(answer) = self.own(&head.method, head.uri.path(), &body) {
            return Ok(response(answer));
        }
        let call = Call::read(head.uri.path(), head.uri.query().unwrap_or_default(), &body);
        let sends = matches!(&call, Ok(call) if call.sends());
        let (delay, fate) = {
            let mut faults = self.faults();
            (Duration::from_millis(faults.delay_ms), faults.fate(sends))
        };
        let seen = self.faults().clone();
        let mut answer = call.and_then(|call| match fate {
            faults::Fate::Refused => Err(Failure::new(503, "the node refuses to work")),
            faults::Fate::Dropped => Ok(answers::sent()),
            faults::Fate::Done | faults::Fate::Lost => call.answer(&self.chain, &seen),
        });
        if let (true, Ok(answer)) = (seen.lies, &mut answer) {
            faults::lie(answer);
        }
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        match fate {
            faults::Fate::Lost => Err(Cut),
            faults::Fate::Refused | faults::Fate::Dropped | faults::Fate::Done => Ok(response(answer)),
        }
    }

    /// What only a local node can do; the real service knows none of it.
    fn own(&self, method: &Method, path: &str, body: &[u8]) -> Option<Result<Value, Failure>> {
        (path == "/faults").then(|| self.control(method, body))
    }

    /// Reads or replaces the faults of this node, and halts its chain.
    fn control(&self, method: &Method, body: &[u8]) -> Result<Value, Failure> {
        if method == Method::POST {
            let wanted: Faults = serde_json::from_slice(body).map_err(|error| Failure::new(422, &error.to_string()))?;
            self.chain.halt(wanted.halted);
            *self.faults() = wanted;
        }
        serde_json::to_value(self.faults().clone()).map_err(|error| Failure::new(500, &error.to_string()))
    }
}

/// The envelope of the real service.
fn response(answer: Result<Value, Failure>) -> Response<Full<Bytes>> {
    let (code, body) = match answer {
        Ok(result) => (200, json!({ "ok": true, "result": result })),
        Err(failure) => (
            failure.code,
            json!({ "ok": false, "error": failure.error, "code": failure.code }),
        ),
    };
    let mut response = Response::new(Full::new(Bytes::from(body.to_string())));
    *response.status_mut() = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}
