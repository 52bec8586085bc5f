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
//!
//! Password and second factor lie in a record of the vault that is written first and that the event names: before the
//! event it opens nothing, and from then on nothing else does. So there is no moment between the two.

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

    /// Whether the code opens the account at this moment. Order of checks: the account and the code, of which nobody
    /// learns which was wrong; its time.
    ///
    /// # Errors
    /// 9001, or 4008 for the right code that is too late.
    pub fn may_activate(&self, code: &str, at: Timestamp) -> Result<(), Refusal> {
        let waiting = self.activation.as_ref().filter(|_| !self.is_disabled);
        match waiting {
            Some(activation) if activation.code != code => Err(Refusal::NoPermission),
            Some(activation) if at >= activation.until => Err(Refusal::Expired),
            None if !Defence::Spent.is_off() => Err(Refusal::NoPermission),
            Some(_) | None => Ok(()),
        }
    }

    pub(super) fn activate(&self, code: &str, credentials: Uuid, at: Timestamp) -> Ruling {
        self.may_activate(code, at)?;
        let credentials = Some(credentials);
        Ok(StaffEvent::StaffActivated { credentials, at }.into())
    }

    pub(super) fn change_password(&self, session: Uuid, credentials: Uuid, at: Timestamp) -> Ruling {
        if !self.is_open(session, at) {
            return Err(Refusal::NoPermission);
        }
        Ok(StaffEvent::StaffPasswordChanged {
            session,
            credentials: Some(credentials),
            at,
        }
        .into())
    }
}

#[cfg(test)]
mod tests;
