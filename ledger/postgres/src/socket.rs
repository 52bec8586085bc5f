//! The folder of the server's socket.
//!
//! The server trusts whoever can reach its socket, so the folder's mode 0700 *is* the access
//! control. A socket's path has a hard limit set by the kernel; a database folder with a long
//! name gets a short socket folder elsewhere.

use std::env;
use std::fs::{self, DirBuilder, Permissions};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use super::account::Account;
use super::data_folder::path_hash;
use super::error::EmbeddedError;

/// Only a part of the socket's file name; no network port is ever opened.
pub(super) const PORT: u16 = 5432;
/// `sockaddr_un.sun_path` without its closing zero: 107 bytes on Linux, 103 on macOS.
const SOCKET_PATH_BYTES_MAX: usize = if cfg!(target_os = "macos") { 103 } else { 107 };

/// Creates (or checks) the private socket folder for the database in `home`.
pub(super) fn prepare(home: &Path, account: &Account) -> Result<PathBuf, EmbeddedError> {
    let chosen = candidates(home, account).into_iter().find(|folder| fits(folder));
    let Some(folder) = chosen else {
        return Err(EmbeddedError::Access(format!(
            "The path {} is too long for a socket: choose a shorter folder with LEDGER_DATA.",
            home.display()
        )));
    };
    make_private(&folder, account)?;
    Ok(folder)
}

/// Whether somebody answers on the socket in `folder`.
pub(super) fn answers(folder: &Path) -> bool {
    UnixStream::connect(socket_path(folder)).is_ok()
}

/// Deletes what a killed server left. Its lock file names a process that may by now be another
/// program, which would keep the next server from starting; the caller knows that nobody is there.
pub(super) fn clear(folder: &Path) {
    let socket = socket_path(folder);
    for left in [socket.with_extension(format!("{PORT}.lock")), socket] {
        // When this fails the server finds the file and reports it.
        fs::remove_file(left).ok();
    }
}

/// Whether `folder` is a folder of this account that nobody else can enter.
pub(super) fn is_private(folder: &Path, account: &Account) -> bool {
    fs::symlink_metadata(folder)
        .is_ok_and(|found| found.is_dir() && found.uid() == account.uid() && found.mode() & 0o077 == 0)
}

fn socket_path(folder: &Path) -> PathBuf {
    folder.join(format!(".s.PGSQL.{PORT}"))
}

/// In order of preference; the last one has a bounded length.
fn candidates(home: &Path, account: &Account) -> Vec<PathBuf> {
    let hash = path_hash(home);
    let short = format!("ledger-{}-{hash}", account.uid());
    let mut folders = vec![home.join("run")];
    // Root's own runtime and temporary folders are closed to the account.
    if !account.hands_over() {
        if let Some(runtime) = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from)
            && runtime.is_absolute()
            && runtime.is_dir()
        {
            folders.push(runtime.join(&short));
        }
        folders.push(env::temp_dir().join(&short));
    }
    folders.push(Path::new("/tmp").join(&short));
    folders
}

/// Short enough, and text that fits into a setting of the server.
fn fits(folder: &Path) -> bool {
    let path = socket_path(folder);
    path.to_str().is_some_and(|text| text.len() <= SOCKET_PATH_BYTES_MAX)
}

fn make_private(folder: &Path, account: &Account) -> Result<(), EmbeddedError> {
    let fault = |fault: std::io::Error| EmbeddedError::file("create the folder", folder, &fault);
    match DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => account.own(folder)?,
        Err(exists) if exists.kind() == std::io::ErrorKind::AlreadyExists => {
            let found = fs::symlink_metadata(folder).map_err(fault)?;
            // A start that was cut short between creating and giving away.
            if account.hands_over() && found.is_dir() && found.uid() == 0 {
                account.own(folder)?;
            }
            if found.is_dir() && found.uid() == account.uid() {
                fs::set_permissions(folder, Permissions::from_mode(0o700)).map_err(fault)?;
            }
        }
        Err(other) => return Err(fault(other)),
    }
    if is_private(folder, account) {
        return Ok(());
    }
    Err(EmbeddedError::Access(format!(
        "{} is not a private folder of user {}: somebody else made it; delete it and start again.",
        folder.display(),
        account.name()
    )))
}

/// `folder` as one element of the server's list of socket folders, where commas separate.
pub(super) fn as_setting(folder: &Path) -> String {
    format!("\"{}\"", folder.display().to_string().replace('"', "\"\""))
}

#[cfg(test)]
mod tests;
