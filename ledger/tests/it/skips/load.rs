//! What goes on beside the readers: commands through two ledgers, and appends of foreign sessions.

use crate::players::{VersionAndCoins, adjust, register, request};
use domain::ids::PlayerId;
use ledger::testing::{GENESIS_MS, open};
use ledger::{Clock, CommandError, Ledger, StreamId};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::task::JoinSet;
use uuid::Uuid;

/// Tasks that write through a ledger.
const WRITERS: usize = 8;
/// Players of each writer; their commands are on the way together.
const PLAYERS: usize = 48;
/// Players that all writers write to.
const SHARED: usize = 4;
/// Accounts of writers' own players begin behind those of the shared ones.
const OWN: usize = 1_000;
/// Sessions that append on their own.
const FOREIGNERS: u64 = 2;
/// The longest a foreign transaction holds its positions, and rests before the next.
const HOLD_MS_MAX: u32 = 60;

/// Two ledgers on one database and the word that ends the load.
pub struct Stage {
    pub ledgers: [Ledger; 2],
    pub done: Arc<AtomicBool>,
    database: PgConnectOptions,
    partitions: u16,
}

/// Events of the foreign transactions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Foreign {
    pub appended: i64,
    pub aborted: i64,
}

impl Stage {
    pub async fn on(database: PgConnectOptions, partitions: u16) -> Stage {
        let clock = Clock::fixed(GENESIS_MS);
        Stage {
            ledgers: [
                open(database.clone(), clock.clone()).await,
                open(database.clone(), clock).await,
            ],
            done: Arc::default(),
            database,
            partitions,
        }
    }

    /// Writes at least so many events beside foreign transactions, and says that it is done.
    pub async fn load(&self, events: i64) -> Foreign {
        let mut shared = Vec::new();
        for number in 0..SHARED {
            shared.push(register(&self.ledgers[0], number as i64 + 1).await);
        }
        let quiet = Arc::new(AtomicBool::new(false));
        let foreigner = |number| append_alone(self.database.clone(), self.partitions, number, quiet.clone());
        let mut foreigners: JoinSet<Foreign> = (0..FOREIGNERS).map(foreigner).collect();
        let writer = |number: usize| {
            let ledger = self.ledgers[number % 2].clone();
            write(ledger, number, shared.clone(), events / WRITERS as i64)
        };
        let mut writers: JoinSet<()> = (0..WRITERS).map(writer).collect();
        while let Some(written) = writers.join_next().await {
            written.expect("a writer");
        }
        quiet.store(true, Ordering::SeqCst);
        let mut foreign = Foreign::default();
        while let Some(one) = foreigners.join_next().await {
            let one = one.expect("a foreigner");
            foreign.appended += one.appended;
            foreign.aborted += one.aborted;
        }
        self.done.store(true, Ordering::SeqCst);
        foreign
    }
}

/// Writes at least so many events: one to each own player at a time, and one to a player of everybody.
async fn write(ledger: Ledger, number: usize, shared: Vec<PlayerId>, events: i64) {
    let mut own = Vec::new();
    for player in 0..PLAYERS {
        let account = OWN + number * PLAYERS + player;
        own.push(register(&ledger, account as i64).await);
    }
    let mut written = 0;
    for round in 0.. {
        if written >= events {
            return;
        }
        let players = own.iter().chain([&shared[round % SHARED]]);
        let mut commands: JoinSet<bool> = players.map(|player| credit(ledger.clone(), *player, 1)).collect();
        // More than anybody has: decided, refused, remembered, and no event.
        commands.spawn(credit(ledger.clone(), own[round % PLAYERS], -1_000_000_000));
        while let Some(accepted) = commands.join_next().await {
            written += i64::from(accepted.expect("a command"));
        }
    }
}

/// Whether the credit was accepted; Busy is asked again.
async fn credit(ledger: Ledger, player: PlayerId, coins: i64) -> bool {
    let (id, request) = (StreamId::player(player), request(Uuid::now_v7()));
    loop {
        let command = adjust(coins).into();
        match ledger
            .players()
            .execute(&id, command, request.clone(), VersionAndCoins)
            .await
        {
            Ok(reply) => return reply.is_accepted(),
            Err(CommandError::Busy) => {}
            Err(fault) => panic!("{fault}"),
        }
    }
}

/// Takes positions in transactions of its own, as an append does, and holds them long.
async fn append_alone(database: PgConnectOptions, partitions: u16, number: u64, quiet: Arc<AtomicBool>) -> Foreign {
    let mut session = PgConnection::connect_with(&database).await.expect("connected");
    let mut dice = StdRng::seed_from_u64(number);
    let mut foreign = Foreign::default();
    while !quiet.load(Ordering::SeqCst) {
        let (partition, count) = (dice.random_range(0..partitions), dice.random_range(1..=20));
        let wait = format!("select pg_sleep({} / 1000.0)", dice.random_range(0..=HOLD_MS_MAX));
        let mut transaction = session.begin().await.expect("begun");
        let append = append(partition, number, foreign.appended, count);
        transaction.execute(append.as_str()).await.expect("appended");
        transaction.execute(wait.as_str()).await.expect("held");
        if dice.random_ratio(7, 10) {
            transaction.commit().await.expect("committed");
            foreign.appended += count;
        } else {
            transaction.rollback().await.expect("aborted");
            foreign.aborted += count;
        }
        session.execute(wait.as_str()).await.expect("rested");
    }
    foreign
}

/// Events of a stream that only its own session writes.
fn append(partition: u16, stream: u64, version: i64, count: i64) -> String {
    format!(
        "with head as (
             update heads set position = position + {count} where partition = {partition}
             returning position - {count} as base
         )
         insert into events (partition, position, aggregate_type, aggregate_id, sequence, event_id, event_type,
                             event_version, payload, metadata, recorded_at_ms, leaf, mac)
         select {partition}, base + number, 'foreign', '{stream}', {version} + number, gen_random_uuid(), 'Appended',
                '1', '{{}}', '{{}}', 0, sha256(''), decode(repeat('00', 20), 'hex')
           from head, generate_series(1, {count}) as number"
    )
}
