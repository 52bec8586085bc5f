//! Facts: where decided commands become durable events.
//!
//! A command enters by one door ([`execute`]), is decided by a pure stream of
//! `domain`, and is written by the group-commit [`writer`] together with its
//! postings, balances, claims and answer in one transaction. The [`feed`] gives the
//! log back in commit order without gaps; [`verify`] recomputes everything.
//!
//! Knows nothing of HTTP and of single features of the game.

pub mod adapter;
mod append;
pub mod balance;
pub mod clock;
pub mod crash_point;
pub mod embedded;
mod entry;
pub mod error;
pub mod execute;
pub mod feed;
mod journal;
mod json_text;
mod lane;
pub mod leaf;
pub mod live;
pub mod notary;
pub mod replay;
pub mod request;
mod resolve;
pub mod schema;
mod seal;
pub mod seeds;
mod self_check;
pub mod snapshot;
pub mod store;
pub mod stream_id;
pub mod streams;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod upcast;
pub mod vault;
pub mod verify;
mod writer;

pub use clock::Clock;
pub use error::{DoorError, Fault};
pub use execute::{Door, Loaded};
pub use request::{Plain, Reply, Request, Shape};
pub use stream_id::StreamId;
pub use vault::Vault;

use domain::config::{Config, ConfigDocument};
use domain::ids::{PlayerId, Scode};
use domain::money::Usdt;
use domain::player::Player;
use domain::posting::House;
use domain::stream::Context;
use domain::treasury::Treasury;
use feed::Signal;
use seal::Sealer;
use seeds::Seeds;
use sqlx::postgres::PgConnectOptions;
use sqlx::{PgPool, Row};
use std::sync::{Arc, OnceLock, RwLock};
use std::time::Duration;
use tokio::task::AbortHandle;
use uuid::Uuid;
use writer::Writer;

/// How often the numbers that decisions look at are read again.
const FIGURES_EVERY: Duration = Duration::from_secs(1);

/// The stream of the product's configuration.
pub const CONFIG_STREAM: &str = "product";

/// What a ledger needs to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The database, with rights to act as `ledger_app`.
    pub database: PgConnectOptions,
    /// 32 bytes that seal seeds and personal data; the same for all processes of one database.
    pub master_key: [u8; 32],
    /// The clock.
    pub clock: Clock,
    /// Accepts a server without fsync; for tests that do not crash anything.
    pub allow_unsafe_server: bool,
}

/// What decisions look at beside their stream; read again every second.
#[derive(Clone, Debug)]
struct Figures {
    config: Arc<Config>,
    reserve: Usdt,
}

struct Inner {
    pool: PgPool,
    partitions: u16,
    clock: Clock,
    writers: Arc<[Writer]>,
    figures: Arc<RwLock<Figures>>,
    signal: Signal,
    seeds: Seeds,
    vault: Vault,
    players: Door<Player>,
    config: Door<ConfigDocument>,
    treasury: Door<Treasury>,
    refreshing: OnceLock<AbortHandle>,
}

/// The ledger of one database. Clones share everything.
#[derive(Clone)]
pub struct Ledger(Arc<Inner>);

impl Ledger {
    /// Connects to a migrated database and starts the writers.
    ///
    /// # Errors
    /// [`Fault`] when the database cannot be used; [`Fault::Setting`] when it must not be.
    pub async fn connect(options: Options) -> Result<Ledger, Fault> {
        let pool = schema::pool(options.database.clone()).await?;
        self_check::run(&pool, options.allow_unsafe_server).await?;
        let partitions = schema::partitions(&pool).await?;
        let signal = Signal::default();
        signal.listen(pool.clone());
        let start = |partition| Writer::start(partition, options.database.clone(), signal.clone());
        let writers: Arc<[Writer]> = (0..partitions).map(start).collect();
        let figures = Figures {
            config: Arc::new(Config::standard()),
            reserve: Usdt::ZERO,
        };
        let figures = Arc::new(RwLock::new(figures));
        let clock = options.clock.clone();
        let context = context_source(clock.clone(), figures.clone());
        let seeds = Seeds::new(
            pool.clone(),
            partitions,
            Sealer::of_purpose(&options.master_key, "seeds"),
        );
        let vault = Vault::new(
            pool.clone(),
            partitions,
            Sealer::of_purpose(&options.master_key, "vault"),
        );
        let ledger = Ledger(Arc::new(Inner {
            players: Door::new(pool.clone(), writers.clone(), seeds.clone(), context.clone()),
            config: Door::new(pool.clone(), writers.clone(), seeds.clone(), context.clone()),
            treasury: Door::new(pool.clone(), writers.clone(), seeds.clone(), context),
            pool,
            partitions,
            clock,
            writers,
            figures,
            signal,
            seeds,
            vault,
            refreshing: OnceLock::new(),
        }));
        ledger.refresh().await?;
        ledger.keep_fresh();
        Ok(ledger)
    }

    /// The door to players.
    pub fn players(&self) -> &Door<Player> {
        &self.0.players
    }

    /// The door to the configuration.
    pub fn config(&self) -> &Door<ConfigDocument> {
        &self.0.config
    }

    /// The door to the treasury.
    pub fn treasury(&self) -> &Door<Treasury> {
        &self.0.treasury
    }

    /// The product's numbers in force, at most a second old.
    pub fn current_config(&self) -> Arc<Config> {
        self.figures().config
    }

    /// Balance of the prize reserve, at most a second old.
    pub fn reserve(&self) -> Usdt {
        self.figures().reserve
    }

    fn figures(&self) -> Figures {
        self.0
            .figures
            .read()
            .map(|figures| figures.clone())
            .unwrap_or_else(|poisoned| poisoned.into_inner().clone())
    }

    /// The clock.
    pub fn clock(&self) -> &Clock {
        &self.0.clock
    }

    /// Connections that act as the application's role.
    pub fn pool(&self) -> &PgPool {
        &self.0.pool
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

    /// Commands waiting in the writers.
    pub fn waiting(&self) -> usize {
        self.0.writers.iter().map(Writer::waiting).sum()
    }

    /// Personal data.
    pub fn vault(&self) -> &Vault {
        &self.0.vault
    }

    /// Sealed seeds.
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
    /// [`Fault`] of the database.
    pub async fn find_scode(&self, scode: &Scode) -> Result<Option<PlayerId>, Fault> {
        let row = sqlx::query("select aggregate_id from natural_keys where partition = $1 and key = $2")
            .bind(i32::from(scode.partition()))
            .bind(format!("scode:{scode}"))
            .fetch_optional(&self.0.pool)
            .await?;
        let key: Option<String> = row.map(|row| row.try_get(0)).transpose()?;
        Ok(key.and_then(|key| Uuid::parse_str(&key).ok()).map(PlayerId))
    }

    /// Reads configuration and reserve again.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn refresh(&self) -> Result<(), Fault> {
        let loaded = self.config().load(&StreamId::house(CONFIG_STREAM)).await?;
        let config = loaded.state.current.unwrap_or_else(|| Arc::new(Config::standard()));
        let row =
            sqlx::query("select coalesce(sum(balance), 0)::bigint from balances where owner = $1 and account = $2")
                .bind(Uuid::nil())
                .bind(House::UsdtReserve.name())
                .fetch_one(&self.0.pool)
                .await?;
        let reserve = Usdt::from_minor(row.try_get(0)?);
        if let Ok(mut figures) = self.0.figures.write() {
            *figures = Figures { config, reserve };
        }
        Ok(())
    }

    fn keep_fresh(&self) {
        let weak = Arc::downgrade(&self.0);
        let task = tokio::spawn(async move {
            loop {
                tokio::time::sleep(FIGURES_EVERY).await;
                let Some(inner) = weak.upgrade() else { return };
                if let Err(fault) = Ledger(inner).refresh().await {
                    tracing::warn!(%fault, "configuration and reserve were not read; the last ones stay in force");
                }
            }
        });
        self.0.refreshing.get_or_init(|| task.abort_handle());
    }

    /// Closes the connections; what was acknowledged is durable already.
    pub async fn close(&self) {
        if let Some(refreshing) = self.0.refreshing.get() {
            refreshing.abort();
        }
        self.0.pool.close().await;
    }
}

fn context_source(clock: Clock, figures: Arc<RwLock<Figures>>) -> Arc<dyn Fn() -> Context + Send + Sync> {
    Arc::new(move || {
        let figures = figures
            .read()
            .map(|figures| figures.clone())
            .unwrap_or_else(|poisoned| poisoned.into_inner().clone());
        Context {
            now: clock.now(),
            config: figures.config,
            seed: None,
            reserve: figures.reserve,
        }
    })
}
