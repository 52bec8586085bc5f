//! What a call answers when it is not done: six kinds (api §6).
//!
//! A refusal is read by the player and is never an error of ours. A fault is read
//! by the operator: it is logged once, here, with the reference that the player can
//! quote, and the answer says nothing else.

mod catalogue;

pub use catalogue::{CATALOGUE, Entry};

use crate::wire::body::Malformed;
use crate::wire::user::Lang;
use axum::http::StatusCode;
use domain::config::Text;
use domain::finding::Finding;
use domain::refusal::Refusal;
use ledger::{CommandError, Fault};
use serde_json::{Value, json};

/// Something of ours failed.
pub const FAULT: i32 = -1;
/// Nobody is known by this token.
pub const UNAUTHENTICATED: i32 = -1000;
/// The launch data proves nothing.
pub const LAUNCH_INVALID: i32 = -1001;
/// The module is closed.
pub const MAINTENANCE: i32 = -1003;
/// More calls than the limit.
pub const TOO_MANY: i32 = -1005;
/// A field of the body is wrong.
pub const INVALID: i32 = -1006;
/// The request id belongs to other data.
pub const KEY_REUSED: i32 = -1007;
/// Nothing could be decided now.
pub const BUSY: i32 = -1008;

/// Why a call was not done.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A rule refused; code and data are the rule's.
    #[error("refused with {code}")]
    Refused {
        code: i32,
        /// JSON text of the details, or `null`.
        data: String,
    },
    /// No session, whatever the reason: one answer for all of them.
    #[error("not authenticated")]
    Unauthenticated,
    /// The body is wrong; the field is named.
    #[error("invalid field {0}")]
    Invalid(String),
    /// A field of the body breaks a rule that has words of its own.
    #[error("{0}")]
    Broken(Box<Finding>),
    /// Nothing was decided; the same request may be sent again.
    #[error("busy")]
    Busy,
    /// Something of ours failed.
    #[error(transparent)]
    Fault(Fault),
}

impl Failure {
    /// A refusal with details.
    pub fn refused(code: i32, data: &Value) -> Failure {
        Failure::Refused {
            code,
            data: data.to_string(),
        }
    }

    /// The named field is wrong.
    pub fn invalid(field: &str) -> Failure {
        Failure::Invalid(field.to_owned())
    }

    /// Too many calls; the next is allowed in `retry_after_ms`.
    pub fn too_many(retry_after_ms: i64) -> Failure {
        Failure::refused(TOO_MANY, &json!({ "retry_after_ms": retry_after_ms }))
    }

    /// The module is closed; with what players read of it, where the configuration has a text.
    pub fn maintenance(module: &str, text: &Text) -> Failure {
        let data = match text.is_empty() {
            true => json!({ "module": module }),
            false => json!({ "module": module, "text": text }),
        };
        Failure::refused(MAINTENANCE, &data)
    }

    pub const fn code(&self) -> i32 {
        match self {
            Failure::Refused { code, .. } => *code,
            Failure::Unauthenticated => UNAUTHENTICATED,
            Failure::Invalid(_) | Failure::Broken(_) => INVALID,
            Failure::Busy => BUSY,
            Failure::Fault(_) => FAULT,
        }
    }

    /// 200 for everything a player should read (api §4), 500 for our own faults.
    pub const fn status(&self) -> StatusCode {
        match self {
            Failure::Fault(_) => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::OK,
        }
    }

    /// JSON text of the answer's data.
    pub fn data(&self) -> String {
        match self {
            Failure::Refused { data, .. } => data.clone(),
            Failure::Invalid(field) => json!({ "field": field }).to_string(),
            Failure::Broken(finding) => json!({ "field": finding.to_string(), "finding": finding }).to_string(),
            Failure::Unauthenticated | Failure::Busy | Failure::Fault(_) => "null".to_owned(),
        }
    }
}

impl From<Finding> for Failure {
    fn from(finding: Finding) -> Failure {
        Failure::Broken(finding.into())
    }
}

/// A refusal that a call knows without asking a stream, with its own values.
impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        let mut values = serde_json::to_value(&refusal).unwrap_or_default();
        let fields = values.as_object_mut().filter(|fields| fields.len() > 1);
        let details = fields.map(|fields| {
            fields.remove("refusal");
            Value::Object(std::mem::take(fields))
        });
        Failure::refused(refusal.code(), &details.unwrap_or_default())
    }
}

impl From<Malformed> for Failure {
    fn from(malformed: Malformed) -> Failure {
        match malformed {
            Malformed::Field(field) => Failure::Invalid(field),
            Malformed::Token => Failure::Unauthenticated,
        }
    }
}

impl From<CommandError> for Failure {
    fn from(error: CommandError) -> Failure {
        match error {
            CommandError::KeyReused => Failure::refused(KEY_REUSED, &Value::Null),
            CommandError::Busy => Failure::Busy,
            CommandError::Fault(fault) => fault.into(),
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        if !fault.is_passing() {
            return Failure::Fault(fault);
        }
        tracing::warn!(%fault, "a call was answered that the service is busy");
        Failure::Busy
    }
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Failure {
        Fault::from(error).into()
    }
}

/// The text of a code in a language, with the values of `data` (JSON text) in place; empty for success.
pub fn message(code: i32, lang: Lang, data: &str) -> String {
    let Some(entry) = CATALOGUE.iter().find(|entry| entry.code == code) else {
        return String::new();
    };
    let text = match lang {
        Lang::En => entry.en,
        Lang::Zh => entry.zh,
    };
    match serde_json::from_str(data) {
        Ok(Value::Object(values)) if text.contains('{') => {
            values.iter().fold(text.to_owned(), |text, (name, value)| {
                let plain = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                text.replace(&format!("{{{name}}}"), &plain)
            })
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
