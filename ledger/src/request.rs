//! Request and reply of the command handler, and the shape of an answer.
//!
//! A request names the actor and the idempotency key (id and digest); a shape makes the
//! answer's data from the state a decision leads to.

use crate::append::rows::RequestRow;
use domain::refusal::Refusal;
use domain::stream::{Context, Stream};
use domain::time::Timestamp;
use serde::Serialize;
use uuid::Uuid;

/// Metadata of an event: a flat map of texts in the order of their names, as the stock repository requires.
#[derive(Debug, Serialize)]
pub(crate) struct Metadata<'a> {
    pub actor: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Uuid>,
    /// The natural keys of the command, at its last event ([`crate::claims`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claims: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<Uuid>,
}

/// Who sends a command, and what makes a repetition the same command.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The caller's id for this command; the answer is remembered under it for ever.
    pub id: Option<Uuid>,
    /// SHA-256 of the command's body: a reused id with another digest is refused.
    pub digest: [u8; 32],
    /// Who: `player`, `policy:<name>`, `staff:<id>` or `system:<part>`.
    pub actor: String,
    /// The event that caused the command, if one did.
    pub cause: Option<Uuid>,
    /// Refuses with "state changed" unless the stream stands here.
    pub expected_version: Option<u64>,
}

impl Request {
    /// A command of the system itself, identified by what caused it.
    pub fn system(actor: &str, id: Uuid) -> Request {
        Request {
            id: Some(id),
            actor: actor.to_owned(),
            ..Request::default()
        }
    }

    /// A command without a request id: nothing is remembered, so a refusal of today is not the answer of tomorrow.
    pub fn without_id(actor: &str) -> Request {
        Request {
            actor: actor.to_owned(),
            ..Request::default()
        }
    }

    pub(crate) fn metadata(&self) -> Metadata<'_> {
        Metadata {
            actor: &self.actor,
            cause: self.cause,
            claims: None,
            digest: self.id.map(|_| hex::encode(self.digest)),
            request_id: self.id,
        }
    }

    pub(crate) fn remember(
        &self,
        scope: Uuid,
        code: i32,
        message: String,
        answer: String,
        version: u64,
        now: Timestamp,
    ) -> Option<RequestRow> {
        self.id.map(|request_id| RequestRow {
            scope,
            request_id,
            digest: self.digest,
            code,
            message,
            answer,
            version: version as i64,
            recorded_at_ms: now.0,
        })
    }
}

/// Makes the answer's data from the state a decision leads to. The text is stored with the request id.
pub trait Shape<S: Stream>: Send + Sync {
    /// The answer of an accepted command.
    fn accepted(&self, state: &S, version: u64, events: &[S::Event], context: &Context) -> String;
    /// The answer of a refused one.
    fn refused(&self, state: &S, version: u64, refusal: &Refusal, context: &Context) -> String;
}

/// Answers without data, for commands of the system and of staff; a rule that staff broke keeps its code and values.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl<S: Stream> Shape<S> for Plain {
    fn accepted(&self, _state: &S, _version: u64, _events: &[S::Event], _context: &Context) -> String {
        "null".to_owned()
    }

    fn refused(&self, _state: &S, _version: u64, refusal: &Refusal, _context: &Context) -> String {
        match refusal {
            Refusal::CheckFailed { field, finding } => {
                serde_json::json!({ "field": field, "finding": finding }).to_string()
            }
            _ => "null".to_owned(),
        }
    }
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// 0 when accepted, else the refusal's permanent code.
    pub code: i32,
    /// Empty, or the refusal in English.
    pub message: String,
    /// JSON text of the answer's data.
    pub data: String,
    /// Version of the stream that the answer describes.
    pub version: u64,
    /// True when the answer was given before.
    pub replayed: bool,
    /// Position of the last event, when there was one in this call.
    pub position: Option<i64>,
}

impl Reply {
    /// True when the command was accepted.
    pub fn is_accepted(&self) -> bool {
        self.code == 0
    }
}
