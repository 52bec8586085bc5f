//! Where the children keep files that end with them: in memory, where there is room for them.
//!
//! The tests make about a thousand databases, each of some hundred files, and a disk takes longer to create and sync
//! those than the tests take to run. Nothing that a test asks depends on it: a killed server loses nothing of either.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// A folder in memory on most Linux systems.
const SHARED_MEMORY: &str = "/dev/shm";
/// Followed by the process that made the folder.
const PREFIX: &str = "ledger-checks-";
/// What the largest test program keeps at once, and half as much again.
const ROOM_KB: u64 = 8 * 1024 * 1024;
/// What a build and a browser take beside it.
const BESIDE_KB: u64 = 4 * 1024 * 1024;

/// A folder in memory for the temporary files of one command, removed with what is in it.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// None leaves the files where they are: without room, and where TMPDIR says so itself.
    pub fn open() -> Option<Scratch> {
        let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let parent = Path::new(SHARED_MEMORY);
        if env::var_os("TMPDIR").is_some() || available_kb(&memory) < ROOM_KB + BESIDE_KB || free_kb(parent) < ROOM_KB {
            return None;
        }
        Scratch::within(parent, std::process::id()).ok()
    }

    fn within(parent: &Path, process: u32) -> io::Result<Scratch> {
        remove_leftovers(parent);
        let folder = parent.join(format!("{PREFIX}{process}"));
        fs::create_dir_all(&folder)?;
        // As /tmp: a server that must not run as root makes its files as somebody else.
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o1777))?;
        Ok(Scratch(folder))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What a server that is still stopping writes meanwhile goes with the leftovers.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Removes the folders of runs that were killed.
fn remove_leftovers(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let process = name.strip_prefix(PREFIX);
        if process.is_some_and(|process| !Path::new("/proc").join(process).exists()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Free space of the file system of a folder; 0 where that cannot be said.
fn free_kb(folder: &Path) -> u64 {
    let answer = Command::new("df").arg("-Pk").arg(folder).output();
    let text = answer.map(|answer| String::from_utf8_lossy(&answer.stdout).into_owned());
    free_of(&text.unwrap_or_default())
}

/// The fourth column of the second line, as POSIX lays `df -P` out.
fn free_of(df: &str) -> u64 {
    let row = df.lines().nth(1).unwrap_or_default();
    row.split_whitespace()
        .nth(3)
        .and_then(|free| free.parse().ok())
        .unwrap_or(0)
}

/// Memory that new programs can have without swapping.
fn available_kb(meminfo: &str) -> u64 {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let number = line.and_then(|rest| rest.split_whitespace().next());
    number.and_then(|kb| kb.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_read_from_what_the_system_says_and_is_none_when_it_says_nothing() {
        let df = "Filesystem 1024-blocks Used Available Capacity Mounted on\ntmpfs 12340224 16 12340208 1% /dev/shm\n";
        assert_eq!(free_of(df), 12_340_208);
        assert_eq!(
            available_kb("MemTotal: 9 kB\nMemAvailable:   23000000 kB\n"),
            23_000_000
        );
        assert_eq!((free_of(""), available_kb("")), (0, 0));
        assert!(free_kb(Path::new("/")) > 0);
    }

    #[test]
    fn a_folder_goes_with_its_command_and_one_of_a_killed_run_with_the_next() {
        let parent = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tests/scratch");
        let _ = fs::remove_dir_all(&parent);
        let killed = parent.join(format!("{PREFIX}4294967295"));
        fs::create_dir_all(&killed).expect("a folder");
        let scratch = Scratch::within(&parent, std::process::id()).expect("a folder");
        fs::write(scratch.path().join("a"), "").expect("a file");
        assert!(!killed.exists());
        drop(scratch);
        assert_eq!(fs::read_dir(&parent).expect("the parent").count(), 0);
    }
}
