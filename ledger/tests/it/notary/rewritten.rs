//! A log that is not what it was: the notary stops loudly before it, and signs nothing over it.

use super::*;
use ledger::notary::follow::Follower;
use ledger::notary::{Checkpoint, audit};
use ledger::testing::forgery::rewrite_the_last;
use ledger::testing::on_one_and_four_partitions;

on_one_and_four_partitions!(
    a_row_that_does_not_fit_stops_its_log_and_no_other,
    a_version_that_was_rewritten_is_noticed_when_its_stream_goes_on,
    a_log_that_lost_its_end_and_grew_again_is_noticed,
    changed_tiles_and_changed_trees_are_noticed,
    a_tree_made_anew_over_rewritten_history_is_never_signed,
    a_tree_of_somebody_else_is_signed_only_with_events_of_this_service,
    a_lost_end_that_fits_everywhere_is_found_by_the_checkpoint_alone,
    the_checkpoints_that_a_log_still_begins_with_are_named,
);

#[track_caller]
fn assert_contradiction(round: Result<(), Fault>, words: &str) {
    match round {
        Err(Fault::Contradiction(what)) => assert!(what.contains(words), "{words:?} is not in {what:?}"),
        other => panic!("{other:?} is no contradiction"),
    }
}

async fn a_row_that_does_not_fit_stops_its_log_and_no_other(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    let mut notary = notary(&ledger, &folder).await;
    notary.round().await.expect("a round");
    let before = notary.newest().expect("signed").clone();
    play(&ledger, 100..=101).await;
    let partition = a_busy_partition(&ledger);
    play_in(&ledger, partition).await;
    let position = head(&ledger, partition).await - 3;
    let place = format!("where partition = {partition} and position = {position}");
    tamper(
        &ledger,
        &format!("update events set recorded_at_ms = recorded_at_ms + 1 {place}"),
    )
    .await;
    for _ in 0..2 {
        assert_contradiction(
            notary.round().await,
            &format!("partition {partition}, position {position}"),
        );
    }
    let now = notary.newest().expect("signed").checkpoint.logs.clone();
    for (log, (old, new)) in (0..).zip(before.checkpoint.logs.iter().zip(&now)) {
        let whole = head(&ledger, log).await as u64;
        assert_eq!(new.size, if log == partition { old.size } else { whole });
    }
    tamper(
        &ledger,
        &format!("update events set recorded_at_ms = recorded_at_ms - 1 {place}"),
    )
    .await;
    notary.round().await.expect("it goes on by itself");
    assert_eq!(notary.newest().expect("signed").checkpoint.logs, defined(&ledger).await);
}

/// Rewritten so that the database agrees with itself, by somebody who has the master key: on top of it goes whoever has
/// the stream in memory as it was, and whoever reads it as it is now.
async fn a_version_that_was_rewritten_is_noticed_when_its_stream_goes_on(partitions: u16) {
    for is_in_memory in [true, false] {
        let (ledger, folder) = (played(partitions).await, Folder::new());
        let player = register(&ledger, 50).await;
        give_coins(&ledger, player, 7).await;
        let partition = i32::from(ledger.partition_of(player.0));
        play_in(&ledger, partition).await;
        let mut notary = notary(&ledger, &folder).await;
        notary.round().await.expect("a round");
        rewrite_the_last(&ledger, player).await;
        notary.round().await.expect("nothing is new");
        let other = ledger::testing::open(ledger::testing::owner(&ledger), ledger.clock().clone()).await;
        give_coins(if is_in_memory { &ledger } else { &other }, player, 8).await;
        assert_contradiction(notary.round().await, "the version before it is not what it was");
    }
}

async fn a_log_that_lost_its_end_and_grew_again_is_noticed(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    let mut notary = notary(&ledger, &folder).await;
    notary.round().await.expect("a round");
    let partition = a_busy_partition(&ledger);
    lose_the_end(&ledger, partition, 3).await;
    assert_contradiction(notary.round().await, "the log ends before position");
    // Another process knows nothing of the lost events and writes on.
    let other = ledger::testing::open(ledger::testing::owner(&ledger), ledger.clock().clone()).await;
    play(&other, 100..=108).await;
    let taken = notary
        .newest()
        .expect("signed")
        .checkpoint
        .log(partition)
        .expect("a log")
        .size;
    assert!(
        head(&ledger, partition).await as u64 > taken,
        "it has grown beyond its old end"
    );
    assert_contradiction(notary.round().await, &format!("position {taken}"));
}

async fn changed_tiles_and_changed_trees_are_noticed(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    let mut notary = notary(&ledger, &folder).await;
    notary.round().await.expect("a round");
    let partition = a_busy_partition(&ledger);
    let at = format!("where partition = {partition}");
    for (change, back) in [
        (
            format!("update log_tiles set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1) {at}"),
            format!("update log_tiles set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1) {at}"),
        ),
        (
            format!("update log_trees set root = set_byte(root, 0, get_byte(root, 0) # 1) {at}"),
            format!("update log_trees set root = set_byte(root, 0, get_byte(root, 0) # 1) {at}"),
        ),
        (
            format!("update log_trees set size = size - 1 {at}"),
            format!("update log_trees set size = size + 1 {at}"),
        ),
    ] {
        tamper(&ledger, &change).await;
        play_in(&ledger, partition).await;
        assert_contradiction(notary.round().await, "do not lead to its root");
        tamper(&ledger, &back).await;
        notary.round().await.expect("mended");
    }
}

/// Lets somebody come whose log is this one.
async fn play_in(ledger: &Ledger, partition: i32) {
    let taken = head(ledger, partition).await;
    let is_here = |tg_id: &i64| {
        let player = domain::ids::PlayerId::of_messenger(*tg_id);
        i32::from(ledger.partition_of(player.0)) == partition
    };
    let tg_id = (1_000 * taken..).find(is_here).expect("accounts without end");
    play(ledger, tg_id..=tg_id).await;
}

async fn a_tree_made_anew_over_rewritten_history_is_never_signed(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    let mut notary = notary(&ledger, &folder).await;
    notary.round().await.expect("a round");
    let signed = notary.newest().expect("signed").clone();
    let partition = a_busy_partition(&ledger);
    lose_the_end(&ledger, partition, 1).await;
    for table in ["log_tiles", "log_trees"] {
        tamper(&ledger, &format!("delete from {table} where partition = {partition}")).await;
    }
    assert_contradiction(notary.round().await, "its end is missing");
    let other = ledger::testing::open(ledger::testing::owner(&ledger), ledger.clock().clone()).await;
    play_in(&other, partition).await;
    assert_contradiction(notary.round().await, "history was rewritten");
    // Even when what was signed is taken out of the database.
    tamper(&ledger, "delete from checkpoints").await;
    assert_contradiction(notary.round().await, "checkpoint 1 is missing");
    assert_eq!(folder.latest(), Some(signed.note));
}

async fn a_tree_of_somebody_else_is_signed_only_with_events_of_this_service(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    let mut first = notary(&ledger, &folder).await;
    first.round().await.expect("a round");
    let signed = first.newest().expect("signed").clone();
    let partition = a_busy_partition(&ledger);
    let forged = head(&ledger, partition).await + 1;
    play_in(&ledger, partition).await;
    let place = format!("where partition = {partition} and position = {forged}");
    let change = format!("update events set mac = set_byte(mac, 19, get_byte(mac, 19) # 1) {place}");
    tamper(&ledger, &change).await;
    // Leaf and tree need no key: whoever can write to the database makes them as the notary does.
    let log = EventLog::without_key(sqlx::PgPool::clone(ledger.pool()));
    let mut transaction = log.begin().await.expect("begun");
    let mut follower = Follower::default();
    let taken = follower.step(&log, &mut transaction, partition, 10_000).await;
    assert!(taken.expect("fits") > 1);
    transaction.commit().await.expect("committed");
    let mut second = notary(&ledger, &folder).await;
    for notary in [&mut first, &mut second] {
        assert_contradiction(notary.round().await, &format!("position {forged}"));
    }
    assert_eq!(folder.latest(), Some(signed.note));
    tamper(&ledger, &change).await;
    second.round().await.expect("all of it is the service's own");
    first.round().await.expect("the same");
    assert_eq!(first.newest().expect("signed").checkpoint.logs, defined(&ledger).await);
}

async fn a_lost_end_that_fits_everywhere_is_found_by_the_checkpoint_alone(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    let mut notary = notary(&ledger, &folder).await;
    notary.round().await.expect("a round");
    let held = notary.newest().expect("signed").checkpoint.clone();
    let partition = a_busy_partition(&ledger);
    lose_the_end(&ledger, partition, 4).await;
    let report = crate::players::verified(&ledger).await;
    assert!(
        report.is_clean(),
        "the database agrees with itself: {:?}",
        report.first()
    );
    let mut connection = ledger.pool().acquire().await.expect("a connection");
    let checks = audit::run(&mut connection, &held, &mut |_, _| {}).await.expect("read");
    let found: Vec<_> = checks.iter().filter_map(|check| check.finding.as_ref()).collect();
    let end = head(&ledger, partition).await;
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].partition, found[0].position), (partition, Some(end + 1)));
}

/// Whether the log begins with each of these checkpoints.
async fn begins_with(ledger: &Ledger, held: &[Checkpoint]) -> Vec<bool> {
    let mut connection = ledger.pool().acquire().await.expect("a connection");
    let held: Vec<&Checkpoint> = held.iter().collect();
    let findings = audit::prefixes(&mut connection, &held, &mut |_, _| {}).await;
    findings.expect("read").iter().map(Option::is_none).collect()
}

async fn the_checkpoints_that_a_log_still_begins_with_are_named(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    let mut notary = notary(&ledger, &folder).await;
    let partition = a_busy_partition(&ledger);
    let mut held = Vec::new();
    for _ in 0..3 {
        play_in(&ledger, partition).await;
        notary.round().await.expect("a round");
        held.push(notary.newest().expect("signed").checkpoint.clone());
    }
    assert_eq!(begins_with(&ledger, &held).await, [true, true, true]);
    lose_the_end(&ledger, partition, 1).await;
    assert_eq!(begins_with(&ledger, &held).await, [true, true, false]);
    let next = held[0].log(partition).expect("covered").size + 1;
    let place = format!("where partition = {partition} and position = {next}");
    let change = format!("update events set recorded_at_ms = recorded_at_ms + 1 {place}");
    tamper(&ledger, &change).await;
    assert_eq!(begins_with(&ledger, &held).await, [true, false, false]);
    held[0].origin = "ledger/another".into();
    held.reverse();
    assert_eq!(begins_with(&ledger, &held).await, [false, false, false]);
}
