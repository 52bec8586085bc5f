//! The start beside a checkpoint that was exported: a database that does not continue it is refused (T-60).

use super::*;
use ledger::testing::on_one_and_four_partitions;
use sqlx::Connection;

on_one_and_four_partitions!(
    a_database_that_continues_the_checkpoint_starts,
    an_older_database_is_refused_until_the_loss_is_accepted,
    a_database_that_was_signed_is_refused_beside_an_empty_folder,
    a_rewritten_database_is_refused,
    a_checkpoint_of_something_else_is_refused,
    a_folder_that_cannot_be_used_is_refused,
);

async fn refusal(ledger: &Ledger, folder: &Folder) -> Fault {
    match opened(ledger, folder).await {
        Err(fault) => fault,
        Ok(_) => panic!("it started"),
    }
}

#[track_caller]
fn assert_says(fault: &Fault, words: &[&str]) {
    let said = fault.to_string();
    for words in words {
        assert!(said.contains(words), "{words:?} is not in {said:?}");
    }
}

async fn a_database_that_continues_the_checkpoint_starts(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    notary(&ledger, &folder).await.round().await.expect("a round");
    let first = folder.latest();
    notary(&ledger, &folder).await;
    play(&ledger, 100..=101).await;
    let mut again = notary(&ledger, &folder).await;
    again.round().await.expect("a round");
    assert!(folder.latest() != first);
    // Trees are derived: without them the start makes them anew and compares.
    forger(&ledger)
        .await
        .execute("delete from log_tiles; delete from log_trees")
        .await
        .expect("deleted");
    notary(&ledger, &folder).await.round().await.expect("a round");
}

/// As a restored backup on a new machine.
async fn a_database_that_was_signed_is_refused_beside_an_empty_folder(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    let mut first = notary(&ledger, &folder).await;
    first.expect_export().await.expect("a database that was never signed");
    first.round().await.expect("a round");
    let mut held = notary(&ledger, &folder).await;
    held.expect_export().await.expect("its checkpoint lies there");
    let empty = Folder::new();
    let fault = notary(&ledger, &empty)
        .await
        .expect_export()
        .await
        .expect_err("it starts");
    let latest = empty.0.join("latest").display().to_string();
    assert_says(
        &fault,
        &[&latest, "an old backup looks the same", "ledger checkpoint --out"],
    );
    // Another process of the same start exports it a little later.
    let mut early = notary(&ledger, &empty).await;
    std::fs::create_dir_all(&empty.0).expect("a folder");
    std::fs::copy(folder.0.join("latest"), &latest).expect("brought");
    early.expect_export().await.expect("it is looked for again");
    notary(&ledger, &empty)
        .await
        .expect_export()
        .await
        .expect("it is compared");
}

async fn an_older_database_is_refused_until_the_loss_is_accepted(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    notary(&ledger, &folder).await.round().await.expect("a round");
    // A backup of this moment, in every table.
    let backup = ledger::testing::owner(&ledger);
    let name = format!("{}_backup", backup.get_database().expect("a name"));
    let old = backup.clone().database(&name);
    ledger.close().await;
    // Writers keep connections of their own, and a database in use cannot be copied.
    let mut server = sqlx::PgConnection::connect_with(&ledger::testing::server())
        .await
        .expect("a server");
    let from = backup.get_database().expect("a name");
    for statement in [
        format!("alter database {from} allow_connections false"),
        format!("select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '{from}'"),
        format!("create database {name} template {from}"),
        format!("alter database {from} allow_connections true"),
    ] {
        server.execute(statement.as_str()).await.expect("copied");
    }
    let live = ledger::testing::open(backup.clone(), ledger::Clock::fixed(ledger::testing::GENESIS_MS)).await;
    play(&live, 100..=103).await;
    notary(&live, &folder).await.round().await.expect("a round");

    let restored = ledger::testing::open(old, live.clock().clone()).await;
    let fault = refusal(&restored, &folder).await;
    assert!(matches!(fault, Fault::Contradiction(_)), "{fault:?}");
    let latest = folder.0.join("latest");
    assert_says(
        &fault,
        &[
            &latest.display().to_string(),
            "ends at position",
            "restore a backup that does",
        ],
    );
    notary(&live, &folder).await;
    std::fs::rename(&latest, folder.0.join("accepted")).expect("moved");
    notary(&restored, &folder)
        .await
        .round()
        .await
        .expect("the loss is accepted");
}

async fn a_rewritten_database_is_refused(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    notary(&ledger, &folder).await.round().await.expect("a round");
    let partition = a_busy_partition(&ledger);
    lose_the_end(&ledger, partition, 2).await;
    let other = ledger::testing::open(ledger::testing::owner(&ledger), ledger.clock().clone()).await;
    play(&other, 100..=108).await;
    assert_says(&refusal(&ledger, &folder).await, &["another event stood there before"]);
    for table in ["log_tiles", "log_trees"] {
        tamper(&ledger, &format!("delete from {table}")).await;
    }
    assert_says(
        &refusal(&ledger, &folder).await,
        &["history was rewritten", "ledger verify --checkpoint"],
    );
    let events = format!("update events set leaf = sha256(leaf) where partition = {partition} and position = 5");
    tamper(&ledger, &events).await;
    tamper(&ledger, "delete from log_trees").await;
    assert_says(&refusal(&ledger, &folder).await, &["position 5"]);
}

async fn a_checkpoint_of_something_else_is_refused(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    notary(&ledger, &folder).await.round().await.expect("a round");
    let (pool, clock) = (sqlx::PgPool::clone(ledger.pool()), ledger.clock().clone());
    let pool = EventLog::with_key(pool, &[9; 32].into()).await.expect("keys");
    let Err(fault) = Notary::open(pool, clock, folder.0.clone()).await else {
        panic!("another key started")
    };
    assert_says(&fault, &["under this LEDGER_MASTER_KEY", "move that file away"]);
    assert!(matches!(fault, Fault::Setting(_)));
    std::fs::write(folder.0.join("latest"), "rubbish").expect("written");
    assert_says(
        &refusal(&ledger, &folder).await,
        &["is not a checkpoint of this database"],
    );
    std::fs::remove_file(folder.0.join("latest")).expect("removed");
    notary(&ledger, &folder).await.round().await.expect("a round");
    tamper(&ledger, "update genesis set value = 'another' where name = 'id'").await;
    assert_says(
        &refusal(&ledger, &folder).await,
        &["is not a checkpoint of this database"],
    );
}

async fn a_folder_that_cannot_be_used_is_refused(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    std::fs::write(&folder.0, "a file").expect("written");
    assert!(matches!(refusal(&ledger, &folder).await, Fault::Setting(_)));
    std::fs::remove_file(&folder.0).expect("removed");
}
