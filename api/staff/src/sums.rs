//! Sums of lists that are kept for a moment. Many people look at one list, and each screen asks again every few seconds:
//! what nothing has changed since is added up once.
//!
//! A sum belongs to a list, its filters, and how far the logs and the views have come; whatever is recorded or followed
//! makes another one. It is kept for [`KEPT`] at most. Who asks while it is being added up waits for the same sum.

use crate::reading::read::period;
use crate::wire::page::StaffSum;
use ledger::sums::Sums;
use ledger::{Fault, Ledger};
use projections::cursor;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a sum is kept: as long as a screen waits before it asks again.
const KEPT: Duration = Duration::from_secs(5);
/// Sums that are kept at once (ASSUMED): lists that people have open, with their filters.
const KEPT_MAX: usize = 256;

/// A sum, or the place for one that is being added up; nothing where adding up takes too long.
type Place = Arc<tokio::sync::Mutex<Option<Option<Sums>>>>;

/// The sums that a process keeps. Clones share them.
#[derive(Clone, Default)]
pub struct KeptSums {
    places: Arc<Mutex<HashMap<String, (Instant, Place)>>>,
    added_up: Arc<AtomicU64>,
}

impl KeptSums {
    /// The sums that a list is asked for, where it is. `of` names the list and its filters, without the page.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn wanted(
        &self,
        ledger: &Ledger,
        (asked, of): (Option<bool>, String),
        sums: impl Future<Output = Result<Option<Sums>, Fault>> + Send,
    ) -> Result<Option<Vec<StaffSum>>, Fault> {
        if asked != Some(true) {
            return Ok(None);
        }
        let reached = cursor::reached(ledger.pool()).await?;
        let found = self.once(format!("{of} {reached:?}"), sums).await?;
        Ok(found.map(period::summed))
    }

    /// The sum of a key, added up once while it is kept. One that failed is not kept.
    async fn once(
        &self,
        key: String,
        sums: impl Future<Output = Result<Option<Sums>, Fault>> + Send,
    ) -> Result<Option<Sums>, Fault> {
        let place = self.place(key);
        let mut kept = place.lock().await;
        if let Some(sums) = &*kept {
            return Ok(sums.clone());
        }
        self.added_up.fetch_add(1, Ordering::Relaxed);
        let found = sums.await?;
        *kept = Some(found.clone());
        Ok(found)
    }

    fn place(&self, key: String) -> Place {
        let now = Instant::now();
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        places.retain(|_, (since, _)| now.duration_since(*since) < KEPT);
        if places.len() >= KEPT_MAX {
            places.clear();
        }
        let (_, place) = places.entry(key).or_insert_with(|| (now, Place::default()));
        place.clone()
    }

    /// How many sums were added up.
    pub fn added_up(&self) -> u64 {
        self.added_up.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::sums::Sum;

    fn of(rows: i64) -> Sums {
        let sum = Sum { rows, ..Sum::default() };
        Sums::from([("usdt".to_owned(), sum)])
    }

    async fn found(rows: i64) -> Result<Option<Sums>, Fault> {
        tokio::task::yield_now().await;
        Ok(Some(of(rows)))
    }

    #[tokio::test]
    async fn two_readers_of_the_same_rows_add_them_up_once() {
        let kept = KeptSums::default();
        let (one, other) = tokio::join!(kept.once("a 1".into(), found(1)), kept.once("a 1".into(), found(2)));
        assert_eq!((one.expect("read"), other.expect("read")), (Some(of(1)), Some(of(1))));
        assert_eq!(kept.added_up(), 1);
        let moved = kept.once("a 2".into(), found(3)).await.expect("read");
        assert_eq!(
            (moved, kept.added_up()),
            (Some(of(3)), 2),
            "something was recorded meanwhile"
        );
    }

    #[tokio::test]
    async fn a_sum_that_failed_is_added_up_again() {
        let kept = KeptSums::default();
        let fails = async { Err(Fault::Unknown("gone".into())) };
        assert!(kept.once("a".into(), fails).await.is_err());
        assert_eq!(kept.once("a".into(), found(1)).await.expect("read"), Some(of(1)));
        let late = async { Ok(None) };
        assert_eq!(kept.once("b".into(), late).await.expect("read"), None);
        assert_eq!(
            kept.once("b".into(), found(1)).await.expect("read"),
            None,
            "too many rows stay too many"
        );
    }

    #[tokio::test]
    async fn no_more_are_kept_than_may_be() {
        let kept = KeptSums::default();
        for key in 0..=KEPT_MAX {
            kept.once(key.to_string(), found(1)).await.expect("read");
        }
        let places = kept.places.lock().expect("a map").len();
        assert!(places <= KEPT_MAX, "{places}");
    }
}
