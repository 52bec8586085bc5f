//! Databases of a bench or a drill: an embedded server in a folder of its own, or scratch databases on the
//! server of DATABASE_URL.
//!
//! Everything made here is removed at the end. The embedded server keeps every durability
//! setting; what is changed is in [`SERVER`] and printed with the results.

use anyhow::Context;
use postgres::{Embedded, EmbeddedOptions};
use settings::{Database, Settings, WEB_SOURCES};
use settings::{Failure, database};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection};
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Mutex;

/// Settings of the embedded server beside the product's: no checkpoint by time or by volume falls
/// into a run and written log files are kept to be written again, the same for everybody who is measured.
const SERVER: [(&str, &str); 5] = [
    ("shared_buffers", "1GB"),
    ("max_wal_size", "8GB"),
    ("min_wal_size", "4GB"),
    ("checkpoint_timeout", "30min"),
    ("max_connections", "300"),
];
/// Name of the scratch folders and databases, followed by its process id.
const PREFIX: &str = "ledger-scratch-";

/// A server on which databases can be made.
pub struct Scratch {
    server: PgConnectOptions,
    folder: PathBuf,
    embedded: Option<Embedded>,
    made: Mutex<Vec<String>>,
}

impl Scratch {
    /// Starts the server, or finds that of DATABASE_URL.
    ///
    /// # Errors
    /// A setting that does not lead to a server.
    pub async fn start(settings: &Settings) -> Result<Scratch, Failure> {
        let folder = folder();
        let made = Mutex::default();
        if let Database::Url(url) = &settings.store.database {
            let unfit = |_| {
                Failure::Usage(
                    "DATABASE_URL must be an address such as postgres://user:password@host:5432/database.".into(),
                )
            };
            let server = PgConnectOptions::from_str(url).map_err(unfit)?;
            let first = PgConnection::connect_with(&server).await;
            let closed = first.map_err(unreached)?.close().await;
            closed.map_err(unreached)?;
            fs::create_dir_all(&folder).context("the scratch folder")?;
            return Ok(Scratch {
                server,
                folder,
                embedded: None,
                made,
            });
        }
        let options = EmbeddedOptions {
            data_dir: folder.clone(),
            pg_bin: settings.store.pg_bin.clone(),
            node_modules: vec![Path::new(WEB_SOURCES).join("node_modules")],
            cache_dir: settings.store.data.join("cache"),
            settings: SERVER.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        };
        let started = tokio::task::spawn_blocking(|| Embedded::start(options)).await;
        let embedded = started
            .context("starting the database was interrupted")?
            .map_err(anyhow::Error::from)?;
        let server = PgConnectOptions::new_without_pgpass()
            .socket(embedded.socket_dir())
            .port(embedded.port())
            .username(embedded.user())
            .database(embedded.database());
        Ok(Scratch {
            server,
            folder,
            embedded: Some(embedded),
            made,
        })
    }

    pub fn server(&self) -> &PgConnectOptions {
        &self.server
    }

    /// A folder on the disk of the embedded server.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A folder for the checkpoints of one database.
    pub fn checkpoints(&self, purpose: &str) -> PathBuf {
        self.folder.join(format!("checkpoints-{purpose}"))
    }

    /// Wears the embedded server in, as one that has been running for long: pages of rows are written and thrown away. Its
    /// buffers have been touched then, and it has log files to write again; a new one is filled with zeros and synced
    /// first, at the cost of whoever commits just then.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn wear_in(&self, pages: usize) -> anyhow::Result<()> {
        if self.embedded.is_none() {
            return Ok(());
        }
        let mut connection = PgConnection::connect_with(&self.server).await?;
        // A row fills most of a page and is stored as it is.
        let statements = format!(
            "create table worn (page text);
             alter table worn alter column page set storage plain;
             insert into worn select repeat(md5(page::text), 200) from generate_series(1, {pages}) page;
             drop table worn"
        );
        connection.execute(statements.as_str()).await?;
        connection.close().await?;
        self.recycle_log_files().await
    }

    /// Lets the embedded server write its old log files again: it does so at a checkpoint, and none falls into a run.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn recycle_log_files(&self) -> anyhow::Result<()> {
        if self.embedded.is_some() {
            let mut connection = PgConnection::connect_with(&self.server).await?;
            connection.execute("checkpoint").await?;
            connection.close().await?;
        }
        Ok(())
    }

    /// A fresh, empty database.
    ///
    /// # Errors
    /// When the server refuses, for example for want of the right to create databases.
    pub async fn database(&self, purpose: &str) -> anyhow::Result<PgConnectOptions> {
        let name = format!("{PREFIX}{}-{purpose}", std::process::id());
        let mut connection = PgConnection::connect_with(&self.server).await?;
        connection
            .execute(format!("create database \"{name}\"").as_str())
            .await
            .with_context(|| format!("the scratch database {name}"))?;
        connection.close().await?;
        let options = self.server.clone().database(&name);
        if let Ok(mut made) = self.made.lock() {
            made.push(name);
        }
        Ok(options)
    }

    /// Removes everything that was made here.
    ///
    /// # Errors
    /// What could not be removed.
    pub async fn close(self) -> anyhow::Result<()> {
        match self.embedded {
            // The databases go with the server's folder.
            Some(embedded) => tokio::task::spawn_blocking(move || embedded.stop()).await??,
            None => {
                let mut connection = PgConnection::connect_with(&self.server).await?;
                for name in self.made.into_inner().unwrap_or_default() {
                    let statement = format!("drop database if exists \"{name}\" with (force)");
                    connection.execute(statement.as_str()).await?;
                }
                connection.close().await?;
            }
        }
        fs::remove_dir_all(&self.folder).context("the scratch folder")
    }
}

fn unreached(fault: sqlx::Error) -> Failure {
    database::failure(fault.into())
}

/// A folder of this process; those of processes that have ended are removed too.
pub fn folder() -> PathBuf {
    let parent = std::env::temp_dir();
    remove_leftovers(&parent);
    parent.join(format!("{PREFIX}{}", std::process::id()))
}

fn remove_leftovers(parent: &Path) {
    // Where it is not known which processes live, everything stays.
    if !Path::new("/proc/self").exists() {
        return;
    }
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(pid) = name.strip_prefix(PREFIX) else {
            continue;
        };
        if !Path::new("/proc").join(pid).exists() {
            // Another bench may be removing it too.
            fs::remove_dir_all(entry.path()).ok();
        }
    }
}
