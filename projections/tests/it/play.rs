//! Random players: verbs, and what tests wait for.

use domain::ids::PlayerId;
use domain::player::Player;
use domain::player::fishing::Surface;
use domain::player::seeds::RotateSeed;
use domain::player::signin::SignIn;
use domain::stream::Stream;
use ledger::testing::players::{act, cast, give_coins, invited, register, start_dive};
use ledger::testing::{NO_MAC, vouched};
use ledger::{Ledger, MacKeys};
use projections::rebuild::{Compared, Intent, Mode, RebuildError, Report, run, views};
use projections::view::View;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sqlx::postgres::PgConnectOptions;
use std::time::Duration;
use uuid::Uuid;

/// A condition that does not hold by then never will.
const WAIT_MAX: Duration = Duration::from_secs(30);

/// Registers players with these messenger accounts, some of them invited by others.
pub async fn crowd(ledger: &Ledger, tg_ids: std::ops::Range<i64>, seed: u64) -> Vec<PlayerId> {
    let mut dice = StdRng::seed_from_u64(seed);
    let mut players: Vec<PlayerId> = Vec::new();
    for tg_id in tg_ids {
        let inviter = players.get(dice.random_range(0..players.len() + 2)).copied();
        players.push(match inviter {
            Some(inviter) => invited(ledger, tg_id, inviter).await,
            None => register(ledger, tg_id).await,
        });
    }
    players
}

/// Lets players do something at random, so many times. Refusals are part of the game.
pub async fn play(ledger: &Ledger, players: &[PlayerId], times: usize, seed: u64) {
    let mut dice = StdRng::seed_from_u64(seed);
    for _ in 0..times {
        let player = players[dice.random_range(0..players.len())];
        match dice.random_range(0..10) {
            0 => drop(act(ledger, player, SignIn).await),
            1 => rotate(ledger, player).await,
            2 => ledger.clock().advance_ms(dice.random_range(0..3_600_000)),
            casts => dives(ledger, player, casts).await,
        }
    }
}

async fn rotate(ledger: &Ledger, player: PlayerId) {
    let fresh_commit = ledger.seal_seed(player).await.expect("a seed");
    let client_seed = "mine".to_owned();
    act(
        ledger,
        player,
        RotateSeed {
            client_seed,
            fresh_commit,
        },
    )
    .await;
}

/// A dive that is surfaced, except for the longest, which is left open.
async fn dives(ledger: &Ledger, player: PlayerId, casts: u32) {
    give_coins(ledger, player, 100).await;
    let state = ledger::testing::players::state(ledger, player).await;
    let dive = match &state.fishing.dive {
        Some(open) => open.id,
        None => start_dive(ledger, player, 10).await,
    };
    for seq in 1..=casts {
        act(ledger, player, cast(dive, seq)).await;
    }
    if casts < 9 {
        act(ledger, player, Surface { dive }).await;
    }
}

/// Waits until a condition holds, looking again and again.
pub async fn until(what: &str, holds: impl AsyncFn() -> bool) {
    let look = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(WAIT_MAX, look).await.expect(what);
}

/// Whether somebody waits for a table of this ledger, to lock it in this mode.
pub async fn waits_for(ledger: &Ledger, table: &str, mode: &str) -> bool {
    let waiting = "select exists (select from pg_locks l join pg_database d on d.oid = l.database
                    where d.datname = current_database() and l.relation = $1::regclass and l.mode = $2
                      and not l.granted)";
    let row = sqlx::query_scalar(waiting).bind(table).bind(mode);
    row.fetch_one(ledger.pool()).await.expect("locks")
}

/// How to reach the database of a ledger as its owner.
pub fn owner(ledger: &Ledger) -> PgConnectOptions {
    ledger::testing::owner(ledger)
}

/// Runs a statement with the rights of the database's owner, past the triggers that protect facts; events have the MACs
/// that the service would have given them.
pub async fn tamper(ledger: &Ledger, statement: &str) {
    vouched(ledger, statement).await;
}

/// The registered view of this name.
pub fn view(name: &str) -> (&'static dyn View, Mode) {
    views()
        .find(|(view, _)| view.name() == name)
        .expect("a registered view")
}

/// Rebuilds a view; a claim that an ended rebuild has not let go of yet is waited for.
pub async fn rebuild(ledger: &Ledger, name: &str, intent: Intent) -> Report {
    let (view, mode) = view(name);
    let again = async {
        loop {
            match run(&owner(ledger), key_of(ledger), view, mode, intent, &mut |_, _| {}).await {
                Err(RebuildError::UnderWay(_)) => tokio::time::sleep(Duration::from_millis(5)).await,
                done => return done.expect("rebuilt"),
            }
        }
    };
    tokio::time::timeout(WAIT_MAX, again)
        .await
        .expect("the claim is let go")
}

/// The rows that serve against those of the log; nothing is changed.
pub async fn compare(ledger: &Ledger, name: &str) -> Compared {
    rebuild(ledger, name, Intent::Compare).await.compared
}

/// Fails unless every view has the rows that the log makes (law I-19).
pub async fn assert_views_are_the_log(ledger: &Ledger) {
    for (view, _) in views() {
        let compared = compare(ledger, view.name()).await;
        assert_eq!((compared.different, compared.first), (0, None), "I-19: {}", view.name());
        assert_eq!(compared.live, compared.rebuilt);
    }
}

/// The key of a ledger's MACs.
pub fn key_of(ledger: &Ledger) -> Option<MacKeys> {
    ledger.pool().key().cloned()
}

/// Records an event no program of today wrote, in a stream of its own; its position.
pub async fn record_foreign(ledger: &Ledger, partition: i32, event_type: &str, version: &str, payload: &str) -> i64 {
    let statement = format!(
        "update heads set position = position + 1 where partition = {partition};
         insert into events (partition, position, aggregate_type, aggregate_id, sequence, event_id, event_type,
                             event_version, payload, metadata, recorded_at_ms, leaf, mac)
         select partition, position, '{}', '{}', 1, gen_random_uuid(), '{event_type}', '{version}', '{payload}', '{{}}',
                {}, decode(repeat('00', 32), 'hex'), {NO_MAC}
           from heads where partition = {partition}",
        Player::TYPE,
        Uuid::new_v4(),
        ledger.clock().now().0,
    );
    tamper(ledger, &statement).await;
    projections::cursor::head(ledger, partition).await.expect("a head")
}
