//! From the archive of an npm package to a folder of files and links.
//!
//! The package leaves out its symbolic links and lists them in `native/pg-symlinks.json`, because
//! archives of npm cannot hold links. Nothing is ever written outside of the target folder.
//! It trusts the content of the files; the caller has compared the archive's checksum.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Component, Path, PathBuf};

use flate2::read::GzDecoder;

/// Writes the files below the archive's `package/` into `target`, and nothing anywhere else.
pub(super) fn unpack(bytes: &[u8], target: &Path) -> io::Result<()> {
    let mut archive = tar::Archive::new(GzDecoder::new(bytes));
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = target.join(inside(&entry.path()?)?);
        match entry.header().entry_type() {
            tar::EntryType::Directory => fs::create_dir_all(&path)?,
            tar::EntryType::Regular => {
                if let Some(parent) = path.parent() {
                    fs::create_dir_all(parent)?;
                }
                let mut file = File::create_new(&path)?;
                io::copy(&mut entry, &mut file)?;
                let mode = if entry.header().mode()? & 0o100 == 0 {
                    0o644
                } else {
                    0o755
                };
                file.set_permissions(fs::Permissions::from_mode(mode))?;
                file.sync_data()?;
            }
            _ => return Err(io::Error::other("the archive holds something else than files")),
        }
    }
    Ok(())
}

/// The path without its leading `package/`; anything that points elsewhere is refused.
fn inside(path: &Path) -> io::Result<PathBuf> {
    let mut parts = path.components();
    let first = parts.next();
    let rest: PathBuf = parts.clone().collect();
    let plain = parts.all(|part| matches!(part, Component::Normal(_)));
    if first == Some(Component::Normal("package".as_ref())) && plain {
        return Ok(rest);
    }
    Err(io::Error::other(format!("the archive names {}", path.display())))
}

/// Makes the links that `native/pg-symlinks.json` lists; links that are there stay.
pub(super) fn link(package: &Path) -> io::Result<()> {
    let list = match fs::read(package.join("native/pg-symlinks.json")) {
        Ok(list) => list,
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(fault) => return Err(fault),
    };
    let list: Vec<Link> = serde_json::from_slice(&list)?;
    for Link { source, target } in list {
        let (source, target) = (PathBuf::from(source), PathBuf::from(target));
        let plain = target.components().all(|part| matches!(part, Component::Normal(_)));
        let Some(name) = source
            .file_name()
            .filter(|_| plain && source.parent() == target.parent())
        else {
            return Err(io::Error::other(format!(
                "the link {} leaves its folder",
                target.display()
            )));
        };
        match symlink(name, package.join(&target)) {
            Err(fault) if fault.kind() != io::ErrorKind::AlreadyExists => return Err(fault),
            _ => {}
        }
    }
    Ok(())
}

#[derive(serde::Deserialize)]
struct Link {
    source: String,
    target: String,
}

#[cfg(test)]
mod tests;
