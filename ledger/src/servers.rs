//! The servers of one database: one is the primary, the others follow it and may take its place (ledger §4.13).
//!
//! A connection that is made here leads to a server that is not in recovery. Which one that is may change at any time,
//! so it is looked at with every connection, and twice a second while there is more than one server. Of two that both
//! take writes the one that was promoted last is the primary: its timeline is the higher one.
//!
//! What this process has open at a server that another one replaced ends, and so it does where the primary says nothing more:
//! nobody waits for a machine that is gone, or for a commit that no standby will confirm.
//!
//! Knows nothing of what is written, and does not judge whether a failover has lost something: whoever writes compares
//! the log with what it acknowledged.

mod peers;

use crate::timeouts::{ANSWER_TIME_MAX, within};
use peers::{Peer, hang_up};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection, PgPool};
use std::io;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::{JoinError, JoinSet};

/// A server that has not let us in for so long is not the primary (ASSUMED: hundreds of times what it takes in one
/// network; the others are asked meanwhile).
const CONNECT_TIME_MAX: Duration = Duration::from_secs(5);
/// The primary that has not said for so long that it is one is looked for again.
const SAY_TIME_MAX: Duration = Duration::from_secs(2);
/// How often a running ledger looks whether the primary still is one.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// How often the other servers are asked too, whether one of them was promoted while the primary lives (ASSUMED: the
/// time in which an old primary that was not fenced may still be written to).
const COMPARE_EVERY: Duration = Duration::from_secs(2);
/// How long the others have to say that they were promoted later, once one says that it is the primary (ASSUMED: tens of
/// times what a new connection takes in one network).
const OTHERS_TIME_MAX: Duration = Duration::from_millis(250);
/// Nothing waits any longer for a primary that has not said for so long that it is one (as long as a statement may take).
const SILENT_TIME_MAX: Duration = ANSWER_TIME_MAX;
/// The schemes of an address.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// The servers of one database, as one login reaches them. Clones share which of them is the primary.
#[derive(Clone, Debug)]
pub struct Servers(Arc<State>);

#[derive(Debug)]
struct State {
    addresses: Vec<PgConnectOptions>,
    primary: Mutex<Primary>,
}

/// Which server was the primary when it was last looked at.
#[derive(Clone, Debug)]
struct Primary {
    index: usize,
    /// Where it was reached.
    peers: Vec<Peer>,
    /// When it took the place of another one.
    since: Option<Instant>,
    /// Counts promotions; 0 before the first look.
    timeline: u32,
}

/// A server that takes writes.
struct Found {
    index: usize,
    timeline: u32,
    peers: Vec<Peer>,
    connection: PgConnection,
}

/// The primary that is looked at.
struct Watched {
    index: usize,
    connection: PgConnection,
    /// When all servers were asked.
    compared: Instant,
}

impl From<PgConnectOptions> for Servers {
    fn from(only: PgConnectOptions) -> Servers {
        Servers::of(vec![only])
    }
}

/// Of `postgres://user:password@host:port,host:port/database?options`: everything but host and port is the same for all.
impl FromStr for Servers {
    type Err = sqlx::Error;

    fn from_str(url: &str) -> Result<Servers, sqlx::Error> {
        let addresses: Result<Vec<_>, _> = addresses(url).iter().map(|url| url.parse()).collect();
        Ok(Servers::of(addresses?))
    }
}

/// An address for each host of `url`.
fn addresses(url: &str) -> Vec<String> {
    let scheme = SCHEMES.iter().find(|scheme| url.starts_with(**scheme));
    let (scheme, rest) = url.split_at(scheme.map_or(0, |scheme| scheme.len()));
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    // A password may hold an @ only in its encoded form.
    let (login, hosts) = authority.split_at(authority.rfind('@').map_or(0, |at| at + 1));
    let host = |host: &str| format!("{scheme}{login}{host}{path}");
    hosts.split(',').map(host).collect()
}

impl Servers {
    fn of(addresses: Vec<PgConnectOptions>) -> Servers {
        let primary = Mutex::new(Primary {
            index: 0,
            peers: Vec::new(),
            since: None,
            timeline: 0,
        });
        Servers(Arc::new(State { addresses, primary }))
    }

    /// How the primary that was found last is reached.
    pub fn primary(&self) -> &PgConnectOptions {
        &self.0.addresses[self.known().index]
    }

    /// How each of them is reached.
    pub(crate) fn addresses(&self) -> &[PgConnectOptions] {
        &self.0.addresses
    }

    /// Whether there is more than one.
    pub fn are_several(&self) -> bool {
        self.0.addresses.len() > 1
    }

    /// Another login on the primary that was found last; `login` is of the same database.
    pub fn as_login(&self, login: &PgConnectOptions) -> PgConnectOptions {
        if !self.are_several() {
            return login.clone();
        }
        let primary = self.primary();
        let login = login.clone().host(primary.get_host()).port(primary.get_port());
        match primary.get_socket() {
            Some(folder) => login.socket(folder),
            None => login,
        }
    }

    /// Connects to the primary.
    ///
    /// # Errors
    /// What the one that was found last answered, when none is a primary.
    pub async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        Ok(self.find().await?.connection)
    }

    /// Asks all servers at once; the one that was promoted last is the primary.
    async fn find(&self) -> Result<Found, sqlx::Error> {
        let mut asked = JoinSet::new();
        for (index, address) in self.0.addresses.iter().cloned().enumerate() {
            asked.spawn(async move { (index, connect(index, &address).await) });
        }
        let known = self.known();
        let mut refused = sqlx::Error::PoolTimedOut;
        let mut primaries: Vec<Found> = Vec::new();
        let mut time_left = None;
        while let Some(answer) = next(&mut asked, time_left).await {
            match answer {
                Ok((_, Ok(found))) => {
                    if found.timeline >= known.timeline {
                        time_left.get_or_insert(Instant::now() + OTHERS_TIME_MAX);
                    }
                    primaries.push(found);
                }
                Ok((index, Err(error))) if index == known.index => refused = error,
                // Of another server, or a task that was ended with the process.
                Ok((_, Err(_))) | Err(_) => {}
            }
        }
        let newest = primaries
            .iter()
            .map(|found| found.timeline)
            .fold(known.timeline, u32::max);
        if primaries.iter().any(|found| found.timeline < newest) {
            refused = replaced();
        }
        let latest = primaries.into_iter().find(|found| found.timeline == newest);
        let found = latest.ok_or(refused)?;
        // Another look may have found a later one meanwhile.
        match self.found(found.index, found.timeline, &found.peers) {
            true => Ok(found),
            false => Err(replaced()),
        }
    }

    fn known(&self) -> Primary {
        self.0.primary.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether this server is the primary, as far as is known. What is open at the one before it ends, also where that was
    /// reached by the same name; what is open at an address that a name no longer has stays.
    fn found(&self, index: usize, timeline: u32, peers: &[Peer]) -> bool {
        let mut primary = self.0.primary.lock().unwrap_or_else(PoisonError::into_inner);
        if timeline < primary.timeline {
            return false;
        }
        let is_same = primary.timeline == 0 || timeline == primary.timeline;
        primary.timeline = timeline;
        if primary.index == index && is_same {
            let other = peers.iter().filter(|peer| !primary.peers.contains(peer));
            let other: Vec<Peer> = other.cloned().collect();
            primary.peers.extend(other);
            return true;
        }
        primary.since = Some(Instant::now());
        primary.index = index;
        let ended = hang_up(&std::mem::replace(&mut primary.peers, peers.to_vec()));
        let address = &self.0.addresses[index];
        let (host, port) = (address.get_host(), address.get_port());
        tracing::warn!(host, port, ended, "another server is the primary now");
        true
    }

    /// Whether a connection of this age was made to the primary and not to one before it.
    pub(crate) fn is_of_primary(&self, age: Duration) -> bool {
        self.known().since.is_none_or(|since| since.elapsed() >= age)
    }

    /// That a connection leads to the primary that was found last, or to one that was promoted after it. A server that was
    /// replaced takes connections as before, and may show what no other server has.
    ///
    /// # Errors
    /// That it is a standby, or was replaced.
    pub(crate) async fn require_latest(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        require_primary(connection).await?;
        match timeline(connection).await? < self.known().timeline {
            true => Err(replaced()),
            false => Ok(()),
        }
    }

    /// Leads the connections of a pool to the primary until the pool is closed.
    pub(crate) fn lead(&self, pool: PgPool) {
        if !self.are_several() {
            return;
        }
        let servers = self.clone();
        tokio::spawn(async move {
            let mut led_to = servers.known().index;
            let mut watched = None;
            let mut seen = Instant::now();
            while !pool.is_closed() {
                watched = servers.look(watched).await;
                let known = servers.known();
                if known.index != led_to {
                    pool.set_connect_options(servers.0.addresses[known.index].clone());
                    led_to = known.index;
                }
                if watched.is_some() {
                    seen = Instant::now();
                } else if seen.elapsed() >= SILENT_TIME_MAX {
                    let ended = hang_up(&known.peers);
                    tracing::warn!(ended, "no server says that it is the primary");
                }
                tokio::time::sleep(LOOK_EVERY).await;
            }
        });
    }

    /// Whether the server of this connection is still the primary that was found last, or which one is.
    async fn look(&self, watched: Option<Watched>) -> Option<Watched> {
        let mut watched = watched.filter(|watched| watched.index == self.known().index);
        if let Some(one) = watched.take_if(|watched| watched.compared.elapsed() < COMPARE_EVERY)
            && let Some(one) = one.still().await
        {
            return Some(one);
        }
        match self.find().await {
            Ok(found) => Some(Watched {
                index: found.index,
                connection: found.connection,
                compared: Instant::now(),
            }),
            Err(error) => {
                tracing::debug!(%error, "no server is the primary");
                // One that lets nobody else in still serves who is connected.
                watched?.still().await
            }
        }
    }
}

impl Watched {
    /// Itself, where it says that it is the primary.
    async fn still(mut self) -> Option<Watched> {
        let said = within(SAY_TIME_MAX, require_primary(&mut self.connection)).await;
        said.ok().map(|()| self)
    }
}

/// The next answer, or none once all have answered or the time is over.
async fn next<T: 'static>(asked: &mut JoinSet<T>, until: Option<Instant>) -> Option<Result<T, JoinError>> {
    match until {
        None => asked.join_next().await,
        Some(until) => {
            let time_left = until.saturating_duration_since(Instant::now());
            tokio::time::timeout(time_left, asked.join_next()).await.ok().flatten()
        }
    }
}

/// Connects to a server that is no standby.
async fn connect(index: usize, address: &PgConnectOptions) -> Result<Found, sqlx::Error> {
    within(CONNECT_TIME_MAX, async {
        let peers = peers::of(address).await;
        let mut connection = address.connect().await?;
        require_primary(&mut connection).await?;
        let timeline = timeline(&mut connection).await?;
        Ok(Found {
            index,
            timeline,
            peers,
            connection,
        })
    })
    .await
}

/// How often the history of this primary has branched: its files of the log are named by it.
async fn timeline(connection: &mut PgConnection) -> Result<u32, sqlx::Error> {
    let file = "select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)";
    let number: String = sqlx::query_scalar(file).persistent(false).fetch_one(connection).await?;
    u32::from_str_radix(&number, 16).map_err(|error| sqlx::Error::Decode(error.into()))
}

/// # Errors
/// That the server is a standby.
pub(crate) async fn require_primary(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let query = sqlx::query_scalar("select pg_is_in_recovery()").persistent(false);
    match query.fetch_one(connection).await? {
        false => Ok(()),
        true => Err(unfit("is a standby")),
    }
}

fn replaced() -> sqlx::Error {
    unfit("was replaced as the primary")
}

/// What is not connected to, and why.
pub(crate) fn unfit(what: &str) -> sqlx::Error {
    io::Error::new(io::ErrorKind::NotConnected, format!("the server {what}")).into()
}

#[cfg(test)]
mod tests;
