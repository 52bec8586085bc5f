//! One owner per database folder.
//!
//! The owner holds an advisory lock on `<folder>/lock` for as long as its process runs; the kernel
//! drops it when the process ends in any way, so a stale lock cannot exist. The file's text is the
//! owner's process id and serves only to name it in the refusal.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::sys::signal::kill;
use nix::unistd::Pid;

use super::account::Account;
use super::error::EmbeddedError;

/// Attempts at a lock that no live process seems to hold.
const LOOKS_MAX: u32 = 20;
/// Pause between two attempts: a second in all.
const LOOK_PAUSE: Duration = Duration::from_millis(50);

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

/// Takes the lock of `folder`, or refuses with the owner's process id.
///
/// A lock of another live owner is refused at once. A lock of this process, or of one that has ended, may for
/// an instant be held by a child that was forked and has not yet become its own program: that passes.
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
    for waited in 1.. {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::Error(fault)) => return Err(EmbeddedError::file("lock", &path, &fault)),
            Err(TryLockError::WouldBlock) => {}
        }
        let pid = owner(&mut file);
        if waited >= LOOKS_MAX || is_another_living(&pid) {
            return Err(EmbeddedError::Busy {
                data_dir: folder.to_owned(),
                pid,
            });
        }
        thread::sleep(LOOK_PAUSE);
    }
    write_owner(&mut file).map_err(|fault| EmbeddedError::file("write", &path, &fault))?;
    Ok(FolderLock { file })
}

fn write_owner(file: &mut File) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

/// True when the id is that of a process other than this one that runs now.
fn is_another_living(pid: &str) -> bool {
    let pid = pid
        .parse::<i32>()
        .ok()
        .filter(|&pid| pid.unsigned_abs() != std::process::id());
    pid.is_some_and(|pid| kill(Pid::from_raw(pid), None) != Err(Errno::ESRCH))
}

/// The owner's id, or a word for the instant between its lock and its first write.
fn owner(file: &mut File) -> String {
    let mut text = String::new();
    let read = file.rewind().and_then(|()| file.read_to_string(&mut text));
    match read {
        Ok(_) if !text.trim().is_empty() => text.trim().to_owned(),
        _ => "(unknown)".to_owned(),
    }
}
