//! The world of a drill: a scratch database, a chain of its own with two nodes before it, players who ask for money.

use super::plan::{Death, Fate, Plan};
use super::worker::{Job, Worker};
use crate::cli::Failure;
use crate::cli::scratch::Scratch;
use crate::config::Settings;
use anyhow::{Context, bail};
use api::rails::ton::{Access, GAS_MIN, Ton};
use api::rails::{Caps, Rail, incoming, reconcile, slots};
use api::reaction;
use chain::{Chain, Faults, Lock, Node};
use domain::config::{Config, GENESIS, Publish};
use domain::ids::{PlayerId, Scode, WithdrawalId};
use domain::money::Usdt;
use domain::player::Command;
use domain::player::adjustment::Adjust;
use domain::player::registration::{AcceptTerms, Register};
use domain::player::withdrawal::{RequestWithdrawal, SetAddress};
use domain::posting::{House, Purse};
use domain::time::DAY_MS;
use domain::treasury::FundReserve;
use ledger::{CONFIG_STREAM, Clock, Ledger, Options, Plain, RESERVE_STREAM, Request, StreamId};
use projections::runner;
use rand::RngExt;
use rand::rngs::StdRng;
use sha2::{Digest, Sha256};
use sqlx::ConnectOptions;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use ton::SigningKey;

/// A block of the drill: so much of the machine's time, so much of the chain's.
const BLOCK: (Duration, u64) = (Duration::from_millis(25), 1);
/// What the house has to pay with.
const CAPITAL: Usdt = Usdt::from_minor(100_000_000_000);
/// What a player asks for at least and at most, in hundredths of USDT: the rule lets it go by itself.
const CENTS: std::ops::Range<i64> = 1_000..2_000;
/// A drill pays as fast as it can.
pub const NO_CAPS: Caps = Caps {
    hour: CAPITAL,
    wallet: CAPITAL,
};
/// How long the last workers may take to settle a round.
const SETTLE_MAX: Duration = Duration::from_secs(120);
/// Chain seconds that pass over every validity and every margin.
const OVER_S: u64 = 3 * 3_600;

/// A withdrawal of the round.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Which.
    pub withdrawal: WithdrawalId,
    /// Whose.
    pub player: PlayerId,
    /// Who is paid, on the chain.
    pub payee: ton::Address,
}

/// The world.
pub struct World {
    scratch: Scratch,
    /// The ledger with a clock of its own.
    pub ledger: Ledger,
    /// The chain.
    pub chain: Arc<Chain>,
    /// The house's wallet.
    pub house: ton::Address,
    nodes: [Node; 2],
    job: Job,
    rail: Ton,
    mining: Arc<AtomicBool>,
    halted: Arc<AtomicBool>,
    players: i64,
}

impl World {
    /// Opens everything.
    pub async fn open(settings: &Settings) -> Result<World, Failure> {
        let scratch = Scratch::start(settings).await?;
        Ok(World::found(scratch, settings.partitions).await?)
    }

    async fn found(scratch: Scratch, partitions: u16) -> anyhow::Result<World> {
        let database = scratch.database("drill").await?;
        ledger::schema::migrate(&database, partitions).await?;
        let clock = Clock::fixed(Clock::system().now().0);
        let ledger = open(database.clone(), clock).await?;
        let now = u64::try_from(ledger.clock().now().0 / 1_000)?;
        let chain = Arc::new(Chain::new(&chain::Settings {
            genesis_time: now,
            ..chain::Settings::default()
        }));
        let nodes = [
            Node::start(chain.clone(), Faults::default()).await?,
            Node::start(chain.clone(), Faults::default()).await?,
        ];
        let key: [u8; 32] = Sha256::digest(b"the house's wallet of a drill").into();
        let job = Job {
            database: database.to_url_lossy().to_string(),
            nodes: nodes.iter().map(|node| node.url.clone()).collect(),
            master: Chain::usdt_master().raw(),
            key: hex::encode(key),
        };
        let rail = Ton::of(Access {
            nodes: job.nodes.clone(),
            master: Chain::usdt_master(),
            key: SigningKey::from_bytes(&key),
            caps: NO_CAPS,
        });
        let (mining, halted) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicBool::new(false)));
        let mut world = World {
            scratch,
            ledger,
            house: rail.address(),
            chain,
            nodes,
            job,
            rail,
            mining,
            halted,
            players: 0,
        };
        world.begin().await?;
        Ok(world)
    }

    /// Configuration, capital in the books and on the chain, and the beat of blocks.
    async fn begin(&mut self) -> anyhow::Result<()> {
        let publish = Publish {
            body: Box::new(Config::demo()),
            author: GENESIS.into(),
            approver: GENESIS.into(),
            replaces: 0,
        };
        let config = StreamId::house(CONFIG_STREAM);
        let reply = self
            .ledger
            .config()
            .execute(&config, publish, Request::default(), Plain)
            .await?;
        anyhow::ensure!(reply.is_accepted(), "the configuration was refused with {}", reply.code);
        let fund = FundReserve {
            amount: CAPITAL,
            proposer: "ana".into(),
            approver: "bo".into(),
            reason: "capital of a drill".into(),
        };
        let reserve = StreamId::house(RESERVE_STREAM);
        let reply = self
            .ledger
            .treasury()
            .execute(&reserve, fund.into(), Request::default(), Plain)
            .await?;
        anyhow::ensure!(reply.is_accepted(), "the capital was refused with {}", reply.code);
        self.ledger.refresh().await?;
        self.chain.faucet(self.house, 1_000_000 * GAS_MIN);
        self.chain.mint(self.house, u128::try_from(CAPITAL.minor())?);
        self.chain.settle();
        let news = self
            .rail
            .news(incoming::cursors(self.ledger.pool(), &self.rail).await?)
            .await?;
        incoming::keep(
            self.ledger.pool(),
            &self.rail,
            &[],
            news.reached,
            self.ledger.clock().now(),
        )
        .await?;
        let (chain, mining, halted) = (self.chain.clone(), self.mining.clone(), self.halted.clone());
        std::thread::spawn(move || {
            while mining.load(Ordering::Relaxed) {
                std::thread::sleep(BLOCK.0);
                if !halted.load(Ordering::Relaxed) {
                    chain.advance(BLOCK.1);
                }
            }
        });
        Ok(())
    }

    /// Players of this round ask for money.
    pub async fn ask(&mut self, plan: &Plan, dice: &mut StdRng) -> anyhow::Result<Vec<Asked>> {
        let mut asked = Vec::with_capacity(plan.fates.len());
        let real = Clock::system().now().0;
        for fate in &plan.fates {
            self.players += 1;
            let payee = ton::Address::new(Sha256::digest(format!("payee {}", self.players)).into());
            if *fate == Fate::Bounces {
                self.chain.lock(payee, Lock::Incoming);
            }
            // Addresses wait a day: it was yesterday when this one was set.
            self.ledger.clock().set_ms(real - 2 * DAY_MS);
            let player = self.enrol(payee).await?;
            self.ledger.clock().set_ms(real);
            let withdrawal = WithdrawalId(uuid::Uuid::now_v7());
            let request = RequestWithdrawal {
                withdrawal,
                amount: Usdt::from_minor(dice.random_range(CENTS) * 10_000),
                is_confirmed: true,
                is_flagged: false,
            };
            self.tell(player, request.into()).await?;
            asked.push(Asked {
                withdrawal,
                player,
                payee,
            });
        }
        runner::drain(&self.ledger, projections::FOLLOWING).await?;
        Ok(asked)
    }

    async fn enrol(&self, payee: ton::Address) -> anyhow::Result<PlayerId> {
        let (tg_id, ledger) = (self.players, &self.ledger);
        let player = PlayerId::of_messenger(tg_id);
        let register = Register {
            player,
            tg_id,
            scode: Scode::mint(player, ledger.partition_of(player.0), 0),
            lang: "en".into(),
            inviter: None,
            commits: [ledger.seal_seed(player).await?, ledger.seal_seed(player).await?],
        };
        self.tell(player, register.into()).await?;
        let version = ledger.current_config().product.terms_version.clone();
        self.tell(player, AcceptTerms { version }.into()).await?;
        let gift = Adjust {
            purse: Purse::Usdt,
            delta: 2 * CENTS.end * 10_000,
            counter: House::UsdtReserve,
            case_id: "drill".into(),
            proposer: "ana".into(),
            approver: "bo".into(),
        };
        self.tell(player, gift.into()).await?;
        let address = SetAddress {
            address: payee.non_bounceable(),
            comment: "drill".into(),
            is_confirmed: true,
        };
        self.tell(player, address.into()).await?;
        Ok(player)
    }

    async fn tell(&self, player: PlayerId, command: Command) -> anyhow::Result<()> {
        let name = format!("{command:?}");
        let id = StreamId::player(player);
        let reply = self
            .ledger
            .players()
            .execute(&id, command, Request::default(), Plain)
            .await?;
        anyhow::ensure!(reply.is_accepted(), "{name} was refused with {}", reply.code);
        reaction::at_once(&self.ledger, self.ledger.partition_of(player.0), reply.position).await;
        Ok(())
    }

    /// Workers die under faults; then the faults are over and the round is settled.
    pub async fn play(&mut self, plan: &Plan, asked: &[Asked]) -> anyhow::Result<()> {
        for (node, faults) in self.nodes.iter().zip(&plan.faults) {
            node.faults(|now| now.clone_from(faults));
        }
        self.halted.store(plan.halts, Ordering::Relaxed);
        for death in &plan.deaths {
            let mut worker = Worker::start(&self.job, *death, plan.pay_twice).await?;
            worker.die(*death).await?;
        }
        for node in &self.nodes {
            node.faults(|now| *now = Faults::default());
        }
        self.halted.store(false, Ordering::Relaxed);
        if plan.expires {
            self.chain.advance(OVER_S);
        }
        self.settle(plan, asked).await
    }

    /// One worker, or two at once, until every withdrawal of the round has its end.
    async fn settle(&self, plan: &Plan, asked: &[Asked]) -> anyhow::Result<()> {
        let never = Death::After(u64::MAX);
        let mut workers = vec![Worker::start(&self.job, never, plan.pay_twice).await?];
        if plan.two {
            workers.push(Worker::start(&self.job, never, plan.pay_twice).await?);
        }
        let begun = Instant::now();
        while !self.is_settled(asked).await? {
            if begun.elapsed() > SETTLE_MAX {
                bail!("the round is not settled after {SETTLE_MAX:?}: {asked:?}, {plan:?}");
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        for worker in workers {
            worker.kill().await?;
        }
        Ok(())
    }

    async fn is_settled(&self, asked: &[Asked]) -> anyhow::Result<bool> {
        // A withdrawal that somebody has to look at is an end too; the verdict counts it.
        if slots::paused(self.ledger.pool(), &self.rail).await?.is_some() {
            return Ok(true);
        }
        for one in asked {
            let player = self.ledger.players().load(&StreamId::player(one.player)).await?.state;
            if player.withdrawal.is_under_way() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Why the house's wallet stands still.
    pub async fn alarm(&self) -> anyhow::Result<Option<String>> {
        Ok(slots::paused(self.ledger.pool(), &self.rail).await?)
    }

    /// What the books say that the wallet holds, and what it holds.
    pub async fn books(&self) -> anyhow::Result<(i64, i64)> {
        let in_books = reconcile::in_books(self.ledger.pool()).await?;
        Ok((in_books.minor(), i64::try_from(self.chain.usdt_balance(self.house))?))
    }

    /// Ends everything.
    pub async fn close(self) -> anyhow::Result<()> {
        self.mining.store(false, Ordering::Relaxed);
        for mut node in self.nodes {
            node.stop().await;
        }
        self.ledger.close().await;
        self.scratch.close().await.context("the drill's database")
    }
}

/// A ledger on a drill's database.
pub async fn open(database: sqlx::postgres::PgConnectOptions, clock: Clock) -> anyhow::Result<Ledger> {
    let options = Options {
        database,
        master_key: [7; 32],
        clock,
        allow_unsafe_server: false,
    };
    Ok(Ledger::connect(options).await?)
}
