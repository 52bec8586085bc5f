//! The buckets of all processes, put together behind their calls.
//!
//! A call is counted in memory and never waits for the database. Once a process has let a share of a bucket pass that no
//! other knows of, the bucket's row gets it, and the row's sum comes back. Players who stay far below their limits cost
//! nothing; one who uses a limit up costs a row's change four times in a window.
//!
//! Precision, for `n` processes and `most` calls in a window: in any window at most `most`, a quarter of it for each
//! process, and what comes between two exchanges ([`EVERY`]). That is paid back: the row counts it, and all processes
//! refuse until it is over. While the database is away each process counts by itself.

use super::{Bucket, Key, Limits, Subject};
use domain::time::Timestamp;
use ledger::{Fault, Ledger};
use sqlx::{PgPool, Row};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::mem;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

/// So many parts of a window are let pass before others hear of it.
const SHARES: i64 = 4;
/// Time between two exchanges.
pub const EVERY: Duration = Duration::from_millis(100);
/// Buckets of one exchange at most; others wait for their next call.
const DUE_MAX: usize = 4_096;
/// Exchanges between two removals of old rows: ten minutes.
const SWEEP_AFTER: u32 = 6_000;
/// An hour, the longest window, in microseconds: what arrived before is as good as absent.
const WINDOW_MAX_US: i64 = 3_600_000_000;

/// What the names of buckets are hashed for.
const PURPOSE: &str = "call count";

/// Adds to the rows and returns their sums; in the order of the names, so that two processes do not wait for each other.
const EXCHANGE: &str = "
insert into call_counts as known (bucket, arrival_us)
select sent.bucket, $3 + sent.added from unnest($1::bytea[], $2::bigint[]) as sent(bucket, added)
 order by sent.bucket
    on conflict (bucket) do update
   set arrival_us = greatest(known.arrival_us, $3) + excluded.arrival_us - $3
returning bucket, arrival_us";

/// Buckets of which others have to hear.
#[derive(Clone, Default)]
pub(super) struct Due(Arc<Mutex<HashMap<Key, Arc<Bucket>>>>);

impl Due {
    /// Notes a bucket with so much that no other process knows of.
    pub(super) fn note(&self, key: Key, bucket: &Arc<Bucket>, unsent_us: i64, window_us: i64) {
        if unsent_us.saturating_mul(SHARES) < window_us {
            return;
        }
        let mut due = self.lock();
        if due.len() < DUE_MAX {
            due.entry(key).or_insert_with(|| bucket.clone());
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Arc<Bucket>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Limits {
    /// Exchanges with the other processes of a database for ever.
    pub async fn follow(self, ledger: Ledger) {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut exchanges = 0_u32;
        loop {
            ticks.tick().await;
            exchanges = exchanges.wrapping_add(1);
            let mut done = self.exchange(&ledger).await;
            if exchanges.is_multiple_of(SWEEP_AFTER) && done.is_ok() {
                done = sweep(ledger.pool(), ledger.clock().now()).await;
            }
            if let Err(fault) = done {
                tracing::debug!(%fault, "limits of calls are counted by this process alone");
            }
        }
    }

    /// Writes what is due to the database, and takes over what others let pass of the same buckets.
    ///
    /// # Errors
    /// A fault of the database; what was due is due again.
    pub async fn exchange(&self, ledger: &Ledger) -> Result<(), Fault> {
        let due = mem::take(&mut *self.due.lock());
        if due.is_empty() {
            return Ok(());
        }
        let named = |(key, bucket): (&Key, &Arc<Bucket>)| {
            let name = ledger.vault().fingerprint(PURPOSE, name_of(*key).as_bytes());
            (name, bucket.clone())
        };
        let buckets: HashMap<[u8; 32], Arc<Bucket>> = due.iter().map(named).collect();
        let now_us = ledger.clock().now().0.saturating_mul(1_000);
        // What was let pass long ago is over by now: it does not count again, from now on.
        let take = |(name, bucket): (&[u8; 32], &Arc<Bucket>)| {
            let left_us = (bucket.arrival.load(Ordering::Relaxed) - now_us).max(0);
            (name.to_vec(), bucket.unsent.swap(0, Ordering::Relaxed).min(left_us))
        };
        let (names, added): (Vec<Vec<u8>>, Vec<i64>) = buckets.iter().map(take).unzip();
        let statement = sqlx::query(EXCHANGE).bind(&names).bind(&added).bind(now_us);
        let rows = statement.fetch_all(ledger.pool()).await.inspect_err(|_| {
            for (bucket, added) in buckets.values().zip(&added) {
                bucket.unsent.fetch_add(*added, Ordering::Relaxed);
            }
            self.due.lock().extend(due);
        })?;
        for row in rows {
            let (name, arrival_us): (Vec<u8>, i64) = (row.try_get(0)?, row.try_get(1)?);
            if let Some(bucket) = buckets.get(&name[..]) {
                let since = bucket.unsent.load(Ordering::Relaxed);
                bucket
                    .arrival
                    .fetch_max(arrival_us.saturating_add(since), Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

/// Removes rows that say nothing any more.
async fn sweep(pool: &PgPool, now: Timestamp) -> Result<(), Fault> {
    sqlx::query("delete from call_counts where arrival_us < $1")
        .bind(now.0.saturating_mul(1_000) - WINDOW_MAX_US)
        .execute(pool)
        .await?;
    Ok(())
}

/// The bucket's name, the same in every process.
fn name_of((subject, class): Key) -> String {
    let mut name = format!("{class:?}|");
    // Writing to a text does not fail.
    let _ = match subject {
        Subject::Player(player) => write!(name, "{player}"),
        Subject::Address(address) => write!(name, "{}", address.ip()),
        Subject::Part(player, part) => write!(name, "{player}|{part}"),
        Subject::Browser(browser) => write!(name, "browser {browser}"),
    };
    name
}
