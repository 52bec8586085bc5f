//! One HTTP request to a node of any chain. Knows nothing of what the request and the reply mean: the rail does.

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::CONTENT_TYPE;
use hyper::{Method, Request, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use std::time::Duration;

/// The longest a node may take to answer (ASSUMED: a slow one is asked again a moment later).
const ANSWER_TIME_MAX: Duration = Duration::from_secs(10);
/// Largest answer that is read: a page of transactions has a few hundred kilobytes.
const ANSWER_BYTES_MAX: usize = 8 * 1024 * 1024;

/// Why a node gave no usable answer.
pub type NoAnswer = String;

/// Connections to one node.
pub struct Http(Client<HttpsConnector<HttpConnector>, Full<Bytes>>);

impl Http {
    /// Opens no connection yet.
    pub fn new() -> Http {
        let connector = HttpsConnectorBuilder::new()
            .with_webpki_roots()
            .https_or_http()
            .enable_http1()
            .build();
        Http(Client::builder(TokioExecutor::new()).build(connector))
    }

    /// Sends one request and returns the whole reply.
    ///
    /// # Errors
    /// Why there is none: too late, too long, cut.
    pub async fn ask(&self, method: Method, uri: &str, body: Option<&Value>) -> Result<(StatusCode, Bytes), NoAnswer> {
        let request = Request::builder()
            .method(method)
            .uri(uri)
            .header(CONTENT_TYPE, "application/json")
            .body(Full::from(body.map_or_else(String::new, Value::to_string)))
            .map_err(|error| error.to_string())?;
        let answer = async {
            let response = self.0.request(request).await.map_err(|error| error.to_string())?;
            let status = response.status();
            let whole = Limited::new(response.into_body(), ANSWER_BYTES_MAX).collect().await;
            Ok::<_, NoAnswer>((status, whole.map_err(|error| error.to_string())?.to_bytes()))
        };
        let answer = tokio::time::timeout(ANSWER_TIME_MAX, answer).await;
        answer.map_err(|_| "no answer in time".to_owned())?
    }
}
