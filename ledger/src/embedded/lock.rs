//! One owner per database folder.
//!
//! The owner holds an advisory lock on `<folder>/lock` for as long as its process lives; the kernel
//! drops it when the process dies in any way, so a stale lock cannot exist. The file's text is the
//! owner's process id and serves only to name it in the refusal.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use nix::fcntl::OFlag;

use super::account::Account;
use super::error::EmbeddedError;

/// The lock while it is held; dropping it lets the next owner in.
#[derive(Debug)]
pub(super) struct FolderLock {
    file: File,
}

impl FolderLock {
    /// Gives the lock file to the account, so that it can take the lock without root later.
    pub(super) fn give_to(&self, account: &Account, folder: &Path) -> Result<(), EmbeddedError> {
        account.own_file(&self.file, &folder.join("lock"))
    }
}

/// Takes the lock of `folder`, or refuses at once with the owner's process id.
pub(super) fn take(folder: &Path) -> Result<FolderLock, EmbeddedError> {
    let path = folder.join("lock");
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .custom_flags(OFlag::O_NOFOLLOW.bits())
        .open(&path)
        .map_err(|fault| EmbeddedError::file("open the lock file", &path, &fault))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(EmbeddedError::Busy {
                data_dir: folder.to_owned(),
                pid: owner(&mut file),
            });
        }
        Err(TryLockError::Error(fault)) => {
            return Err(EmbeddedError::file("lock", &path, &fault));
        }
    }
    write_owner(&mut file).map_err(|fault| EmbeddedError::file("write", &path, &fault))?;
    Ok(FolderLock { file })
}

fn write_owner(file: &mut File) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

/// The owner's id, or a word for the instant between its lock and its first write.
fn owner(file: &mut File) -> String {
    let mut text = String::new();
    match file.read_to_string(&mut text) {
        Ok(_) if !text.trim().is_empty() => text.trim().to_owned(),
        _ => "(unknown)".to_owned(),
    }
}
