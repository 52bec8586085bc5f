//! Settings of what is kept: the database, the data directory, the secrets.

use super::BadSetting;
use super::reading::{existing_folder, folder_to_be, given, number};
use super::storage::Place;
use clap::Args;
use std::path::PathBuf;

/// The setting of where checkpoints are exported to.
const CHECKPOINTS: &str = "LEDGER_CHECKPOINTS";
/// Most partitions: an invite code carries ten bits of them.
const PARTITIONS_MAX: u16 = 1 << 10;
/// Longest that backups are said to be kept (ASSUMED: ten years).
const BACKUP_DAYS_MAX: u16 = 3_650;

/// The settings of what is kept, as written.
#[derive(Args, Clone, Debug)]
pub(super) struct StoreArgs {
    /// Address of a PostgreSQL 15 or newer as the service logs in, `postgres://user:password@host/database`. Absent: an embedded server in the data directory
    ///
    /// Its user owns nothing there: `ledger migrate` makes it, with this password. Several hosts, `host:port,host:port`: the one that is the primary is used, also after a failover.
    #[arg(
        long,
        env = "DATABASE_URL",
        value_name = "URL",
        global = true,
        hide_env_values = true
    )]
    database_url: Option<String>,
    /// The same database as its owner logs in, for `ledger migrate`, `ledger rebuild` and `ledger keys rotate` alone. Absent in development: DATABASE_URL
    ///
    /// Required for them in production, where the service runs without it.
    #[arg(
        long,
        env = "LEDGER_MIGRATE_URL",
        value_name = "URL",
        global = true,
        hide_env_values = true
    )]
    migrate_url: Option<String>,
    /// Standbys of the same database, with the login of DATABASE_URL, for commands that only read and for what staff read. Absent: they read where DATABASE_URL leads
    ///
    /// Of several the furthest is asked, once it has what the primary had when the question came. Commands say how far it is behind.
    #[arg(
        long,
        env = "LEDGER_READ_URL",
        value_name = "URL",
        global = true,
        hide_env_values = true
    )]
    read_url: Option<String>,
    /// Folder of everything that is kept: the embedded database, the exported checkpoints and the development secrets
    #[arg(
        long,
        env = "LEDGER_DATA",
        value_name = "DIR",
        default_value = "./data",
        global = true
    )]
    data: String,
    /// Where checkpoints are exported to and compared at each start; best on another machine than the database. A folder, or `s3://BUCKET/FOLDER` of the service of LEDGER_S3_ENDPOINT. Absent: `checkpoints` in the data directory
    ///
    /// A database that was signed before is refused while none of its checkpoints is there.
    #[arg(long, env = "LEDGER_CHECKPOINTS", value_name = "DIR|URL", global = true)]
    checkpoints: Option<String>,
    /// Days after which no backup is left that was taken before; certificates of erasure say so. As you prune them: api/deploy/README.md, sections 5.6 and 6
    #[arg(
        long,
        env = "LEDGER_BACKUP_DAYS",
        value_name = "DAYS",
        default_value = "35",
        global = true
    )]
    backup_days: String,
    /// Independent logs, 1 to 1024; fixed at the database's first migration
    #[arg(
        long,
        env = "LEDGER_PARTITIONS",
        value_name = "N",
        default_value = "1",
        global = true
    )]
    partitions: String,
    /// Folder with the programs of PostgreSQL for the embedded server. Absent: found, or fetched once
    #[arg(long, env = "LEDGER_PG_BIN", value_name = "DIR", global = true)]
    pg_bin: Option<String>,
}

/// The secrets, as written.
#[derive(Args, Clone, Debug)]
pub(super) struct SecretArgs {
    /// Token of the messenger bot that signs logins. Absent in development: a throw-away one, kept in the data directory
    ///
    /// Required in production, as the messenger gave it.
    #[arg(
        long,
        env = "LEDGER_BOT_TOKEN",
        value_name = "TOKEN",
        global = true,
        hide_env_values = true
    )]
    pub(super) bot_token: Option<String>,
    /// Key that wraps every personal data key, seals server seeds and signs checkpoints, 64 hex characters; the same for all processes of one database. Absent in development: made once, kept in the data directory
    ///
    /// Required in production; `openssl rand -hex 32` makes one. Once it is lost, sealed data never opens again.
    #[arg(
        long,
        env = "LEDGER_MASTER_KEY",
        value_name = "HEX",
        global = true,
        hide_env_values = true
    )]
    pub(super) master_key: Option<String>,
    /// Master keys beside the one in use, each 64 hex characters, separated by commas: the next one before it is in use, and the one before until `ledger keys rotate` is done
    #[arg(
        long,
        env = "LEDGER_OTHER_MASTER_KEYS",
        value_name = "LIST",
        global = true,
        hide_env_values = true
    )]
    pub(super) other_master_keys: Option<String>,
}

/// Where the facts are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// A server that somebody else runs.
    Url(String),
    /// A server of our own in the data directory.
    Embedded,
}

/// Checked settings of what is kept.
#[derive(Clone, Debug)]
pub struct Store {
    /// Where the facts are kept.
    pub database: Database,
    /// The address of the login that owns the schema, when it was named.
    pub migrate: Option<String>,
    /// The address of standbys for whoever only reads, when some were named.
    pub read: Option<String>,
    /// Folder of everything that is kept beside a foreign database.
    pub data: PathBuf,
    /// Folder of the exported checkpoints, unless a bucket keeps them.
    pub(super) checkpoints: PathBuf,
    /// Days after which no backup is left that was taken before.
    pub backup_days: u16,
    /// Number of partitions at genesis, `1..=1024`.
    pub partitions: u16,
    /// Folder with the programs of PostgreSQL, when one was named.
    pub pg_bin: Option<PathBuf>,
}

impl StoreArgs {
    /// The bucket that LEDGER_CHECKPOINTS names, when it names one.
    ///
    /// # Errors
    /// A name that cannot be part of an address.
    pub(super) fn bucket_of_checkpoints(&self) -> Result<Option<Place>, BadSetting> {
        Place::parse(CHECKPOINTS, self.checkpoints.as_deref().unwrap_or_default())
    }

    /// # Errors
    /// The first setting that cannot work.
    pub(super) fn check(self) -> Result<Store, BadSetting> {
        let is_bucket = self.bucket_of_checkpoints()?.is_some();
        let pg_bin = given(self.pg_bin).map(|text| existing_folder("LEDGER_PG_BIN", &text));
        let data = folder_to_be("LEDGER_DATA", &self.data)?;
        let folder = given(self.checkpoints).filter(|_| !is_bucket);
        let checkpoints = folder.map(|text| folder_to_be(CHECKPOINTS, &text));
        let has_database = given(self.database_url.clone()).is_some();
        Ok(Store {
            migrate: beside("LEDGER_MIGRATE_URL", given(self.migrate_url), has_database)?,
            read: beside("LEDGER_READ_URL", given(self.read_url), has_database)?,
            database: database(given(self.database_url))?,
            checkpoints: checkpoints.transpose()?.unwrap_or_else(|| data.join("checkpoints")),
            data,
            backup_days: number("LEDGER_BACKUP_DAYS", &self.backup_days, 0, BACKUP_DAYS_MAX)?,
            partitions: number("LEDGER_PARTITIONS", &self.partitions, 1, PARTITIONS_MAX)?,
            pg_bin: pg_bin.transpose()?,
        })
    }
}

fn database(url: Option<String>) -> Result<Database, BadSetting> {
    url.map_or(Ok(Database::Embedded), |url| {
        address("DATABASE_URL", url).map(Database::Url)
    })
}

/// Another way to the database of DATABASE_URL.
fn beside(name: &str, url: Option<String>, has_database: bool) -> Result<Option<String>, BadSetting> {
    if url.is_some() && !has_database {
        return Err(BadSetting(format!(
            "{name} needs DATABASE_URL beside it, the address that the service uses."
        )));
    }
    url.map(|url| address(name, url)).transpose()
}

fn address(name: &str, url: String) -> Result<String, BadSetting> {
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        return Ok(url);
    }
    Err(BadSetting(format!(
        "{name} must begin with postgres:// or postgresql://."
    )))
}
