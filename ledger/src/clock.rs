//! The only source of time. Tests set a fixed clock by hand.

use domain::time::Timestamp;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Where `now` comes from.
#[derive(Clone, Debug)]
pub enum Clock {
    System,
    /// A clock that stands until it is moved.
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    pub fn system() -> Clock {
        Clock::System
    }

    /// A standing clock at `ms` milliseconds since 1970.
    pub fn fixed(ms: i64) -> Clock {
        Clock::Fixed(Arc::new(AtomicI64::new(ms)))
    }

    pub fn now(&self) -> Timestamp {
        match self {
            Clock::System => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
            }
            Clock::Fixed(ms) => Timestamp(ms.load(Ordering::SeqCst)),
        }
    }

    /// Moves a fixed clock forward; the machine's clock stays.
    pub fn advance_ms(&self, ms: i64) {
        if let Clock::Fixed(now) = self {
            now.fetch_add(ms, Ordering::SeqCst);
        }
    }

    /// Sets a fixed clock; the machine's clock stays.
    pub fn set_ms(&self, ms: i64) {
        if let Clock::Fixed(now) = self {
            now.store(ms, Ordering::SeqCst);
        }
    }
}
