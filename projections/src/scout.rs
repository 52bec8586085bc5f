//! Wakes the followers that are behind: one query for all followers of a process, instead of one for each.
//!
//! A hint that something was appended names neither the partition nor the views that read it. One query
//! finds which of the followers are behind, and those are woken; a process that leads nothing sends no query.

use crate::leader::Leading;
use ledger::Ledger;
use ledger::timeouts::query_in_time;
use sqlx::{PgPool, Row};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

/// Pause between a hint and the query: what is appended meanwhile comes in the same page.
const GATHER: Duration = Duration::from_millis(5);
/// Rounds begin no sooner after each other: far below what a reader notices, and what many events change in one row is
/// written once.
const ROUND: Duration = Duration::from_millis(40);
/// The same after a round that found some follower this many events behind. Pages are then long enough that their rows
/// lie together in the index of postings, which is half of what the books cost (ASSUMED: 5,000 events a second).
const MANY: i64 = 500;
const ROUND_OF_MANY: Duration = Duration::from_millis(100);

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
    let mut round = ROUND;
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
        tokio::time::sleep_until((Instant::now() + GATHER).max(begun + round)).await;
        begun = Instant::now();
        match behind(ledger.pool(), &led).await {
            Ok(behind) => {
                let is_behind = |one: &&&Wakeable| behind.contains_key(&(one.view.to_owned(), one.partition));
                led.iter().filter(is_behind).for_each(|one| one.wake.notify_one());
                let most = behind.values().copied().max().unwrap_or_default();
                round = if most < MANY { ROUND } else { ROUND_OF_MANY };
            }
            // Each follower gets the same fault and handles it.
            Err(_) => led.iter().for_each(|follower| follower.wake.notify_one()),
        }
    }
}

/// Which are behind, and by how many events, or have no cursor yet: one of an empty log gets its cursor too.
async fn behind(pool: &PgPool, followers: &[&Wakeable]) -> Result<HashMap<(String, i32), i64>, sqlx::Error> {
    let views: Vec<&str> = followers.iter().map(|follower| follower.view).collect();
    let partitions: Vec<i32> = followers.iter().map(|follower| follower.partition).collect();
    let rows = sqlx::query(
        "select p.view, p.partition, h.position - coalesce(c.position, 0)
           from unnest($1::text[], $2::int[]) as p(view, partition)
           join heads h on h.partition = p.partition
           left join cursors c on c.partition = h.partition and c.view = p.view
          where h.position > coalesce(c.position, -1)",
    )
    .bind(views)
    .bind(partitions);
    let rows = query_in_time(pool, async |connection| rows.fetch_all(connection).await).await?;
    rows.iter()
        .map(|row| Ok(((row.try_get(0)?, row.try_get(1)?), row.try_get(2)?)))
        .collect()
}
