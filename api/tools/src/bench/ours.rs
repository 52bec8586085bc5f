//! Our side of every comparison: the product's command handler on a database of its own, with everything on.
//!
//! A credit is the command of the headline: a staff adjustment that moves one coin by two postings,
//! under a request id whose answer is remembered. A cast is the game's own command, sealed seed and all.

use super::figures::Run;
use super::load::{Client, Timing, closed_loop};
use anyhow::bail;
use api::wire::wallet::Asset;
use domain::config::{Config, Publish};
use domain::ids::{PlayerId, Scode};
use domain::money::Usdt;
use domain::player::adjustment::Adjust;
use domain::player::registration::Register;
use domain::player::{Command, Event, Player};
use domain::posting::{House, Purse};
use domain::refusal::Refusal;
use domain::stream::Context as Known;
use domain::treasury::FundReserve;
use ledger::synchrony::Synchronous;
use ledger::{CONFIG_STREAM, Clock, CommandError, Ledger, Options, Plain, Reply, Request, Shape, StreamId};
use serde::Serialize;
use sha2::{Digest, Sha256};
use sqlx::postgres::PgConnectOptions;
use std::sync::Arc;
use uuid::Uuid;

/// Commands under way at once while a database is filled.
const FILLERS: usize = 512;
/// Opening capital in millionths of USDT: no prize and no stake of a bench comes near it.
const CAPITAL: Usdt = Usdt::from_minor(100_000_000_000_000);
/// Coins of a player who casts: more than a bench can burn.
pub const COINS: i64 = 1_000_000_000;
/// The master key of scratch databases.
const MASTER_KEY: [u8; 32] = [7; 32];

/// The numbers in force: the product's, without the pace and the allowances of one player.
pub fn config() -> Config {
    let mut config = Config::standard();
    config.game.min_cast_ms = 0;
    config.game.loss_day = CAPITAL;
    config.limits.cast_per_min = u32::MAX;
    config.limits.other_per_min = u32::MAX;
    config
}

/// Opens the ledger of a migrated database.
///
/// # Errors
/// A database that cannot be used.
pub async fn connect(database: PgConnectOptions) -> anyhow::Result<Ledger> {
    let options = Options {
        database: database.into(),
        // A scratch database holds nothing of anybody: one login makes and uses it.
        owner: None,
        allow_owner_login: true,
        master_keys: MASTER_KEY.into(),
        clock: Clock::system(),
        allow_unsafe_server: false,
        synchronous: Synchronous::Off,
        player_answers: api::player_answers::player_answers(),
    };
    Ok(Ledger::connect(options).await?)
}

/// Makes a ledger on an empty database and records what every database begins with.
///
/// # Errors
/// A database that cannot be used.
pub async fn found(database: PgConnectOptions, partitions: u16) -> anyhow::Result<Ledger> {
    ledger::schema::migrate(&database, partitions).await?;
    let ledger = connect(database).await?;
    let fund = FundReserve {
        amount: CAPITAL,
        proposer: "ana".into(),
        approver: "bo".into(),
        reason: "opening capital".into(),
    };
    let reserve = StreamId::house(ledger::RESERVE_STREAM);
    must(
        ledger
            .treasury()
            .execute(&reserve, fund.into(), Request::default(), Plain)
            .await?,
    )?;
    let publish = Publish {
        body: Box::new(config()),
        author: "ana".into(),
        approver: "bo".into(),
        replaces: 0,
    };
    let product = StreamId::house(CONFIG_STREAM);
    must(
        ledger
            .config()
            .execute(&product, publish, Request::default(), Plain)
            .await?,
    )?;
    ledger.refresh().await?;
    Ok(ledger)
}

/// Players `first..first + count`, registered.
///
/// # Errors
/// The first that is refused.
pub async fn players(ledger: &Ledger, first: i64, count: usize) -> anyhow::Result<Arc<[PlayerId]>> {
    let ids: Arc<[PlayerId]> = (first..).take(count).map(PlayerId::of_messenger).collect();
    in_parallel(count, FILLERS, |index| {
        let ledger = ledger.clone();
        async move { register(&ledger, first + index as i64).await }
    })
    .await?;
    Ok(ids)
}

/// Registers one player. The commits stand for seeds that are never opened.
async fn register(ledger: &Ledger, tg_id: i64) -> anyhow::Result<()> {
    let commits = [0, 1].map(|number| hex::encode(Sha256::digest(format!("{tg_id} {number}"))));
    register_with(ledger, tg_id, commits).await
}

/// Registers one player with the commits of its first two seeds.
///
/// # Errors
/// When no invite code is free, or the ledger fails.
pub async fn register_with(ledger: &Ledger, tg_id: i64, commits: [String; 2]) -> anyhow::Result<()> {
    let player = PlayerId::of_messenger(tg_id);
    // Among a million codes a few hundred meet; the next candidate is then free.
    for attempt in 0..4 {
        let command = Register {
            player,
            tg_id,
            scode: Scode::mint(player, ledger.partition_of(player.0), attempt),
            lang: "en".into(),
            inviter: None,
            commits: commits.clone(),
        };
        let reply = execute(ledger, player, command.into(), Request::default(), Plain).await?;
        if reply.is_accepted() {
            return Ok(());
        }
    }
    bail!("player {tg_id} could not be registered")
}

/// Works through `0..count`, `width` at once.
///
/// # Errors
/// The first piece of work that fails.
pub async fn in_parallel<F>(count: usize, width: usize, work: impl Fn(usize) -> F) -> anyhow::Result<()>
where
    F: Future<Output = anyhow::Result<()>> + Send + 'static,
{
    let mut tasks = tokio::task::JoinSet::new();
    for index in 0..count {
        if tasks.len() >= width
            && let Some(ended) = tasks.join_next().await
        {
            ended??;
        }
        tasks.spawn(work(index));
    }
    while let Some(ended) = tasks.join_next().await {
        ended??;
    }
    Ok(())
}

/// The command of the headline: one coin for a player, taken from a counter-account of the house.
pub fn credit() -> Adjust {
    Adjust {
        purse: Purse::CoinPaid,
        delta: 1,
        counter: House::CoinIssueShop,
        case_id: "bench".into(),
        proposer: "ana".into(),
        approver: "bo".into(),
        tx: None,
        restates: None,
    }
}

/// A fresh request as the outside makes it: an id for the command and the digest of what was asked.
pub fn request() -> Request {
    let id = Uuid::now_v7();
    Request {
        id: Some(id),
        digest: Sha256::digest(id.as_bytes()).into(),
        actor: "staff:ana".into(),
        ..Request::default()
    }
}

/// Calls the command handler of players until it is not busy: the same request id may be sent again.
///
/// # Errors
/// A failure of the command handler.
pub async fn execute(
    ledger: &Ledger,
    player: PlayerId,
    command: Command,
    request: Request,
    shape: impl Shape<Player> + Copy + 'static,
) -> anyhow::Result<Reply> {
    let stream = StreamId::player(player);
    loop {
        let asked = ledger
            .players()
            .execute(&stream, command.clone(), request.clone(), shape);
        match asked.await {
            Err(CommandError::Busy) => tokio::task::yield_now().await,
            other => return Ok(other?),
        }
    }
}

/// Takes nothing but an accepted command.
///
/// # Errors
/// The refusal.
pub fn must(reply: Reply) -> anyhow::Result<()> {
    if !reply.is_accepted() {
        bail!("refused with code {}: {}", reply.code, reply.message);
    }
    Ok(())
}

/// Answers with the player's balances, as every command of the product does.
#[derive(Clone, Copy)]
struct Balances;

#[derive(Serialize)]
struct BalancesData {
    asset: Asset,
}

impl Shape<Player> for Balances {
    fn accepted(&self, player: &Player, version: u64, _events: &[Event], _context: &Known) -> String {
        let asset = Asset::of(player, version);
        serde_json::to_string(&BalancesData { asset }).expect("balances have a JSON form")
    }

    fn refused(&self, _player: &Player, _version: u64, _refusal: &Refusal, _context: &Known) -> String {
        "null".to_owned()
    }
}

/// A client that credits players in turn.
pub struct Credits {
    ledger: Ledger,
    players: Arc<[PlayerId]>,
    next: usize,
    stride: usize,
    /// Commands that were acknowledged, measured or not.
    pub acknowledged: u64,
}

impl Credits {
    /// `clients` clients that share the players among them.
    pub fn clients(ledger: &Ledger, players: &Arc<[PlayerId]>, clients: usize) -> Vec<Credits> {
        let client = |next| Credits {
            ledger: ledger.clone(),
            players: players.clone(),
            next,
            stride: clients,
            acknowledged: 0,
        };
        (0..clients).map(client).collect()
    }
}

impl Client for Credits {
    async fn step(&mut self) -> anyhow::Result<u64> {
        let player = self.players[self.next % self.players.len()];
        self.next += self.stride;
        must(execute(&self.ledger, player, credit().into(), request(), Balances).await?)?;
        self.acknowledged += 1;
        Ok(1)
    }
}

/// One run of credits.
///
/// # Errors
/// The first command that fails.
pub async fn credit_run(
    ledger: &Ledger,
    players: &Arc<[PlayerId]>,
    clients: usize,
    timing: Timing,
) -> anyhow::Result<Run> {
    closed_loop(&mut Credits::clients(ledger, players, clients), timing).await
}

/// Appends `count` credits to the streams of `players`, in turn, as fast as the writer takes them.
///
/// # Errors
/// The first command that fails.
pub async fn fill(ledger: &Ledger, players: &Arc<[PlayerId]>, count: usize) -> anyhow::Result<()> {
    in_parallel(count, FILLERS, |index| {
        let (ledger, player) = (ledger.clone(), players[index % players.len()]);
        async move { must(execute(&ledger, player, credit().into(), request(), Balances).await?) }
    })
    .await
}
