//! Reads that a standby answers (ledger §4.13): it answers once it has replayed whatever the primary had written when the
//! reader asked, so a reader sees at a standby what it would see at the primary, or a little more.
//!
//! Knows nothing of what is read. Whoever reads decides what to do when no standby comes so far in time.

use crate::Ledger;
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::servers::{Identity, Servers, unfit};
use crate::timeouts::within;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, PgPool};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How long a screen waits for a standby before it asks the primary (ASSUMED: many times what a standby in one network
/// needs).
pub const SCREEN_WAIT: Duration = Duration::from_millis(250);
/// How long a long piece of work waits for it, and a command of the command line (ASSUMED).
pub const WORK_WAIT: Duration = Duration::from_secs(10);
/// How often a standby is asked how far it is.
const ASK_EVERY: Duration = Duration::from_millis(5);
/// How often it is looked which of several standbys is the furthest.
const CHOOSE_EVERY: Duration = Duration::from_secs(2);
/// A server that has not let us in or answered for so long is not read from.
const SERVER_TIME_MAX: Duration = Duration::from_secs(2);
/// Connections of a service to its standby at most.
const CONNECTIONS_MAX: u32 = 8;

/// A server to read from.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// How it is reached, read only.
    pub connect: PgConnectOptions,
    /// False for a primary: then no standby could be reached.
    pub is_standby: bool,
    /// Its place in the list.
    index: usize,
    identity: Identity,
    /// How many bytes of the primary's log of changes it has replayed.
    replayed: i64,
}

/// The standby that has replayed the most of those that can be reached; a primary where there is none.
///
/// # Errors
/// What the last of the servers answered, when none can be reached.
pub async fn choose(servers: &Servers) -> Result<Chosen, sqlx::Error> {
    choose_of(servers, None).await
}

/// The same; of the history of a primary, where one is known. A place in the log of changes says nothing about how far a
/// standby of another cluster is, or one that follows a primary which was replaced.
async fn choose_of(servers: &Servers, primary: Option<Identity>) -> Result<Chosen, sqlx::Error> {
    let mut chosen: Option<Chosen> = None;
    let mut refused = sqlx::Error::PoolTimedOut;
    let addresses = servers.addresses().iter().cloned().enumerate();
    let mut asked: JoinSet<_> = addresses.map(|(index, address)| ask(index, address)).collect();
    while let Some(answer) = asked.join_next().await {
        match answer {
            Ok(Err(error)) => refused = error,
            // A task that was ended with the process.
            Err(_) => {}
            Ok(Ok(found)) if primary.is_some_and(|primary| !found.identity.has_history_of(primary)) => {
                refused = unfit("has another history than the primary");
            }
            Ok(Ok(found)) => {
                let rank = |of: &Chosen| (of.is_standby, of.replayed);
                if chosen.as_ref().is_none_or(|best| rank(best) < rank(&found)) {
                    chosen = Some(found);
                }
            }
        }
    }
    chosen.ok_or(refused)
}

/// How a server is reached, read only.
fn read_only(address: PgConnectOptions) -> PgConnectOptions {
    address.options([("default_transaction_read_only", "on")])
}

async fn ask(index: usize, address: PgConnectOptions) -> Result<Chosen, sqlx::Error> {
    let connect = read_only(address);
    within(SERVER_TIME_MAX, async {
        let mut connection = sqlx::PgConnection::connect_with(&connect).await?;
        let state = "select pg_is_in_recovery(), coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint";
        let (is_standby, replayed) = sqlx::query_as(state)
            .persistent(false)
            .fetch_one(&mut connection)
            .await?;
        let identity = Identity::of_standby(&mut connection).await?;
        connection.close().await?;
        Ok(Chosen {
            connect: connect.clone(),
            is_standby,
            index,
            identity,
            replayed,
        })
    })
    .await
}

/// How many bytes of its log of changes a primary has made durable. Whatever can be seen there lies before that.
///
/// # Errors
/// That of the server, also where it is no primary.
pub async fn written(primary: &PgPool) -> Result<i64, sqlx::Error> {
    let written = "select (pg_current_wal_flush_lsn() - '0/0')::bigint";
    sqlx::query_scalar(written).fetch_one(primary).await
}

/// Waits until a standby has replayed so much; gives how many bytes it lacks when the time is over.
///
/// # Errors
/// That of the server, also where it is no standby any more.
pub async fn reach(standby: &PgPool, written: i64, time_max: Duration) -> Result<i64, sqlx::Error> {
    let until = Instant::now() + time_max;
    loop {
        let lacks = "select case when pg_is_in_recovery() then $1 - (pg_last_wal_replay_lsn() - '0/0')::bigint end";
        let lacks: Option<i64> = sqlx::query_scalar(lacks).bind(written).fetch_one(standby).await?;
        // What was promoted has a log of its own from then on, which says nothing about the primary's.
        let lacks = lacks.ok_or_else(|| unfit("is no standby any more"))?;
        if lacks <= 0 || Instant::now() >= until {
            return Ok(lacks.max(0));
        }
        tokio::time::sleep(ASK_EVERY).await;
    }
}

/// The standbys of a service. Clones share their connections.
///
/// Each has a pool of its own: what was asked of one standby, how far it is, must not be read at another one.
#[derive(Clone, Debug)]
pub struct Standby {
    pools: Arc<[PgPool]>,
    primary: Servers,
    looked: watch::Receiver<Looked>,
    reads: Arc<Reads>,
}

/// Which standby is read from: none before the first look.
type Looked = Option<Look>;

#[derive(Clone, Copy, Debug)]
struct Look {
    /// The primary of whose history it is, where that was known.
    primary: Option<Identity>,
    /// Its place in the list; none where no server of that history can be reached.
    index: Option<usize>,
}

/// How many reads were answered where.
#[derive(Debug, Default)]
struct Reads {
    standby: AtomicU64,
    primary: AtomicU64,
}

impl Standby {
    /// Connects to the furthest of them that follow the primary, and goes over to another one when that is further, until
    /// its connections are closed. One that cannot be reached is tried again. Whoever began to read goes on where it began.
    pub fn of(servers: Servers, primary: Servers) -> Standby {
        let pool = |address: &PgConnectOptions| {
            PgPoolOptions::new()
                .max_connections(CONNECTIONS_MAX)
                .acquire_timeout(SERVER_TIME_MAX)
                .connect_lazy_with(read_only(address.clone()))
        };
        let pools: Arc<[PgPool]> = servers.addresses().iter().map(pool).collect();
        let (look, looked) = watch::channel(None);
        let (kept, of) = (pools.clone(), primary.clone());
        tokio::spawn(async move {
            let mut is_reported = false;
            while !kept.iter().all(PgPool::is_closed) {
                let primary = of.identity();
                let index = match choose_of(&servers, primary).await {
                    Ok(chosen) => Some(chosen.index),
                    Err(error) => {
                        if !std::mem::replace(&mut is_reported, true) {
                            tracing::warn!(%error, "no standby of LEDGER_READ_URL can be read: staff read at the primary");
                        }
                        None
                    }
                };
                look.send_replace(Some(Look { primary, index }));
                tokio::time::sleep(CHOOSE_EVERY).await;
            }
        });
        Standby {
            pools,
            primary,
            looked,
            reads: Arc::default(),
        }
    }

    /// The connections to the standby that is read from; none where there is none of the primary's present history. Before
    /// the first look it is waited for.
    async fn chosen(&self, time_max: Duration) -> Option<PgPool> {
        let mut looked = self.looked.clone();
        let known = tokio::time::timeout(time_max, looked.wait_for(Looked::is_some)).await;
        let look = (*known.ok()?.ok()?)?;
        let is_current = look.primary == self.primary.identity();
        look.index.filter(|_| is_current).map(|index| self.pools[index].clone())
    }

    /// The log of `primary` at the standby, once that has all that the primary had when this was called; none when it does
    /// not come so far in time, or cannot be reached.
    pub async fn log(&self, primary: &EventLog, time_max: Duration) -> Option<EventLog> {
        let pool = self.chosen(time_max).await;
        let reached = async {
            let Some(pool) = &pool else { return Ok(false) };
            let written = written(primary).await?;
            Ok::<_, Fault>(reach(pool, written, time_max).await? == 0)
        };
        let is_there = reached.await.unwrap_or_else(|fault| {
            tracing::debug!(%fault, "the primary is read: its standby does not answer");
            false
        });
        let reads = if is_there {
            &self.reads.standby
        } else {
            &self.reads.primary
        };
        reads.fetch_add(1, Ordering::Relaxed);
        pool.filter(|_| is_there).map(|pool| primary.over(pool))
    }

    /// How many reads the standbys answered, and how many were left to the primary.
    pub fn reads(&self) -> [(&'static str, u64); 2] {
        let count = |reads: &AtomicU64| reads.load(Ordering::Relaxed);
        let Reads { standby, primary } = &*self.reads;
        [("standby", count(standby)), ("primary", count(primary))]
    }

    /// Closes its connections.
    pub async fn close(&self) {
        for pool in &*self.pools {
            pool.close().await;
        }
    }
}

impl Ledger {
    /// Names the standbys that readers may ask; the first call counts.
    pub fn read_from(&self, standbys: Servers) {
        self.0
            .standby
            .get_or_init(|| Standby::of(standbys, self.0.servers.clone()));
    }

    /// This ledger for somebody who only reads: at a standby that has all that is written by now, where one was named and
    /// comes so far in time, and else at the primary. Commands and streams in memory are the same everywhere.
    pub async fn reader(&self, time_max: Duration) -> Ledger {
        match self.0.standby.get() {
            None => self.clone(),
            Some(standby) => Ledger(self.0.clone(), standby.log(&self.0.log, time_max).await),
        }
    }

    /// The standbys that readers may ask, where some were named.
    pub fn standby(&self) -> Option<&Standby> {
        self.0.standby.get()
    }

    /// Whether it reads at a standby.
    pub const fn is_at_standby(&self) -> bool {
        self.1.is_some()
    }
}
