//! The stock side: cqrs-es with postgres-es as published, one `GenericQuery` view, the crate's own
//! tables and pool size, on the same server.
//!
//! Like for like: the same rule decides the same command on the same state and records the same event;
//! the view keeps the player's balances, as our append does. In stock's favour: aggregates are new
//! and short in every run, no two clients share one, and no request id is remembered.

use super::figures::Run;
use super::load::{Client, Timing, closed_loop};
use super::ours;
use anyhow::anyhow;
use cqrs_es::event_sink::EventSink;
use cqrs_es::persist::GenericQuery;
use cqrs_es::{Aggregate, AggregateError, EventEnvelope, View};
use domain::config::Config;
use domain::ids::{PlayerId, Scode};
use domain::player::registration::Register;
use domain::player::{Command, Event, Player};
use domain::refusal::Refusal;
use domain::stream::{Context, Stream, StreamEvent};
use ledger::Clock;
use ledger::adapter::LiftedEvent;
use postgres_es::{PostgresCqrs, PostgresViewRepository, postgres_cqrs};
use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Executor, PgPool};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use uuid::Uuid;

/// Connections, as `postgres_es::default_postgress_pool` makes them.
const CONNECTIONS: u32 = 10;
/// Aggregates registered at once before a run.
const FILLERS: usize = 64;

/// The tables of the crate's `db/init.sql`, and one table for the view.
const TABLES: &str = "
create table events (
    aggregate_type text                         not null,
    aggregate_id   text                         not null,
    sequence       bigint check (sequence >= 0) not null,
    event_type     text                         not null,
    event_version  text                         not null,
    payload        json                         not null,
    metadata       json                         not null,
    primary key (aggregate_type, aggregate_id, sequence)
);
create table player_balances (
    view_id text                        not null,
    version bigint check (version >= 0) not null,
    payload json                        not null,
    primary key (view_id)
);";

/// The player as stock keeps it: the bare state.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct StockPlayer(Player);

/// What a decision may know, made by the aggregate's service.
pub struct Knowledge {
    clock: Clock,
    config: Arc<Config>,
}

impl Aggregate for StockPlayer {
    const TYPE: &'static str = Player::TYPE;
    type Command = Command;
    type Event = LiftedEvent<Event>;
    type Error = Refusal;
    type Services = Knowledge;

    async fn handle(&mut self, command: Command, known: &Knowledge, sink: &EventSink<Self>) -> Result<(), Refusal> {
        let context = Context {
            now: known.clock.now(),
            config: known.config.clone(),
            seed: None,
            reserve: domain::money::Usdt::ZERO,
            house_day: domain::money::Usdt::ZERO,
            stakes_closed_above: None,
            house_accounts: Arc::new([]),
        };
        for event in self.0.decide(&command, &context)?.events {
            sink.write(LiftedEvent(event), self).await;
        }
        Ok(())
    }

    fn apply(&mut self, event: LiftedEvent<Event>) {
        self.0.evolve(&event.0);
    }
}

/// The view: balances of one player by account.
#[derive(Debug, Default, Serialize, Deserialize)]
struct PlayerBalances(BTreeMap<String, i64>);

impl View<StockPlayer> for PlayerBalances {
    fn update(&mut self, event: &EventEnvelope<StockPlayer>) {
        let owner = Uuid::parse_str(&event.aggregate_id).unwrap_or_default();
        for leg in event.payload.0.postings(owner).legs() {
            if leg.account.owner() == owner {
                *self.0.entry(leg.account.name().to_owned()).or_default() += leg.amount;
            }
        }
    }
}

/// The stock service on a database of its own.
pub struct Stock {
    cqrs: Arc<PostgresCqrs<StockPlayer>>,
    pool: PgPool,
    registered: AtomicI64,
}

impl Stock {
    /// Makes the tables and the service.
    ///
    /// # Errors
    /// A database that cannot be used.
    pub async fn found(database: PgConnectOptions) -> anyhow::Result<Stock> {
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .connect_with(database)
            .await?;
        pool.execute(TABLES).await?;
        let views = PostgresViewRepository::<PlayerBalances, StockPlayer>::new("player_balances", pool.clone());
        let query = GenericQuery::new(Arc::new(views));
        let known = Knowledge {
            clock: Clock::system(),
            config: Arc::new(ours::config()),
        };
        Ok(Stock {
            cqrs: Arc::new(postgres_cqrs(pool.clone(), vec![Box::new(query)], known)),
            pool,
            registered: AtomicI64::new(0),
        })
    }

    /// One run of credits by `clients` clients on `streams` new players.
    ///
    /// # Errors
    /// The first command that fails.
    pub async fn credit_run(&self, streams: usize, clients: usize, timing: Timing) -> anyhow::Result<Run> {
        let first = self.registered.fetch_add(streams as i64, Ordering::SeqCst);
        ours::in_parallel(streams, FILLERS, |index| {
            let cqrs = self.cqrs.clone();
            async move { register(&cqrs, first + index as i64).await }
        })
        .await?;
        let players: Arc<[String]> = (first..)
            .take(streams)
            .map(|tg_id| PlayerId::of_messenger(tg_id).to_string())
            .collect();
        let client = |next| Credits {
            cqrs: self.cqrs.clone(),
            players: players.clone(),
            next,
            stride: clients,
        };
        closed_loop(&mut (0..clients).map(client).collect(), timing).await
    }

    pub async fn close(&self) {
        self.pool.close().await;
    }
}

async fn register(cqrs: &PostgresCqrs<StockPlayer>, tg_id: i64) -> anyhow::Result<()> {
    let player = PlayerId::of_messenger(tg_id);
    let command = Register {
        player,
        tg_id,
        scode: Scode::mint(player, 0, 0),
        lang: "en".into(),
        inviter: None,
        commits: ["first".into(), "second".into()],
    };
    execute(cqrs, &player.to_string(), command.into()).await
}

/// Executes and, on a conflict, executes again: the stock framework leaves that to its caller.
async fn execute(cqrs: &PostgresCqrs<StockPlayer>, player: &str, command: Command) -> anyhow::Result<()> {
    let request = ours::request();
    let id = request.id.map(|id| id.to_string()).unwrap_or_default();
    let metadata = HashMap::from([
        ("actor".to_owned(), request.actor),
        ("request_id".to_owned(), id),
        ("digest".to_owned(), hex::encode(request.digest)),
    ]);
    loop {
        let done = cqrs
            .execute_with_metadata(player, command.clone(), metadata.clone())
            .await;
        match done {
            Err(AggregateError::AggregateConflict) => {}
            other => return other.map_err(|fault| anyhow!("stock: {fault}")),
        }
    }
}

/// A client that credits players in turn.
struct Credits {
    cqrs: Arc<PostgresCqrs<StockPlayer>>,
    players: Arc<[String]>,
    next: usize,
    stride: usize,
}

impl Client for Credits {
    async fn step(&mut self) -> anyhow::Result<u64> {
        let player = &self.players[self.next % self.players.len()];
        self.next += self.stride;
        execute(&self.cqrs, player, ours::credit().into()).await?;
        Ok(1)
    }
}
