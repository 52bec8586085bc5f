//! The master key is changed while the ledger works: rows of both keys count, then the old one is retired and nothing
//! needs it any more. Whatever says that it is of a key that it is not of is found.

use crate::players::{dive, give_coins, open_the_house, register, request, state, verified};
use domain::ids::PlayerId;
use domain::player::Player;
use domain::player::signin::SignIn;
use domain::stream::Stream;
use ledger::adopt::adopt;
use ledger::keys::rotate::{Rotated, rotate};
use ledger::testing::forgery::{forge_answer, vouched_under};
use ledger::testing::{MASTER_KEY, database, on_one_and_four_partitions, options, owner_of, partitions};
use ledger::{CommandError, Fault, Ledger, MasterKeys, Options, Plain, Request, StreamId};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Executor};
use std::time::Duration;
use uuid::Uuid;

on_one_and_four_partitions![a_new_master_key_takes_over_and_nothing_needs_the_old_one];

const NEW: [u8; 32] = [8; 32];
const NEWEST: [u8; 32] = [9; 32];
const SECRET: &[u8] = b"a name";
const WAIT_MAX: Duration = Duration::from_secs(30);

fn keys(current: [u8; 32], others: &[[u8; 32]]) -> MasterKeys {
    let others = others.to_vec();
    MasterKeys { current, others }
}

async fn opened(database: &PgConnectOptions, master_keys: MasterKeys) -> Result<Ledger, Fault> {
    let options = options(database.clone());
    Ledger::connect(Options { master_keys, ..options }).await
}

async fn refusal(database: &PgConnectOptions, master_keys: MasterKeys) -> String {
    let refused = opened(database, master_keys).await.err();
    refused.expect("it starts").to_string()
}

async fn rotated(database: &PgConnectOptions, masters: &MasterKeys) -> Result<Rotated, Fault> {
    rotate(&mut database.connect().await.expect("the owner"), masters).await
}

/// A ledger is gone once its writers are, which end by themselves.
async fn rotated_at_last(database: &PgConnectOptions, masters: &MasterKeys) -> Rotated {
    let free = async {
        loop {
            match rotated(database, masters).await {
                Err(Fault::Setting(why)) if why.contains("still writes") => {}
                done => return done,
            }
        }
    };
    let done = tokio::time::timeout(WAIT_MAX, free).await.expect("in time");
    done.expect("rotated")
}

fn rows(rotated: &Rotated) -> u64 {
    rotated.renewed.iter().map(|(_, rows)| rows).sum()
}

/// A player with a seed in use, a snapshot, personal data and a remembered answer.
async fn player(ledger: &Ledger) -> PlayerId {
    open_the_house(ledger).await;
    let player = register(ledger, 1).await;
    give_coins(ledger, player, 1_000_000).await;
    for _ in 0..5 {
        dive(ledger, player, 20).await;
    }
    ledger.vault().put(player.0, "test", SECRET).await.expect("kept");
    writes(ledger, player).await.expect("written");
    player
}

async fn writes(ledger: &Ledger, player: PlayerId) -> Result<(), CommandError> {
    let key = StreamId::player(player);
    let request = request(Uuid::new_v4());
    ledger
        .players()
        .execute(&key, SignIn.into(), request, Plain)
        .await
        .map(|_| ())
}

/// Everything that the ledger holds opens and counts.
async fn whole(ledger: &Ledger, player: PlayerId) {
    let report = verified(ledger).await;
    assert!(report.is_clean(), "{:?}", report.first());
    let kept = ledger.vault().get(player.0, "test").await.expect("read");
    assert_eq!(kept.as_deref(), Some(SECRET));
    ledger.players().forget(&StreamId::player(player));
    let seeds = state(ledger, player).await.seeds;
    for commit in [&seeds.commit, &seeds.next_commit] {
        ledger.seeds().open(player.0, commit).await.expect("opens");
    }
}

async fn a_new_master_key_takes_over_and_nothing_needs_the_old_one(partitions: u16) {
    let database = database(partitions).await;
    let old = opened(&database, keys(MASTER_KEY, &[NEW])).await.expect("starts");
    let player = player(&old).await;
    let (vkey, fingerprint) = (
        old.notary_key().expect("a key"),
        old.vault().fingerprint("test", SECRET),
    );
    let both = keys(NEW, &[MASTER_KEY]);
    let new = opened(&database, both.clone()).await.expect("starts");
    // Beside each other, each reads what the other wrote.
    dive(&new, player, 5).await;
    whole(&old, player).await;
    give_coins(&old, player, 1).await;
    whole(&new, player).await;
    let early = rotated(&database, &both).await.err().expect("rotated").to_string();
    assert!(early.contains("still writes under the master key before"), "{early}");
    let backwards = rotated(&database, &keys(MASTER_KEY, &[NEW]))
        .await
        .err()
        .expect("rotated");
    assert!(backwards.to_string().contains("always had"), "{backwards}");
    let unnamed = rotated(&database, &keys(NEW, &[]))
        .await
        .err()
        .expect("rotated")
        .to_string();
    assert!(unnamed.contains("must name the master key before"), "{unnamed}");
    drop(old);
    // As in a database of an earlier version, for a log that does not exist.
    let mut owner = database.connect().await.expect("the owner");
    let before = "insert into adopted_claims (partition, until) values (1000, 1)";
    owner.execute(before).await.expect("as it was before");
    adopt(&database, &MASTER_KEY).await.expect("taken over");
    let done = rotated_at_last(&database, &both).await;
    assert!(done.renewed.iter().all(|(_, rows)| *rows > 0), "{:?}", done.renewed);
    assert_eq!(done.retired.len(), 1);
    assert_eq!(rows(&rotated(&database, &both).await.expect("again")), 0);
    whole(&new, player).await;
    let refused = refusal(&database, keys(MASTER_KEY, &[NEW])).await;
    assert!(refused.contains("a key that was retired"), "{refused}");
    let refused = refusal(&database, keys(MASTER_KEY, &[])).await;
    assert!(refused.contains("neither LEDGER_MASTER_KEY"), "{refused}");
    drop(new);
    // The old key is gone: nothing misses it, and what is known outside is as it was.
    let alone = opened(&database, keys(NEW, &[])).await.expect("starts");
    whole(&alone, player).await;
    writes(&alone, player).await.expect("written");
    dive(&alone, player, 5).await;
    assert_eq!(alone.notary_key().expect("a key"), vkey);
    assert_eq!(alone.vault().fingerprint("test", SECRET), fingerprint);
    drop(alone);
    let again = keys(NEWEST, &[NEW]);
    let newest = opened(&database, again.clone()).await.expect("starts");
    assert_eq!(rotated_at_last(&database, &again).await.retired.len(), 2);
    drop(newest);
    let newest = opened(&database, keys(NEWEST, &[])).await.expect("starts");
    whole(&newest, player).await;
    writes(&newest, player).await.expect("answered");
    assert_eq!(newest.notary_key().expect("a key"), vkey);
}

/// A ledger whose first key was retired.
async fn after_a_rotation() -> (Ledger, PgConnectOptions, PlayerId) {
    let database = database(partitions()).await;
    let old = opened(&database, keys(MASTER_KEY, &[])).await.expect("starts");
    let player = player(&old).await;
    drop(old);
    rotated_at_last(&database, &keys(NEW, &[MASTER_KEY])).await;
    let new = opened(&database, keys(NEW, &[])).await.expect("starts");
    (new, database, player)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_somebody_writes_with_the_retired_key_is_found() {
    let (ledger, _, player) = after_a_rotation().await;
    give_coins(&ledger, player, 1).await;
    assert!(verified(&ledger).await.is_clean());
    let last = ledger::feed::read_stream(ledger.pool(), Player::TYPE, &player.to_string(), 0).await;
    let last = last.expect("read").pop().expect("a stream");
    vouched_under(&ledger, MASTER_KEY, &last).await;
    let report = verified(&ledger).await;
    let found = report.first().expect("found");
    assert!(found.what.contains("of a key that was retired before"), "{found:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_that_somebody_makes_with_the_retired_key_counts() {
    let (ledger, database, player) = after_a_rotation().await;
    let asks = async |ledger: &Ledger, id: Uuid| {
        let sign_in = SignIn.into();
        let request = Request::system("player", id);
        ledger
            .players()
            .execute(&StreamId::player(player), sign_in, request, Plain)
            .await
    };
    let forged = Uuid::new_v4();
    forge_answer(&ledger, player.0, forged, MASTER_KEY).await;
    let refused = asks(&ledger, forged)
        .await
        .expect_err("the forged answer counts")
        .to_string();
    assert!(refused.contains("of a key that was retired before"), "{refused}");
    let report = verified(&ledger).await;
    let found = report.first().expect("found");
    assert!(found.what.contains("of a key that was retired before"), "{found:?}");
    // A process that still knows the old master key believes it no more, and another rotation does not vouch for it.
    let both = keys(NEW, &[MASTER_KEY]);
    let knows = opened(&database, both.clone()).await.expect("starts");
    asks(&knows, forged).await.expect_err("the forged answer counts");
    rotated(&database, &both).await.expect("again");
    asks(&ledger, forged).await.expect_err("the forged answer counts");
    // With the key in use the same answer passes: what stops it is the retired key alone.
    forge_answer(&ledger, player.0, forged, NEW).await;
    assert_eq!(asks(&ledger, forged).await.expect("answered").code, 4001);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_names_a_key_that_it_is_not_sealed_under_is_found() {
    let (ledger, database, player) = after_a_rotation().await;
    let commit = state(&ledger, player).await.seeds.commit;
    let mut owner = owner_of(&ledger).await;
    for (table, what) in [("seeds", "the seed behind commit"), ("vault_keys", "the key of")] {
        let wrong = format!(
            "create table kept as select * from {table};
             update {table} set sealed_by = (select key_id from retired_keys)"
        );
        owner.execute(wrong.as_str()).await.expect("changed");
        let opened = match table {
            "seeds" => ledger.seeds().open(player.0, &commit).await.map(|_| ()),
            _ => ledger.vault().get(player.0, "test").await.map(|_| ()),
        };
        assert!(matches!(opened, Err(Fault::Sealed(_))), "{table}");
        let found = rotated(&database, &keys(NEW, &[MASTER_KEY]))
            .await
            .err()
            .expect("rotated")
            .to_string();
        assert!(found.contains(what), "{found}");
        let back = format!("truncate {table}; insert into {table} select * from kept; drop table kept");
        owner.execute(back.as_str()).await.expect("put back");
    }
    assert_eq!(
        rows(&rotated(&database, &keys(NEW, &[MASTER_KEY])).await.expect("rotated")),
        0
    );
    owner
        .execute("update retired_keys set sealed = sealed || '\\x00'")
        .await
        .expect("changed");
    let refused = refusal(&database, keys(NEW, &[])).await;
    assert!(refused.contains("what is kept of the retired key"), "{refused}");
}
