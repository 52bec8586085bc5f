//! `sendMessage` of the messenger's Bot API.
//!
//! | the service says | delivery | what follows |
//! |---|---|---|
//! | 200 and `ok` | sent | the message ends |
//! | 429 | wait for its `retry_after` | all messages wait so long |
//! | 403 | blocked | nothing more until the player chooses again |
//! | 400 | refused | this message ends: it would be refused again |
//! | any other status, a timeout, an unknown form | no answer | tried again later |
//!
//! 401 and 404 mean a wrong token or address of the installation, which messages must survive: no answer.

use super::{ANSWER_TIME_MAX, Messenger};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// Longest silence that is believed, in seconds. ASSUMED: the service asks for seconds, in floods for minutes.
const WAIT_MAX_S: u64 = 3_600;

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    Sent,
    Wait(Duration),
    Blocked,
    Refused,
    NoAnswer,
}

/// A message with its one button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    pub text: String,
    /// Label and address; without an address there is no button.
    pub button: Option<(String, String)>,
}

#[derive(Default, Deserialize)]
struct SendReply {
    #[serde(default)]
    ok: bool,
    #[serde(default)]
    parameters: Parameters,
}

#[derive(Default, Deserialize)]
struct Parameters {
    #[serde(default)]
    retry_after: u64,
}

impl Messenger {
    /// Whether there is a service that sends.
    pub fn can_send(&self) -> bool {
        self.access.is_some()
    }

    /// Sends a message to an account.
    pub async fn send(&self, tg_id: i64, text: &Text) -> Delivery {
        let Some(access) = &self.access else {
            return Delivery::NoAnswer;
        };
        let mut message = json!({ "chat_id": tg_id, "text": text.text });
        if let Some((label, url)) = &text.button {
            message["reply_markup"] = json!({ "inline_keyboard": [[{ "text": label, "url": url }]] });
        }
        let sending = self.post(access, "sendMessage", &message);
        let answer = tokio::time::timeout(ANSWER_TIME_MAX, sending).await.ok().flatten();
        answer.map_or(Delivery::NoAnswer, |(status, body)| delivery(status, &body))
    }
}

fn delivery(status: StatusCode, body: &[u8]) -> Delivery {
    let reply: SendReply = serde_json::from_slice(body).unwrap_or_default();
    match status {
        StatusCode::OK if reply.ok => Delivery::Sent,
        StatusCode::TOO_MANY_REQUESTS => {
            Delivery::Wait(Duration::from_secs(reply.parameters.retry_after.clamp(1, WAIT_MAX_S)))
        }
        StatusCode::FORBIDDEN => Delivery::Blocked,
        StatusCode::BAD_REQUEST => Delivery::Refused,
        _ => Delivery::NoAnswer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_the_service_are_known() {
        for (status, body, expected) in [
            (200, r#"{"ok":true,"result":{"message_id":1}}"#, Delivery::Sent),
            (200, r#"{"ok":false}"#, Delivery::NoAnswer),
            (200, "<html>", Delivery::NoAnswer),
            (
                429,
                r#"{"ok":false,"error_code":429,"parameters":{"retry_after":7}}"#,
                Delivery::Wait(Duration::from_secs(7)),
            ),
            (429, "", Delivery::Wait(Duration::from_secs(1))),
            (
                429,
                r#"{"parameters":{"retry_after":99999999}}"#,
                Delivery::Wait(Duration::from_secs(WAIT_MAX_S)),
            ),
            (403, r#"{"ok":false,"error_code":403}"#, Delivery::Blocked),
            (400, r#"{"ok":false,"error_code":400}"#, Delivery::Refused),
            (401, "", Delivery::NoAnswer),
            (404, "", Delivery::NoAnswer),
            (502, "", Delivery::NoAnswer),
        ] {
            let status = StatusCode::from_u16(status).expect("a status");
            assert_eq!(delivery(status, body.as_bytes()), expected, "{status} {body}");
        }
    }
}
