//! What a server leaves in its data folder about itself, and who else is in there.
//!
//! `postmaster.pid` outlives a killed server, and its number may by then belong to another program.
//! PostgreSQL refuses to start in that case. On Linux the question can be answered: every server
//! process has the data folder as its working folder.

use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::account::Account;

/// The lines of `postmaster.pid` that matter here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PidFile {
    pub(super) pid: u32,
    /// The folder of its first socket, empty while it is starting.
    pub(super) socket_dir: PathBuf,
    /// It says that it takes connections.
    pub(super) ready: bool,
}

impl PidFile {
    /// Reads the file of the data in `cluster`; `None` when there is none.
    pub(super) fn read(cluster: &Path) -> Option<Self> {
        let bytes = fs::read(path(cluster)).ok()?;
        Self::parse(&String::from_utf8_lossy(&bytes))
    }

    /// Lines: process, data folder, start time, port, socket folder, address, shared memory, status.
    fn parse(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.lines().collect();
        let line = |number: usize| lines.get(number - 1).map(|line| line.trim());
        Some(Self {
            pid: line(1)?.parse().ok()?,
            socket_dir: PathBuf::from(line(5).unwrap_or_default()),
            ready: line(8) == Some("ready"),
        })
    }
}

fn path(cluster: &Path) -> PathBuf {
    cluster.join("postmaster.pid")
}

/// Deletes the file of a server that has certainly ended.
pub(super) fn remove_stale(cluster: &Path) {
    // When this fails PostgreSQL finds the file and reports it.
    fs::remove_file(path(cluster)).ok();
}

/// The processes that work in a data folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Occupants {
    /// Certainly no process.
    Nobody,
    These(Vec<u32>),
    /// This system does not show it.
    Unknown,
}

/// Looks for processes whose working folder is `cluster`.
pub(super) fn occupants(cluster: &Path, account: &Account) -> Occupants {
    let (Ok(folder), Ok(processes)) = (fs::metadata(cluster), fs::read_dir("/proc")) else {
        return Occupants::Unknown;
    };
    let mut inside = Vec::new();
    let mut hidden = false;
    for process in processes.flatten() {
        let Some(pid) = process.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        match fs::metadata(process.path().join("cwd")) {
            Ok(at) if at.dev() == folder.dev() && at.ino() == folder.ino() => inside.push(pid),
            // A container may forbid root to read it: then a server of the same account is a possible occupant.
            Err(fault) if fault.kind() == ErrorKind::PermissionDenied => {
                let here = || is_server(&process.path(), account) && !elsewhere(&process.path(), cluster);
                hidden = hidden || here();
            }
            _ => {}
        }
    }
    match (inside.is_empty(), hidden || !cfg!(target_os = "linux")) {
        (false, _) => Occupants::These(inside),
        (true, true) => Occupants::Unknown,
        (true, false) => Occupants::Nobody,
    }
}

fn is_server(process: &Path, account: &Account) -> bool {
    let same = fs::metadata(process).is_ok_and(|found| found.uid() == account.uid());
    same && fs::read_to_string(process.join("comm")).is_ok_and(|name| name.trim() == "postgres")
}

/// Whether a server process shows, itself or through its parent, that it serves another folder.
fn elsewhere(process: &Path, cluster: &Path) -> bool {
    let status = fs::read_to_string(process.join("status")).unwrap_or_default();
    let parent = status
        .lines()
        .find_map(|line| line.strip_prefix("PPid:"))
        .map(str::trim);
    let parent = Path::new("/proc").join(parent.unwrap_or("0"));
    let served = served_folder(process).or_else(|| served_folder(&parent));
    served.is_some_and(|served| served != cluster)
}

/// The folder after `-D` in a process's arguments.
fn served_folder(process: &Path) -> Option<PathBuf> {
    let arguments = fs::read(process.join("cmdline")).ok()?;
    let mut arguments = arguments
        .split(|byte| *byte == 0)
        .skip_while(|argument| *argument != b"-D");
    arguments.nth(1).map(|folder| PathBuf::from(OsStr::from_bytes(folder)))
}

#[cfg(test)]
mod tests;
