//! The messenger's own service over HTTP: who is a member of a channel (domain §3.9), and messages by the bot
//! (`send.rs`, domain §3.17).
//!
//! | the service says | proof |
//! |---|---|
//! | creator, administrator, member, or restricted and in the channel | holds |
//! | any other status | fails |
//! | an error, a timeout, an unknown form, no service configured | no answer: nothing changes |
//!
//! The bot's token is part of the address of each question, so no address is ever logged.
//! [`stand_in`] speaks the same protocol for development and tests.

mod send;
pub mod stand_in;

pub use send::{Delivery, Text};

use crate::https::{Https, client};
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Request, StatusCode};
use domain::player::promotion::Proof;
use http_body_util::{BodyExt, Full, Limited};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt;
use std::time::Duration;

/// The messenger's public service.
pub const PUBLIC: &str = "https://api.telegram.org";
/// The longest the service may take (ASSUMED: a player waits for it).
const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);
/// Largest answer that is read.
const ANSWER_BYTES_MAX: usize = 64 * 1024;

/// Where the service is, and who asks.
#[derive(Clone, PartialEq, Eq)]
pub struct Access {
    /// Address without a path, `https://…`; plain HTTP for a stand-in.
    pub base: String,
    pub token: String,
}

impl fmt::Debug for Access {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Access({})", self.base)
    }
}

/// The service; without access nobody answers.
pub struct Messenger {
    http: Https,
    access: Option<Access>,
}

#[derive(Deserialize)]
struct MemberReply {
    ok: bool,
    result: Option<Member>,
}

#[derive(Deserialize)]
struct Member {
    status: String,
    #[serde(default)]
    is_member: bool,
}

impl Messenger {
    /// The service at this address.
    pub fn new(access: Option<Access>) -> Messenger {
        Messenger { http: client(), access }
    }

    /// Whether an account is a member of a channel. The bot must be an administrator there.
    pub async fn membership(&self, channel: &str, tg_id: i64) -> Proof {
        let Some(access) = &self.access else {
            return Proof::NoAnswer;
        };
        match tokio::time::timeout(ANSWER_TIME_MAX, self.member(access, channel, tg_id)).await {
            Ok(Some(member)) if member.is_in() => Proof::Holds,
            Ok(Some(_)) => Proof::Fails,
            Ok(None) | Err(_) => {
                tracing::warn!(channel, "the messenger did not say who is a member");
                Proof::NoAnswer
            }
        }
    }

    async fn member(&self, access: &Access, channel: &str, tg_id: i64) -> Option<Member> {
        let chat_id = format!("@{}", channel.trim_start_matches('@'));
        let question = json!({ "chat_id": chat_id, "user_id": tg_id });
        let (status, answer) = self.post(access, "getChatMember", &question).await?;
        let reply: MemberReply = serde_json::from_slice(&answer).ok()?;
        reply.result.filter(|_| reply.ok && status == StatusCode::OK)
    }

    /// Calls a method of the bot; nothing when there is no answer.
    async fn post(&self, access: &Access, method: &str, question: &Value) -> Option<(StatusCode, Bytes)> {
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("{}/bot{}/{method}", access.base, access.token))
            .header(CONTENT_TYPE, "application/json")
            .body(Full::from(question.to_string()));
        let response = self.http.request(request.ok()?).await.ok()?;
        let status = response.status();
        let whole = Limited::new(response.into_body(), ANSWER_BYTES_MAX).collect().await;
        Some((status, whole.ok()?.to_bytes()))
    }
}

impl Member {
    fn is_in(&self) -> bool {
        match self.status.as_str() {
            "creator" | "administrator" | "member" => true,
            "restricted" => self.is_member,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests;
