//! How old events are read: each version of an event type, and the
//! steps that convert one to the next.
//!
//! Stored payloads are never rewritten. A step is a pure function from the JSON of
//! version n, as stored, to that of version n + 1. It adds nothing a reader of
//! the old event could not have known: an old stream folds to the same balances
//! before and after (law I-18).

use serde_json::Value;

/// Converts a stored payload of one version to the next.
pub type Upcast = fn(Value) -> Value;

/// The versions of an event type.
#[derive(Clone, Copy, Debug)]
pub struct Lineage {
    newest: u16,
    upcasts: &'static [Upcast],
}

impl Lineage {
    /// The event's present version, and the steps from version 1 to it in order.
    ///
    /// # Panics
    /// When a step is missing or too many; in a `const` this is a compile error.
    pub const fn new(newest: u16, upcasts: &'static [Upcast]) -> Lineage {
        assert!(
            newest as usize == upcasts.len() + 1,
            "every version but the newest has one upcast"
        );
        Lineage { newest, upcasts }
    }

    /// The version that is written today.
    pub const fn newest(&self) -> u16 {
        self.newest
    }

    /// A payload of `version` in the newest shape; `None` when that version was never recorded.
    pub fn lift(&self, version: u16, payload: Value) -> Option<Value> {
        let steps = self.upcasts.get(usize::from(version.checked_sub(1)?)..)?;
        Some(steps.iter().fold(payload, |payload, step| step(payload)))
    }
}

#[cfg(test)]
mod tests;
