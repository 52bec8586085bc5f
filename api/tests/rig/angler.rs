//! A player as an independent client: makes a request id, keeps it before sending, sends the same
//! request until it is answered, and writes down what was asked and what was answered.
//!
//! Shares no code with the server but the signing of logins.

use super::board::Board;
use super::stage::BOT_TOKEN;
use api::launch::{LaunchUser, sign};
use axum::body::Bytes;
use domain::ids::PlayerId;
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use uuid::Uuid;

/// The longest a server may take for one answer (SPEC §9).
const ATTEMPT_MAX: Duration = Duration::from_secs(30);
/// Failures of the server (5xx, busy) in a row before a command counts as never answered.
const FAILURES_MAX: u32 = 200;
/// Coins of a cast.
const STAKES: [i64; 4] = [10, 20, 50, 100];

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
    /// How often the server answered with a failure of its own.
    pub failures: u32,
    /// When it was sent last, Unix milliseconds.
    pub sent_at_ms: i64,
}

/// What a player wrote down.
#[derive(Default)]
pub struct Journal {
    pub acks: Vec<Ack>,
    /// Sent, and no answer came before the house closed.
    pub unanswered: Vec<Command>,
}

/// A player with a session.
pub struct Angler {
    pub journal: Journal,
    http: Client<HttpConnector, Full<Bytes>>,
    board: Arc<Board>,
    player: Uuid,
    token: String,
    dice: StdRng,
    /// A dive that an earlier game left open; null when there is none.
    left_open: Value,
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

impl Angler {
    /// Logs in; the same seed plays the same way.
    pub async fn login(board: Arc<Board>, tg_id: i64, seed: u64) -> Angler {
        let http = Client::builder(TokioExecutor::new()).build_http();
        let player = PlayerId::of_messenger(tg_id).0;
        let dice = StdRng::seed_from_u64(seed.wrapping_add(tg_id.unsigned_abs()));
        let mut angler = Angler {
            journal: Journal::default(),
            http,
            board,
            player,
            token: String::new(),
            dice,
            left_open: Value::Null,
        };
        let user = LaunchUser {
            tg_id,
            first_name: format!("Angler {tg_id}"),
            ..LaunchUser::default()
        };
        let init_data = sign(BOT_TOKEN, &user, None, now_ms() / 1_000);
        let answer = angler
            .ask("login/telegram", json!({ "init_data": init_data, "inviter": "" }))
            .await;
        angler.token = field(&answer, "/token").as_str().expect("a token").to_owned();
        let seen = angler
            .ask("fishing/player_info", json!({ "token": angler.token }))
            .await;
        angler.left_open = field(&seen, "/dive/dive_id");
        angler
    }

    /// Asks a question of a house that is open.
    async fn ask(&self, call: &str, mut body: Value) -> String {
        body["ts"] = json!(now_ms());
        let (url, _) = self.board.address().await;
        let answer = self.post(&url, call, &body).await.expect("an open house answers");
        assert_eq!((answer.status, answer.error), (200, 0), "{call}: {}", answer.data);
        answer.data
    }

    /// Who plays.
    pub fn player(&self) -> Uuid {
        self.player
    }

    /// Dives until the day is over or the house has closed.
    pub async fn play(mut self) -> Journal {
        if self.come_up().await.is_some() {
            while !self.board.is_over() && self.dive().await.is_some() {}
        }
        self.journal
    }

    /// Makes this many dives.
    pub async fn dives(mut self, count: u32) -> Journal {
        for _ in 0..count {
            self.dive().await;
        }
        self.journal
    }

    /// Ends the dive that an earlier game left open.
    async fn come_up(&mut self) -> Option<()> {
        if !self.left_open.is_null() {
            let dive = self.left_open.take();
            accepted(&self.command("fishing/surface", json!({ "dive_id": dive }), 0).await?);
        }
        Some(())
    }

    /// One dive. Now and then a step is asked for that the rules refuse: refusals are answers too.
    async fn dive(&mut self) -> Option<()> {
        let stake = STAKES[self.dice.random_range(0..STAKES.len())];
        let started = self
            .command("fishing/dive_start", json!({ "stake": stake, "start_level": 1 }), 0)
            .await?;
        let dive = field(&accepted(&started).data, "/dive/dive_id");
        for seq in 1..=self.dice.random_range(1..=6_u32) {
            let body = json!({ "dive_id": dive, "seq": seq, "shield": false });
            accepted(&self.command("fishing/cast", body.clone(), stake).await?);
            if self.dice.random_ratio(1, 10) {
                let again = self.command("fishing/cast", body, stake).await?;
                assert_eq!(
                    again.error, 3004,
                    "a step that was played is out of date: {}",
                    again.data
                );
            }
        }
        accepted(&self.command("fishing/surface", json!({ "dive_id": dive }), 0).await?);
        if self.dice.random_ratio(1, 10) {
            let again = self.command("fishing/surface", json!({ "dive_id": dive }), 0).await?;
            assert_eq!(again.error, 3001, "a dive ends once: {}", again.data);
        }
        Some(())
    }

    /// A new command, from its request id to its answer; nothing when the house closed before.
    pub async fn command(&mut self, call: &'static str, body: Value, burns: i64) -> Option<Ack> {
        let req_id = Uuid::from_u128(self.dice.random());
        let command = Command {
            player: self.player,
            call,
            req_id,
            body,
            burns,
        };
        match self.settle(command.clone()).await {
            Some(ack) => {
                self.journal.acks.push(ack.clone());
                Some(ack)
            }
            None => {
                self.journal.unanswered.push(command);
                None
            }
        }
    }

    /// Sends a command until it is answered.
    pub async fn settle(&self, command: Command) -> Option<Ack> {
        let (mut sent, mut failures) = (0, 0);
        let mut body = command.body.clone();
        body["req_id"] = json!(command.req_id);
        body["token"] = json!(self.token);
        loop {
            let (url, _) = self.board.address().await;
            let sent_at_ms = now_ms();
            body["ts"] = json!(sent_at_ms);
            self.board.count_sent();
            sent += 1;
            match self.post(&url, command.call, &body).await {
                Some(answer) if answer.status >= 500 || matches!(answer.error, -1 | -1008) => {
                    failures += 1;
                    assert!(
                        failures <= FAILURES_MAX,
                        "{command:?} was never answered: {}",
                        answer.error
                    );
                }
                Some(Answer { error, data, .. }) => {
                    assert!(error >= 0, "{command:?} was answered {error} {data}");
                    self.board.count_answered();
                    return Some(Ack {
                        command,
                        error,
                        data,
                        sent,
                        failures,
                        sent_at_ms,
                    });
                }
                None if self.board.address().await.1 => return None,
                None => {}
            }
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

#[track_caller]
fn accepted(ack: &Ack) -> &Ack {
    assert_eq!(ack.error, 0, "{:?}: {}", ack.command, ack.data);
    ack
}

fn field(data: &str, pointer: &str) -> Value {
    let data: Value = serde_json::from_str(data).expect("JSON");
    data.pointer(pointer).cloned().unwrap_or_default()
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    i64::try_from(since.as_millis()).expect("milliseconds fit")
}
