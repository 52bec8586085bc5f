//! Named places where a test ends the process, as a crash would, and defects that a test plants
//! (F-01 to F-04 of ledger §6, G11 of ledger §10).
//!
//! | environment | means |
//! |---|---|
//! | `LEDGER_CRASH_POINT=after_commit:3` | abort when [`Point::AfterCommit`] is reached the third time |
//! | `LEDGER_CRASH_WHEN=/tmp/go` | count only from when this file is there: a start reaches points too |
//! | `LEDGER_DEFECT=unfenced_refusal` | behave as if [`Defect::UnfencedRefusal`] had been programmed |
//!
//! Only a build with the feature `testing` reads the environment; in every other build [`reach`] does
//! nothing and [`planted`] is false, so neither leaves a trace in the program.

/// Where a process may be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// A batch is decided and not sent to the database.
    BeforeAppend,
    /// A batch is durable and nobody has been answered.
    AfterCommit,
    /// A view's rows of a page are written, its cursor is not moved.
    InViewBatch,
    /// Rows and cursor are written, the transaction is open.
    BeforeViewCommit,
    /// An event is in the log, and the command to a player that a policy answers it with is not issued.
    BeforePolicy,
    /// A policy's command to a player is durable, and its cursor is not moved.
    AfterPolicy,
    /// What a member of staff chose is in the vault, and no event names it.
    BeforeNaming,
    /// An event names it, and nobody has been answered.
    AfterNaming,
}

/// What a test may get wrong on purpose, to see that its checks notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// A refusal is answered from memory, without asking whether the stream has moved on.
    UnfencedRefusal,
    /// Snapshots are believed whatever their MAC.
    UncheckedSnapshot,
    /// Images are decoded without waiting for room.
    UnboundedDecoding,
    /// An identity form is logged as it was sent.
    FormInLog,
    /// After a failover a writer believes what it remembers, without asking the log.
    TrustedMemory,
}

/// Ends the process here when the environment says so.
#[cfg(feature = "testing")]
pub fn reach(point: Point) {
    environment::reach(point);
}

/// Ends the process here when the environment says so; never in this build.
#[cfg(not(feature = "testing"))]
#[inline(always)]
pub const fn reach(_point: Point) {}

/// Whether the environment asks for this defect.
#[cfg(feature = "testing")]
pub fn planted(defect: Defect) -> bool {
    environment::planted(defect)
}

/// Whether the environment asks for this defect; never in this build.
#[cfg(not(feature = "testing"))]
#[inline(always)]
pub const fn planted(_defect: Defect) -> bool {
    false
}

#[cfg(feature = "testing")]
mod environment {
    use super::{Defect, Point};
    use std::path::PathBuf;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// Names as the environment writes them.
    const POINTS: [(&str, Point); 8] = [
        ("before_append", Point::BeforeAppend),
        ("after_commit", Point::AfterCommit),
        ("in_view_batch", Point::InViewBatch),
        ("before_view_commit", Point::BeforeViewCommit),
        ("before_policy", Point::BeforePolicy),
        ("after_policy", Point::AfterPolicy),
        ("before_naming", Point::BeforeNaming),
        ("after_naming", Point::AfterNaming),
    ];
    const DEFECTS: [(&str, Defect); 5] = [
        ("unfenced_refusal", Defect::UnfencedRefusal),
        ("unchecked_snapshot", Defect::UncheckedSnapshot),
        ("unbounded_decoding", Defect::UnboundedDecoding),
        ("form_in_log", Defect::FormInLog),
        ("trusted_memory", Defect::TrustedMemory),
    ];

    static CRASH: OnceLock<Option<(Point, u32)>> = OnceLock::new();
    static WHEN: OnceLock<Option<PathBuf>> = OnceLock::new();
    static DEFECT: OnceLock<Option<Defect>> = OnceLock::new();
    static REACHED: AtomicU32 = AtomicU32::new(0);

    pub(super) fn reach(point: Point) {
        let Some((asked, times)) = *CRASH.get_or_init(|| asked("LEDGER_CRASH_POINT", crash)) else {
            return;
        };
        if asked == point && is_time() && REACHED.fetch_add(1, Ordering::SeqCst) + 1 == times {
            eprintln!("crash point {point:?} was reached for the {times}. time");
            std::process::abort();
        }
    }

    fn is_time() -> bool {
        let when = WHEN.get_or_init(|| std::env::var_os("LEDGER_CRASH_WHEN").map(PathBuf::from));
        when.as_ref().is_none_or(|file| file.exists())
    }

    pub(super) fn planted(defect: Defect) -> bool {
        *DEFECT.get_or_init(|| asked("LEDGER_DEFECT", |name| named(&DEFECTS, name))) == Some(defect)
    }

    /// The value of a variable; a test that misspells one would test nothing, so that ends the program.
    fn asked<T>(variable: &str, read: fn(&str) -> Option<T>) -> Option<T> {
        let text = std::env::var(variable).ok()?;
        Some(read(&text).unwrap_or_else(|| panic!("{variable}={text} is not understood")))
    }

    /// Reads `name:times`.
    fn crash(text: &str) -> Option<(Point, u32)> {
        let (name, times) = text.split_once(':')?;
        Some((named(&POINTS, name)?, times.parse().ok()?))
    }

    fn named<T: Copy>(list: &[(&str, T)], name: &str) -> Option<T> {
        list.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    #[test]
    fn a_crash_point_is_a_name_and_a_count() {
        assert_eq!(crash("after_commit:3"), Some((Point::AfterCommit, 3)));
        for wrong in [
            "after_commit",
            "after_commit:",
            "after_comit:3",
            ":3",
            "after_commit:-1",
        ] {
            assert_eq!(crash(wrong), None, "{wrong}");
        }
    }
}
