//! The environment of a drill: a scratch database, a chain of its own, players who request withdrawals.

use super::plan::{Death, Fate, Plan};
use super::test_chain::{self, TestChain};
use super::worker::{Job, Worker};
use super::{CAPITAL, OnRail};
use crate::scratch::Scratch;
use anyhow::Context;
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
use ledger::policies;
use ledger::synchrony::Synchronous;
use ledger::{CONFIG_STREAM, Clock, Ledger, Options, Plain, RESERVE_STREAM, Request, StreamId};
use local_chain::Faults;
use projections::runner;
use projections::withdrawals::Withdrawals;
use rails::{incoming, reconcile, slots};
use rand::RngExt;
use rand::rngs::StdRng;
use settings::Failure;
use settings::Settings;
use sqlx::ConnectOptions;
use std::time::Duration;

/// What a player asks for at least and at most, in hundredths of USDT: the rule lets it go by itself.
const CENTS: std::ops::Range<i64> = 1_000..2_000;
/// How long the last workers may take to settle a round.
const SETTLE_MAX: Duration = Duration::from_secs(120);

/// A withdrawal of the round.
#[derive(Clone, Debug)]
pub struct RequestedWithdrawal {
    pub withdrawal: WithdrawalId,
    pub player: PlayerId,
    /// Who is paid, on the chain.
    pub payee: String,
}

/// The environment of a drill.
pub struct World {
    scratch: Scratch,
    /// The ledger with a clock of its own.
    pub ledger: Ledger,
    pub test_chain: Box<dyn TestChain>,
    job: Job,
    players: i64,
}

impl World {
    pub async fn open(settings: &Settings, rail: OnRail) -> Result<World, Failure> {
        if rail == OnRail::Evm {
            local_chain::evm::installed().map_err(Failure::Usage)?;
        }
        let scratch = Scratch::start(settings).await?;
        Ok(World::found(scratch, settings.store.partitions, rail).await?)
    }

    async fn found(scratch: Scratch, partitions: u16, rail: OnRail) -> anyhow::Result<World> {
        let database = scratch.database("drill").await?;
        ledger::schema::migrate(&database, partitions).await?;
        let clock = Clock::fixed(Clock::system().now().0);
        let ledger = open(database.clone(), clock).await?;
        let test_chain = test_chain::open(rail, u64::try_from(ledger.clock().now().0 / 1_000)?).await?;
        let job = Job {
            database: database.to_url_lossy().to_string(),
            access: test_chain.access(),
        };
        let world = World {
            scratch,
            ledger,
            test_chain,
            job,
            players: 0,
        };
        world.begin().await?;
        Ok(world)
    }

    /// Configuration, capital in the books and on the chain, and the making of blocks.
    async fn begin(&self) -> anyhow::Result<()> {
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
        self.test_chain.begin(CAPITAL).await?;
        let (pool, rail) = (self.ledger.pool(), self.test_chain.rail());
        let news = rail.news(incoming::cursors(pool, rail).await?).await?;
        incoming::keep(pool, rail, &[], news.reached, self.ledger.clock().now()).await?;
        Ok(())
    }

    /// Players of this round request withdrawals.
    pub async fn ask(&mut self, plan: &Plan, dice: &mut StdRng) -> anyhow::Result<Vec<RequestedWithdrawal>> {
        let mut asked = Vec::with_capacity(plan.fates.len());
        let real = Clock::system().now().0;
        for fate in &plan.fates {
            self.players += 1;
            let payee = self.test_chain.payee(self.players);
            if *fate == Fate::Bounces {
                self.test_chain.refuses(&payee).await?;
            }
            // Addresses wait a day: it was yesterday when this one was set.
            self.ledger.clock().set_ms(real - 2 * DAY_MS);
            let player = self.enrol(&payee).await?;
            self.ledger.clock().set_ms(real);
            let withdrawal = WithdrawalId(uuid::Uuid::now_v7());
            let request = RequestWithdrawal {
                chain: self.test_chain.chain(),
                withdrawal,
                amount: Usdt::from_minor(dice.random_range(CENTS) * 10_000),
                is_confirmed: true,
                is_flagged: false,
                is_tied: false,
            };
            self.execute(player, request.into()).await?;
            asked.push(RequestedWithdrawal {
                withdrawal,
                player,
                payee,
            });
        }
        runner::drain(&self.ledger, &[&Withdrawals]).await?;
        Ok(asked)
    }

    async fn enrol(&self, payee: &str) -> anyhow::Result<PlayerId> {
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
        self.execute(player, register.into()).await?;
        let version = ledger.current_config().product.terms_version.clone();
        self.execute(player, AcceptTerms { version }.into()).await?;
        let gift = Adjust {
            purse: Purse::Usdt,
            delta: 2 * CENTS.end * 10_000,
            counter: House::UsdtReserve,
            case_id: "drill".into(),
            proposer: "ana".into(),
            approver: "bo".into(),
            tx: None,
            restates: None,
        };
        self.execute(player, gift.into()).await?;
        let (chain, comment) = (self.test_chain.chain(), "drill");
        let address = SetAddress {
            chain,
            address: payee.to_owned(),
            comment: Some(comment)
                .filter(|comment| chain.carries(comment))
                .unwrap_or_default()
                .to_owned(),
            is_confirmed: true,
        };
        self.execute(player, address.into()).await?;
        Ok(player)
    }

    async fn execute(&self, player: PlayerId, command: Command) -> anyhow::Result<()> {
        let name = format!("{command:?}");
        let id = StreamId::player(player);
        let reply = self
            .ledger
            .players()
            .execute(&id, command, Request::default(), Plain)
            .await?;
        anyhow::ensure!(reply.is_accepted(), "{name} was refused with {}", reply.code);
        policies::apply_now(&self.ledger, self.ledger.partition_of(player.0), reply.position).await;
        Ok(())
    }

    /// Workers die under faults; then the faults are over and the round is settled.
    pub async fn play(&mut self, plan: &Plan, asked: &[RequestedWithdrawal]) -> anyhow::Result<()> {
        self.test_chain.faults(&plan.faults);
        self.test_chain.halt(plan.halts);
        let mut standby = self.standby(plan).await?;
        let last = standby.split_off(plan.deaths.len());
        for mut worker in standby {
            worker.go().await?;
            worker.die(self.until_settled(asked)).await?;
        }
        self.test_chain.faults(&<[Faults; 2]>::default());
        self.test_chain.halt(false);
        if plan.expires {
            self.test_chain.upset().await?;
        }
        self.settle(plan, asked, last).await
    }

    /// The round's workers, those that die first; one that does not at the end, or two.
    async fn standby(&self, plan: &Plan) -> anyhow::Result<Vec<Worker>> {
        let never = [Death::After(u64::MAX); 2];
        let last = if plan.two { &never[..] } else { &never[..1] };
        let mut standby = Vec::with_capacity(plan.deaths.len() + last.len());
        for death in plan.deaths.iter().chain(last) {
            standby.push(Worker::start(&self.job, *death, plan.pay_twice).await?);
        }
        Ok(standby)
    }

    /// One worker, or two at once, until every withdrawal of the round has its end.
    async fn settle(&self, plan: &Plan, asked: &[RequestedWithdrawal], mut workers: Vec<Worker>) -> anyhow::Result<()> {
        for worker in &mut workers {
            worker.go().await?;
        }
        let settled = tokio::time::timeout(SETTLE_MAX, self.until_settled(asked)).await;
        settled.with_context(|| format!("the round is not settled in time: {asked:?}, {plan:?}"))??;
        for worker in workers {
            worker.kill().await?;
        }
        Ok(())
    }

    async fn until_settled(&self, asked: &[RequestedWithdrawal]) -> anyhow::Result<()> {
        while !self.is_settled(asked).await? {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    async fn is_settled(&self, asked: &[RequestedWithdrawal]) -> anyhow::Result<bool> {
        // A withdrawal that somebody has to look at is an end too; the verdict counts it.
        if slots::paused(self.ledger.pool(), self.test_chain.rail())
            .await?
            .is_some()
        {
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

    /// Why the house's wallet is paused.
    pub async fn alarm(&self) -> anyhow::Result<Option<String>> {
        Ok(slots::paused(self.ledger.pool(), self.test_chain.rail()).await?)
    }

    /// What the books say that the wallet holds, and what it holds.
    pub async fn books(&self) -> anyhow::Result<(i64, i64)> {
        let in_books = reconcile::in_books(self.ledger.pool()).await?;
        Ok((in_books.minor(), self.test_chain.held().await?))
    }

    pub async fn close(mut self) -> anyhow::Result<()> {
        self.test_chain.stop().await;
        self.ledger.close().await;
        self.scratch.close().await.context("the drill's database")
    }
}

/// A ledger on a drill's database.
pub async fn open(database: sqlx::postgres::PgConnectOptions, clock: Clock) -> anyhow::Result<Ledger> {
    let options = Options {
        database: database.into(),
        // A scratch database holds nothing of anybody: one login makes and uses it.
        owner: None,
        allow_owner_login: true,
        master_keys: [7; 32].into(),
        clock,
        allow_unsafe_server: false,
        synchronous: Synchronous::Off,
        player_answers: api::player_answers::player_answers(),
    };
    Ok(Ledger::connect(options).await?)
}
