//! Wakes the followers that are behind: one query for all followers of a process, instead of one for each.
//!
//! A hint that something was appended names neither the partition nor the views that read it. One query
//! finds which of the followers are behind, and those are woken; a process that leads nothing sends no query.

use crate::leader::Leading;
use ledger::Ledger;
use sqlx::{PgPool, Row};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

/// Pause between a hint and the query: what is appended meanwhile comes in the same page.
const GATHER: Duration = Duration::from_millis(5);
/// Rounds under load begin no sooner after each other: far below what a reader notices, and what many events change in
/// one row is written once.
const ROUND: Duration = Duration::from_millis(40);

/// A follower that can be woken.
pub(crate) struct Wakeable {
    pub view: &'static str,
    pub partition: i32,
    pub leading: Leading,
    pub wake: Arc<Notify>,
}

/// Wakes followers that are behind, until `stop` turns true.
pub(crate) async fn scout(ledger: Ledger, mut followers: Vec<Wakeable>, mut stop: watch::Receiver<bool>) {
    let mut wakeup = ledger.signal().subscribe();
    let mut begun = Instant::now();
    while !*stop.borrow() {
        tokio::select! {
            () = wakeup.wait() => {}
            _ = stop.changed() => continue,
        }
        let led: Vec<&Wakeable> = followers
            .iter_mut()
            .filter_map(|follower| follower.leading.now().then_some(&*follower))
            .collect();
        if led.is_empty() {
            continue;
        }
        tokio::time::sleep_until((Instant::now() + GATHER).max(begun + ROUND)).await;
        begun = Instant::now();
        match behind(ledger.pool(), &led).await {
            Ok(behind) => led
                .iter()
                .filter(|follower| behind.contains(&(follower.view.to_owned(), follower.partition)))
                .for_each(|follower| follower.wake.notify_one()),
            // Each follower gets the same fault and handles it.
            Err(_) => led.iter().for_each(|follower| follower.wake.notify_one()),
        }
    }
}

/// Which are behind, or have no cursor yet: one of an empty log gets its cursor too.
async fn behind(pool: &PgPool, followers: &[&Wakeable]) -> Result<HashSet<(String, i32)>, sqlx::Error> {
    let views: Vec<&str> = followers.iter().map(|follower| follower.view).collect();
    let partitions: Vec<i32> = followers.iter().map(|follower| follower.partition).collect();
    let rows = sqlx::query(
        "select p.view, p.partition
           from unnest($1::text[], $2::int[]) as p(view, partition)
           join heads h on h.partition = p.partition
           left join cursors c on c.partition = h.partition and c.view = p.view
          where h.position > coalesce(c.position, -1)",
    )
    .bind(views)
    .bind(partitions)
    .fetch_all(pool)
    .await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}
