//! Invite codes of the players who are already there.

use super::session::Session;
use rand::RngExt;
use std::sync::{Mutex, PoisonError};

/// A share of players comes through somebody's link, in a hundred.
const INVITED_PERCENT: u32 = 80;

/// Invite codes of the players who are already there.
#[derive(Default)]
pub struct Codes(Mutex<Vec<String>>);

impl Codes {
    /// The link a newcomer comes through, if any.
    pub fn pick(&self, session: &mut Session) -> Option<String> {
        let codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let invited = !codes.is_empty() && session.dice.random_range(0..100) < INVITED_PERCENT;
        invited.then(|| codes[session.dice.random_range(0..codes.len())].clone())
    }

    /// Somebody more can invite.
    pub fn add(&self, code: &str) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(code.to_owned());
    }
}
