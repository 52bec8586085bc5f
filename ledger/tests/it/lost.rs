//! A log that lost its end, as after a failover to a standby that was behind: it never goes on with a gap, and a process
//! whose acknowledged event is gone writes no more.

use crate::players::{adjust, partition, verified};
use crate::waiting::until;
use domain::ids::PlayerId;
use domain::player::Player;
use domain::player::seeds::RotateSeed;
use domain::stream::Stream;
use ledger::testing::players::{cast, give_coins, must, open_the_house, register, start_dive};
use ledger::testing::{GENESIS_MS, ledger, on_one_and_four_partitions, open, owner, owner_of};
use ledger::{Clock, CommandError, Fault, Ledger, Plain, Reply, Request, StreamId, feed};
use sqlx::{Connection, Executor};

on_one_and_four_partitions![
    a_stream_goes_on_where_the_log_ends,
    another_history_of_the_same_length_is_seen,
    whose_acknowledged_event_is_gone_writes_no_more,
    who_writes_nothing_notices_the_loss_as_well,
    a_seed_that_went_with_the_log_is_no_fault,
    a_follower_reads_from_memory_only_what_the_log_holds,
];

async fn give(ledger: &Ledger, player: PlayerId) -> Result<Reply, CommandError> {
    let (id, request) = (StreamId::player(player), Request::without_id("staff:ana"));
    ledger.players().execute(&id, adjust(1).into(), request, Plain).await
}

async fn versions(ledger: &Ledger, player: PlayerId) -> Vec<i64> {
    let events = feed::read_stream(ledger.pool(), Player::TYPE, &player.to_string(), 0).await;
    events.expect("read").iter().map(|event| event.sequence).collect()
}

/// The server comes back without the last `lost` events of a log; every connection to it is gone. The process has
/// connected again, for the commands of somebody else in the same log.
async fn fail_over(ledger: &Ledger, neighbour: PlayerId, lost: i64) {
    let log = partition(ledger, neighbour);
    let mut owner = owner_of(ledger).await;
    let end = format!("(select position from heads where partition = {log}) - {lost}");
    let statement = format!(
        "set session_replication_role = replica;
         delete from requests where partition = {log} and position > {end};
         delete from events where partition = {log} and position > {end};
         update heads set position = position - {lost} where partition = {log};
         select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()"
    );
    owner.execute(statement.as_str()).await.expect("the end is gone");
    owner.close().await.expect("closed");
    again(ledger, neighbour).await;
}

/// A player with ten gifts, whom two processes have in memory; the second one wrote the last three. And a player of the
/// same log.
async fn known_to_two(partitions: u16) -> (Ledger, Ledger, PlayerId, PlayerId) {
    let first = ledger(partitions).await;
    open_the_house(&first).await;
    let player = register(&first, 1).await;
    let mut neighbour = player;
    for tg_id in 2.. {
        neighbour = register(&first, tg_id).await;
        if partition(&first, neighbour) == partition(&first, player) {
            break;
        }
    }
    give_coins(&first, player, 1).await;
    for _ in 0..7 {
        give(&first, player).await.expect("given");
    }
    let database = owner(&first);
    let second = open(database, Clock::fixed(GENESIS_MS)).await;
    for _ in 0..3 {
        give(&second, player).await.expect("given");
    }
    // Read into the first one's memory, with all that the second one wrote.
    let loaded = first.players().load(&StreamId::player(player)).await.expect("loaded");
    assert_eq!(loaded.version as usize, versions(&first, player).await.len());
    (first, second, player, neighbour)
}

async fn a_stream_goes_on_where_the_log_ends(partitions: u16) {
    let (first, _second, player, neighbour) = known_to_two(partitions).await;
    let before = versions(&first, player).await.len() as i64;
    fail_over(&first, neighbour, 3).await;
    let reply = again(&first, player).await;
    assert_eq!(reply.version as i64, before - 3 + 1, "on top of what is there");
    assert_eq!(versions(&first, player).await, (1..=before - 2).collect::<Vec<_>>());
    let chain = verified(&first).await;
    let chain = chain
        .checks
        .iter()
        .find(|check| check.name == "hash chain" && check.finding.is_some());
    assert_eq!(chain, None);
}

async fn another_history_of_the_same_length_is_seen(partitions: u16) {
    let (first, second, player, neighbour) = known_to_two(partitions).await;
    fail_over(&first, neighbour, 3).await;
    // A third process writes three other events before the first one writes again.
    let third = open(owner(&second), Clock::fixed(GENESIS_MS)).await;
    for _ in 0..3 {
        again(&third, player).await;
    }
    again(&first, player).await;
    let report = verified(&first).await;
    let chain = report
        .checks
        .iter()
        .find(|check| check.name == "hash chain" && check.finding.is_some());
    assert_eq!(chain, None);
}

async fn whose_acknowledged_event_is_gone_writes_no_more(partitions: u16) {
    let (first, second, player, neighbour) = known_to_two(partitions).await;
    fail_over(&first, neighbour, 3).await;
    let ended = async {
        while second.is_writing() {
            assert!(give(&second, player).await.is_err(), "it wrote over what was lost");
        }
    };
    ended.await;
    assert!(give(&second, player).await.is_err());
    assert!(first.is_writing(), "what it acknowledged is there");
    again(&first, player).await;
}

async fn who_writes_nothing_notices_the_loss_as_well(partitions: u16) {
    let (first, second, player, neighbour) = known_to_two(partitions).await;
    fail_over(&first, neighbour, 3).await;
    until(async || !second.is_writing()).await;
    again(&first, player).await;
    assert!(first.is_writing(), "what it acknowledged is there");
}

async fn a_seed_that_went_with_the_log_is_no_fault(partitions: u16) {
    let (first, second, player, neighbour) = known_to_two(partitions).await;
    let before = versions(&first, player).await.len();
    give_coins(&second, player, 1_000).await;
    let rotate = RotateSeed {
        client_seed: "hers".into(),
        fresh_commit: second.seal_seed(player).await.expect("a seed"),
    };
    must(&second, player, rotate).await;
    let dive = start_dive(&second, player, 10).await;
    let (id, lost) = (StreamId::player(player), versions(&first, player).await.len() - before);
    // The first one knows the dive, and has not opened its seed yet.
    let seeds = first.players().load(&id).await.expect("loaded").state.seeds;
    sqlx::query("delete from seeds where commit = $1")
        .bind(&seeds.commit)
        .execute(&mut owner_of(&first).await)
        .await
        .expect("deleted");
    fail_over(&first, neighbour, lost as i64).await;
    let reply = loop {
        let request = Request::without_id("system:test");
        match first.players().execute(&id, cast(dive, 1), request, Plain).await {
            Err(CommandError::Fault(Fault::Database(fault))) => eprintln!("again after: {fault}"),
            other => break other.expect("an answer"),
        }
    };
    assert!(!reply.is_accepted(), "there is no such dive: {reply:?}");
    assert_eq!(versions(&first, player).await.len(), before);
}

/// What a follower and what everybody else reads after a position, over the first connection that is alive.
async fn pages(ledger: &Ledger, partition: i32, after: i64) -> [Vec<feed::Recorded>; 2] {
    loop {
        let mut connection = ledger.pool().acquire().await.expect("a connection");
        let page = ledger.pool().page(&mut connection, partition, after, 100).await;
        let read = feed::read(ledger.pool().key(), &mut *connection, partition, after, 100).await;
        if let (Ok(page), Ok(read)) = (page, read) {
            let page = page.iter().map(|event| feed::Recorded::clone(event)).collect();
            return [page, read];
        }
    }
}

async fn a_follower_reads_from_memory_only_what_the_log_holds(partitions: u16) {
    let (first, second, player, neighbour) = known_to_two(partitions).await;
    let log = i32::from(partition(&first, player));
    let end = pages(&second, log, 0).await[1].len() as i64;
    for _ in 0..5 {
        give(&second, player).await.expect("given");
    }
    let [page, read] = pages(&second, log, end).await;
    assert_eq!((page.len(), &page), (5, &read));
    fail_over(&first, neighbour, 3).await;
    // The second process has not noticed: what it wrote last is still in its memory.
    let [page, read] = pages(&second, log, end).await;
    assert_eq!((page.len(), &page), (3, &read), "two of five, and the neighbour's");
}

/// As a client does whose answer got lost.
async fn again(ledger: &Ledger, player: PlayerId) -> Reply {
    loop {
        match give(ledger, player).await {
            Ok(reply) => return reply,
            Err(CommandError::Fault(fault)) => eprintln!("again after: {fault}"),
            Err(other) => panic!("{other}"),
        }
    }
}
