//! Which database a command works on, and how it is reached.
//!
//! | settings | found | then |
//! |---|---|---|
//! | DATABASE_URL | | that one |
//! | no DATABASE_URL | nobody owns the data directory | an embedded server, for the life of this command |
//! | no DATABASE_URL | `ledger up` or `ledger serve` owns it | the owner's server, through the address it left |
//!
//! Two logins lead to it (ledger §4.12): the service's, which owns nothing, and the owner's, for migrations and rebuilds.
//! On the embedded server both are made here. On another one the owner's is LEDGER_MIGRATE_URL; in development
//! DATABASE_URL alone may be both.
//!
//! The address lies in `<data>/embedded.json` and is used only while the owner's process lives,
//! so one that a killed owner left behind does no harm.

mod standby;

use crate::Failure;
use crate::{Database, Mode, Settings, WEB_SOURCES};
use anyhow::Context;
use ledger::servers::Servers;
use ledger::{EventLog, Fault, books, logins, schema};
use postgres::{Embedded, EmbeddedError, EmbeddedOptions};
use serde::{Deserialize, Serialize};
use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, PgConnection, PgPool};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Connections of a command that only reads.
const READER_CONNECTIONS_MAX: u32 = 4;

/// A database that can be reached for as long as this value lives.
pub struct Opened {
    /// The servers of the database, as the service logs in.
    pub servers: Servers,
    /// How to connect as the service to the one that was the primary when it was opened.
    pub connect: PgConnectOptions,
    /// How to connect as the owner, where these settings lead to it.
    pub owner: Option<PgConnectOptions>,
    /// Whether both are one login, which development alone accepts.
    pub is_one_login: bool,
    /// One sentence: which database it is.
    pub description: String,
    embedded: Option<(Embedded, PathBuf)>,
}

#[derive(Serialize, Deserialize)]
struct Address {
    socket_dir: PathBuf,
    port: u16,
    user: String,
    database: String,
}

/// Opens the database of these settings; a new embedded one is made when there is none yet.
///
/// # Errors
/// A setting that does not lead to a database.
pub async fn open(settings: &Settings) -> Result<Opened, Failure> {
    match &settings.store.database {
        Database::Url(url) => named(settings, url).await,
        Database::Embedded => {
            let settings = settings.clone();
            let started = tokio::task::spawn_blocking(move || embedded(&settings)).await;
            let opened = started.context("starting the database was interrupted")??;
            if let (Some(owner), Some(_)) = (&opened.owner, &opened.embedded) {
                logins::admit(owner, &opened.connect).await.map_err(failure)?;
            }
            Ok(opened)
        }
    }
}

/// The database of DATABASE_URL.
async fn named(settings: &Settings, url: &str) -> Result<Opened, Failure> {
    let servers = address(url, "DATABASE_URL").await?;
    let connect = servers.primary().clone();
    let owner = match &settings.store.migrate {
        Some(url) => Some(address(url, "LEDGER_MIGRATE_URL").await?.primary().clone()),
        None if settings.service.mode == Mode::Development => Some(connect.clone()),
        None => None,
    };
    let is_one_login = owner
        .as_ref()
        .is_some_and(|owner| owner.get_username() == connect.get_username());
    if is_one_login && settings.service.mode == Mode::Production {
        return Err(Failure::Usage(format!(
            "DATABASE_URL and LEDGER_MIGRATE_URL both log in as {}: in production the service's login is another one, \
             which owns nothing.",
            connect.get_username()
        )));
    }
    let description = format!(
        "The database {} on {}.",
        connect.get_database().unwrap_or("(default)"),
        connect.get_host()
    );
    Ok(Opened {
        servers,
        connect,
        owner,
        is_one_login,
        description,
        embedded: None,
    })
}

/// The servers of an address.
fn servers_of(url: &str, name: &str) -> Result<Servers, Failure> {
    // The address is not shown: a password stands in it.
    let unfit = |_| {
        Failure::Usage(format!(
            "{name} must be an address such as postgres://user:password@host:5432/database; in a password write @ as \
             %40, : as %3A and / as %2F."
        ))
    };
    Servers::from_str(url).map_err(unfit)
}

/// The same; which of several is the primary is known then.
async fn address(url: &str, name: &str) -> Result<Servers, Failure> {
    let servers = servers_of(url, name)?;
    if servers.are_several() {
        let connection = servers.connect().await.map_err(|fault| refused_by(name, fault))?;
        connection.close().await.map_err(|fault| refused_by(name, fault))?;
    }
    Ok(servers)
}

/// The standbys that a service reads from, where some are named.
///
/// # Errors
/// An address that cannot be understood.
pub fn standbys(settings: &Settings) -> Result<Option<Servers>, Failure> {
    let named = settings.store.read.as_deref();
    named.map(|url| servers_of(url, standby::NAME)).transpose()
}

/// Opens a database that must exist already, for reading only.
///
/// # Errors
/// A setting that does not lead to a migrated database.
pub async fn open_to_read(settings: &Settings) -> Result<(Opened, EventLog), Failure> {
    if settings.store.database == Database::Embedded && !has_database(&settings.store.data) {
        let folder = settings.store.data.display();
        return Err(Failure::Usage(format!(
            "There is no database in {folder} yet: `ledger up` makes one, DATABASE_URL names another."
        )));
    }
    let opened = match &settings.store.read {
        Some(url) => standby::furthest(url).await?,
        None => open(settings).await?,
    };
    let read_only = opened
        .connect
        .clone()
        .options([("default_transaction_read_only", "on")]);
    // A pool would keep trying for seconds before it reports what is wrong.
    let name = settings.store.read.as_ref().map_or("DATABASE_URL", |_| standby::NAME);
    let first = PgConnection::connect_with(&read_only).await;
    let first = first.map_err(|fault| refused_by(name, fault))?;
    first.close().await.map_err(refused)?;
    let pool = PgPoolOptions::new()
        .max_connections(READER_CONNECTIONS_MAX)
        .connect_with(read_only)
        .await
        .map_err(refused)?;
    let is_standby = standby::report(settings, &pool).await.map_err(refused)?;
    let migrated: (bool,) = sqlx::query_as("select to_regclass('events') is not null")
        .fetch_one(&pool)
        .await
        .map_err(refused)?;
    if !migrated.0 {
        return Err(Failure::Usage(
            "This database holds no ledger yet: run `ledger migrate`.".into(),
        ));
    }
    if !books::exist(&pool).await.map_err(failure)? {
        return Err(Failure::Usage(
            "This database was made by an earlier version: run `ledger migrate`.".into(),
        ));
    }
    let log = keyed(settings, pool).await?;
    if !is_standby {
        settle_books(&opened, &log).await;
    }
    Ok((opened, log))
}

/// What `work` reads in a database that must exist already, which is closed again.
///
/// # Errors
/// Those of [`open_to_read`] and of `work`.
pub async fn reading<T>(
    settings: &Settings,
    work: impl AsyncFnOnce(&EventLog) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let (opened, log) = open_to_read(settings).await?;
    let done = work(&log).await;
    log.close().await;
    opened.close().await?;
    done
}

/// With the master key that this installation has. One that lies in the data directory is of the embedded database:
/// beside another one it may be of none, and then nothing is said about who wrote the events.
async fn keyed(settings: &Settings, pool: PgPool) -> Result<EventLog, Failure> {
    let Some(keys) = settings.known_master_keys()? else {
        return Ok(EventLog::without_key(pool));
    };
    let log = EventLog::with_key(pool.clone(), &keys).await.map_err(failure)?;
    let is_certain = settings.master_key.is_some() || settings.store.database == Database::Embedded;
    match log.check_key().await {
        Ok(()) => Ok(log),
        Err(Fault::Setting(why)) if !is_certain => {
            eprintln!("Warning: {why}; who wrote the events is not checked.");
            Ok(EventLog::without_key(pool))
        }
        Err(fault) => Err(failure(fault)),
    }
}

/// Brings books that a service left behind to the end of the log, where this connection may: a reader could only wait.
async fn settle_books(opened: &Opened, log: &EventLog) {
    let settled = async {
        let writer = log.over(schema::pool(opened.connect.clone()).await?);
        let settled = books::settle(&writer).await;
        writer.close().await;
        settled
    };
    if let Err(fault) = settled.await {
        tracing::debug!(%fault, "the books are behind");
    }
}

/// A fault of the ledger as the end of a command.
pub fn failure(fault: Fault) -> Failure {
    match fault {
        Fault::Setting(sentence) => Failure::Usage(format!("{}.", sentence.trim_end_matches('.'))),
        Fault::Database(fault) | Fault::Migration(MigrateError::Execute(fault)) => refused(fault),
        other => Failure::Fault(other.into()),
    }
}

/// Whether the owner gets in.
///
/// # Errors
/// One sentence that names the setting.
pub async fn try_owner(opened: &Opened) -> Result<(), Failure> {
    let name = if opened.is_one_login {
        "DATABASE_URL"
    } else {
        "LEDGER_MIGRATE_URL"
    };
    let first = PgConnection::connect_with(opened.owner()?).await;
    let first = first.map_err(|fault| refused_by(name, fault))?;
    first.close().await.map_err(refused)
}

/// A database that does not let us in is a wrong setting; anything else is a fault on the way.
fn refused(fault: sqlx::Error) -> Failure {
    refused_by("DATABASE_URL", fault)
}

fn refused_by(name: &str, fault: sqlx::Error) -> Failure {
    let code = fault.as_database_error().and_then(|refusal| refusal.code());
    let code = code.as_deref().unwrap_or_default();
    let sentence = match &fault {
        sqlx::Error::Io(fault) if fault.kind() == ErrorKind::NotConnected => "takes no writes",
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut => "cannot be reached",
        // Classes 28 and 3D: no such user, wrong password, no such database.
        _ if code.starts_with("28") || code.starts_with("3D") => "does not let us in",
        _ if code == "25006" => "is a standby, which takes no writes",
        _ => return Failure::Fault(Fault::Database(fault).into()),
    };
    Failure::Usage(format!("{name} leads to a database that {sentence}: {fault}."))
}

impl Opened {
    /// The login that owns the schema.
    ///
    /// # Errors
    /// One sentence where these settings do not lead to it.
    pub fn owner(&self) -> Result<&PgConnectOptions, Failure> {
        self.owner.as_ref().ok_or_else(|| {
            Failure::Usage(
                "LEDGER_MIGRATE_URL is missing: the login of DATABASE_URL owns nothing, and this needs the owner's."
                    .into(),
            )
        })
    }

    /// Stops the embedded server, if it is ours.
    pub async fn close(mut self) -> Result<(), Failure> {
        let Some((embedded, address)) = self.embedded.take() else {
            return Ok(());
        };
        // A left address does no harm, see above.
        fs::remove_file(address).ok();
        let stopped = tokio::task::spawn_blocking(move || embedded.stop()).await;
        stopped
            .context("stopping the database was interrupted")?
            .context("the embedded database")?;
        Ok(())
    }
}

fn has_database(data: &Path) -> bool {
    // The second one says that the database lies elsewhere, see `postgres`.
    ["data/PG_VERSION", "moved-to"]
        .iter()
        .any(|name| data.join(name).exists())
}

fn embedded(settings: &Settings) -> Result<Opened, Failure> {
    let address_path = settings.store.data.join("embedded.json");
    let options = EmbeddedOptions {
        data_dir: settings.store.data.clone(),
        pg_bin: settings.store.pg_bin.clone(),
        node_modules: vec![Path::new(WEB_SOURCES).join("node_modules")],
        cache_dir: settings.store.data.join("cache"),
        settings: Vec::new(),
    };
    match Embedded::start(options) {
        Ok(embedded) => own(settings, embedded, address_path),
        Err(EmbeddedError::Busy { pid, .. }) => {
            let address = read(&address_path).ok_or_else(|| {
                let folder = settings.store.data.display();
                Failure::Usage(format!(
                    "Process {pid} is just starting the database in {folder}: try again."
                ))
            })?;
            let description = format!("The database of the running process {pid}.");
            Ok(address.opened(description, None))
        }
        Err(fault) => Err(Failure::Fault(fault.into())),
    }
}

/// A server of this process, which leaves its address for others.
fn own(settings: &Settings, embedded: Embedded, address_path: PathBuf) -> Result<Opened, Failure> {
    embedded.notes().iter().for_each(|note| tracing::info!("{note}"));
    let address = Address {
        socket_dir: embedded.socket_dir().to_owned(),
        port: embedded.port(),
        user: embedded.user().to_owned(),
        database: embedded.database().to_owned(),
    };
    leave(&address_path, &address).with_context(|| format!("{} cannot be written", address_path.display()))?;
    let description = format!(
        "PostgreSQL {} in {}. {}",
        embedded.version(),
        settings.store.data.display(),
        embedded.source()
    );
    Ok(address.opened(description, Some((embedded, address_path))))
}

impl Address {
    fn opened(&self, description: String, embedded: Option<(Embedded, PathBuf)>) -> Opened {
        let owner = self.owner();
        let connect = owner.clone().username(logins::SERVICE);
        Opened {
            servers: connect.clone().into(),
            connect,
            owner: Some(owner),
            is_one_login: false,
            description,
            embedded,
        }
    }

    fn owner(&self) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass()
            .socket(&self.socket_dir)
            .port(self.port)
            .username(&self.user)
            .database(&self.database)
    }
}

fn leave(path: &Path, address: &Address) -> std::io::Result<()> {
    // Renamed into place, so that a reader sees a whole address or none.
    let draft = path.with_extension("json.part");
    fs::write(&draft, serde_json::to_vec(address)?)?;
    fs::rename(draft, path)
}

fn read(path: &Path) -> Option<Address> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
