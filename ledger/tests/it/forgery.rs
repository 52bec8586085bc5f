//! Forgery by somebody with every right on the database and without the master key (T-57): what he writes is believed
//! by nobody. With the key, the same rows pass: so the key is what refuses them.

use crate::notary;
use crate::players::{give_coins, open_the_house, partition, register, request, verified};
use domain::ids::PlayerId;
use domain::player::Player;
use domain::player::signin::SignIn;
use domain::stream::Stream;
use ledger::adopt::adopt;
use ledger::balance::{AsOf, as_of};
use ledger::testing::forgery::{forge_payment, forger};
use ledger::testing::{MASTER_KEY, database, ledger, on_one_and_four_partitions, options, owner, vouched};
use ledger::{EventLog, Fault, Ledger, Options, Plain, StreamId, feed};
use sqlx::{Executor, PgPool};
use uuid::Uuid;

on_one_and_four_partitions![
    an_event_of_somebody_else_moves_nothing,
    an_event_copied_into_another_log_moves_nothing,
    an_answer_of_somebody_else_is_not_given,
    a_snapshot_of_somebody_else_is_not_used,
    a_database_without_macs_is_taken_over_once,
    natural_keys_of_an_earlier_version_are_taken_over_once,
];

async fn a_player(partitions: u16) -> (Ledger, PlayerId) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let player = register(&ledger, 1).await;
    give_coins(&ledger, player, 100).await;
    (ledger, player)
}

async fn usdt(ledger: &Ledger, player: PlayerId) -> Result<i64, Fault> {
    let accounts = as_of(ledger.pool(), partition(ledger, player), player.0, AsOf::Latest).await?;
    let usdt = accounts.iter().find(|account| account.account == "usdt");
    Ok(usdt.map_or(0, |account| account.balance))
}

async fn sign_in(ledger: &Ledger, player: PlayerId) -> Result<(), Fault> {
    ledger.players().forget(&StreamId::player(player));
    match ledger
        .players()
        .execute(&StreamId::player(player), SignIn.into(), request(Uuid::new_v4()), Plain)
        .await
    {
        Ok(_) => Ok(()),
        Err(ledger::CommandError::Fault(fault)) => Err(fault),
        Err(other) => panic!("{other}"),
    }
}

fn keyless(ledger: &Ledger) -> EventLog {
    EventLog::without_key(PgPool::clone(ledger.pool()))
}

#[track_caller]
fn assert_forged<T: std::fmt::Debug>(outcome: Result<T, Fault>) {
    let fault = outcome.expect_err("it is believed").to_string();
    assert!(fault.contains("its MAC is of another key"), "{fault}");
}

async fn an_event_of_somebody_else_moves_nothing(partitions: u16) {
    let (ledger, player) = a_player(partitions).await;
    let folder = notary::Folder::new();
    let mut signer = notary::notary(&ledger, &folder).await;
    signer.round().await.expect("a round");
    assert_eq!(usdt(&ledger, player).await.expect("books"), 0);
    forge_payment(&ledger, player).await;

    let blind = ledger::verify::run(&keyless(&ledger), &mut |_, _| {})
        .await
        .expect("read");
    assert!(blind.is_clean(), "without the key everything fits: {:?}", blind.first());
    let found = verified(&ledger).await;
    assert_eq!(found.first().map(|finding| finding.check), Some("macs"));
    assert_forged(sign_in(&ledger, player).await);
    assert_forged(usdt(&ledger, player).await);
    let signed = folder.latest();
    assert_forged(signer.round().await);
    assert_eq!(folder.latest(), signed, "nothing was signed over it");

    // Whoever holds the key can do all this: it is the key that stood in the way.
    vouched(&ledger, "").await;
    assert!(verified(&ledger).await.is_clean());
    sign_in(&ledger, player).await.expect("believed");
    assert_eq!(usdt(&ledger, player).await.expect("books"), 2_000_000_000);
    signer.round().await.expect("signed");
}

async fn an_event_copied_into_another_log_moves_nothing(partitions: u16) {
    let (ledger, player) = a_player(partitions).await;
    let own = i32::from(partition(&ledger, player));
    let other = (own + 1) % i32::from(partitions.max(2));
    let copy = format!(
        "insert into heads select {other} where not exists (select from heads where partition = {other});
         insert into events
         select {other}, (select position from heads where partition = {other}) + row_number() over (order by sequence),
                aggregate_type, aggregate_id, sequence, event_id, event_type, event_version, payload, metadata,
                recorded_at_ms, leaf, mac
           from events where aggregate_id = '{player}' and partition = {own};
         update heads set position = (select max(position) from events where partition = {other})
          where partition = {other}"
    );
    forger(&ledger).await.execute(copy.as_str()).await.expect("copied");
    let found = verified(&ledger).await;
    // A log that the database was not made with is found as such, and not read.
    let which = match other < i32::from(partitions) {
        true => "macs",
        false => "logs",
    };
    let mut checks = found.checks.iter().filter(|check| check.name == which);
    assert!(checks.any(|check| check.finding.is_some()), "{found:?}");
    let read = feed::read(ledger.pool().key(), ledger.pool(), other, 0, 10_000).await;
    let fault = read.expect_err("a copy is believed").to_string();
    assert!(fault.contains("its MAC does not fit"), "{fault}");
}

async fn an_answer_of_somebody_else_is_not_given(partitions: u16) {
    let (ledger, player) = a_player(partitions).await;
    let (id, stream) = (Uuid::new_v4(), StreamId::player(player));
    let again = async || ledger.players().remembered(&stream, &request(id)).await;
    let first = ledger
        .players()
        .execute(&stream, SignIn.into(), request(id), Plain)
        .await;
    assert!(first.is_ok() && again().await.expect("remembered").is_some());
    let change = format!("update requests set answer = '{{\"gold\":1}}' where request_id = '{id}'");
    forger(&ledger).await.execute(change.as_str()).await.expect("changed");
    let fault = again().await.expect_err("a forged answer is given").to_string();
    assert!(fault.contains("its MAC does not fit"), "{fault}");
    let found = verified(&ledger).await;
    assert_eq!(found.first().map(|finding| finding.check), Some("requests"));
}

async fn a_snapshot_of_somebody_else_is_not_used(partitions: u16) {
    let (ledger, player) = a_player(partitions).await;
    let forged = format!(
        "insert into snapshots
         select partition, aggregate_type, aggregate_id, sequence, leaf, recorded_at_ms, {}, '{{\"rich\":true}}', mac
           from events where aggregate_id = '{player}' order by sequence desc limit 1",
        Player::STATE_VERSION
    );
    forger(&ledger).await.execute(forged.as_str()).await.expect("forged");
    let before = ledger.players().load(&StreamId::player(player)).await.expect("loaded");
    sign_in(&ledger, player).await.expect("the log decides");
    let after = ledger.players().load(&StreamId::player(player)).await.expect("loaded");
    assert_eq!(after.version, before.version + 1);
}

async fn a_database_without_macs_is_taken_over_once(partitions: u16) {
    let (ledger, player) = a_player(partitions).await;
    let database = owner(&ledger);
    let options = options(database.clone());
    let mut owner = forger(&ledger).await;
    for table in ["events", "requests"] {
        let earlier = format!("alter table {table} alter column mac drop not null; update {table} set mac = null");
        owner.execute(earlier.as_str()).await.expect("as it was before");
    }
    asks_to_be_taken_over(options.clone()).await;
    assert!(adopt(&database, &MASTER_KEY).await.expect("adopted") > 3);
    let taken = Ledger::connect(options.clone()).await.expect("it starts");
    assert!(verified(&taken).await.is_clean());
    sign_in(&taken, player).await.expect("it writes");
    let again = adopt(&database, &MASTER_KEY).await.expect_err("twice").to_string();
    assert!(again.contains("carry MACs already"), "{again}");
    let master_keys = [8; 32].into();
    let other = Options { master_keys, ..options };
    let refused = Ledger::connect(other).await.err().expect("it starts").to_string();
    assert!(refused.contains("another LEDGER_MASTER_KEY"), "{refused}");
}

/// A start on a database of an earlier version says what to do.
async fn asks_to_be_taken_over(options: Options) {
    let refused = Ledger::connect(options).await.err().expect("it starts").to_string();
    assert!(refused.contains("ledger migrate --adopt"), "{refused}");
}

async fn natural_keys_of_an_earlier_version_are_taken_over_once(partitions: u16) {
    let database = database(partitions).await;
    let options = options(database.clone());
    let ledger = Ledger::connect(options.clone()).await.expect("a ledger");
    open_the_house(&ledger).await;
    let mut owner = forger(&ledger).await;
    let before = "insert into natural_keys values (0, 'pool:2024-01-01', 'promo', 1);
                  insert into adopted_claims (partition, until) values (0, 1)";
    owner.execute(before).await.expect("as it was before");
    let first = async || verified(&ledger).await.first().map(|finding| finding.what.clone());
    assert!(first().await.is_some_and(|what| what.contains("nobody vouches")));
    asks_to_be_taken_over(options.clone()).await;
    assert_eq!(adopt(&database, &MASTER_KEY).await.expect("adopted"), 0);
    let again = adopt(&database, &MASTER_KEY).await.expect_err("twice").to_string();
    assert!(again.contains("carry MACs already"), "{again}");
    Ledger::connect(options).await.expect("it starts");
    assert_eq!(first().await, None);

    let of_before = "the natural keys of before are not those that were taken over";
    for (forgery, back, what) in [
        (
            "update natural_keys set aggregate_id = 'another' where key = 'pool:2024-01-01'",
            "update natural_keys set aggregate_id = 'promo' where key = 'pool:2024-01-01'",
            of_before,
        ),
        (
            "insert into natural_keys values (0, 'pool:2024-01-02', 'promo', 1)",
            "delete from natural_keys where key = 'pool:2024-01-02'",
            of_before,
        ),
        (
            "delete from natural_keys where key = 'pool:2024-01-01'",
            "insert into natural_keys values (0, 'pool:2024-01-01', 'promo', 1)",
            of_before,
        ),
        (
            "update adopted_claims set until = 2",
            "update adopted_claims set until = 1",
            "nobody vouches for the natural keys of before",
        ),
    ] {
        owner.execute(forgery).await.expect(forgery);
        assert_eq!(first().await.as_deref(), Some(what), "{forgery}");
        owner.execute(back).await.expect(back);
        assert_eq!(first().await, None, "{back}");
    }

    // Who would have a later state taken over is refused, also by a person who believes the sentence at start.
    let player = register(&ledger, 1).await;
    let log = partition(&ledger, player);
    let later = format!(
        "delete from adopted_claims; delete from natural_keys where aggregate_id = '{player}';
         insert into adopted_claims (partition, until) select partition, position from heads where partition = {log}"
    );
    owner.execute(later.as_str()).await.expect("forged");
    let refused = adopt(&database, &MASTER_KEY).await.expect_err("taken over").to_string();
    assert!(refused.contains("what is missing there was removed"), "{refused}");
}
