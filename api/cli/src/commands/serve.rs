//! `ledger serve`: the players' service on a migrated database.

use super::{Failure, database, migrate};
use api::app::{self, App, DevelopmentRoutes};
use api::auth::launch_data::LaunchVerifier;
use api::messenger;
use api::quarantine::{Bucket, Storage};
use api::wire::topup::Deposit;
use domain::time::Timestamp;
use ledger::Ledger;
use ledger::synchrony::Synchronous;
use rails::Rail;
use rails::evm::{self, Evm};
use rails::ton::{Access, Ton};
use settings::{EvmAccess, Mode, Settings};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use ton::SigningKey;
use workers::Workers;
use workers::notary::{Exports, NotaryWork};
use workers::witnesses::{Named, Witnesses};

/// Serve players: the API, the web application and the work that follows the log.
///
/// Several may run on one database, each on its own LEDGER_HTTP, LEDGER_STAFF_HTTP and LEDGER_METRICS_HTTP addresses. The schema is brought up to
/// date first. Ctrl-C or SIGTERM stops it: running calls are answered, nothing acknowledged is lost.
#[derive(clap::Args, Debug)]
pub struct Serve {}

impl Serve {
    /// Serves until asked to stop.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        // Before anything is started: in production a missing secret or address ends here.
        settings.secrets()?;
        settings.addresses.demand(settings.service.mode)?;
        let listener = listen(settings).await?;
        let desk = listen_staff(settings).await?;
        let figures = listen_metrics(settings).await?;
        let opened = database::open(settings).await?;
        tracing::info!("{}", opened.description);
        say_what_is_risked(settings);
        let served = async {
            let ledger = migrate::prepare(settings, &opened).await?;
            if let Some(standbys) = database::standbys(settings)? {
                ledger.read_from(standbys);
            }
            let notary = notary_of(settings, &ledger).await?;
            let web = Some(settings.web_folder()).filter(|folder| folder.join("index.html").is_file());
            if web.is_none() {
                tracing::warn!(
                    "there is no built web application in {}: only the API is served",
                    settings.web_folder().display()
                );
            }
            let (rail, evm) = (rail_of(settings), evm_rail_of(settings));
            let players = listener.local_addr().map_err(anyhow::Error::from)?;
            let app = app_of(
                settings,
                ledger.clone(),
                web,
                messenger_of(settings)?,
                rail.as_deref(),
                None,
                players,
            )?;
            check_storage(settings, app.now()).await?;
            // Before the addresses are printed: who knows them may ask the service to stop.
            let stop = stop_asked();
            // Some read the first line and close: both are written at once.
            let staff = desk.local_addr().map_err(anyhow::Error::from)?;
            let addresses = format!("Serving players on http://{players}\nServing staff on http://{staff}\n");
            say_where_figures_are(&figures);
            print!("{addresses}");
            let work = Workers::start(&ledger, &rails(rail, evm));
            let served = all(app, [listener, desk, figures], stop).await;
            work.stop().await;
            notary.stop().await;
            settle(&ledger).await;
            ledger.close().await;
            served.map_err(|fault| Failure::Fault(fault.into()))
        };
        let served = served.await;
        opened.close().await?;
        served
    }
}

/// What the operator has accepted is said at each start.
pub fn say_what_is_risked(settings: &Settings) {
    if settings.service.synchronous == Synchronous::Off {
        tracing::warn!(
            "LEDGER_SYNC is off: when the database's server is lost, or fails over to a standby that is behind, what \
             players were answered may be lost with it"
        );
    }
}

/// Takes the players' address before anything else is started.
///
/// # Errors
/// When the address is taken or not of this machine.
pub async fn listen(settings: &Settings) -> Result<TcpListener, Failure> {
    let http = settings.service.http;
    let taken = |fault| Failure::Usage(format!("LEDGER_HTTP {http} cannot be served: {fault}."));
    TcpListener::bind(http).await.map_err(taken)
}

/// Takes the staff service's address before anything else is started.
///
/// # Errors
/// When the address is taken or not of this machine.
pub async fn listen_staff(settings: &Settings) -> Result<TcpListener, Failure> {
    let http = settings.service.staff_http;
    let taken = |fault| Failure::Usage(format!("LEDGER_STAFF_HTTP {http} cannot be served: {fault}."));
    TcpListener::bind(http).await.map_err(taken)
}

/// Where figures are served when nobody named an address.
const METRICS_HTTP: &str = "127.0.0.1:8082";

/// Takes the address of the figures. Of several processes on one machine that were given none, the first has the usual
/// port and the others a free one, on the machine itself too.
///
/// # Errors
/// When an address that was named is taken or not of this machine.
pub async fn listen_metrics(settings: &Settings) -> Result<TcpListener, Failure> {
    if let Some(http) = settings.service.metrics_http {
        let taken = |fault| Failure::Usage(format!("LEDGER_METRICS_HTTP {http} cannot be served: {fault}."));
        return TcpListener::bind(http).await.map_err(taken);
    }
    match TcpListener::bind(METRICS_HTTP).await {
        Ok(listener) => Ok(listener),
        Err(taken) => {
            tracing::debug!(%taken, "{METRICS_HTTP} is taken: figures are on another port");
            let free = TcpListener::bind("127.0.0.1:0").await;
            free.map_err(|fault| Failure::Usage(format!("LEDGER_METRICS_HTTP: no port is free: {fault}.")))
        }
    }
}

/// The line of the log with the address of the figures.
pub fn say_where_figures_are(listener: &TcpListener) {
    if let Ok(address) = listener.local_addr() {
        tracing::info!("figures are on http://{address}/metrics");
    }
}

/// Serves players, staff and figures, each on its listener, sends the bot's messages and notifications of alerts, until
/// `stop` is done; running calls are answered.
///
/// # Errors
/// When a listener breaks for good.
pub async fn all(
    app: App,
    [players, desk, figures]: [TcpListener; 3],
    stop: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let (sender, _) = watch::channel(false);
    let stopped = || {
        let mut receiver = sender.subscribe();
        // A dropped sender means the same: stop.
        async move { _ = receiver.wait_for(|stopped| *stopped).await }
    };
    let sending = tokio::spawn(api::messages::run(app.clone(), sender.subscribe()));
    let notifying = tokio::spawn(::staff::notify::run(app.clone(), sender.subscribe()));
    let stops = [stopped(), stopped(), stopped()];
    let [players_stop, desk_stop, figures_stop] = stops;
    let of = app.clone();
    let serving = async {
        tokio::try_join!(
            api::serve::serve(app, players, players_stop),
            ::staff::listener::serve(&of, desk, desk_stop),
            api::serve::serve_figures(&of, figures, figures_stop),
        )
    };
    let mut serving = pin!(serving);
    let served = tokio::select! {
        served = &mut serving => Some(served),
        () = stop => None,
    };
    sender.send_replace(true);
    let served = match served {
        Some(served) => served,
        None => serving.await,
    };
    // A message under way is marked before the database is closed.
    sending.await.map_err(std::io::Error::other)?;
    notifying.await.map_err(std::io::Error::other)?;
    served.map(|_| ())
}

/// The messenger's service of these settings, asked by the bot that signs the logins.
///
/// # Errors
/// A secret that is missing.
pub fn messenger_of(settings: &Settings) -> Result<Option<messenger::Access>, Failure> {
    let token = settings.secrets()?.bot_token;
    let base = settings.service.messenger.clone();
    Ok(base.map(|base| messenger::Access { base, token }))
}

/// The rail whose nodes were named.
pub fn rail_of(settings: &Settings) -> Option<Arc<Ton>> {
    let access = settings.ton.as_ref()?;
    Some(Arc::new(Ton::of(Access {
        nodes: access.nodes.clone(),
        master: access.master,
        key: SigningKey::from_bytes(&access.key),
        caps: settings.caps,
    })))
}

/// The second rail, when its nodes were named.
pub fn evm_rail_of(settings: &Settings) -> Option<Arc<Evm>> {
    let access = settings.evm.as_ref()?;
    Some(Arc::new(Evm::of(evm::Access {
        nodes: access.nodes.clone(),
        chain_id: access.chain,
        token: access.token,
        key: access.key.clone(),
        finality: access.finality,
        fee_most: access.fee_most,
        caps: settings.caps,
    })))
}

/// The rails that the work pays through.
pub fn rails(ton: Option<Arc<Ton>>, evm: Option<Arc<Evm>>) -> Vec<Arc<dyn Rail>> {
    let ton = ton.into_iter().map(|rail| rail as Arc<dyn Rail>);
    ton.chain(evm.into_iter().map(|rail| rail as Arc<dyn Rail>)).collect()
}

/// The service of these settings on `ledger`, with the web application in `web`, the messenger to be asked, the
/// rail that top-ups are paid on and the address where players reach it.
///
/// # Errors
/// A secret that is missing.
pub fn app_of(
    settings: &Settings,
    ledger: Ledger,
    web: Option<PathBuf>,
    messenger: Option<messenger::Access>,
    rail: Option<&Ton>,
    development: Option<DevelopmentRoutes>,
    served: SocketAddr,
) -> Result<App, Failure> {
    let token = settings.secrets()?.bot_token;
    let verifier = LaunchVerifier::new(&token);
    let trusted_proxies = settings.service.trusted_proxies;
    Ok(App::new(
        ledger,
        verifier,
        app::Settings {
            web,
            is_development: settings.service.mode == Mode::Development,
            keyless_staff: !settings.service.staff_keys,
            backup_days: settings.store.backup_days,
            dev_bot_token: settings.throw_away_token()?,
            trusted_proxies,
            address_connections_max: Some(settings.service.address_connections_max),
            messenger,
            notify: settings.notify.clone(),
            countries: settings.service.countries.clone(),
            links: settings.addresses.links(served),
            app_hosts: settings.service.app_hosts.clone(),
            deposit: rail.map(deposit_of),
            development,
            evm_network: settings.evm.as_ref().map(EvmAccess::network),
            wallet_max: Some(settings.caps.wallet),
            storage: settings.storage.clone(),
            exports: Some(settings.store.data.join("exports")),
            witnesses: settings.witnesses.demand(),
        },
    ))
}

/// Whether the bucket of these settings takes images, when there is one. A service that is not reached may come back:
/// what does not need images is served meanwhile.
///
/// # Errors
/// One sentence: the bucket refuses.
async fn check_storage(settings: &Settings, now: Timestamp) -> Result<(), Failure> {
    let Storage::Bucket(access) = &settings.storage else {
        return Ok(());
    };
    match Bucket::new(access.clone()).check(now).await {
        Ok(()) => Ok(()),
        Err(Some(refused)) => Err(Failure::Usage(format!(
            "LEDGER_S3_BUCKET cannot be used: {refused}. Its keys, region and name must fit."
        ))),
        Err(None) => {
            tracing::error!(endpoint = access.endpoint, "the bucket for images is not reached");
            Ok(())
        }
    }
}

/// The notary of these settings, once the database continues what it signed before.
///
/// # Errors
/// A database that does not: it is older than the last exported checkpoint, or was changed. Also one that was signed
/// before while no checkpoint of it lies here.
pub async fn notary_of(settings: &Settings, ledger: &Ledger) -> Result<NotaryWork, Failure> {
    let exports = Exports {
        store: settings.checkpoints.store(),
        are_expected: true,
    };
    let notary = NotaryWork::start(ledger, exports).await;
    let notary = notary.map_err(database::failure)?;
    Ok(notary.witnessed(ledger, witnesses_of(settings)))
}

/// The witnesses of these settings.
fn witnesses_of(settings: &Settings) -> Witnesses {
    let asked = settings.witnesses.asked.iter().cloned();
    Witnesses {
        named: asked.map(|(key, url)| Named { key, url }).collect(),
        needed: settings.witnesses.demand().needed,
    }
}

/// Done when the operator or the process manager asks to stop; listens from the call on.
pub fn stop_asked() -> impl Future<Output = ()> {
    let mut terminate = signal(SignalKind::terminate()).expect("a process may listen for signals");
    let mut interrupt = signal(SignalKind::interrupt()).expect("a process may listen for signals");
    async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    }
}

/// Where top-ups on a rail are paid to.
fn deposit_of(rail: &Ton) -> Deposit {
    Deposit {
        to: rail.address().non_bounceable(),
        jetton_master: rail.master().bounceable(),
    }
}

/// Leaves books that a reader without the master key can use.
pub async fn settle(ledger: &Ledger) {
    if let Err(fault) = ledger::books::reach_heads(ledger.pool()).await {
        tracing::debug!(%fault, "the books are behind");
    }
}
