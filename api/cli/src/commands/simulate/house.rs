//! The product in this process, served on ports of this machine, under a clock that is moved by hand: its database,
//! chain, notary and background work are those of `ledger up`.

use super::super::local_chain::LocalChain;
use super::super::{Failure, database, migrate, serve};
use anyhow::Context;
use api::messenger::stand_in::StandIn;
use domain::time::Timestamp;
use ledger::notary::Notary;
use ledger::{Clock, Ledger};
use local_chain::Chain;
use rails::Rail;
use rails::ton::Ton;
use settings::{Settings, genesis};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, oneshot};
use tokio::task::JoinHandle;
use tools::simulate::year::Crowd;
use workers::rounds::Rounds;

/// Looks at the chain until a payout that was asked for is confirmed there: it takes five blocks.
const LOOKS: u32 = 7;

/// The running product.
pub struct House {
    pub ledger: Ledger,
    pub clock: Clock,
    pub rounds: Rounds,
    /// Where players are served, and staff.
    pub players: String,
    pub staff: String,
    bot_token: String,
    chain: LocalChain,
    rail: Arc<Ton>,
    notary: Mutex<Notary>,
    opened: database::Opened,
    served: JoinHandle<std::io::Result<()>>,
    stop: oneshot::Sender<()>,
    _messenger: StandIn,
}

impl House {
    /// Opens the database of the settings, which must hold no event, and begins at this time.
    ///
    /// # Errors
    /// A database with events, a setting that cannot work, or a fault.
    pub async fn open(settings: &Settings, at: Timestamp) -> Result<House, Failure> {
        if settings.ton.is_some() || settings.evm.is_some() {
            let why = "--days pays on a chain of its own: unset the nodes of LEDGER_TON_NODES and LEDGER_EVM_NODES.";
            return Err(Failure::Usage(why.to_owned()));
        }
        let opened = database::open(settings).await?;
        let clock = Clock::fixed(at.0);
        match begin(settings, &opened, &clock).await {
            Ok(ledger) => House::on(settings, opened, ledger, clock).await,
            Err(failure) => {
                opened.close().await?;
                Err(failure)
            }
        }
    }

    async fn on(settings: &Settings, opened: database::Opened, ledger: Ledger, clock: Clock) -> Result<House, Failure> {
        let secrets = settings.secrets()?;
        let chain = LocalChain::begin(clock.now(), &secrets.master_key).await?;
        let rail = chain.rail(&ledger, settings.caps).await;
        let rail = rail.context("the house's wallet on the local chain")?;
        let messenger = StandIn::start().await.context("the stand-in of the messenger")?;
        messenger.let_everybody_in();
        let listeners = [listen().await?, listen().await?, listen().await?];
        let [players, staff] = [&listeners[0], &listeners[1]].map(TcpListener::local_addr);
        let (players, staff) = (players.context("a listener")?, staff.context("a listener")?);
        let app = serve::app_of(
            settings,
            ledger.clone(),
            None,
            Some(messenger.access()),
            Some(&rail),
            None,
            players,
        )?;
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(serve::all(app, listeners, async move {
            // A dropped sender means the same: stop.
            stopped.await.ok();
        }));
        let notary = Notary::open(ledger.pool().clone(), clock.clone(), settings.checkpoints.store());
        Ok(House {
            notary: Mutex::new(notary.await.map_err(database::failure)?),
            rounds: Rounds::of(&ledger, &[rail.clone() as Arc<dyn Rail>]),
            players: format!("http://{players}"),
            staff: format!("http://{staff}"),
            bot_token: secrets.bot_token,
            ledger,
            clock,
            chain,
            rail,
            opened,
            served,
            stop,
            _messenger: messenger,
        })
    }

    /// Who will play.
    ///
    /// # Errors
    /// None here: the address is the service's own.
    pub fn crowd(&self, players: u32) -> anyhow::Result<Crowd> {
        let (url, token) = (self.players.clone(), self.bot_token.clone());
        Crowd::of(url, token, self.clock.clone(), self.chain.chain(), players)
    }

    /// Moves the clock to a time that is not beyond `end`, and the chain's with it; a clock that is further stays. False
    /// when it is beyond.
    pub fn reach(&self, at: Timestamp, end: Timestamp) -> bool {
        if at > end {
            return false;
        }
        self.clock.set_ms(self.clock.now().0.max(at.0));
        self.mine();
        true
    }

    fn mine(&self) -> Arc<Chain> {
        let chain = self.chain.chain();
        chain.mine_at(u64::try_from(self.clock.now().0 / 1_000).unwrap_or_default());
        chain
    }

    /// What is under way on the chain arrives: top-ups are credited, payouts confirmed.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn pay(&self) -> Result<(), Failure> {
        self.rounds.follow().await.map_err(database::failure)?;
        for _ in 0..LOOKS {
            self.mine().settle();
            self.rounds.payments().await.map_err(database::failure)?;
            let under_way = rails::slots::under_way(self.ledger.pool(), self.rail.as_ref()).await;
            if under_way.map_err(database::failure)? == domain::money::Usdt::ZERO {
                break;
            }
        }
        Ok(())
    }

    /// The views follow while players call: what these read waits for views.
    ///
    /// # Errors
    /// A fault of a view.
    pub async fn while_followed<T>(&self, work: impl Future<Output = T>) -> Result<T, Failure> {
        self.rounds.follow_on(work).await.map_err(database::failure)
    }

    /// The notary signs everything that is recorded.
    ///
    /// # Errors
    /// A log that is not what was signed, or a fault.
    pub async fn sign(&self) -> Result<(), Failure> {
        self.notary.lock().await.round().await.map_err(database::failure)
    }

    /// Ends it; the chain is kept where `ledger up` finds it.
    ///
    /// # Errors
    /// What could not be ended or kept.
    pub async fn close(self, settings: &Settings) -> Result<(), Failure> {
        // A service that has ended by itself no longer listens; what it ended with is reported below.
        self.stop.send(()).ok();
        let served = self.served.await.context("the service was interrupted")?;
        let kept = self.chain.keep(settings);
        self.chain.stop().await;
        serve::settle(&self.ledger).await;
        self.ledger.close().await;
        self.opened.close().await?;
        served.context("the service")?;
        Ok(kept?)
    }
}

/// A ledger with its genesis in a database that held no event.
async fn begin(settings: &Settings, opened: &database::Opened, clock: &Clock) -> Result<Ledger, Failure> {
    let ledger = migrate::connect(settings, opened, clock.clone()).await?;
    let begun = projections::cursor::begun(&ledger).await.map_err(database::failure)?;
    if begun.is_some() {
        ledger.close().await;
        return Err(Failure::Usage(
            "This database has events already: --days needs a new one, in another LEDGER_DATA or DATABASE_URL.".into(),
        ));
    }
    genesis::run(&ledger, settings.service.mode).await?;
    Ok(ledger)
}

async fn listen() -> anyhow::Result<TcpListener> {
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    TcpListener::bind(any).await.context("a free port")
}
