//! Builds the web application for `ledger up`, when its sources are newer than its build.
//!
//! Newer is decided by content, not by time: the build carries the digest of everything it was made
//! from. Packages count as installed when npm's own record of what it installed names every package
//! of the lock file.

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The development build, with the mocked messenger for a plain browser.
const BUILD: &str = "dist-dev";
/// Inside the build: the digest of its sources.
const STAMP: &str = ".built-from";
/// What the build is not made from.
const IGNORED: [&str; 7] = [
    "node_modules",
    "dist",
    "dist-dev",
    "shots",
    "e2e",
    "scripts",
    "coverage",
];
/// More files than this are no web application.
const FILES_MAX: usize = 10_000;
/// Lines of a failed program's output that are shown.
const LINES_MAX: usize = 30;

/// What there is to serve.
#[derive(Debug, PartialEq, Eq)]
pub enum Web {
    /// A folder with the application.
    Folder(PathBuf),
    /// Nothing, and one sentence why.
    Absent(String),
}

/// The development build of the sources in `web`, made now if need be. Blocks.
///
/// # Errors
/// When npm or the build fails; the message ends with its last lines.
pub fn build(web: &Path, spinner: &ProgressBar) -> anyhow::Result<Web> {
    if !web.join("package.json").is_file() {
        return Ok(Web::Absent(
            "The sources of the web application are not here: only the API is served.".into(),
        ));
    }
    let web = web.canonicalize()?;
    let folder = web.join(BUILD);
    let digest = digest_of(&web)?;
    let stamp = folder.join(STAMP);
    if fs::read_to_string(&stamp).is_ok_and(|built_from| built_from == digest) {
        return Ok(Web::Folder(folder));
    }
    if !are_installed(&web) {
        spinner.set_message("installing the packages of the web application");
        if !npm(&web, &["ci", "--no-audit", "--no-fund", "--loglevel=error"])? {
            return Ok(Web::Absent(
                "npm is not installed, so the web application cannot be built: only the API is served.".into(),
            ));
        }
    }
    spinner.set_message("building the web application");
    if !npm(&web, &["run", "--silent", "build:dev"])? {
        return Ok(Web::Absent(
            "npm is not installed, so the web application cannot be built: only the API is served.".into(),
        ));
    }
    fs::write(&stamp, digest).with_context(|| format!("{} cannot be written", stamp.display()))?;
    Ok(Web::Folder(folder))
}

/// Runs npm in `web`; false when there is no npm.
fn npm(web: &Path, arguments: &[&str]) -> anyhow::Result<bool> {
    let ran = Command::new("npm")
        .args(arguments)
        .current_dir(web)
        .stdin(Stdio::null())
        .output();
    let output = match ran {
        Err(missing) if missing.kind() == ErrorKind::NotFound => return Ok(false),
        ran => ran.context("npm cannot be run")?,
    };
    if output.status.success() {
        return Ok(true);
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let lines: Vec<&str> = said.lines().collect();
    let last = lines[lines.len().saturating_sub(LINES_MAX)..].join("\n");
    bail!("npm {} failed ({}):\n{last}", arguments.join(" "), output.status)
}

/// SHA-256 over names and contents of all sources, in the order of their names.
fn digest_of(web: &Path) -> anyhow::Result<String> {
    let mut files = Vec::new();
    collect(web, &mut files)?;
    files.sort();
    let mut digest = Sha256::new();
    for file in files {
        let name = file.strip_prefix(web).unwrap_or(&file).to_string_lossy().into_owned();
        let bytes = fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        for part in [name.as_bytes(), &bytes] {
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part);
        }
    }
    Ok(hex::encode(digest.finalize()))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || IGNORED.contains(&name.as_str()) {
            continue;
        }
        if files.len() >= FILES_MAX {
            bail!("{} holds more than {FILES_MAX} files", folder.display());
        }
        // Links are not followed: they could lead in circles.
        match entry.file_type()? {
            kind if kind.is_dir() => collect(&entry.path(), files)?,
            kind if kind.is_file() => files.push(entry.path()),
            _ => {}
        }
    }
    Ok(())
}

/// True when npm's record agrees with the lock file on every package; optional ones may be missing.
fn are_installed(web: &Path) -> bool {
    let packages = |path: &str| -> Option<Map<String, Value>> {
        let mut lock: Value = serde_json::from_slice(&fs::read(web.join(path)).ok()?).ok()?;
        match lock.get_mut("packages")?.take() {
            Value::Object(packages) => Some(packages),
            _ => None,
        }
    };
    let (Some(locked), Some(installed)) = (
        packages("package-lock.json"),
        packages("node_modules/.package-lock.json"),
    ) else {
        return false;
    };
    locked
        .iter()
        .filter(|(path, _)| !path.is_empty())
        .all(|(path, package)| match installed.get(path) {
            Some(found) => {
                found.get("version") == package.get("version") && found.get("integrity") == package.get("integrity")
            }
            None => ["optional", "devOptional"]
                .iter()
                .any(|flag| package.get(flag) == Some(&Value::Bool(true))),
        })
}

#[cfg(test)]
mod tests;
