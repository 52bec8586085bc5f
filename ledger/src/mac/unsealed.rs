//! Switches the MACs of events and answers off, for the whole process: for a measurement of what they cost. A build
//! without this feature cannot.

use std::sync::atomic::{AtomicBool, Ordering};

static OFF: AtomicBool = AtomicBool::new(false);

/// Whether none is made, nothing is prepared for one, and none is looked at from now on.
#[cfg(feature = "unsealed")]
pub fn set(is_off: bool) {
    OFF.store(is_off, Ordering::SeqCst);
}

pub(super) fn is_off() -> bool {
    cfg!(feature = "unsealed") && OFF.load(Ordering::Relaxed)
}
