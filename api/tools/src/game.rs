//! A player of the game as a program: the calls of api §4 over plain HTTP.
//!
//! A request that changes something carries a request id, made once; a lost answer is fetched again
//! with the same id, from the next server if there are several. Twice is once, so nothing is lost and
//! nothing happens twice. Bounds: [`ATTEMPTS_MAX`] tries, [`ATTEMPT_MAX`] for each.

use anyhow::{Context, bail};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::CONTENT_TYPE;
use hyper::{Method, Request, Uri};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Tries of one request before it is given up.
pub const ATTEMPTS_MAX: u32 = 30;
/// The longest a server may take: its own limit is 30 seconds.
const ATTEMPT_MAX: Duration = Duration::from_secs(35);
/// Largest answer that is read.
const ANSWER_BYTES_MAX: usize = 1 << 20;

/// Servers of one database, each as good as the other.
#[derive(Clone)]
pub struct Servers {
    http: Client<HttpConnector, Full<Bytes>>,
    bases: Arc<[String]>,
}

/// What a server said.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    /// 0, or the code of the refusal.
    pub error: i32,
    /// `data`, byte for byte.
    pub data: String,
    /// The server's clock, Unix milliseconds.
    pub server_ts: i64,
    /// From sending to the last byte, in microseconds.
    pub took_us: u64,
}

impl Answer {
    /// A field of `data` by JSON pointer; null when there is none.
    pub fn field(&self, pointer: &str) -> Value {
        let data: Value = serde_json::from_str(&self.data).unwrap_or_default();
        data.pointer(pointer).cloned().unwrap_or_default()
    }
}

#[derive(Deserialize)]
struct Envelope<'a> {
    error: i32,
    #[serde(borrow)]
    data: &'a RawValue,
    server_ts: i64,
}

impl Servers {
    /// Servers at these addresses, for example `http://127.0.0.1:8080`.
    ///
    /// # Errors
    /// When an address is not one of plain HTTP.
    pub fn at(urls: &[String]) -> anyhow::Result<Servers> {
        for url in urls {
            let uri: Uri = url.parse().with_context(|| format!("{url:?} is not an address"))?;
            if uri.scheme_str() != Some("http") || uri.host().is_none() || uri.path() != "/" {
                bail!("{url:?} must be an address of plain HTTP without a path, such as http://127.0.0.1:8080");
            }
        }
        let http = Client::builder(TokioExecutor::new()).build(HttpConnector::new());
        let bases = urls.iter().map(|url| url.trim_end_matches('/').to_owned()).collect();
        Ok(Servers { http, bases })
    }

    /// Sends one request once, to server number `server`, modulo their count.
    ///
    /// # Errors
    /// When no whole answer came: what the server did is then unknown.
    pub async fn post(&self, server: usize, call: &str, body: &Map<String, Value>) -> anyhow::Result<Answer> {
        let base = &self.bases[server % self.bases.len()];
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("{base}/api/v1/{call}"))
            .header(CONTENT_TYPE, "application/json")
            .body(Full::from(serde_json::to_vec(body)?))?;
        let sent = Instant::now();
        let exchange = async {
            let response = self.http.request(request).await?;
            let status = response.status().as_u16();
            let body = Limited::new(response.into_body(), ANSWER_BYTES_MAX).collect().await;
            let body = body.map_err(|fault| anyhow::anyhow!(fault))?;
            anyhow::Ok((status, body.to_bytes()))
        };
        let (status, bytes) = tokio::time::timeout(ATTEMPT_MAX, exchange)
            .await
            .context("no answer in time")??;
        let took_us = u64::try_from(sent.elapsed().as_micros()).unwrap_or(u64::MAX);
        let envelope: Envelope<'_> = serde_json::from_slice(&bytes)
            .with_context(|| format!("{call} answered status {status} without an envelope"))?;
        let (error, data, server_ts) = (envelope.error, envelope.data.get().to_owned(), envelope.server_ts);
        Ok(Answer {
            status,
            error,
            data,
            server_ts,
            took_us,
        })
    }
}

/// Now, in Unix milliseconds, for the `ts` of a body: logged by the server, never trusted.
pub fn unix_now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// How long to wait before try number `attempt` (from 1): 50 ms, doubled up to two seconds.
pub fn backoff(attempt: u32) -> Duration {
    Duration::from_millis(50 << attempt.min(6)).min(Duration::from_secs(2))
}
