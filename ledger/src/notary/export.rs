//! Checkpoints outside the database: a folder with the newest one and one of each hour.
//!
//! ```text
//! latest                     the newest checkpoint; its number never decreases
//! 2025-01-31T13.checkpoint   the first one of an hour; the newest HISTORY_MAX are kept
//! ```
//! Files appear whole (written, flushed, renamed), also when several processes share the
//! folder. Whoever may write the folder may remove a checkpoint: copies belong elsewhere.

use super::store::{Answer, Held, KeepsCheckpoints, LATEST, NumberOf, SUFFIX};
use domain::time::HOUR_MS;
use proofs::Signed;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Hours that are kept: more than a year (ASSUMED: the time between two audits at most).
const HISTORY_MAX: usize = 10_000;

/// A folder of checkpoints.
#[derive(Clone, Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn at(path: PathBuf) -> Folder {
        Folder(path)
    }

    fn latest_path(&self) -> PathBuf {
        self.0.join(LATEST)
    }

    fn read_latest(&self) -> io::Result<Option<String>> {
        match fs::read_to_string(self.latest_path()) {
            Ok(note) => Ok(Some(note)),
            Err(missing) if missing.kind() == ErrorKind::NotFound => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    fn put(&self, signed: &Signed, number: impl Fn(&str) -> Option<u64>) -> io::Result<()> {
        fs::create_dir_all(&self.0)?;
        // Locked until the end: of two processes the one with the older checkpoint must not be last.
        let lock = File::create(self.0.join(".lock"))?;
        lock.lock()?;
        if let Some(note) = self.read_latest()?
            && is_as_new(&note, signed, number)?
        {
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

    /// The names of the hours, the oldest first: names sort by time.
    fn hours(&self) -> io::Result<Vec<String>> {
        let mut hours = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.ends_with(SUFFIX) {
                hours.push(name);
            }
        }
        hours.sort();
        Ok(hours)
    }

    fn read_all(&self) -> io::Result<Vec<Held>> {
        let held = |name: &str, note| {
            let place = self.0.join(name).display().to_string();
            Held { place, note }
        };
        let mut all: Vec<Held> = self.read_latest()?.map(|note| held(LATEST, note)).into_iter().collect();
        for name in self.hours()? {
            let note = fs::read_to_string(self.0.join(&name))?;
            all.push(held(&name, note));
        }
        Ok(all)
    }

    fn forget_oldest(&self) -> io::Result<()> {
        let hours = self.hours()?;
        for name in hours.iter().take(hours.len().saturating_sub(HISTORY_MAX)) {
            fs::remove_file(self.0.join(name))?;
        }
        Ok(())
    }
}

/// Whether what is kept is as new as a checkpoint: newer, or what a process wrote that tries again. An older one is not,
/// nor is a note of another log, which the start refuses.
///
/// # Errors
/// It has the checkpoint's number and says something else: a copy of the database has gone on by itself, under the same
/// key.
pub fn is_as_new(kept: &str, signed: &Signed, number: impl Fn(&str) -> Option<u64>) -> io::Result<bool> {
    let own = signed.checkpoint.number;
    let Some(present) = number(kept) else {
        return Ok(false);
    };
    // Signatures stand after the empty line, and witnesses may have added theirs.
    let text = |note: &str| note.split_once("\n\n").map_or(note, |(text, _)| text).to_owned();
    if present == own && text(kept) != text(&signed.note) {
        return Err(io::Error::other(format!(
            "another checkpoint {own} is kept there: two databases that were one are served, and only one of them may be"
        )));
    }
    Ok(present >= own)
}

/// The file system is asked on a thread that may wait.
async fn waiting<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?
}

impl KeepsCheckpoints for Folder {
    fn place(&self) -> String {
        self.latest_path().display().to_string()
    }

    fn latest(&self) -> Answer<'_, Option<String>> {
        let folder = self.clone();
        Box::pin(waiting(move || folder.read_latest()))
    }

    fn all(&self) -> Answer<'_, Vec<Held>> {
        let folder = self.clone();
        Box::pin(waiting(move || folder.read_all()))
    }

    fn keep<'a>(&'a self, signed: &'a Signed, number: NumberOf) -> Answer<'a, ()> {
        let (folder, signed) = (self.clone(), signed.clone());
        Box::pin(waiting(move || folder.put(&signed, |note| number(note))))
    }
}

/// The name of a checkpoint among those of the hours.
pub fn hour(signed: &Signed) -> String {
    let time = signed.checkpoint.time;
    let hour = time.since(time.day().start()) / HOUR_MS;
    format!("{}T{hour:02}{SUFFIX}", time.day())
}

#[cfg(test)]
mod tests;
