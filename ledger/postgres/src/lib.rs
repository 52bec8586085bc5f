//! A real PostgreSQL for a machine that has no database: found or fetched, private, kept.
//!
//! What it promises:
//! - One call gives a server that takes connections; the same folder gives the same data again.
//! - Everything committed survives a kill of this program, of the server, or of both: no
//!   durability setting is ever weakened here.
//! - No network port. Only the socket in a folder of mode 0700, so only the same account (and root).
//! - One owner per folder. The server ends with its owner, cleanly, however the owner ends
//!   (on macOS a killed owner leaves it running and the next start adopts it).
//! - Each fault is one plain sentence that says what to do.
//!
//! The parts, in the order of a start: [`data_folder`] and [`lock`] (folder and owner), [`account`] (who
//! runs it), [`find`] and [`fetch`] (which programs), [`copy`] (may that account run them), [`init`]
//! (the first time), [`orphan`] and [`server`] (adopt or start, stop), with [`process`],
//! [`pidfile`] and [`socket`] below.
//!
//! It knows nothing of SQL, of the schema, and of async: call it from a blocking context.

mod account;
mod copy;
mod data_folder;
mod error;
mod fetch;
mod find;
mod init;
mod lock;
mod orphan;
mod pidfile;
mod process;
mod server;
mod socket;
mod unpack;
mod version;

use std::path::{Path, PathBuf};

pub use account::Account;
pub use error::EmbeddedError;
pub use fetch::Package;
pub use find::{Binaries, MAJOR_MIN, Sources, find, find_in};

use data_folder::DataFolder;
use server::Server;

/// What the caller decides.
#[derive(Debug, Clone)]
pub struct EmbeddedOptions {
    /// The folder of the database (LEDGER_DATA); created when missing.
    pub data_dir: PathBuf,
    /// A folder with `postgres` and `initdb` to use and no other (LEDGER_PG_BIN).
    pub pg_bin: Option<PathBuf>,
    /// `node_modules` folders that may hold the npm package with the programs.
    pub node_modules: Vec<PathBuf>,
    /// Where a fetched package is kept.
    pub cache_dir: PathBuf,
    /// Further settings of the server, as name and value; they win over the defaults here except
    /// for those that keep the server private.
    pub settings: Vec<(String, String)>,
}

/// A running server. Dropping it stops the server; [`Embedded::stop`] also returns how that went.
#[derive(Debug)]
pub struct Embedded {
    server: Server,
    stopped: bool,
    binaries: Binaries,
    notes: Vec<String>,
    // Last, so that the lock is released only after the server has ended.
    _folder: DataFolder,
}

impl Embedded {
    /// Finds or fetches the programs, prepares the folder when it is new, adopts or starts the
    /// server and waits until it takes connections. Blocks, also for a download.
    ///
    /// # Errors
    /// [`EmbeddedError::Busy`] when a live process owns the folder; otherwise one sentence each.
    pub fn start(options: EmbeddedOptions) -> Result<Self, EmbeddedError> {
        let mut notes = Vec::new();
        let folder = DataFolder::open(&options.data_dir, &mut notes)?;
        let binaries = copy::reachable(find(&options)?, &folder.account)?;
        init::ensure(&folder, &binaries)?;
        let server = Server::start(&folder, &binaries, &options.settings)?;
        Ok(Self {
            server,
            stopped: false,
            binaries,
            notes,
            _folder: folder,
        })
    }

    /// The folder of the socket: the host to connect to.
    pub fn socket_dir(&self) -> &Path {
        &self.server.socket_dir
    }

    /// The port number in the socket's name.
    pub fn port(&self) -> u16 {
        socket::PORT
    }

    /// The database account to connect as; it needs no password.
    pub fn user(&self) -> &str {
        init::USER
    }

    /// The database to connect to.
    pub fn database(&self) -> &str {
        "postgres"
    }

    /// The server's version, for example `15.18`.
    pub fn version(&self) -> &str {
        &self.binaries.version
    }

    /// One sentence: where the programs came from.
    pub fn source(&self) -> &str {
        &self.binaries.source
    }

    /// What the operator should know, one sentence each: a shared account, a moved folder.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    pub fn pid(&self) -> u32 {
        self.server.pid
    }

    /// Whether the server was running before, left behind by a dead owner.
    pub fn adopted(&self) -> bool {
        self.server.adopted()
    }

    /// Stops the server and waits until it has ended.
    ///
    /// # Errors
    /// One sentence when it had ended before, or does not end in time.
    pub fn stop(mut self) -> Result<(), EmbeddedError> {
        self.stopped = true;
        self.server.stop()
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        if !self.stopped {
            // There is no caller for a fault; the next start recovers in any case.
            self.server.stop().ok();
        }
    }
}
