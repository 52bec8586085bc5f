//! What a witness remembers: for each log the newest note that it cosigned, with its cosignature, and what contradicted
//! it.
//!
//! ```text
//! <log>.checkpoint              the newest note; never one of a smaller tree
//! <log>.<size>.fork             another tree of that size, signed by the same key: with a note of the first one a proof
//! <log>.<size>.<root>.refused   a tree whose proof does not hold, as it came: the log is another, or who asks made it up
//! <log>.newest.refused          the newest of these that had no place any more
//! ```
//! Files appear whole: written, flushed, renamed.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proofs::LogHead;
use proofs::witness::log_head;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Refused requests of one log that are kept: whoever reads a note may submit it with a wrong proof, and must not fill the
/// disk (ASSUMED: one is enough to act on). None gives way to another, so that whoever runs the log cannot push out what is
/// kept against it. The newest has a place of its own, so that nobody can fill all places before another history is shown.
/// What shows two trees of one size is no refused request, and always kept.
const REFUSED_MAX: usize = 20;
/// Ends the name of one.
const REFUSED: &str = ".refused";
/// The file that who reads and writes holds locked.
const LOCK: &str = ".lock";

pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn at(path: PathBuf) -> io::Result<Folder> {
        fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }

    /// Waits until no other process reads and writes here, and keeps it so until the file is closed: `ledger witness --once`
    /// may run beside the service, and two of them must not cosign two trees.
    pub(crate) fn lock(&self) -> io::Result<File> {
        let lock = File::create(self.0.join(LOCK))?;
        lock.lock()?;
        Ok(lock)
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

    /// Keeps the note of a cosigned tree in the place of the one before. A refused request for that tree had a wrong proof,
    /// and is nothing against the log.
    pub(crate) fn keep(&self, origin: &str, head: &LogHead, note: &str) -> io::Result<()> {
        self.write(&self.path(origin, "checkpoint"), note)?;
        match fs::remove_file(self.refused_path(origin, head)) {
            Err(fault) if fault.kind() != ErrorKind::NotFound => Err(fault),
            _ => Ok(()),
        }
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

    /// Keeps a request whose proof does not hold, the first of each tree; without a place left, as the newest one.
    pub(crate) fn keep_refused(&self, origin: &str, head: &LogHead, request: &str) -> io::Result<()> {
        let path = self.refused_path(origin, head);
        if path.exists() {
            return Ok(());
        }
        let is_full = self.refused(origin)? >= REFUSED_MAX;
        let newest = self.path(origin, &format!("newest{REFUSED}"));
        self.write(if is_full { &newest } else { &path }, request)
    }

    /// How many refused requests of a log are kept.
    fn refused(&self, origin: &str) -> io::Result<usize> {
        let log = self.path(origin, "");
        let begin = log.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut refused = 0;
        for entry in fs::read_dir(&self.0)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            refused += usize::from(name.starts_with(&begin) && name.ends_with(REFUSED));
        }
        Ok(refused)
    }

    fn refused_path(&self, origin: &str, head: &LogHead) -> PathBuf {
        let root: String = head.root.0.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        self.path(origin, &format!("{}.{root}{REFUSED}", head.size))
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
