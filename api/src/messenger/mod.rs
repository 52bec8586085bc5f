//! The messenger's own service, asked over HTTP: who is a member of a channel (domain §3.9).
//!
//! | the service says | proof |
//! |---|---|
//! | creator, administrator, member, or restricted and in the channel | holds |
//! | any other status | fails |
//! | an error, a timeout, an unknown form, no service configured | no answer: nothing changes |
//!
//! The bot's token is part of the address of each question, so no address is ever logged.
//! [`stand_in`] speaks the same protocol for development and tests.

pub mod stand_in;

use crate::https::{Https, client};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Request, StatusCode};
use domain::player::promotion::Proof;
use http_body_util::{BodyExt, Full, Limited};
use serde::Deserialize;
use serde_json::json;
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
        let body = json!({ "chat_id": chat_id, "user_id": tg_id }).to_string();
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("{}/bot{}/getChatMember", access.base, access.token))
            .header(CONTENT_TYPE, "application/json")
            .body(Full::from(body));
        let response = self.http.request(request.ok()?).await.ok()?;
        if response.status() != StatusCode::OK {
            return None;
        }
        let whole = Limited::new(response.into_body(), ANSWER_BYTES_MAX).collect().await;
        let reply: MemberReply = serde_json::from_slice(&whole.ok()?.to_bytes()).ok()?;
        reply.result.filter(|_| reply.ok)
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
