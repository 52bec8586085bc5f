//! The servers of one database: one is the primary, the others follow it and may take its place (ledger §4.13).
//!
//! A connection that is made here leads to a server that is not in recovery. Which one that is may change at any time,
//! so it is looked at with every connection, and twice a second. Of two that both take writes the one that was promoted
//! last is the primary: its timeline is the higher one.
//!
//! One address may lead to another server as well, behind a proxy or as a virtual address: so it is watched in the same
//! way, by the identity of whoever answers there.
//!
//! What this process has open at a server that another one replaced ends; of several servers also where none says any
//! more that it is the primary: nobody waits for a machine that is gone, or for a commit that no standby will confirm.
//!
//! Knows nothing of what is written, and does not judge whether a failover has lost something: whoever writes compares
//! the log with what it acknowledged.

mod identity;
mod peers;

use crate::timeouts::{ANSWER_TIME_MAX, within};
pub(crate) use identity::Identity;
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
/// Of several servers, nothing waits any longer for a primary that has not said for so long that it is one (as long as a
/// statement may take).
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
    /// None before the first look.
    identity: Option<Identity>,
    /// The only address: where another cluster answers there, it is the database from then on, as after a restore.
    is_only: bool,
}

impl Primary {
    /// That a server that takes writes is the primary, or was promoted after it.
    ///
    /// # Errors
    /// That it was replaced, or is of another cluster than the others of its list.
    fn require_latest(&self, server: Identity) -> Result<(), sqlx::Error> {
        match self.identity {
            Some(known) if server.system != known.system && !self.is_only => Err(unfit("is of another cluster")),
            Some(known) if server.system == known.system && server.timeline < known.timeline => {
                Err(unfit("was replaced as the primary"))
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// A server that takes writes.
struct Found {
    index: usize,
    identity: Identity,
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
            identity: None,
            is_only: addresses.len() == 1,
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
            // A task may have been ended with the process.
            let Ok((index, answer)) = answer else { continue };
            match answer.and_then(|found| self.known().require_latest(found.identity).map(|()| found)) {
                Ok(found) => {
                    time_left.get_or_insert(Instant::now() + OTHERS_TIME_MAX);
                    primaries.push(found);
                }
                Err(error) if index == known.index => refused = error,
                // Of another server.
                Err(_) => {}
            }
        }
        let latest = primaries.into_iter().max_by_key(|found| found.identity.timeline);
        self.taken(latest.ok_or(refused)?).await
    }

    /// Makes what was found the primary.
    async fn taken(&self, found: Found) -> Result<Found, sqlx::Error> {
        let (index, identity) = (found.index, found.identity);
        if !self.found(index, identity, &found.peers)? {
            return Ok(found);
        }
        // What was open at the one before was ended by its address; where this one has the same, this connection too.
        let again = connect(index, &self.0.addresses[index]).await?;
        self.known().require_latest(again.identity)?;
        Ok(again)
    }

    /// Which server the primary is, where it was looked at.
    pub(crate) fn identity(&self) -> Option<Identity> {
        self.known().identity
    }

    fn known(&self) -> Primary {
        self.0.primary.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes this server for the primary; whether another one was before. What is open at that one ends, also where it was
    /// reached by the same name; what is open at an address that a name no longer has stays.
    ///
    /// # Errors
    /// As [`Primary::require_latest`]: another look may have found a later one meanwhile.
    fn found(&self, index: usize, identity: Identity, peers: &[Peer]) -> Result<bool, sqlx::Error> {
        let mut primary = self.0.primary.lock().unwrap_or_else(PoisonError::into_inner);
        primary.require_latest(identity)?;
        let is_same = primary.identity.replace(identity).is_none_or(|known| known == identity);
        if primary.index == index && is_same {
            let other = peers.iter().filter(|peer| !primary.peers.contains(peer));
            let other: Vec<Peer> = other.cloned().collect();
            primary.peers.extend(other);
            return Ok(false);
        }
        primary.since = Some(Instant::now());
        primary.index = index;
        let ended = hang_up(&std::mem::replace(&mut primary.peers, peers.to_vec()));
        let address = &self.0.addresses[index];
        let (host, port) = (address.get_host(), address.get_port());
        tracing::warn!(host, port, ended, "another server is the primary now");
        Ok(true)
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
        self.known().require_latest(Identity::of(connection).await?)
    }

    /// Leads the connections of a pool to the primary until the pool is closed.
    pub(crate) fn lead(&self, pool: PgPool) {
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
                } else if seen.elapsed() >= SILENT_TIME_MAX && servers.are_several() {
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
        let identity = Identity::of(&mut connection).await?;
        Ok(Found {
            index,
            identity,
            peers,
            connection,
        })
    })
    .await
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

/// What is not connected to, and why.
pub(crate) fn unfit(what: &str) -> sqlx::Error {
    io::Error::new(io::ErrorKind::NotConnected, format!("the server {what}")).into()
}

#[cfg(test)]
mod tests;
