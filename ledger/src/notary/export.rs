//! Checkpoints outside the database: a folder with the newest one and one of each hour.
//!
//! ```text
//! latest                     the newest checkpoint; its number never falls
//! 2025-01-31T13.checkpoint   the first one of an hour; the newest HISTORY_MAX are kept
//! ```
//! Files appear whole (written, flushed, renamed), also when several processes share the
//! folder. Whoever may write the folder may remove a checkpoint: copies belong elsewhere.

use domain::time::HOUR_MS;
use proofs::Signed;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Hours that are kept: more than a year (ASSUMED: the time between two audits at most).
const HISTORY_MAX: usize = 10_000;
/// Ends the name of a checkpoint that is kept for its hour.
const SUFFIX: &str = ".checkpoint";

/// A folder of checkpoints.
#[derive(Clone, Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn at(path: PathBuf) -> Folder {
        Folder(path)
    }

    /// Where the newest checkpoint lies.
    pub(crate) fn latest_path(&self) -> PathBuf {
        self.0.join("latest")
    }

    /// The note of the newest checkpoint.
    pub(crate) fn latest(&self) -> io::Result<Option<String>> {
        match fs::read_to_string(self.latest_path()) {
            Ok(note) => Ok(Some(note)),
            Err(missing) if missing.kind() == ErrorKind::NotFound => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// Keeps a checkpoint, unless a newer one is there already. `number` reads the number of a note.
    pub(crate) fn keep(&self, signed: &Signed, number: impl Fn(&str) -> Option<u64>) -> io::Result<()> {
        fs::create_dir_all(&self.0)?;
        // LockedAggregate until the end: of two processes the one with the older checkpoint must not be last.
        let lock = File::create(self.0.join(".lock"))?;
        lock.lock()?;
        let present = self.latest()?.and_then(|note| number(&note));
        if present.is_some_and(|present| present >= signed.checkpoint.number) {
            return Ok(());
        }
        let hour = self.0.join(hour(signed));
        if !hour.exists() {
            self.write(&hour, &signed.note)?;
            self.forget_oldest()?;
        }
        self.write(&self.latest_path(), &signed.note)
    }

    fn write(&self, path: &Path, note: &str) -> io::Result<()> {
        let draft = self.0.join(".draft");
        let mut file = File::create(&draft)?;
        file.write_all(note.as_bytes())?;
        file.sync_all()?;
        fs::rename(&draft, path)?;
        File::open(&self.0)?.sync_all()
    }

    fn forget_oldest(&self) -> io::Result<()> {
        let mut hours = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let name = entry?.file_name();
            if name.to_string_lossy().ends_with(SUFFIX) {
                hours.push(name);
            }
        }
        // Names sort by time.
        hours.sort();
        for name in hours.iter().take(hours.len().saturating_sub(HISTORY_MAX)) {
            fs::remove_file(self.0.join(name))?;
        }
        Ok(())
    }
}

fn hour(signed: &Signed) -> String {
    let time = signed.checkpoint.time;
    let hour = time.since(time.day().start()) / HOUR_MS;
    format!("{}T{hour:02}{SUFFIX}", time.day())
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::time::Timestamp;
    use proofs::{Checkpoint, LogHead};
    use tlog_tiles::EMPTY_HASH;

    fn signed(number: u64, hours: i64) -> Signed {
        let checkpoint = Checkpoint {
            origin: "ledger/a".into(),
            number,
            time: Timestamp(1_735_689_600_000 + hours * HOUR_MS),
            logs: vec![LogHead {
                size: number,
                root: EMPTY_HASH,
            }],
        };
        let note = number.to_string();
        Signed { checkpoint, note }
    }

    fn number(note: &str) -> Option<u64> {
        note.parse().ok()
    }

    #[test]
    fn the_newest_is_the_latest_and_the_first_of_an_hour_stays() {
        let path = std::env::temp_dir().join(format!("ledger-export-{}", std::process::id()));
        fs::remove_dir_all(&path).ok();
        let folder = Folder::at(path.clone());
        assert_eq!(folder.latest().expect("readable"), None);
        for (number_, hours) in [(1, 0), (3, 0), (2, 0), (4, 1), (5, 25)] {
            folder.keep(&signed(number_, hours), number).expect("kept");
        }
        assert_eq!(folder.latest().expect("readable").as_deref(), Some("5"));
        let kept = |name: &str| fs::read_to_string(path.join(name)).ok();
        assert_eq!(kept("2025-01-01T00.checkpoint").as_deref(), Some("1"));
        assert_eq!(kept("2025-01-01T01.checkpoint").as_deref(), Some("4"));
        assert_eq!(kept("2025-01-02T01.checkpoint").as_deref(), Some("5"));
        assert_eq!(
            fs::read_dir(&path).expect("listed").count(),
            5,
            "three hours, the latest and the lock"
        );
        fs::remove_dir_all(path).expect("removed");
    }

    #[test]
    fn only_the_newest_hours_are_kept() {
        let path = std::env::temp_dir().join(format!("ledger-export-hours-{}", std::process::id()));
        fs::remove_dir_all(&path).ok();
        fs::create_dir_all(&path).expect("made");
        for hour in 0..HISTORY_MAX {
            File::create(path.join(format!("2024-{hour:05}{SUFFIX}"))).expect("made");
        }
        Folder::at(path.clone()).keep(&signed(1, 0), number).expect("kept");
        assert!(!path.join(format!("2024-00000{SUFFIX}")).exists());
        assert!(path.join(format!("2024-00001{SUFFIX}")).exists());
        assert!(path.join(format!("2025-01-01T00{SUFFIX}")).exists());
        fs::remove_dir_all(path).expect("removed");
    }
}
