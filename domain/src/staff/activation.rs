//! Activation: the owner of an account chooses password and second factor with a code that is good once.
//!
//! | state of an account | event | signs in |
//! |---|---|---|
//! | - | `StaffAdded`, by two of security | nobody: the code waits |
//! | activated | `StaffCredentialsReset`, by two of security | nobody: another code waits |
//! | code waits | `StaffActivated`, by who has the code, in time | the owner |
//! | activated | `StaffPasswordChanged`, by the owner | the owner |
//!
//! The stream keeps the hash of the code. The code is 160 random bits, so its hash says nothing of it, and whoever may
//! write into the database plants no hash of his own: an event carries a MAC. Whoever made the account has seen the
//! code and could use it before the owner does; the owner then finds it spent, and [`super::key`] lets this person
//! approve none of the account's keys.

use super::key::is_digest;
use super::{Decided, Ruling, Staff, StaffEvent, field};
use crate::defence::Defence;
use crate::refusal::Refusal;
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// How long a code is good, from when the account was made or reset (ASSUMED): over a weekend.
pub const CODE_MS: i64 = 3 * DAY_MS;

/// A code that waits for the owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activation {
    /// Hex of SHA-256 of the code.
    pub code: String,
    /// The code is good before this moment.
    pub until: Timestamp,
}

impl Activation {
    /// A code from now on.
    pub(super) fn from(code: &str, now: Timestamp) -> Result<Activation, Refusal> {
        if !is_digest(code) {
            return Err(field("code"));
        }
        Ok(Activation {
            code: code.to_owned(),
            until: now.plus_ms(CODE_MS),
        })
    }
}

impl Staff {
    pub(super) fn reset(&self, code: &str, decided: &Decided, at: Timestamp) -> Ruling {
        self.decided(decided)?;
        let activation = Some(Activation::from(code, at)?);
        let Decided { by, approver, reason } = decided.clone();
        Ok(StaffEvent::StaffCredentialsReset {
            by,
            approver,
            reason,
            activation,
            at,
        }
        .into())
    }

    /// Order of checks: the account and the code, of which nobody learns which was wrong; its time.
    pub(super) fn activate(&self, code: &str, at: Timestamp) -> Ruling {
        let waiting = self.activation.as_ref().filter(|_| !self.is_disabled);
        match waiting {
            Some(activation) if activation.code != code => Err(Refusal::NoPermission),
            Some(activation) if at >= activation.until => Err(Refusal::Expired),
            Some(_) => Ok(StaffEvent::StaffActivated { at }.into()),
            None if Defence::Spent.is_off() => Ok(StaffEvent::StaffActivated { at }.into()),
            None => Err(Refusal::NoPermission),
        }
    }

    pub(super) fn change_password(&self, session: Uuid, at: Timestamp) -> Ruling {
        if !self.is_open(session, at) {
            return Err(Refusal::NoPermission);
        }
        Ok(StaffEvent::StaffPasswordChanged { session, at }.into())
    }
}

#[cfg(test)]
mod tests;
