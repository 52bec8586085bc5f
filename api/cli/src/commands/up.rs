//! `ledger up`: the whole product for a newcomer, in one command.
//!
//! Steps: the address; then, side by side, the web application (built if need be) and the database
//! (found or fetched, started, migrated, with its genesis); then the service, the demo player, the
//! addresses on stdout, and the demo player's friends while it already serves.

use super::demo_witness::DemoWitness;
use super::local_chain::LocalChain;
use super::web_build::{self, Web};
use super::{Failure, database, migrate, progress, serve, staff};
use ::staff::credentials::Secrets;
use anyhow::Context;
use api::messenger::stand_in::StandIn;
use domain::red_packet::PacketCode;
use ledger::Ledger;
use local_chain::Chain;
use rails::ton::Ton;
use settings::{BadSetting, Mode, Settings, WEB_SOURCES};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tools::demo::{Demo, FRIENDS};
use workers::Workers;

/// Start everything: database, web application, demo world, service. Begin here.
///
/// Needs Rust, a C compiler and Node.js, and nothing else: PostgreSQL is found on this machine or fetched
/// once and kept in the data directory, where the next start finds its data again. Serves until Ctrl-C.
#[derive(clap::Args, Debug)]
pub struct Up {}

impl Up {
    /// Starts everything and serves until asked to stop.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        if settings.service.mode == Mode::Production {
            return Err(BadSetting(
                "LEDGER_MODE is production: `ledger up` is for development, use `ledger serve`.".into(),
            )
            .into());
        }
        let listener = serve::listen(settings).await?;
        let desk = serve::listen_staff(settings).await?;
        let figures = serve::listen_metrics(settings).await?;
        let (web, opened) = tokio::join!(web(settings), database(settings));
        let (web, opened) = (web?, opened?);
        serve::say_what_is_risked(settings);
        let served = match migrate::prepare(settings, &opened).await {
            Ok(ledger) => {
                let served = notarised(settings, &ledger, web, [listener, desk, figures], &opened.description).await;
                ledger.close().await;
                served
            }
            Err(failure) => Err(failure),
        };
        opened.close().await?;
        served
    }
}

async fn database(settings: &Settings) -> Result<database::Opened, Failure> {
    let spinner = progress::spinner("starting the database");
    let opened = database::open(settings).await;
    spinner.finish_and_clear();
    opened
}

async fn web(settings: &Settings) -> Result<Option<PathBuf>, Failure> {
    if let Some(folder) = &settings.service.web {
        return Ok(Some(folder.clone()));
    }
    let built = tokio::task::spawn_blocking(|| {
        let spinner = progress::spinner("looking at the web application");
        let built = web_build::build(Path::new(WEB_SOURCES), &spinner);
        spinner.finish_and_clear();
        built
    });
    match built.await.context("building the web application was interrupted")?? {
        Web::Folder(folder) => Ok(Some(folder)),
        Web::Absent(sentence) => {
            tracing::warn!("{sentence}");
            Ok(None)
        }
    }
}

/// Serves only what continues the last checkpoint, and signs until everything has ended.
async fn notarised(
    settings: &Settings,
    ledger: &Ledger,
    web: Option<PathBuf>,
    listeners: [TcpListener; 3],
    database: &str,
) -> Result<(), Failure> {
    let (witness, settings) = DemoWitness::start(settings, ledger).await?;
    let notary = serve::notary_of(&settings, ledger).await?;
    let served = serve_demo(&settings, ledger, web, listeners, database).await;
    notary.stop().await;
    witness.stop().await;
    serve::settle(ledger).await;
    served
}

async fn serve_demo(
    settings: &Settings,
    ledger: &Ledger,
    web: Option<PathBuf>,
    listeners: [TcpListener; 3],
    database: &str,
) -> Result<(), Failure> {
    let address = listeners[0].local_addr().context("the listener")?;
    let staff_address = listeners[1].local_addr().context("the staff listener")?;
    serve::say_where_figures_are(&listeners[2]);
    let settings = &at_hosts(settings, address);
    let has_web = web.is_some();
    // Nobody outside is asked in the demo world unless the settings name somebody: everybody is in every channel.
    let stand_in = StandIn::start().await.context("the stand-in of the messenger")?;
    stand_in.let_everybody_in();
    let messenger = serve::messenger_of(settings)?.unwrap_or_else(|| stand_in.access());
    let money = Money::start(settings, ledger).await?;
    let app = serve::app_of(
        settings,
        ledger.clone(),
        web,
        Some(messenger),
        money.rail.as_deref(),
        money.chain().map(tools::dev_wallet::routes),
        address,
    )?;
    let (stop, stopped) = oneshot::channel::<()>();
    let served = tokio::spawn(serve::all(app, listeners, async move {
        // A dropped sender means the same: stop.
        stopped.await.ok();
    }));
    let work = Workers::start(ledger, &serve::rails(money.rail.clone(), serve::evm_rail_of(settings)));
    let demo = Demo::of(
        ledger.clone(),
        format!("http://{address}"),
        settings.secrets()?.bot_token,
    )?;
    let until_stopped = async {
        let scode = demo.welcome().await.context("the demo player")?;
        let codes = demo.packets().await.context("the demo packets")?;
        let issued = staff::demo::hire(ledger).await.context("the demo staff")?;
        let asked = serve::stop_asked();
        let play = match settings.throw_away_token()? {
            Some(_) => "/dev   (as the demo player; ?tg_id=7 is somebody else)",
            None => "/   (`ledger dev-login --json` prints an address that logs in)",
        };
        print_addresses(address, has_web.then_some(play), database, &codes);
        println!("  messages   {}/sent   (what the bot wrote)", stand_in.access().base);
        tell_staff(staff_address, &issued);
        println!(
            "Ctrl-C stops it. What was played stays in {}.",
            settings.store.data.display()
        );
        let friends = tokio::spawn(befriend(demo, scode));
        asked.await;
        friends.abort();
        anyhow::Ok(())
    };
    let done = until_stopped.await;
    // A service that has ended by itself no longer listens; what it ended with is reported below.
    stop.send(()).ok();
    let served = served.await;
    work.stop().await;
    money.stop().await;
    served.context("the service was interrupted")?.context("the service")?;
    Ok(done?)
}

/// The settings with the hosts of this machine's own address, where none were named.
fn at_hosts(settings: &Settings, address: SocketAddr) -> Settings {
    let mut settings = settings.clone();
    if settings.service.app_hosts.is_empty() {
        settings.service.app_hosts = vec![address.to_string(), format!("localhost:{}", address.port())];
    }
    settings
}

/// How money comes and goes: through the nodes that the settings name, else on a chain of our own.
struct Money {
    rail: Option<Arc<Ton>>,
    local: Option<LocalChain>,
}

impl Money {
    async fn start(settings: &Settings, ledger: &Ledger) -> anyhow::Result<Money> {
        if let Some(rail) = serve::rail_of(settings) {
            let (rail, local) = (Some(rail), None);
            return Ok(Money { rail, local });
        }
        let secrets = settings.secrets()?;
        let local = LocalChain::start(settings, &secrets.master_key).await?;
        let rail = Some(
            local
                .rail(ledger, settings.caps)
                .await
                .context("the house's wallet on the local chain")?,
        );
        let local = Some(local);
        Ok(Money { rail, local })
    }

    fn chain(&self) -> Option<Arc<Chain>> {
        self.local.as_ref().map(LocalChain::chain)
    }

    async fn stop(self) {
        if let Some(local) = self.local {
            local.stop().await;
        }
    }
}

fn print_addresses(address: SocketAddr, play: Option<&str>, database: &str, codes: &[PacketCode]) {
    println!("The fishing game is up.");
    if let Some(play) = play {
        println!("  play       http://{address}{play}");
    }
    let codes: Vec<&str> = codes.iter().map(PacketCode::as_str).collect();
    println!(
        "  codes      {}   (a lucky red packet and a redeem code of today)",
        codes.join(" ")
    );
    println!("  API        http://{address}/openapi.json");
    println!("  health     http://{address}/health/ready");
    println!("  witnessed  http://{address}/checkpoint");
    println!("  database   {database}");
}

/// How to sign in as one of the demo staff.
fn tell_staff(address: SocketAddr, issued: &Secrets) {
    let names = staff::demo::names();
    println!("  staff      http://{address}   as one of: {}", names.join(" "));
    println!(
        "             password {}, second factor {}",
        issued.password, issued.totp_secret
    );
    println!(
        "             (the code of this moment: `ledger staff code {}`)",
        names[0]
    );
}

/// The friends dive side by side; each takes a quarter of a minute, as casts have their pace.
async fn befriend(demo: Demo, scode: String) {
    let friends = FRIENDS.map(|tg_id| {
        let (demo, scode) = (demo.clone(), scode.clone());
        tokio::spawn(async move { demo.befriend(tg_id, &scode).await })
    });
    for friend in friends {
        match friend.await {
            Ok(Ok(())) => {}
            Ok(Err(fault)) => tracing::warn!("a demo friend stayed away: {fault:#}"),
            Err(interrupted) => tracing::debug!(%interrupted, "a demo friend was interrupted"),
        }
    }
}
