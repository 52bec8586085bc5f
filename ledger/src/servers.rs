//! The servers of one database: one is the primary, the others follow it and may take its place (ledger §4.13).
//!
//! A connection that is made here leads to a server that is not in recovery. Which one that is may change at any time,
//! so it is looked at with every connection, and twice a second while there is more than one server.
//!
//! Knows nothing of what is written, and does not judge whether a failover has lost something: whoever writes compares
//! the log with what it acknowledged.

use crate::timeouts::within;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection, PgPool};
use std::io;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// A server that has not let us in for so long is not the primary (ASSUMED: hundreds of times what it takes in one
/// network; the others are asked meanwhile).
const CONNECT_TIME_MAX: Duration = Duration::from_secs(5);
/// The primary that has not said for so long that it is one is looked for again.
const SAY_TIME_MAX: Duration = Duration::from_secs(2);
/// How often a running ledger looks whether the primary still is one.
const LOOK_EVERY: Duration = Duration::from_millis(500);
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
#[derive(Clone, Copy, Debug)]
struct Primary {
    index: usize,
    /// When it took the place of another one.
    since: Option<Instant>,
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
        let primary = Mutex::new(Primary { index: 0, since: None });
        Servers(Arc::new(State { addresses, primary }))
    }

    /// How the primary that was found last is reached.
    pub fn primary(&self) -> &PgConnectOptions {
        &self.0.addresses[self.known().index]
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

    /// Connects to the first server that says it is the primary.
    ///
    /// # Errors
    /// What the one that was found last answered, when none is a primary.
    pub async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        Ok(self.find().await?.1)
    }

    /// The primary's place in the list, and a connection to it.
    async fn find(&self) -> Result<(usize, PgConnection), sqlx::Error> {
        let mut asked = JoinSet::new();
        for (index, address) in self.0.addresses.iter().cloned().enumerate() {
            asked.spawn(async move { (index, connect(&address).await) });
        }
        let mut refused = sqlx::Error::PoolTimedOut;
        while let Some(answer) = asked.join_next().await {
            match answer {
                Ok((index, Ok(connection))) => {
                    self.found(index);
                    return Ok((index, connection));
                }
                Ok((index, Err(error))) if index == self.known().index => refused = error,
                // Of another server, or a task that was ended with the process.
                Ok((_, Err(_))) | Err(_) => {}
            }
        }
        Err(refused)
    }

    fn known(&self) -> Primary {
        *self.0.primary.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn found(&self, index: usize) {
        let mut primary = self.0.primary.lock().unwrap_or_else(PoisonError::into_inner);
        if primary.index != index {
            let since = Some(Instant::now());
            *primary = Primary { index, since };
            let address = &self.0.addresses[index];
            tracing::warn!(
                host = address.get_host(),
                port = address.get_port(),
                "another server is the primary now"
            );
        }
    }

    /// Whether a connection of this age was made to the primary and not to one before it.
    pub(crate) fn is_of_primary(&self, age: Duration) -> bool {
        self.known().since.is_none_or(|since| since.elapsed() >= age)
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
            while !pool.is_closed() {
                watched = servers.look(watched).await;
                let found = servers.known().index;
                if found != led_to {
                    pool.set_connect_options(servers.0.addresses[found].clone());
                    led_to = found;
                }
                tokio::time::sleep(LOOK_EVERY).await;
            }
        });
    }

    /// Whether the server of this connection is still the primary that was found last, or which one is.
    async fn look(&self, watched: Option<(usize, PgConnection)>) -> Option<(usize, PgConnection)> {
        if let Some((index, mut connection)) = watched
            && index == self.known().index
            && within(SAY_TIME_MAX, require_primary(&mut connection)).await.is_ok()
        {
            return Some((index, connection));
        }
        let found = self.find().await;
        found
            .inspect_err(|error| tracing::debug!(%error, "no server is the primary"))
            .ok()
    }
}

/// Connects to a server that is no standby.
async fn connect(address: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    within(CONNECT_TIME_MAX, async {
        let mut connection = address.connect().await?;
        require_primary(&mut connection).await?;
        Ok(connection)
    })
    .await
}

/// # Errors
/// That the server is a standby.
pub(crate) async fn require_primary(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let query = sqlx::query_scalar("select pg_is_in_recovery()").persistent(false);
    match query.fetch_one(connection).await? {
        false => Ok(()),
        true => Err(io::Error::new(io::ErrorKind::NotConnected, "the server is a standby").into()),
    }
}

#[cfg(test)]
mod tests;
