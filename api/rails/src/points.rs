//! Named points of a payout where a drill ends the process, as a crash would (rails §5).
//!
//! In every build, unlike the ledger's own: `ledger drill` proves what runs in production. Unarmed, which is
//! always outside a drill, a point costs one atomic load.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// Where a payout may be cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Point {
    /// The slot is reserved, the withdrawal's stream does not know it.
    AfterSlot = 1,
    /// The stream is bound to the slot, nothing is signed.
    AfterBound = 2,
    /// The message is signed and kept, nobody has it.
    AfterSigned = 3,
    /// Nodes have the message, nothing is recorded.
    AfterSend = 4,
    /// The end is seen on the chain, nothing of it is recorded.
    AfterSeen = 5,
    /// The slot has its outcome, the stream does not.
    AfterOutcome = 6,
    /// The stream has its end, the player's books do not.
    AfterRecorded = 7,
}

impl Point {
    pub const ALL: [Point; 7] = [
        Point::AfterSlot,
        Point::AfterBound,
        Point::AfterSigned,
        Point::AfterSend,
        Point::AfterSeen,
        Point::AfterOutcome,
        Point::AfterRecorded,
    ];
}

static PAYS_TWICE: AtomicBool = AtomicBool::new(false);

/// From now on every payment is also made through a number that no slot has: a drill must notice.
pub fn plant_second_payment() {
    PAYS_TWICE.store(true, Relaxed);
}

pub(super) fn pays_twice() -> bool {
    PAYS_TWICE.load(Relaxed)
}

static ARMED: AtomicU32 = AtomicU32::new(0);

/// From now on the process ends when it reaches this point.
pub fn arm(point: Point) {
    ARMED.store(point as u32, Relaxed);
}

pub(super) fn reach(point: Point) {
    if ARMED.load(Relaxed) == point as u32 {
        std::process::abort();
    }
}
