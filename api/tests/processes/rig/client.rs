//! A player's device: makes a request id before it sends, sends the same request until it is answered, each time to the
//! next server of the list, and records requests and answers.

use super::server_list::ServerList;
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper_util::client::legacy::{Client as Http, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use uuid::Uuid;

/// The longest a server may take for one answer (domain §10.9).
const ATTEMPT_MAX: Duration = Duration::from_secs(30);
/// The longest pause of a client that was not answered.
const PAUSE_MAX: Duration = Duration::from_millis(200);

/// A command as it was sent.
#[derive(Clone, Debug)]
pub struct Command {
    pub player: Uuid,
    pub call: &'static str,
    pub req_id: Uuid,
    pub body: Value,
    /// Coins it burns when it is accepted.
    pub burns: i64,
}

/// A command and the answer to it.
#[derive(Clone, Debug)]
pub struct Ack {
    pub command: Command,
    pub error: i32,
    /// `data`, byte for byte.
    pub data: String,
    /// How often it was sent.
    pub sent: u32,
    /// How often the server answered that it was busy, or with a failure of its own.
    pub failures: u32,
    /// How many of these were failures of its own.
    pub faults: u32,
    /// When it was sent last, Unix milliseconds.
    pub sent_at_ms: i64,
}

/// What a player recorded.
#[derive(Default)]
pub struct Journal {
    pub acks: Vec<Ack>,
    /// Sent, and no answer came before the server stopped.
    pub unanswered: Vec<Command>,
    /// Why the player stopped: an answer that the rules do not give.
    pub broken: Option<String>,
}

/// Why a player stops.
#[derive(Debug)]
pub enum End {
    /// The server stopped before the answer.
    Closed,
    /// The answer is wrong; the sentence says why.
    Broken(String),
}

/// How a device sends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Habit {
    /// A command is sent until it is answered.
    #[default]
    Plain,
    /// Now and then a command goes to two servers at once, and the two answers must be the same.
    Twice,
    /// A defect: a command that was not answered is sent again under another request id.
    Forgetful,
}

/// A device, with a session once it has a token.
pub struct Client {
    pub token: String,
    pub habit: Habit,
    http: Http<HttpConnector, Full<Bytes>>,
    server_list: Arc<ServerList>,
}

#[derive(Deserialize)]
struct Envelope {
    error: i32,
    data: Box<RawValue>,
}

struct Answer {
    status: u16,
    error: i32,
    data: String,
}

impl Answer {
    /// Whether it is the answer of the command: not that the server was busy, and no failure of the server.
    fn is_final(&self) -> bool {
        self.status < 500 && !matches!(self.error, -1 | -1008)
    }
}

impl Client {
    /// A device without a session.
    pub fn of(server_list: Arc<ServerList>) -> Client {
        Client {
            token: String::new(),
            habit: Habit::Plain,
            http: Http::builder(TokioExecutor::new()).build_http(),
            server_list,
        }
    }

    /// Whether the players should stop.
    pub fn is_stopped(&self) -> bool {
        self.server_list.is_stopped()
    }

    /// Asks a question until it is answered.
    pub async fn ask(&self, call: &str, mut body: Value) -> String {
        let began = Instant::now();
        for turn in 0.. {
            assert!(began.elapsed() < self.server_list.timeout, "{call} was never answered");
            body["ts"] = json!(now_ms());
            let (url, _) = self.server_list.address(turn).await;
            if let Some(answer) = self.post(&url, call, &body).await.filter(Answer::is_final) {
                assert_eq!((answer.status, answer.error), (200, 0), "{call}: {}", answer.data);
                return answer.data;
            }
            tokio::time::sleep(PAUSE_MAX).await;
        }
        unreachable!("a server answers or the timeout ends the test");
    }

    /// Sends a command to two servers at once.
    pub async fn settle_twice(&self, command: Command, turn: usize) -> Result<Ack, End> {
        let (one, other) = tokio::join!(
            self.settle(command.clone(), turn),
            self.settle(command.clone(), turn + 1)
        );
        let (one, other) = (one.ok_or(End::Closed)?, other.ok_or(End::Closed)?);
        if (one.error, &one.data) == (other.error, &other.data) {
            return Ok(one);
        }
        Err(End::Broken(format!(
            "{command:?} was sent twice at once and answered {} {} and {} {}",
            one.error, one.data, other.error, other.data
        )))
    }

    /// Sends a command until it is answered; nothing when the server stopped before.
    pub async fn settle(&self, mut command: Command, mut turn: usize) -> Option<Ack> {
        let (mut sent, mut failures, mut faults) = (0, 0, 0);
        let began = Instant::now();
        let mut body = command.body.clone();
        body["token"] = json!(self.token);
        loop {
            assert!(
                began.elapsed() < self.server_list.timeout,
                "{command:?} was never answered"
            );
            let (url, _) = self.server_list.address(turn).await;
            let sent_at_ms = now_ms();
            body["req_id"] = json!(command.req_id);
            body["ts"] = json!(sent_at_ms);
            self.server_list.count_sent();
            sent += 1;
            match self.post(&url, command.call, &body).await {
                Some(answer) if !answer.is_final() => {
                    failures += 1;
                    faults += u32::from(answer.status >= 500);
                }
                Some(Answer { error, data, .. }) => {
                    assert!(error >= 0, "{command:?} was answered {error} {data}");
                    self.server_list.count_answered();
                    return Some(Ack {
                        command,
                        error,
                        data,
                        sent,
                        failures,
                        faults,
                        sent_at_ms,
                    });
                }
                None if self.server_list.address(turn).await.1 => return None,
                None if self.habit == Habit::Forgetful => command.req_id = Uuid::new_v4(),
                None => {}
            }
            turn += 1;
            tokio::time::sleep(PAUSE_MAX.min(Duration::from_millis(5) * sent)).await;
        }
    }

    /// Sends once; nothing when no whole answer came.
    async fn post(&self, url: &str, call: &str, body: &Value) -> Option<Answer> {
        let request = Request::post(format!("{url}/api/v1/{call}"))
            .header("content-type", "application/json")
            .body(Full::from(body.to_string()))
            .expect("a request");
        let exchange = async {
            let response = self.http.request(request).await.ok()?;
            let status = response.status().as_u16();
            let bytes = response.into_body().collect().await.ok()?.to_bytes();
            let envelope: Envelope = serde_json::from_slice(&bytes).expect("a whole answer has the envelope");
            Some(Answer {
                status,
                error: envelope.error,
                data: envelope.data.get().to_owned(),
            })
        };
        tokio::time::timeout(ATTEMPT_MAX, exchange)
            .await
            .expect("an answer or an end within the time")
    }
}

/// Unix milliseconds.
pub fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    i64::try_from(since.as_millis()).expect("milliseconds fit")
}
