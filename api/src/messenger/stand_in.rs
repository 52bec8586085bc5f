//! A replacement of the messenger's service: the same protocol on a port of this machine, with members that its owner
//! sets. For development, where the demo player can do the task of the channel, and for tests.

use super::Access;
use axum::Router;
use axum::extract::{Json, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeSet;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// The token that the stand-in knows.
pub const TOKEN: &str = "1:stand-in";

#[derive(Debug, Default)]
struct Known {
    members: BTreeSet<(String, i64)>,
    is_open: bool,
    fails: bool,
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
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn known(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn get_chat_member(
    State(state): State<Arc<Mutex<Known>>>,
    Path(bot): Path<String>,
    Json(question): Json<Question>,
) -> Response {
    let known = known(&state);
    if bot != format!("bot{TOKEN}") {
        let refused = json!({ "ok": false, "error_code": 401, "description": "Unauthorized" });
        return (StatusCode::UNAUTHORIZED, Json(refused)).into_response();
    }
    if known.fails {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    let channel = question.chat_id.trim_start_matches('@').to_owned();
    let is_member = known.is_open || known.members.contains(&(channel, question.user_id));
    let status = if is_member { "member" } else { "left" };
    Json(json!({ "ok": true, "result": { "status": status, "user": { "id": question.user_id } } })).into_response()
}
