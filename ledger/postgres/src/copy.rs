//! Programs that the server's account cannot reach (root's own folders) are copied to where it can.
//!
//! The copy is `/var/lib/ledger/pg/<version>-<hash>`, owned by root, made once and appearing by one
//! rename. Only a self-contained tree (`bin`, `lib`, `share` side by side) can be moved like that.

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use super::account::Account;
use super::data_folder::{SHARED, path_hash};
use super::error::EmbeddedError;
use super::find::Binaries;

/// A PostgreSQL tree has about a thousand files; far more means that the folder is something else.
const FILES_MAX: usize = 20_000;

/// The same programs where `account` can run them.
pub(super) fn reachable(found: Binaries, account: &Account) -> Result<Binaries, EmbeddedError> {
    let server = found.bin_dir.join("postgres");
    if !account.hands_over() || account.runs(&server) {
        return Ok(found);
    }
    let Some(tree) = self_contained(&found.bin_dir) else {
        return Err(EmbeddedError::Access(format!(
            "The user {} cannot run {}: choose programs that it can run with LEDGER_PG_BIN.",
            account.name(),
            server.display()
        )));
    };
    let target = target_of(&server, &found.version)?;
    if !account.runs(&target.join("bin/postgres")) {
        copy_once(tree, &target).map_err(|fault| EmbeddedError::file("copy PostgreSQL to", &target, &fault))?;
    }
    let copy = Binaries {
        bin_dir: target.join("bin"),
        source: format!("{} Copied to {}.", found.source, target.display()),
        ..found
    };
    if account.runs(&copy.bin_dir.join("postgres")) {
        return Ok(copy);
    }
    Err(EmbeddedError::Access(format!(
        "The user {} can run neither {} nor its copy in {}: choose other programs with LEDGER_PG_BIN.",
        account.name(),
        server.display(),
        target.display()
    )))
}

fn self_contained(bin_dir: &Path) -> Option<&Path> {
    let tree = bin_dir.parent()?;
    let whole = ["lib", "share"].iter().all(|part| tree.join(part).is_dir());
    (whole && bin_dir.ends_with("bin")).then_some(tree)
}

/// Named after the very file that is copied, so that an upgrade gets a new copy.
fn target_of(server: &Path, version: &str) -> Result<PathBuf, EmbeddedError> {
    let file = fs::metadata(server).map_err(|fault| EmbeddedError::file("read", server, &fault))?;
    let identity = format!("{}:{}:{}", server.display(), file.len(), file.mtime());
    let hash = path_hash(Path::new(&identity));
    Ok(Path::new(SHARED).join("pg").join(format!("{version}-{hash}")))
}

fn copy_once(tree: &Path, target: &Path) -> io::Result<()> {
    let part = target.with_extension(format!("part-{}", std::process::id()));
    for old in [&part, &target.to_owned()] {
        if old.exists() {
            fs::remove_dir_all(old)?;
        }
    }
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent)?;
        // A strict umask of root must not close the way that the copy exists for.
        for folder in [Path::new(SHARED), parent] {
            fs::set_permissions(folder, Permissions::from_mode(0o711))?;
        }
    }
    make_folder(&part)?;
    let mut files_left = FILES_MAX;
    for name in ["bin", "lib", "share"] {
        copy_folder(&tree.join(name), &part.join(name), &mut files_left)?;
    }
    fs::rename(&part, target)
}

fn copy_folder(from: &Path, to: &Path, files_left: &mut usize) -> io::Result<()> {
    make_folder(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        *files_left = files_left
            .checked_sub(1)
            .ok_or_else(|| io::Error::other("the folder holds far more than PostgreSQL"))?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_folder(&source, &target, files_left)?;
        } else if kind.is_symlink() {
            symlink(fs::read_link(&source)?, &target)?;
        } else {
            fs::copy(&source, &target)?;
            let executable = fs::metadata(&source)?.mode() & 0o100 != 0;
            let mode = if executable { 0o755 } else { 0o644 };
            fs::set_permissions(&target, Permissions::from_mode(mode))?;
        }
    }
    Ok(())
}

fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)?;
    fs::set_permissions(path, Permissions::from_mode(0o755))
}
