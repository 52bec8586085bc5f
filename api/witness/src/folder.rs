//! What a witness remembers: for each log the newest note that it cosigned, with its cosignature, and what contradicted
//! it.
//!
//! ```text
//! <log>.checkpoint              the newest note; never one of a smaller tree
//! <log>.<size>.fork             another tree of that size, signed by the same key: with a note of the first one a proof
//! <log>.<size>.<root>.refused   a tree whose proof does not hold, as it came: the log is another, or who asks made it up
//! ```
//! Files appear whole: written, flushed, renamed.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proofs::LogHead;
use proofs::witness::log_head;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Refused requests of one log that are kept: whoever reads a note may submit it with a wrong proof, and must not fill the
/// disk (ASSUMED: one is enough to act on). The newest are kept, so that nobody can fill the places before another history
/// is shown; and what shows two trees of one size is no refused request, and always kept.
const REFUSED_MAX: usize = 10;
/// Ends the name of one.
const REFUSED: &str = "refused";

pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn at(path: PathBuf) -> io::Result<Folder> {
        fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }

    /// The newest tree of a log that was cosigned.
    ///
    /// # Errors
    /// A file that cannot be read, or is not what was written: better no cosignature than one that forgets.
    pub(crate) fn newest(&self, origin: &str) -> io::Result<Option<LogHead>> {
        let path = self.path(origin, "checkpoint");
        let note = match fs::read_to_string(&path) {
            Ok(note) => note,
            Err(missing) if missing.kind() == ErrorKind::NotFound => return Ok(None),
            Err(fault) => return Err(fault),
        };
        let text = note.split_once("\n\n").map(|(text, _)| format!("{text}\n"));
        let head = text.and_then(|text| log_head(&text, origin).ok());
        let damaged = || io::Error::other(format!("{} is damaged", path.display()));
        head.map(Some).ok_or_else(damaged)
    }

    /// Keeps the note of a cosigned tree in the place of the one before.
    pub(crate) fn keep(&self, origin: &str, note: &str) -> io::Result<()> {
        self.write(&self.path(origin, "checkpoint"), note)
    }

    /// Keeps the note of another tree of a size that was cosigned, and the note that was cosigned beside it.
    pub(crate) fn keep_fork(&self, origin: &str, size: u64, note: &str) -> io::Result<()> {
        let path = self.path(origin, &format!("{size}.fork"));
        if path.exists() {
            return Ok(());
        }
        let cosigned = fs::read_to_string(self.path(origin, "checkpoint"))?;
        self.write(&path, &format!("{cosigned}\n{note}"))
    }

    /// Keeps a request whose proof does not hold, the first of each tree, in the place of the oldest when there are too many.
    pub(crate) fn keep_refused(&self, origin: &str, head: &LogHead, request: &str) -> io::Result<()> {
        let root: String = head.root.0.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let path = self.path(origin, &format!("{}.{root}.{REFUSED}", head.size));
        if path.exists() {
            return Ok(());
        }
        let mut kept = self.refused(origin)?;
        kept.sort();
        for (_, oldest) in kept.iter().take((kept.len() + 1).saturating_sub(REFUSED_MAX)) {
            fs::remove_file(oldest)?;
        }
        self.write(&path, request)
    }

    /// The refused requests of a log, with when each was kept.
    fn refused(&self, origin: &str) -> io::Result<Vec<(SystemTime, PathBuf)>> {
        let log = self.path(origin, "");
        let begin = log.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut refused = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            let is_of_log = entry.file_name().to_string_lossy().starts_with(&begin);
            let path = entry.path();
            if is_of_log && path.extension().is_some_and(|ending| ending == REFUSED) {
                refused.push((entry.metadata()?.modified()?, path));
            }
        }
        Ok(refused)
    }

    fn path(&self, origin: &str, ending: &str) -> PathBuf {
        let log = utf8_percent_encode(origin, NON_ALPHANUMERIC);
        self.0.join(format!("{log}.{ending}"))
    }

    fn write(&self, path: &Path, text: &str) -> io::Result<()> {
        let draft = self.0.join(".draft");
        let mut file = File::create(&draft)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&draft, path)?;
        File::open(&self.0)?.sync_all()
    }
}
