//! The ledger: decided commands become durable events, and are read back.
//!
//! A command goes through its stream's command handler ([`CommandHandler::execute`]), is decided by a pure stream of
//! `domain`, and is written by the group-commit writer together with its claims and
//! answer in one transaction. The [`feed`] gives the log back in commit order without
//! gaps; [`books`] follow it; [`verify`] recomputes everything.
//!
//! Knows nothing of HTTP and of single features of the game.

pub mod adapter;
pub mod adopt;
mod append;
pub mod books;
pub mod cache;
pub mod claims;
pub mod clock;
pub mod command;
pub mod crash_point;
pub mod cursor;
pub mod error;
pub mod event_log;
pub mod event_store;
pub mod export;
mod figures;
mod handlers;
mod json_text;
pub mod keys;
pub mod logins;
mod mac;
pub mod notary;
mod packets;
pub mod policies;
mod read;
pub mod request;
pub mod schema;
mod seal;
pub mod seeds;
mod self_check;
pub mod servers;
pub mod snapshot;
pub mod spans;
pub mod standby;
pub mod synchrony;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod timeouts;
pub mod transactions;
pub mod trust;
pub mod vault;
pub mod verify;

pub use clock::Clock;
pub use command::{CommandHandler, Loaded};
pub use error::{CommandError, Fault};
pub use event_log::EventLog;
pub use keys::MasterKeys;
pub use mac::MacKeys;
#[cfg(feature = "unsealed")]
pub use mac::unsealed;
pub use proofs::stream_id::{self, StreamId};
pub use proofs::{approval, authority, leaf, streams, upcast};
pub use read::{balance, entries, feed, log, log_page, periods, replay, requests, statement, sums, trial, units, walk};
pub use request::{Plain, Reply, Request, Shape};
pub use vault::Vault;

use append::writer::Writer;
use domain::config::Config;
use domain::ids::{PlayerId, Scode};
use domain::money::Usdt;
use domain::player::Player;
use domain::stream::Context;
use domain::time::Day;
use domain::withdrawal::Address;
use figures::SharedFigures;
use handlers::Handlers;
use read::feed::Signal;
use seeds::Seeds;
use servers::Servers;
use sqlx::Connection;
use sqlx::postgres::PgConnectOptions;
use standby::Standby;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use synchrony::{Synchronous, Synchrony};
use tokio::task::AbortHandle;
use trust::Trust;
use uuid::Uuid;

/// The stream of the product's configuration.
pub const CONFIG_STREAM: &str = "product";

/// The stream of the closed months of the books.
pub const PERIODS_STREAM: &str = "periods";

/// The stream of the house's own money.
pub const RESERVE_STREAM: &str = "reserve";

/// What a ledger needs to run.
#[derive(Clone)]
pub struct Options {
    /// The servers of the database, as the service logs in: with the rights of `ledger_app` and no others (ledger §4.12).
    pub database: Servers,
    /// The login that owns the schema, where this process has it beside: in development. A view is rebuilt and swapped
    /// with it; nothing else is done.
    pub owner: Option<PgConnectOptions>,
    /// Accepts that the service's own login owns the schema; for development on a server of one's own.
    pub allow_owner_login: bool,
    /// What seals seeds and personal data; the same for all processes of one database.
    pub master_keys: MasterKeys,
    pub clock: Clock,
    /// Accepts a server without fsync; for tests that do not crash anything.
    pub allow_unsafe_server: bool,
    /// Whether a server without a synchronous standby is accepted.
    pub synchronous: Synchronous,
    /// Shapes the remembered answers of policy commands on a player's stream, so that a repetition of the call that
    /// caused one gets the answer of that call.
    pub player_answers: Arc<dyn Shape<Player>>,
}

struct Inner {
    log: EventLog,
    partitions: u16,
    clock: Clock,
    writers: Arc<[Writer]>,
    figures: SharedFigures,
    signal: Signal,
    seeds: Seeds,
    vault: Vault,
    trust: Trust,
    owner: Option<PgConnectOptions>,
    servers: Servers,
    synchrony: Synchrony,
    player_answers: Arc<dyn Shape<Player>>,
    handlers: Handlers,
    refreshing: OnceLock<AbortHandle>,
    standby: OnceLock<Standby>,
    followed: AtomicBool,
}

/// The ledger of one database. Clones share everything but where they read the log and what was made of it: at the
/// primary, or at a standby.
#[derive(Clone)]
pub struct Ledger(Arc<Inner>, Option<EventLog>);

impl Ledger {
    /// Connects to a migrated database and starts the writers.
    ///
    /// # Errors
    /// [`Fault`] when the database cannot be used; [`Fault::Setting`] when it must not be.
    pub async fn connect(options: Options) -> Result<Ledger, Fault> {
        let servers = options.database.clone();
        servers.connect().await?.close().await?;
        let pool = schema::pool(servers.clone()).await?;
        self_check::run(&pool, &options).await?;
        let log = EventLog::with_key(pool.clone(), &options.master_keys).await?;
        log.check_key().await?;
        let keys = log.keys()?.clone();
        let partitions = schema::partitions(&pool).await?;
        let signal = Signal::default();
        signal.listen(pool.clone());
        let synchrony = Synchrony::new(options.synchronous);
        let hints = (signal.clone(), log.tail().clone());
        let writers = Writer::start_all(partitions, keys.macs(), &servers, &hints, &synchrony)
            .map_err(|error| Fault::Unknown(format!("the writers did not start: {error}")))?;
        let figures = SharedFigures::unread();
        let context = figures.clone().source(options.clock.clone());
        let seeds = Seeds::new(pool.clone(), partitions, keys.seeds().clone());
        let vault = Vault::new(pool.clone(), partitions, &keys);
        let ledger = Ledger(
            Arc::new(Inner {
                handlers: Handlers::new(&log, &writers, &seeds, &context),
                log,
                partitions,
                clock: options.clock,
                writers,
                figures,
                signal,
                seeds,
                vault,
                trust: Trust::default(),
                owner: options.owner,
                servers: servers.clone(),
                synchrony,
                player_answers: options.player_answers,
                refreshing: OnceLock::new(),
                standby: OnceLock::new(),
                followed: AtomicBool::new(false),
            }),
            None,
        );
        ledger.refresh().await?;
        ledger.keep_fresh();
        servers.lead(pool.clone());
        ledger.0.synchrony.watch(pool, servers);
        Ok(ledger)
    }

    /// What makes and checks the MAC of a row of another table, such as a session: who can write rows into the database
    /// cannot make one.
    ///
    /// # Panics
    /// Never: a connected ledger has its key.
    pub fn macs(&self) -> &MacKeys {
        self.0.log.key().expect("a connected ledger has its key")
    }

    /// The product's numbers in force, at most a second old.
    pub fn current_config(&self) -> Arc<Config> {
        self.0.figures.get().config
    }

    /// Balance of the prize reserve, at most a second old.
    pub fn reserve(&self) -> Usdt {
        self.0.figures.get().reserve
    }

    /// What a decision made now would look at, without a seed.
    pub fn context(&self) -> Context {
        self.0.figures.context(&self.0.clock)
    }

    pub fn clock(&self) -> &Clock {
        &self.0.clock
    }

    /// The login that owns the schema, where this process has it.
    pub fn owner(&self) -> Option<PgConnectOptions> {
        self.0.owner.as_ref().map(|owner| self.0.servers.as_login(owner))
    }

    /// Connections that act as the application's role, with the key that shows who wrote an event.
    pub fn pool(&self) -> &EventLog {
        self.1.as_ref().unwrap_or(&self.0.log)
    }

    /// How many logs there are.
    pub fn partitions(&self) -> u16 {
        self.0.partitions
    }

    /// The log of an owner.
    pub fn partition_of(&self, owner: Uuid) -> u16 {
        stream_id::partition_of(owner, self.0.partitions)
    }

    /// The hint that something was appended.
    pub fn signal(&self) -> &Signal {
        &self.0.signal
    }

    /// Whether this process keeps views up to date, or stands by to: without that, what a view has not seen yet is not
    /// worth waiting for.
    pub fn is_followed(&self) -> bool {
        self.0.followed.load(Ordering::Relaxed)
    }

    /// From now on this process keeps views up to date.
    pub fn set_followed(&self) {
        self.0.followed.store(true, Ordering::Relaxed);
    }

    /// Commands waiting in the writers.
    pub fn waiting(&self) -> usize {
        self.0.writers.iter().map(Writer::waiting).sum()
    }

    /// How long the oldest batch of the writers has waited for its outcome.
    pub fn batch_age(&self) -> Duration {
        let ages = self.0.writers.iter().map(Writer::batch_age);
        ages.max().unwrap_or_default()
    }

    /// Whether every writer can take a command; one that has ended stays so until the process starts again.
    pub fn is_writing(&self) -> bool {
        self.0.writers.iter().all(Writer::is_alive)
    }

    /// Whether this process still believes its database.
    pub fn trust(&self) -> &Trust {
        &self.0.trust
    }

    /// Whether the server still answers a commit only once a standby has it.
    pub fn synchrony(&self) -> &Synchrony {
        &self.0.synchrony
    }

    /// Personal data.
    pub fn vault(&self) -> &Vault {
        &self.0.vault
    }

    /// A report of a closed day as a note that the notary of this database signed: `text` ends with a line feed.
    ///
    /// # Errors
    /// A text that no note can hold.
    pub fn sign_day(&self, text: &str) -> Result<String, Fault> {
        notary::sign_as(notary::Vkey::of_days, &self.pool().keys()?.notary(), text)
    }

    /// A report of a closed month, likewise.
    ///
    /// # Errors
    /// A text that no note can hold.
    pub fn sign_period(&self, text: &str) -> Result<String, Fault> {
        notary::sign_as(notary::Vkey::of_periods, &self.pool().keys()?.notary(), text)
    }

    /// A page of the public log of server seeds, likewise.
    ///
    /// # Errors
    /// A text that no note can hold.
    pub fn sign_seeds(&self, text: &str) -> Result<String, Fault> {
        notary::sign_as(notary::Vkey::of_seeds, &self.pool().keys()?.notary(), text)
    }

    /// What verifies the notes of this database's notary.
    ///
    /// # Errors
    /// None: a connected ledger has its key.
    pub fn notary_key(&self) -> Result<notary::Vkey, Fault> {
        self.pool().vkey()
    }

    /// Shapes the remembered answers of policy commands on players' streams.
    pub fn player_answers(&self) -> Arc<dyn Shape<Player>> {
        self.0.player_answers.clone()
    }

    pub fn seeds(&self) -> &Seeds {
        &self.0.seeds
    }

    /// Makes and seals a server seed for a player; returns its commit.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be stored.
    pub async fn seal_seed(&self, player: PlayerId) -> Result<String, Fault> {
        self.0.seeds.seal(player.0).await
    }

    /// The player who owns an invite code.
    ///
    /// # Errors
    /// [`Fault`] of the database; of a row that no event stands behind.
    pub async fn find_scode(&self, scode: &Scode) -> Result<Option<PlayerId>, Fault> {
        let key = claims::claimant(self.pool(), i32::from(scode.partition()), &format!("scode:{scode}")).await?;
        Ok(key.and_then(|key| Uuid::parse_str(&key).ok()).map(PlayerId))
    }

    /// The players who claimed a natural key, each in a partition of its own.
    ///
    /// # Errors
    /// [`Fault`] of the database; of a row that no event stands behind.
    pub async fn claimants(&self, key: &str) -> Result<Vec<PlayerId>, Fault> {
        let mut found = Vec::new();
        for partition in 0..self.partitions() {
            let id = claims::claimant(self.pool(), i32::from(partition), key).await?;
            found.extend(id.and_then(|id| Uuid::parse_str(&id).ok()).map(PlayerId));
        }
        Ok(found)
    }

    /// Sets what the house won on paid dives of `day`; the caller sums it up and keeps it fresh.
    pub fn set_house_day(&self, day: Day, won: Usdt) {
        self.0.figures.set(|figures| figures.house_day = (day, won));
    }

    /// Sets the product's own accounts on the chains, which this process's rails know.
    pub fn set_house_accounts(&self, accounts: Vec<Address>) {
        self.0.figures.set(|figures| figures.house_accounts = accounts.into());
    }

    /// Closes the connections; what was acknowledged is durable already.
    pub async fn close(&self) {
        if let Some(refreshing) = self.0.refreshing.get() {
            refreshing.abort();
        }
        if let Some(standby) = self.0.standby.get() {
            standby.close().await;
        }
        self.0.log.close().await;
    }
}
