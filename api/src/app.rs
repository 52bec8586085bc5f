//! The state that all calls share: the ledger, the check of launch data, sessions, limits, metrics.
//!
//! Knows nothing of routes, listeners, settings files and command lines.

use crate::auth::country::Countries;
use crate::auth::launch_data::LaunchVerifier;
use crate::auth::session::Sessions;
use crate::call_bursts::CallCounts;
use crate::error::Failure;
use crate::health::Metrics;
use crate::leaderboards::Leaderboards;
use crate::limits::Limits;
use crate::links::Links;
use crate::live::Listeners;
use crate::messenger::{Access, Messenger};
use crate::notify::{Notifier, Target};
use crate::quarantine::Storage;
use crate::uploads::Uploads;
use crate::wire::topup::Deposit;
use crate::wire::user::Profile;
use axum::Router;
use domain::config::Config;
use domain::ids::{PlayerId, Scode};
use domain::money::Usdt;
use domain::player::registration::{EnteredCode, Inviter};
use domain::stream::Context;
use domain::time::Timestamp;
use domain::withdrawal::Chain as WayOut;
use ledger::notary::witnessed::Demand;
use ledger::{Fault, Ledger, StreamId};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use workers::personal;

/// Calls of players under way at once; one more is refused with -1008.
const CALLS_MAX: usize = 2_048;
/// Calls of staff under way at once: players who are many must not keep staff from stopping them (ASSUMED).
const STAFF_CALLS_MAX: usize = 256;
/// Logins of staff and other calls without a session under way at once (ASSUMED: two passwords are checked at a time,
/// which takes 0.1 s): whoever tries many passwords takes no permit of a member.
const STAFF_VISITS_MAX: usize = 16;
/// Kind of the vault's record with name and picture.
const PROFILE: &str = "profile";

/// What one installation decides.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Folder with the built web application; without it only the API is served.
    pub web: Option<PathBuf>,
    /// Nobody's money is at stake: cookies of staff pass over plain HTTP too. Never set in production.
    pub is_development: bool,
    /// Members of staff without a key of their own approve, propose and act all the same (api §7.19). Never set in production.
    pub keyless_staff: bool,
    /// Days after which no backup is left that was taken before; certificates of erasure name them.
    pub backup_days: u16,
    /// The throw-away bot token of development; opens `GET /dev`. Never set in production, nor where strangers reach
    /// the listener.
    pub dev_bot_token: Option<String>,
    /// Reverse proxies in front whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: u8,
    /// Open connections of one address at once, where no proxy stands in front; without it as many as there are.
    pub address_connections_max: Option<u32>,
    /// The messenger's service, which knows who is in a channel; without it nobody can say.
    pub messenger: Option<Access>,
    /// The webhook that alerts are sent to; without it nothing is sent.
    pub notify: Option<Target>,
    /// Which country an address is in; without it no connection has a country.
    pub countries: Option<Countries>,
    /// The account that top-ups are paid to; without it an order does not say where to pay.
    pub deposit: Option<Deposit>,
    /// Addresses outside that the app leads to.
    pub links: Links,
    /// The hosts, with their ports, under which players reach the app: a wallet's proof must name one.
    pub app_hosts: Vec<String>,
    /// Further paths of development. Never set in production.
    pub development: Option<DevelopmentRoutes>,
    /// Name of the EVM chain over which withdrawals go, because there is a rail; without it none goes there.
    pub evm_network: Option<String>,
    /// What a hot wallet should hold at most (rails §3.12); without it nothing is too much.
    pub wallet_max: Option<Usdt>,
    /// Where images are stored until they are cleaned.
    pub storage: Storage,
    /// The folder of staff's exports; without it they are written to the system's folder for temporary files.
    pub exports: Option<PathBuf>,
    /// Who cosigns checkpoints, and of how many one is published.
    pub witnesses: Demand,
}

/// Paths that a tool of development adds to the players' service.
#[derive(Clone)]
pub struct DevelopmentRoutes(pub Arc<dyn Fn(Router<App>) -> Router<App> + Send + Sync>);

impl std::fmt::Debug for DevelopmentRoutes {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("DevelopmentRoutes")
    }
}

struct Inner {
    ledger: Ledger,
    verifier: LaunchVerifier,
    settings: Settings,
    sessions: Sessions,
    uploads: Uploads,
    limits: Limits,
    listeners: Listeners,
    messenger: Messenger,
    notifier: Notifier,
    leaderboards: Leaderboards,
    metrics: Metrics,
    call_counts: CallCounts,
    permits: Arc<Semaphore>,
    staff_permits: Arc<Semaphore>,
    staff_visit_permits: Arc<Semaphore>,
}

/// The service. Clones share everything.
#[derive(Clone)]
pub struct App(Arc<Inner>);

impl App {
    /// A service on a ledger whose logins `verifier` checks.
    pub fn new(ledger: Ledger, verifier: LaunchVerifier, settings: Settings) -> App {
        let sessions = Sessions::new(ledger.clone());
        let uploads = Uploads::new(&ledger, &settings.storage);
        let (limits, metrics) = (Limits::default(), Metrics::of_this_process());
        let messenger = Messenger::new(settings.messenger.clone());
        let notifier = Notifier::new(settings.notify.clone());
        let permits = Arc::new(Semaphore::new(CALLS_MAX));
        let staff_permits = Arc::new(Semaphore::new(STAFF_CALLS_MAX));
        let staff_visit_permits = Arc::new(Semaphore::new(STAFF_VISITS_MAX));
        App(Arc::new(Inner {
            ledger,
            verifier,
            settings,
            sessions,
            uploads,
            limits,
            listeners: Listeners::default(),
            messenger,
            notifier,
            leaderboards: Leaderboards::default(),
            metrics,
            call_counts: CallCounts::default(),
            permits,
            staff_permits,
            staff_visit_permits,
        }))
    }

    /// The chains over which withdrawals go out, with their names: always the messenger's, whose rail may be down for a
    /// while.
    pub fn networks_out(&self) -> Vec<(WayOut, &str)> {
        let evm = self.0.settings.evm_network.as_deref();
        let evm = evm.map(|name| (WayOut::Evm, name));
        [(WayOut::Ton, "TON")].into_iter().chain(evm).collect()
    }

    pub fn ledger(&self) -> &Ledger {
        &self.0.ledger
    }

    /// Who checks launch data.
    pub fn verifier(&self) -> &LaunchVerifier {
        &self.0.verifier
    }

    /// What this installation decides.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    pub fn sessions(&self) -> &Sessions {
        &self.0.sessions
    }

    /// Images that players send.
    pub fn uploads(&self) -> &Uploads {
        &self.0.uploads
    }

    /// The limits of requests.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// The open streams of players' clients, which are notified of changes.
    pub fn listeners(&self) -> &Listeners {
        &self.0.listeners
    }

    pub fn messenger(&self) -> &Messenger {
        &self.0.messenger
    }

    /// The webhook that alerts are sent to.
    pub fn notifier(&self) -> &Notifier {
        &self.0.notifier
    }

    /// The leaderboards of this moment.
    pub fn leaderboards(&self) -> &Leaderboards {
        &self.0.leaderboards
    }

    /// The figures of this process.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// How many calls of each kind were answered in the last minutes.
    pub fn call_counts(&self) -> &CallCounts {
        &self.0.call_counts
    }

    pub fn now(&self) -> Timestamp {
        self.0.ledger.clock().now()
    }

    /// The product's numbers in force.
    pub fn config(&self) -> Arc<Config> {
        self.0.ledger.current_config()
    }

    /// What a decision made now would know, without seeds.
    pub fn context(&self) -> Context {
        self.0.ledger.context()
    }

    /// One of the [`CALLS_MAX`] permits for calls of players. It is taken once the body is read, so a client that sends
    /// slowly holds a connection and no permit.
    ///
    /// # Errors
    /// [`Failure::Busy`] when all are taken.
    pub fn call_permit(&self) -> Result<OwnedSemaphorePermit, Failure> {
        permit_of(&self.0.permits)
    }

    /// One of the [`STAFF_CALLS_MAX`] permits for calls of members of staff.
    ///
    /// # Errors
    /// [`Failure::Busy`] when all are taken.
    pub fn staff_call_permit(&self) -> Result<OwnedSemaphorePermit, Failure> {
        permit_of(&self.0.staff_permits)
    }

    /// One of the [`STAFF_VISITS_MAX`] permits for calls of whoever is no member yet.
    ///
    /// # Errors
    /// [`Failure::Busy`] when all are taken.
    pub fn staff_visit_permit(&self) -> Result<OwnedSemaphorePermit, Failure> {
        permit_of(&self.0.staff_visit_permits)
    }

    /// Name and picture of a player; empty once erased.
    ///
    /// # Errors
    /// A fault of the vault.
    pub async fn profile(&self, player: PlayerId) -> Result<Profile, Failure> {
        let plain = self.0.ledger.vault().get(player.0, PROFILE).await?;
        let read = plain.map(|plain| serde_json::from_slice(&plain)).transpose();
        Ok(read.map_err(|error| self.unreadable(&error))?.unwrap_or_default())
    }

    /// Keeps name and picture of a player, when they changed and the account was not erased.
    ///
    /// # Errors
    /// A fault of the vault.
    pub async fn keep_profile(&self, player: PlayerId, profile: &Profile) -> Result<(), Failure> {
        if self.profile(player).await? == *profile {
            return Ok(());
        }
        let plain = serde_json::to_vec(profile).map_err(|error| self.unreadable(&error))?;
        personal::keep(&self.0.ledger, player, PROFILE, &plain).await?;
        Ok(())
    }

    /// An entered invite code with the player who owns it, if one does.
    ///
    /// # Errors
    /// A fault of the ledger.
    pub async fn entered_code(&self, scode: Scode) -> Result<EnteredCode, Failure> {
        let Some(player) = self.0.ledger.find_scode(&scode).await? else {
            return Ok(EnteredCode { scode, owner: None });
        };
        let registration = self
            .0
            .ledger
            .players()
            .load(&StreamId::player(player))
            .await?
            .state
            .registration;
        // The key only leads to the player: what the player's own events say holds.
        if registration.scode != scode {
            return Err(Fault::Law(format!(
                "the invite code {scode} is not that of the player its key names"
            ))
            .into());
        }
        let upline = registration.inviter.map(|inviter| inviter.player);
        let owner = Inviter {
            player,
            scode,
            registered_at: registration.registered_at,
            upline,
        };
        Ok(owner.into())
    }

    /// The fault of something stored that does not read back.
    pub fn unreadable(&self, error: &serde_json::Error) -> Failure {
        Fault::Law(format!("a stored answer or profile does not read back: {error}")).into()
    }
}

fn permit_of(permits: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Failure> {
    permits.clone().try_acquire_owned().map_err(|_| Failure::Busy)
}
