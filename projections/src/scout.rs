//! The scout: one question for all followers of a process, instead of one for each.
//!
//! A hint that something was appended says neither where nor whom it concerns. The
//! scout asks once which of the followers are behind and wakes those; a process that
//! leads nothing asks nothing.

use crate::leader::Leading;
use ledger::Ledger;
use sqlx::{PgPool, Row};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};

/// Pause between a hint and the question: what is appended meanwhile comes in the same page.
/// Far below what a reader notices, and a view costs the database a few hundred commits a second at most.
const GATHER: Duration = Duration::from_millis(5);

/// A follower as the scout knows it.
pub(crate) struct Place {
    pub view: &'static str,
    pub partition: i32,
    pub leading: Leading,
    /// Wakes it.
    pub call: Arc<Notify>,
}

/// Wakes followers that are behind, until `stop` turns true.
pub(crate) async fn scout(ledger: Ledger, mut places: Vec<Place>, mut stop: watch::Receiver<bool>) {
    let mut wakeup = ledger.signal().subscribe();
    while !*stop.borrow() {
        tokio::select! {
            () = wakeup.wait() => {}
            _ = stop.changed() => continue,
        }
        let led: Vec<&Place> = places
            .iter_mut()
            .filter_map(|place| place.leading.now().then_some(&*place))
            .collect();
        if led.is_empty() {
            continue;
        }
        tokio::time::sleep(GATHER).await;
        match behind(ledger.pool(), &led).await {
            Ok(behind) => led
                .iter()
                .filter(|place| behind.contains(&(place.view.to_owned(), place.partition)))
                .for_each(|place| place.call.notify_one()),
            // Each follower meets the same fault and deals with it.
            Err(_) => led.iter().for_each(|place| place.call.notify_one()),
        }
    }
}

async fn behind(pool: &PgPool, places: &[&Place]) -> Result<HashSet<(String, i32)>, sqlx::Error> {
    let views: Vec<&str> = places.iter().map(|place| place.view).collect();
    let partitions: Vec<i32> = places.iter().map(|place| place.partition).collect();
    let rows = sqlx::query(
        "select p.view, p.partition
           from unnest($1::text[], $2::int[]) as p(view, partition)
           join heads h on h.partition = p.partition
           left join cursors c on c.partition = p.partition and c.view = p.view
          where h.position > coalesce(c.position, 0)",
    )
    .bind(views)
    .bind(partitions)
    .fetch_all(pool)
    .await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}
