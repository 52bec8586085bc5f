//! How a log asks a witness, and how a witness reads what a log publishes.

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::{Method, Request, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::{Client as Http, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;
use proofs::witness::AddCheckpoint;
use std::time::Duration;

/// The longest an answer may take (ASSUMED: a witness writes one file).
const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);
/// Largest answer that is read: more than the cosigned checkpoint of 1,024 logs takes.
const ANSWER_BYTES_MAX: usize = 8_000_000;

/// What a witness answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The lines of its cosignatures, not yet verified.
    Cosigned(String),
    /// The newest tree that it cosigned has this size.
    OldSize(u64),
    /// It does not cosign this, with its reason.
    Refused(u16, String),
    /// Nothing usable came in time, and why.
    Silent(String),
}

/// Connections to witnesses or to logs; clones share them.
#[derive(Clone)]
pub struct Client(Http<HttpsConnector<HttpConnector>, Full<Bytes>>);

impl Default for Client {
    fn default() -> Client {
        let connector = HttpsConnectorBuilder::new()
            .with_webpki_roots()
            .https_or_http()
            .enable_http1()
            .build();
        Client(Http::builder(TokioExecutor::new()).build(connector))
    }
}

impl Client {
    /// Asks the witness under this address for a cosignature.
    pub async fn add_checkpoint(&self, url: &str, request: &AddCheckpoint) -> Answer {
        let uri = format!("{}/add-checkpoint", url.trim_end_matches('/'));
        let (status, body) = match self.ask(Method::POST, &uri, request.text()).await {
            Ok((status, body)) => (status, String::from_utf8_lossy(&body).into_owned()),
            Err(why) => return Answer::Silent(why),
        };
        let size = body.trim().parse().ok();
        match (status, size) {
            (StatusCode::OK, _) => Answer::Cosigned(body),
            (StatusCode::CONFLICT, Some(size)) => Answer::OldSize(size),
            _ if status.is_server_error() => Answer::Silent(status.to_string()),
            _ => Answer::Refused(status.as_u16(), body.trim().chars().take(200).collect()),
        }
    }

    /// Reads what is published under an address.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub async fn get(&self, uri: &str) -> Result<Bytes, String> {
        let missing = || format!("{uri}: {}", StatusCode::NOT_FOUND);
        self.find(uri).await?.ok_or_else(missing)
    }

    /// The same where nothing may be published.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub async fn find(&self, uri: &str) -> Result<Option<Bytes>, String> {
        match self.ask(Method::GET, uri, String::new()).await? {
            (StatusCode::OK, body) => Ok(Some(body)),
            (StatusCode::NOT_FOUND, _) => Ok(None),
            (status, _) => Err(format!("{uri}: {status}")),
        }
    }

    async fn ask(&self, method: Method, uri: &str, body: String) -> Result<(StatusCode, Bytes), String> {
        let request = Request::builder().method(method).uri(uri).body(Full::from(body));
        let request = request.map_err(|error| format!("{uri}: {error}"))?;
        let answer = async {
            let response = self
                .0
                .request(request)
                .await
                .map_err(|error| format!("{uri}: {error}"))?;
            let status = response.status();
            let whole = Limited::new(response.into_body(), ANSWER_BYTES_MAX).collect().await;
            let whole = whole.map_err(|error| format!("{uri}: {error}"))?;
            Ok((status, whole.to_bytes()))
        };
        let answer = tokio::time::timeout(ANSWER_TIME_MAX, answer).await;
        answer.map_err(|_| format!("{uri}: no answer in time"))?
    }
}
