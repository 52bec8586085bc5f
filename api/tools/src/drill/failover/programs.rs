//! The programs of a drill: those of Debian's packages, or whatever stands in the usual folders.

use postgres::EmbeddedOptions;
use settings::{Failure, Settings};
use std::env;
use std::path::{Path, PathBuf};

/// What makes a primary of one of three servers, and leads to it.
const MANAGERS: [&str; 3] = ["patroni", "etcd", "haproxy"];
/// What Patroni calls of PostgreSQL.
const OF_POSTGRES: [&str; 6] = [
    "postgres",
    "initdb",
    "pg_ctl",
    "pg_basebackup",
    "pg_rewind",
    "pg_controldata",
];
/// Debian keeps HAProxy where only the path of root leads.
const SYSTEM_FOLDERS: [&str; 2] = ["/usr/sbin", "/usr/local/sbin"];

/// Where they are.
#[derive(Clone, Debug)]
pub struct Programs {
    pub patroni: PathBuf,
    pub etcd: PathBuf,
    pub haproxy: PathBuf,
    /// The folder of PostgreSQL's.
    pub postgres: PathBuf,
}

impl Programs {
    /// All of them.
    ///
    /// # Errors
    /// One sentence that names what is missing and what brings it.
    pub fn find(settings: &Settings) -> Result<Programs, Failure> {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = env::split_paths(&path)
            .chain(SYSTEM_FOLDERS.map(PathBuf::from))
            .collect();
        let [patroni, etcd, haproxy] = MANAGERS.map(|name| program(&folders, name));
        let postgres = postgres_folder(settings);
        match (patroni, etcd, haproxy, postgres) {
            (Some(patroni), Some(etcd), Some(haproxy), Some(postgres)) => Ok(Programs {
                patroni,
                etcd,
                haproxy,
                postgres,
            }),
            (patroni, etcd, haproxy, postgres) => {
                let found = [patroni, etcd, haproxy, postgres];
                let names = MANAGERS.into_iter().chain(["the programs of PostgreSQL 15 or newer"]);
                let missing = names.zip(&found).filter(|(_, found)| found.is_none());
                Err(missing_sentence(&missing.map(|(name, _)| name).collect::<Vec<_>>()))
            }
        }
    }
}

fn program(folders: &[PathBuf], name: &str) -> Option<PathBuf> {
    folders
        .iter()
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// The newest installed PostgreSQL that has them: one that was fetched has the server alone.
fn postgres_folder(settings: &Settings) -> Option<PathBuf> {
    let options = EmbeddedOptions {
        data_dir: env::temp_dir().join("ledger-no-such-folder"),
        pg_bin: settings.store.pg_bin.clone(),
        node_modules: Vec::new(),
        cache_dir: settings.store.data.join("cache"),
        settings: Vec::new(),
    };
    let sources = postgres::Sources {
        package: None,
        ..postgres::Sources::of(&options)
    };
    let found = postgres::find_in(&sources).ok()?.bin_dir;
    has_all(&found).then_some(found)
}

fn has_all(folder: &Path) -> bool {
    OF_POSTGRES.iter().all(|name| folder.join(name).is_file())
}

fn missing_sentence(missing: &[&str]) -> Failure {
    Failure::Usage(format!(
        "The drill of failovers needs {}, which this machine does not have: apt-get install --no-install-recommends \
         patroni etcd-server haproxy postgresql brings all of them on Debian.",
        missing.join(", ")
    ))
}
