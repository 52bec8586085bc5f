//! The folder of the database: its files, their owners, and where root's data is moved.
//!
//! | path | what | owner |
//! |---|---|---|
//! | `<folder>/lock` | held by the one live owner | as the account |
//! | `<folder>/postgres.log` | the server's log, appended, one older file kept | as the account |
//! | `<folder>/data` | the database itself | the account |
//! | `<folder>/run` | the socket, mode 0700 | the account |
//! | `<folder>/moved-to` | only when root's folder cannot be entered by the account: the path of the folder that holds `data` and `run` instead | root |
//!
//! A moved folder is `/var/lib/ledger/<hash of the folder's path>-<number>`. It is never reused for a
//! new folder: who deletes a folder and starts again gets an empty database, not an old one.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use nix::fcntl::OFlag;
use nix::unistd::geteuid;
use sha2::{Digest, Sha256};

use super::account::Account;
use super::error::EmbeddedError;
use super::lock::{self, FolderLock};

/// Where root keeps what the server's account must reach.
pub(super) const SHARED: &str = "/var/lib/ledger";
const MARKER: &str = "moved-to";
/// One log file holds at most this before it is set aside. ASSUMED: a few weeks of quiet running.
const LOG_BYTES_MAX: u64 = 16 * 1024 * 1024;
/// Bound on the search for a free folder name under [`SHARED`].
const MOVED_FOLDERS_MAX: u32 = 1_000;

/// The resolved folder, locked for as long as this value lives.
#[derive(Debug)]
pub(super) struct DataFolder {
    /// What the caller asked for, as an absolute path.
    pub(super) folder: PathBuf,
    /// Holds `data` and `run`; the same as `folder` unless moved.
    pub(super) home: PathBuf,
    /// Who runs the server.
    pub(super) account: Account,
    _locks: Vec<FolderLock>,
}

impl DataFolder {
    /// Creates or opens `folder`, locks it and decides where the data lies and who owns it.
    pub(super) fn open(folder: &Path, notes: &mut Vec<String>) -> Result<Self, EmbeddedError> {
        let folder = create(folder)?;
        let mut locks = vec![lock::take(&folder)?];
        let mut home = home_of(&folder)?;
        if home != folder {
            locks.push(lock::take(&home)?);
        }
        let account = Account::choose(&home.join("data"), notes)?;
        if account.hands_over() && !account.enters(&home) {
            home = move_out(&folder, &home, &account)?;
            locks.push(lock::take(&home)?);
        }
        if home != folder {
            notes.push(format!(
                "The database is kept in {}, because the user {} cannot enter {}.",
                home.display(),
                account.name(),
                folder.display()
            ));
        }
        for lock in &locks {
            lock.give_to(&account, &folder)?;
        }
        Ok(Self {
            folder,
            home,
            account,
            _locks: locks,
        })
    }

    /// The folder of the database itself.
    pub(super) fn cluster(&self) -> PathBuf {
        self.home.join("data")
    }

    /// The server's log file.
    pub(super) fn log_path(&self) -> PathBuf {
        self.folder.join("postgres.log")
    }

    /// Opens the log for appending. Never follows a link: root may be working in a user's folder.
    pub(super) fn open_log(&self) -> Result<File, EmbeddedError> {
        let path = self.log_path();
        let fault = |fault: std::io::Error| EmbeddedError::file("open", &path, &fault);
        if fs::symlink_metadata(&path).is_ok_and(|file| file.len() > LOG_BYTES_MAX) {
            fs::rename(&path, self.folder.join("postgres.log.1")).map_err(fault)?;
        }
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .mode(0o600)
            .custom_flags(OFlag::O_NOFOLLOW.bits())
            .open(&path)
            .map_err(fault)?;
        self.account.own_file(&file, &path)?;
        Ok(file)
    }
}

/// The major version of the data in `folder` (following its marker), when there is any.
pub(super) fn data_major(folder: &Path) -> Option<u32> {
    let home = home_of(folder).ok()?;
    let text = fs::read_to_string(home.join("data/PG_VERSION")).ok()?;
    text.trim().parse().ok()
}

/// Writes a folder's own entries (new names in it) to disk.
pub(super) fn sync_folder(folder: &Path) -> Result<(), EmbeddedError> {
    File::open(folder)
        .and_then(|opened| opened.sync_all())
        .map_err(|fault| EmbeddedError::file("write to disk", folder, &fault))
}

/// A short stable name for a path.
pub(super) fn path_hash(path: &Path) -> String {
    let digest = Sha256::digest(path.as_os_str().as_bytes());
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn create(folder: &Path) -> Result<PathBuf, EmbeddedError> {
    if folder.as_os_str().as_bytes().contains(&b'\n') {
        return Err(EmbeddedError::Access(
            "The name of the database folder contains a line break, which PostgreSQL cannot keep: choose another folder with LEDGER_DATA.".to_owned(),
        ));
    }
    let fault = |fault: std::io::Error| EmbeddedError::file("create the folder", folder, &fault);
    if !folder.is_dir() {
        // Below root the account must be able to pass through, but nobody needs to list.
        let mode = if geteuid().is_root() { 0o711 } else { 0o700 };
        DirBuilder::new().recursive(true).create(folder).map_err(fault)?;
        fs::set_permissions(folder, Permissions::from_mode(mode)).map_err(fault)?;
    }
    folder.canonicalize().map_err(fault)
}

fn home_of(folder: &Path) -> Result<PathBuf, EmbeddedError> {
    let marker = folder.join(MARKER);
    let text = match fs::read_to_string(&marker) {
        Ok(text) => text,
        Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => return Ok(folder.to_owned()),
        Err(fault) => return Err(EmbeddedError::file("read", &marker, &fault)),
    };
    let home = PathBuf::from(text.trim_end_matches('\n'));
    if home.is_dir() {
        return Ok(home);
    }
    Err(EmbeddedError::Access(format!(
        "{} says that the database is in {}, but that folder does not exist: restore it from a backup, or delete the file {} to begin with an empty database.",
        marker.display(),
        home.display(),
        marker.display()
    )))
}

/// Makes a folder that the account can enter, and writes the marker before any data exists there.
fn move_out(folder: &Path, home: &Path, account: &Account) -> Result<PathBuf, EmbeddedError> {
    if home.join("data").exists() {
        return Err(EmbeddedError::Access(format!(
            "The database in {} belongs to user {}, who cannot enter that folder: correct the folder's permissions.",
            home.display(),
            account.name()
        )));
    }
    let moved = shared_folder(&path_hash(folder))?;
    if !account.enters(&moved) {
        return Err(EmbeddedError::Access(format!(
            "The user {} can enter neither {} nor {}: choose a folder that it can enter with LEDGER_DATA.",
            account.name(),
            folder.display(),
            moved.display()
        )));
    }
    let marker = folder.join(MARKER);
    let part = folder.join("moved-to.part");
    let fault = |fault: std::io::Error| EmbeddedError::file("write", &marker, &fault);
    let mut file = File::create(&part).map_err(fault)?;
    writeln!(file, "{}", moved.display()).map_err(fault)?;
    file.sync_all().map_err(fault)?;
    fs::rename(&part, &marker).map_err(fault)?;
    sync_folder(folder)?;
    Ok(moved)
}

fn shared_folder(name: &str) -> Result<PathBuf, EmbeddedError> {
    let shared = create(Path::new(SHARED))?;
    for number in 1..=MOVED_FOLDERS_MAX {
        let moved = shared.join(format!("{name}-{number}"));
        match DirBuilder::new().mode(0o700).create(&moved) {
            Ok(()) => {
                let mode = Permissions::from_mode(0o711);
                fs::set_permissions(&moved, mode).map_err(|fault| EmbeddedError::file("open", &moved, &fault))?;
                return Ok(moved);
            }
            Err(fault) if fault.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(fault) => return Err(EmbeddedError::file("create the folder", &moved, &fault)),
        }
    }
    Err(EmbeddedError::Access(format!(
        "{SHARED} holds {MOVED_FOLDERS_MAX} databases for the same folder: delete those that are no longer needed."
    )))
}
