//! The scheduled shadow audit: follows the log, exports its position, and stops payouts where USDT cannot be trusted:
//! where books and log part, where the books have stopped before an event that they cannot take, where a payment was given
//! to an order that it is not for, and while the log is not what the notary signed.
//!
//! It begins with the newest events whenever a process starts and goes back from there, at a rate that takes little of the
//! machine; once it has compared all, a page a run. Two processes at once compare twice. What it stopped, a person resumes (`ledger rail resume`, or the staff console).

use crate::audit::shadow::{Divergence, Shadow};
use domain::finding::Finding;
use domain::money::Asset;
use ledger::{Fault, Ledger, books};
use metrics::{counter, gauge};
use projections::cursor::standings;
use rails::{Rail, incoming, slots};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// How often it runs.
pub const EVERY: Duration = Duration::from_secs(2);
/// Pages of a log in one run: ten thousand events.
const PAGES: usize = 10;
/// Who stops the wallets.
const ACTOR: &str = "system:shadow";

const POSITION: &str = "ledger_shadow_position";
const DIVERGED: &str = "ledger_shadow_divergences";

/// The shadow of one process.
pub struct Shadows {
    rails: Vec<Arc<dyn Rail>>,
    shadow: Mutex<Shadow>,
}

impl Shadows {
    /// At the ends of the logs.
    pub fn new(rails: &[Arc<dyn Rail>]) -> Shadows {
        Shadows {
            rails: rails.to_vec(),
            shadow: Mutex::default(),
        }
    }

    /// Compares what was appended since the last run. Each check runs, whatever became of those before it: what one of
    /// them cannot read must not hide what another one would find.
    ///
    /// # Errors
    /// The first [`Fault`] of the database.
    pub async fn tick(&self, ledger: &Ledger) -> Result<(), Fault> {
        let mut shadow = self.shadow.lock().await;
        let mut checked = Ok(());
        for partition in 0..i32::from(ledger.partitions()) {
            let compared = self.compare(&mut shadow, ledger, partition).await;
            checked = checked.and(compared);
        }
        checked = checked.and(self.record_stops(ledger).await);
        checked = checked.and(self.record_unfounded(ledger).await);
        checked = checked.and(self.record_trust(ledger).await);
        for (partition, position) in shadow.seen() {
            #[expect(clippy::cast_precision_loss, reason = "figures for graphs, not for books")]
            gauge!(POSITION, "partition" => partition.to_string()).set(position as f64);
        }
        checked
    }

    /// What was found before a fault is recorded all the same.
    async fn compare(&self, shadow: &mut Shadow, ledger: &Ledger, partition: i32) -> Result<(), Fault> {
        let (mut found, mut stepped) = (Vec::new(), Ok(true));
        for _ in 0..PAGES {
            stepped = shadow.step(ledger, partition, &mut found).await;
            if !matches!(stepped, Ok(true)) {
                break;
            }
        }
        let recorded = self.record(ledger, &found).await;
        match stepped {
            Ok(_) => recorded,
            Err(Fault::Contradiction(what)) => self.record_foreign(ledger, partition, what).await.and(recorded),
            Err(fault) => Err(fault),
        }
    }

    /// Somebody else wrote to the log, or deleted from it: it is read no further, and nobody is paid on it. What it says
    /// of any asset cannot be trusted.
    async fn record_foreign(&self, ledger: &Ledger, partition: i32, what: String) -> Result<(), Fault> {
        tracing::error!(partition, what, "the log is not what this service wrote");
        counter!(DIVERGED, "asset" => "unknown").increment(1);
        let found = Finding::new("log_foreign", what.clone()).with("detail", what);
        self.pause(ledger, &found).await
    }

    async fn record_unfounded(&self, ledger: &Ledger) -> Result<(), Fault> {
        match incoming::unfounded(ledger.pool()).await? {
            Some(why) => self.pause(ledger, &why).await,
            None => Ok(()),
        }
    }

    async fn record_trust(&self, ledger: &Ledger) -> Result<(), Fault> {
        let Some(why) = ledger.trust().broken() else {
            return Ok(());
        };
        let text = format!("the log is not what was signed: {why}");
        let found = Finding::new("log_not_signed", text).with("detail", why);
        self.pause(ledger, &found).await
    }

    /// Books that have stopped know nothing of what was paid since: a withdrawal may rest on an event that broke a floor.
    async fn record_stops(&self, ledger: &Ledger) -> Result<(), Fault> {
        let now = ledger.clock().now();
        for standing in standings(ledger.pool(), now).await? {
            let Some(stop) = standing.stopped.filter(|_| standing.view == books::CURSOR) else {
                continue;
            };
            let (position, partition) = (stop.position, standing.partition);
            let text = format!(
                "the books stop before position {position} of partition {partition}: {}",
                stop.error
            );
            let found = Finding::new("books_stopped", text).with("position", position);
            let found = found.with("partition", partition).with("detail", &stop.error);
            self.pause(ledger, &found).await?;
        }
        Ok(())
    }

    async fn pause(&self, ledger: &Ledger, reason: &Finding) -> Result<(), Fault> {
        for rail in &self.rails {
            slots::pause(ledger.pool(), rail.as_ref(), ACTOR, reason, ledger.clock().now()).await?;
        }
        Ok(())
    }

    async fn record(&self, ledger: &Ledger, found: &[Divergence]) -> Result<(), Fault> {
        for Divergence {
            partition,
            position,
            asset,
            what,
        } in found
        {
            let named = asset.map_or("unknown", Asset::name);
            tracing::error!(partition, position, asset = named, what, "books and log part");
            counter!(DIVERGED, "asset" => named).increment(1);
            // Only USDT leaves the house; a divergence of an unknown asset may be about it.
            if asset.is_none_or(|asset| asset == Asset::Usdt) {
                let text = format!("books and log part at position {position} of partition {partition}: {what}");
                let found = Finding::new("books_part", text).with("position", position);
                let found = found.with("partition", partition).with("detail", what);
                self.pause(ledger, &found).await?;
            }
        }
        Ok(())
    }
}
