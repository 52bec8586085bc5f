//! An HTTP node in front of the chain: it forwards requests, and fails as real nodes do.

use crate::node::faults::{Fate, Faults};
use anyhow::Context;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// Largest question: a transaction of the house has a few hundred bytes.
const BODY_BYTES_MAX: usize = 128 * 1024;

#[derive(Debug)]
pub struct EvmNode {
    /// `http://127.0.0.1:port`
    pub url: String,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

#[derive(Debug)]
struct Shared {
    /// Address of the chain.
    chain: String,
    faults: Mutex<Faults>,
}

impl EvmNode {
    /// Starts a node in front of the chain at `url`, on a free port of this machine.
    ///
    /// # Errors
    /// No free port.
    pub async fn start(url: &str) -> anyhow::Result<EvmNode> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let url_of_node = format!("http://{}", listener.local_addr()?);
        let shared = Arc::new(Shared {
            chain: url.trim_start_matches("http://").to_owned(),
            faults: Mutex::default(),
        });
        let task = tokio::spawn(accept(listener, shared.clone()));
        Ok(EvmNode {
            url: url_of_node,
            shared,
            task,
        })
    }

    /// Switches faults: `node.faults(|faults| faults.lost_sends = 1)`.
    pub fn faults(&self, change: impl FnOnce(&mut Faults)) {
        change(&mut self.shared.faults());
    }
}

impl Drop for EvmNode {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                if let Ok((stream, _)) = accepted {
                    connections.spawn(serve_connection(stream, shared.clone()));
                }
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn serve_connection(stream: TcpStream, shared: Arc<Shared>) {
    let service = service_fn(move |request| {
        let shared = shared.clone();
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

    async fn reply(&self, request: Request<Incoming>) -> anyhow::Result<Response<Full<Bytes>>> {
        let body = Limited::new(request.into_body(), BODY_BYTES_MAX).collect().await;
        let body = body.map_err(anyhow::Error::from_boxed)?.to_bytes();
        let question: Value = serde_json::from_slice(&body)?;
        let sends = question["method"] == "eth_sendRawTransaction";
        let (fate, seen) = {
            let mut faults = self.faults();
            (faults.fate(sends), faults.clone())
        };
        let answer = match fate {
            Fate::Refused => failure(-32_005, "the node refuses to work"),
            Fate::Dropped => json!({ "jsonrpc": "2.0", "id": 1, "result": format!("0x{}", "0".repeat(64)) }),
            Fate::Done | Fate::Lost => self.answer(question, &seen).await?,
        };
        tokio::time::sleep(Duration::from_millis(seen.delay_ms)).await;
        anyhow::ensure!(fate != Fate::Lost, "the reply is lost on purpose");
        Ok(Response::new(Full::new(Bytes::from(answer.to_string()))))
    }

    async fn answer(&self, mut question: Value, seen: &Faults) -> anyhow::Result<Value> {
        let method = question["method"].as_str().unwrap_or_default().to_owned();
        let mut last = u64::MAX;
        if seen.behind > 0 && method != "eth_sendRawTransaction" {
            let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "eth_blockNumber", "params": [] });
            let reply = post(&self.chain, &request).await?;
            last = quantity(&reply["result"])
                .context("a block")?
                .saturating_sub(seen.behind.into());
            if !step_back(&mut question, last) {
                return Ok(failure(-32_001, "a block that is not known yet"));
            }
        }
        let mut answer = post(&self.chain, &question).await?;
        let block = quantity(&answer["result"]["blockNumber"]);
        if method == "eth_getTransactionReceipt" && block.is_some_and(|block| block > last) {
            answer["result"] = Value::Null;
        }
        if seen.lies {
            lie(&method, &mut answer["result"]);
        }
        Ok(answer)
    }
}

fn failure(code: i64, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": code, "message": message } })
}

fn quantity(value: &Value) -> Option<u64> {
    u64::from_str_radix(value.as_str()?.strip_prefix("0x")?, 16).ok()
}

/// Asks about the past as a node does whose newest block is `last`; false for a block that it cannot know.
fn step_back(question: &mut Value, last: u64) -> bool {
    let method = question["method"].as_str().unwrap_or_default();
    let index = match method {
        "eth_getBlockByNumber" => 0,
        "eth_getTransactionCount" | "eth_getBalance" | "eth_call" => 1,
        "eth_getLogs" => return quantity(&question["params"][0]["toBlock"]).is_some_and(|to| to <= last),
        _ => return true,
    };
    let block = &mut question["params"][index];
    if *block == "latest" {
        *block = json!(format!("{last:#x}"));
    }
    quantity(block).is_none_or(|block| block <= last)
}

/// Changes an answer into one that no honest node would give.
fn lie(method: &str, result: &mut Value) {
    match method {
        "eth_getTransactionReceipt" if result.is_object() => {
            let failed = result["status"] == "0x1";
            result["status"] = json!(if failed { "0x0" } else { "0x1" });
            result["logs"] = json!([]);
        }
        "eth_getBalance" => *result = json!("0x1"),
        "eth_getLogs" => {
            if let Some(logs) = result.as_array_mut() {
                logs.pop();
            }
        }
        _ => {}
    }
}

/// One question, one connection.
///
/// # Errors
/// A chain that is not there, or answers no JSON.
pub(super) async fn post(at: &str, question: &Value) -> anyhow::Result<Value> {
    let body = question.to_string();
    let request = format!(
        "POST / HTTP/1.1\r\nhost: {at}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(at).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await?;
    let (_, body) = reply.split_once("\r\n\r\n").context("an answer")?;
    serde_json::from_str(body).context("an answer in JSON")
}
