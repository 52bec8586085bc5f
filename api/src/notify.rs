//! The house's webhook: where notifications of alerts go, how they are signed, what an answer means (api §7.30).
//!
//! | the receiver says | delivery |
//! |---|---|
//! | any status of 200 to 299 | taken |
//! | any other status | answered: tried again later |
//! | a timeout, no connection | no answer: tried again later |
//!
//! The address may hold a secret, so it is never logged. No redirect is followed: what is signed goes where the
//! operator said. What is sent, and when, is decided elsewhere (`staff::notify`).

use crate::https::{Https, client};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Request, StatusCode};
use domain::time::Timestamp;
use hmac::{Hmac, KeyInit, Mac};
use http_body_util::Full;
use metrics::{counter, gauge};
use sha2::Sha256;
use std::fmt;
use std::time::Duration;
use uuid::Uuid;

/// The header with the moment of the attempt and the signature: `t=<unix seconds>,v1=<hex>`.
pub const SIGNATURE: &str = "x-ledger-signature";
/// The header with the id of the message, the same at each attempt.
pub const ID: &str = "x-ledger-notification";
/// Attempts by what they came to.
pub const TOTAL: &str = "ledger_notifications_total";
/// Messages that wait.
pub const WAITING: &str = "ledger_notifications_waiting";
/// Age of the oldest of them.
pub const OLDEST: &str = "ledger_notifications_oldest_ms";
/// The longest the receiver may take (ASSUMED: it stores and answers).
const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);

/// Where notifications go, and the key that signs them.
#[derive(Clone, PartialEq, Eq)]
pub struct Target {
    /// With its path and query.
    pub url: String,
    pub key: String,
}

impl fmt::Debug for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Target(sealed)")
    }
}

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    Taken,
    /// With this status, which is no success.
    Answered(u16),
    NoAnswer,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Delivered,
    /// An attempt that is followed by another.
    Failed,
    GivenUp,
}

impl Outcome {
    const ALL: [Outcome; 3] = [Outcome::Delivered, Outcome::Failed, Outcome::GivenUp];

    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Delivered => "delivered",
            Outcome::Failed => "failed",
            Outcome::GivenUp => "given_up",
        }
    }
}

/// Sends to the webhook, where there is one.
pub struct Notifier {
    http: Https,
    target: Option<Target>,
}

impl Notifier {
    pub fn new(target: Option<Target>) -> Notifier {
        Notifier { http: client(), target }
    }

    /// Whether anything is sent.
    pub fn is_on(&self) -> bool {
        self.target.is_some()
    }

    /// One attempt of a message.
    pub async fn post(&self, id: Uuid, body: &str, now: Timestamp) -> Delivery {
        let Some(target) = &self.target else {
            return Delivery::NoAnswer;
        };
        let request = Request::builder()
            .method(Method::POST)
            .uri(&target.url)
            .header(CONTENT_TYPE, "application/json")
            .header(ID, id.to_string())
            .header(SIGNATURE, signature(&target.key, now, body))
            .body(Full::from(body.to_owned()));
        let Ok(request) = request else {
            return Delivery::NoAnswer;
        };
        match tokio::time::timeout(ANSWER_TIME_MAX, self.http.request(request)).await {
            Ok(Ok(answer)) => delivery(answer.status()),
            _ => Delivery::NoAnswer,
        }
    }
}

fn delivery(status: StatusCode) -> Delivery {
    match status.is_success() {
        true => Delivery::Taken,
        false => Delivery::Answered(status.as_u16()),
    }
}

/// The value of the header: HMAC-SHA256 over the seconds, a dot and the body.
pub fn signature(key: &str, now: Timestamp, body: &str) -> String {
    let seconds = now.0.div_euclid(1_000);
    let mut keyed = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("HMAC takes a key of any length");
    keyed.update(format!("{seconds}.{body}").as_bytes());
    format!("t={seconds},v1={}", hex::encode(keyed.finalize().into_bytes()))
}

/// Shows every figure from the start of the process on.
pub fn begin() {
    for outcome in Outcome::ALL {
        count(outcome, 0);
    }
    show(0, 0);
}

pub fn count(outcome: Outcome, messages: u64) {
    counter!(TOTAL, "outcome" => outcome.name()).increment(messages);
}

/// What waits, and for how long.
#[expect(clippy::cast_precision_loss, reason = "figures for graphs, not for books")]
pub fn show(waiting: i64, oldest_ms: i64) {
    gauge!(WAITING).set(waiting as f64);
    gauge!(OLDEST).set(oldest_ms as f64);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_published_one() {
        // openssl dgst -sha256 -hmac "key" over `1700000000.{"a":1}`.
        let signed = signature("key", Timestamp(1_700_000_000_999), "{\"a\":1}");
        assert_eq!(
            signed,
            "t=1700000000,v1=a438e398bfafc57e4396bb7fc2304422f0f768e965d073ca313cb52e22e6ad03"
        );
    }

    #[test]
    fn only_a_success_is_one() {
        for (status, expected) in [
            (200, Delivery::Taken),
            (204, Delivery::Taken),
            (302, Delivery::Answered(302)),
            (404, Delivery::Answered(404)),
            (500, Delivery::Answered(500)),
        ] {
            assert_eq!(delivery(StatusCode::from_u16(status).expect("a status")), expected);
        }
    }

    #[test]
    fn the_address_is_not_printed() {
        let target = Target {
            url: "https://hooks.example/secret".into(),
            key: "key".into(),
        };
        assert_eq!(format!("{target:?}"), "Target(sealed)");
    }
}
