//! The first start: an empty database that is either complete or not there at all.
//!
//! `initdb` writes into `data.init` and syncs it; one rename makes it `data`. A start that was cut
//! short leaves only `data.init`, which the next start deletes.

use std::fs::{self, DirBuilder};
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::process::Command;

use super::data_folder::{DataFolder, sync_folder};
use super::error::EmbeddedError;
use super::find::Binaries;
use super::process;

/// The one account inside the database; access is decided by the socket's folder.
pub(super) const USER: &str = "ledger";

/// Creates the database unless it exists.
pub(super) fn ensure(folder: &DataFolder, binaries: &Binaries) -> Result<(), EmbeddedError> {
    let cluster = folder.cluster();
    if cluster.join("PG_VERSION").is_file() {
        return Ok(());
    }
    let fresh = folder.home.join("data.init");
    let fault = |fault: std::io::Error| EmbeddedError::file("prepare", &fresh, &fault);
    if fresh.exists() {
        fs::remove_dir_all(&fresh).map_err(fault)?;
    }
    DirBuilder::new().mode(0o700).create(&fresh).map_err(fault)?;
    folder.account.own(&fresh)?;
    initdb(folder, binaries, &fresh)?;
    fs::rename(&fresh, &cluster).map_err(|_| {
        EmbeddedError::Access(format!(
            "{} exists but holds no database: move it away, or choose another folder with LEDGER_DATA.",
            cluster.display()
        ))
    })?;
    sync_folder(&folder.home)
}

fn initdb(folder: &DataFolder, binaries: &Binaries, fresh: &Path) -> Result<(), EmbeddedError> {
    let mut command = Command::new(binaries.bin_dir.join("initdb"));
    folder.account.apply(&mut command);
    command
        .current_dir(&folder.home)
        .arg("--pgdata")
        .arg(fresh)
        .args(["--username", USER, "--encoding", "UTF8", "--data-checksums"])
        .args(["--auth-local", "trust", "--auth-host", "reject", "--no-instructions"])
        .args(locale(binaries.major));
    let answer = process::run(command).map_err(|fault| EmbeddedError::file("run initdb for", fresh, &fault))?;
    let mut text = answer.stdout;
    text.extend_from_slice(&answer.stderr);
    let log = folder.log_path();
    folder
        .open_log()?
        .write_all(&text)
        .map_err(|fault| EmbeddedError::file("write", &log, &fault))?;
    if answer.status.success() {
        return Ok(());
    }
    Err(EmbeddedError::Server(format!(
        "The first preparation of the database in {} failed ({}): correct what these last lines of initdb say and start again.\n{}",
        folder.home.display(),
        answer.status,
        last_lines(&text)
    )))
}

/// Sorting by code point, the same on every machine. Since 17 the server brings it along; before,
/// the C library must, and that of macOS has only plain C.
fn locale(major: u32) -> &'static [&'static str] {
    match (major >= 17, cfg!(target_os = "macos")) {
        (true, false) => &[
            "--locale=C.UTF-8",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
        ],
        (true, true) => &["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
        (false, false) => &["--locale=C.UTF-8"],
        (false, true) => &["--locale=C"],
    }
}

/// The end of a program's output, for an error.
pub(super) fn last_lines(text: &[u8]) -> String {
    const LINES_MAX: usize = 12;
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines
        .get(lines.len().saturating_sub(LINES_MAX)..)
        .unwrap_or_default()
        .join("\n")
}
