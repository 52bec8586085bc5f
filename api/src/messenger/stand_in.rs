//! A replacement of the messenger's service: the same protocol on a port of this machine, with members that its owner
//! sets. For development, where the demo player can do the task of the channel, and for tests. What it was sent can be
//! read at `GET /sent`, the newest [`SENT_MAX`].

use super::Access;
use axum::Router;
use axum::extract::{Json, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// The token that the stand-in knows.
pub const TOKEN: &str = "1:stand-in";

/// Messages that are kept.
pub const SENT_MAX: usize = 1_000;

#[derive(Debug, Default)]
struct Known {
    members: BTreeSet<(String, i64)>,
    is_open: bool,
    fails: bool,
    /// Who blocked the bot.
    blocked: BTreeSet<i64>,
    /// Seconds of silence that the next message is answered with.
    silence_s: Option<u64>,
    /// Takes messages and never answers.
    holds: bool,
    /// Bodies of messages, as they came.
    sent: VecDeque<Value>,
}

/// The service while it runs; it ends with this value.
#[derive(Debug)]
pub struct StandIn {
    address: SocketAddr,
    known: Arc<Mutex<Known>>,
    serving: JoinHandle<()>,
}

#[derive(Deserialize)]
struct Question {
    chat_id: String,
    user_id: i64,
}

impl StandIn {
    /// Starts one that knows no members.
    ///
    /// # Errors
    /// When this machine has no free port.
    pub async fn start() -> io::Result<StandIn> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let (address, known) = (listener.local_addr()?, Arc::<Mutex<Known>>::default());
        let routes = Router::new()
            .route("/{bot}/getChatMember", post(get_chat_member))
            .route("/{bot}/sendMessage", post(send_message))
            .route("/sent", get(sent))
            .with_state(known.clone());
        let serving = tokio::spawn(async move {
            if let Err(fault) = axum::serve(listener, routes).await {
                tracing::warn!(%fault, "the stand-in of the messenger ended");
            }
        });
        Ok(StandIn {
            address,
            known,
            serving,
        })
    }

    /// How to ask it.
    pub fn access(&self) -> Access {
        Access {
            base: format!("http://{}", self.address),
            token: TOKEN.to_owned(),
        }
    }

    /// An account joins a channel.
    pub fn join(&self, channel: &str, tg_id: i64) {
        known(&self.known).members.insert((channel.to_owned(), tg_id));
    }

    /// An account leaves a channel.
    pub fn leave(&self, channel: &str, tg_id: i64) {
        known(&self.known).members.remove(&(channel.to_owned(), tg_id));
    }

    /// Every account is a member of every channel.
    pub fn let_everybody_in(&self) {
        known(&self.known).is_open = true;
    }

    /// The service answers nothing useful, or does again.
    pub fn fail(&self, fails: bool) {
        known(&self.known).fails = fails;
    }

    /// An account blocks the bot, or lets it write again.
    pub fn block(&self, tg_id: i64, blocks: bool) {
        let blocked = &mut known(&self.known).blocked;
        let _ = match blocks {
            true => blocked.insert(tg_id),
            false => blocked.remove(&tg_id),
        };
    }

    /// The next message is answered with 429 and so many seconds.
    pub fn ask_for_silence(&self, seconds: u64) {
        known(&self.known).silence_s = Some(seconds);
    }

    /// Messages are taken and never answered, or are again.
    pub fn hold(&self, holds: bool) {
        known(&self.known).holds = holds;
    }

    /// The messages that it was sent, oldest first.
    pub fn sent(&self) -> Vec<Value> {
        known(&self.known).sent.iter().cloned().collect()
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn known(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An error in the form of the service.
fn error(status: StatusCode, parameters: Value) -> Response {
    let code = status.as_u16();
    (
        status,
        Json(json!({ "ok": false, "error_code": code, "parameters": parameters })),
    )
        .into_response()
}

/// What every method answers while the token is wrong or the service is down.
fn refused(known: &Known, bot: &str) -> Option<Response> {
    if bot != format!("bot{TOKEN}") {
        return Some(error(StatusCode::UNAUTHORIZED, json!({})));
    }
    known.fails.then(|| StatusCode::BAD_GATEWAY.into_response())
}

async fn get_chat_member(
    State(state): State<Arc<Mutex<Known>>>,
    Path(bot): Path<String>,
    Json(question): Json<Question>,
) -> Response {
    let known = known(&state);
    if let Some(refused) = refused(&known, &bot) {
        return refused;
    }
    let channel = question.chat_id.trim_start_matches('@').to_owned();
    let is_member = known.is_open || known.members.contains(&(channel, question.user_id));
    let status = if is_member { "member" } else { "left" };
    Json(json!({ "ok": true, "result": { "status": status, "user": { "id": question.user_id } } })).into_response()
}

async fn send_message(
    State(state): State<Arc<Mutex<Known>>>,
    Path(bot): Path<String>,
    Json(message): Json<Value>,
) -> Response {
    let answer = take(&mut known(&state), &bot, message);
    match answer {
        Some(answer) => answer,
        None => std::future::pending().await,
    }
}

/// Takes a message, if it can be delivered; no answer while the service holds it.
fn take(known: &mut Known, bot: &str, message: Value) -> Option<Response> {
    let refused = refused(known, bot);
    if refused.is_some() {
        return refused;
    }
    if let Some(seconds) = known.silence_s.take() {
        return Some(error(StatusCode::TOO_MANY_REQUESTS, json!({ "retry_after": seconds })));
    }
    match message["chat_id"].as_i64() {
        None => return Some(error(StatusCode::BAD_REQUEST, json!({}))),
        Some(tg_id) if known.blocked.contains(&tg_id) => return Some(error(StatusCode::FORBIDDEN, json!({}))),
        Some(_) => {}
    }
    known.sent.push_back(message);
    if known.sent.len() > SENT_MAX {
        known.sent.pop_front();
    }
    let number = known.sent.len();
    (!known.holds).then(|| Json(json!({ "ok": true, "result": { "message_id": number } })).into_response())
}

async fn sent(State(state): State<Arc<Mutex<Known>>>) -> Json<Value> {
    Json(json!(known(&state).sent))
}
