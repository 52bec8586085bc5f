//! The notary on real databases: trees, checkpoints, proofs, the start, and whatever somebody with
//! every right on the database may do to it.

mod bundles;
mod exports;
mod following;
mod liabilities;
mod rewritten;
mod sealed;
mod start;
mod tampers;

use crate::players::{dive, give_coins, open_the_house, register};
use crate::tamper::tamper;
use ledger::notary::{LogHead, Notary};
use ledger::testing::forgery::forger;
use ledger::testing::{MASTER_KEY, ledger};
use ledger::{EventLog, Fault, Ledger, feed};
use sqlx::{Executor, Row};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use tlog_tiles::{EMPTY_HASH, Hash, node_hash, record_hash};

/// A folder of one test, removed at its end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ledger-notary-{}-{number}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        Folder(path)
    }

    pub fn latest(&self) -> Option<String> {
        std::fs::read_to_string(self.0.join("latest")).ok()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// A ledger with some hundred events, spread over all its logs.
async fn played(partitions: u16) -> Ledger {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    play(&ledger, 1..=8).await;
    ledger
}

/// Lets players with these accounts come and dive.
async fn play(ledger: &Ledger, tg_ids: impl Iterator<Item = i64>) {
    for tg_id in tg_ids {
        let player = register(ledger, tg_id).await;
        give_coins(ledger, player, 10_000).await;
        for casts in [12, 9, 7] {
            dive(ledger, player, casts).await;
        }
    }
}

async fn opened(ledger: &Ledger, folder: &Folder) -> Result<Notary, Fault> {
    // As a process that starts: it reads of which database its keys are.
    let log = EventLog::with_key(sqlx::PgPool::clone(ledger.pool()), &MASTER_KEY.into()).await?;
    Notary::open(log, ledger.clock().clone(), folder.0.clone()).await
}

pub async fn notary(ledger: &Ledger, folder: &Folder) -> Notary {
    opened(ledger, folder).await.expect("a notary")
}

/// The size and root of every log, from the leaves in the table by the definition of RFC 6962 §2.1.
async fn defined(ledger: &Ledger) -> Vec<LogHead> {
    let mut heads = Vec::new();
    for partition in 0..i32::from(ledger.partitions()) {
        let events = feed::read(ledger.pool().key(), ledger.pool(), partition, 0, 10_000)
            .await
            .expect("no gap");
        let leaves: Vec<Hash> = events.iter().map(|event| record_hash(&event.leaf)).collect();
        heads.push(LogHead {
            size: leaves.len() as u64,
            root: root(&leaves),
        });
    }
    heads
}

fn root(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => EMPTY_HASH,
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            node_hash(root(left), root(right))
        }
    }
}

/// The position of the newest event of a partition.
async fn head(ledger: &Ledger, partition: i32) -> i64 {
    sqlx::query("select position from heads where partition = $1")
        .bind(partition)
        .fetch_one(ledger.pool())
        .await
        .expect("a head")
        .get(0)
}

/// A partition that holds players.
fn a_busy_partition(ledger: &Ledger) -> i32 {
    i32::from(ledger.partitions()) - 1
}

/// Takes the last `count` events of a partition away, with every trace that the ledger left of them.
async fn lose_the_end(ledger: &Ledger, partition: i32, count: i64) {
    ledger::books::reach_heads(ledger.pool()).await.expect("books");
    let end = head(ledger, partition).await - count;
    for table in ["events", "postings", "natural_keys", "requests"] {
        let statement = format!("delete from {table} where partition = {partition} and position > {end}");
        forger(ledger).await.execute(statement.as_str()).await.expect("deleted");
    }
    for table in ["heads", "cursors"] {
        let statement = format!("update {table} set position = {end} where partition = {partition}");
        tamper(ledger, &statement).await;
    }
    tamper(ledger, &format!("delete from balances where partition = {partition}")).await;
    tamper(
        ledger,
        &format!(
            "insert into balances (partition, owner, account, asset, balance, position)
             select distinct on (owner, account) partition, owner, account, asset, after, position
               from postings
              where partition = {partition}
              order by owner, account, position desc, leg desc"
        ),
    )
    .await;
}
