//! Whether this process still believes its database. Once the log is not what was signed, nothing is paid on it and no
//! traffic is sent here.

use std::sync::{Arc, PoisonError, RwLock};

/// Shared by everything in one process. It begins with trust.
#[derive(Clone, Debug, Default)]
pub struct Trust(Arc<RwLock<Option<String>>>);

impl Trust {
    /// The log is not what it was, for this reason; or, with none, it fits again.
    pub fn set(&self, broken: Option<String>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = broken;
    }

    /// Why the database is not believed; nothing while it is.
    pub fn broken(&self) -> Option<String> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
