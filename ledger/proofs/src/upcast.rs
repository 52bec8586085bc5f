//! From stored bytes to an event of today: the row's type and version choose the
//! steps that lift its payload to the newest shape (`domain::upcast`).
//!
//! A row that no step fits is an error and never skipped: a program that does not
//! understand one event must not claim to know what the stream stands at.

use domain::stream::StreamEvent;
use thiserror::Error;

/// Why a stored event does not read.
#[derive(Debug, Error)]
pub enum UpcastError {
    /// The type was never recorded, or a later program recorded it.
    #[error("no event is called {0:?} here")]
    UnknownType(String),
    /// The version was never recorded, or a later program recorded it.
    #[error("{event_type} version {version:?} is not known here, the newest is {newest}")]
    UnknownVersion {
        /// Type of the row.
        event_type: String,
        /// Version of the row.
        version: String,
        /// The newest version this program knows.
        newest: u16,
    },
    /// The payload is not what type and version promise.
    #[error("the payload is not a {event_type}: {reason}")]
    Payload {
        /// Type of the row.
        event_type: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// The stored event in its newest shape.
///
/// # Errors
/// [`UpcastError`].
pub fn read<F: StreamEvent>(event_type: &str, version: &str, payload: &str) -> Result<F, UpcastError> {
    let lineage = F::lineage(event_type).ok_or_else(|| UpcastError::UnknownType(event_type.to_owned()))?;
    let newest = lineage.newest();
    let unknown = || UpcastError::UnknownVersion {
        event_type: event_type.to_owned(),
        version: version.to_owned(),
        newest,
    };
    let other = |reason: String| UpcastError::Payload {
        event_type: event_type.to_owned(),
        reason,
    };
    let number: u16 = version.parse().map_err(|_| unknown())?;
    let event: F = if number == newest {
        serde_json::from_str(payload).map_err(|error| other(error.to_string()))?
    } else {
        let stored = serde_json::from_str(payload).map_err(|error| other(error.to_string()))?;
        let lifted = lineage.lift(number, stored).ok_or_else(unknown)?;
        serde_json::from_value(lifted).map_err(|error| other(error.to_string()))?
    };
    if event.name() == event_type {
        Ok(event)
    } else {
        Err(other(format!("it is a {}", event.name())))
    }
}
