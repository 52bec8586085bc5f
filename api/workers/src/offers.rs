//! The scheduled job that puts what the catalogues limit on offer: shop items and tasks with a stock (domain §3.6,
//! §3.9).
//!
//! It runs for every configuration that comes into force, and repeats until every stock is as the catalogue
//! says. When an item is on sale at all is the catalogue's business, so the stock has no end.

use domain::config::Config;
use domain::stock::{Lot, StockCommand};
use ledger::{Fault, Ledger, Plain, StreamId};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often the job runs: as often as the configuration is read.
pub const EVERY: Duration = Duration::from_secs(1);

/// What was put on offer last.
#[derive(Debug, Default)]
pub struct Offers(Mutex<Option<Arc<Config>>>);

impl Offers {
    /// Puts on offer what is new since the last run.
    ///
    /// # Errors
    /// [`Fault`] of the ledger; the next run does it again.
    pub async fn tick(&self, ledger: &Ledger) -> Result<(), Fault> {
        let config = ledger.current_config();
        if self.last().is_some_and(|last| Arc::ptr_eq(&last, &config)) {
            return Ok(());
        }
        tick(ledger).await?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(config);
        Ok(())
    }

    fn last(&self) -> Option<Arc<Config>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Puts everything on offer that the configuration in force limits.
///
/// # Errors
/// [`Fault`] of the ledger, or a stock that was busy.
pub async fn tick(ledger: &Ledger) -> Result<(), Fault> {
    for (lot, pieces) in limited(&ledger.current_config()) {
        let (id, capacity) = (StreamId::thing(lot.id().0), i64::from(pieces));
        let stock = ledger.stocks().load(&id).await?.state;
        if stock.lot.is_some() && stock.capacity == capacity {
            continue;
        }
        let offer = StockCommand::Offer {
            lot,
            capacity,
            until: None,
        };
        let offered = ledger
            .stocks()
            .execute(&id, offer, ledger::Request::without_id("system:offers"), Plain)
            .await;
        let reply = offered.map_err(|error| Fault::Unknown(error.to_string()))?;
        tracing::info!(stock.id = %id.owner, capacity, code = reply.code, "a limited lot was put on offer");
    }
    Ok(())
}

/// Every limited lot of the catalogues with its pieces.
fn limited(config: &Config) -> Vec<(Lot, u32)> {
    let items = config.shop.items.iter().filter_map(|item| {
        let item_id = item.item_id.clone();
        Some((Lot::Item { item_id }, item.stock?))
    });
    let tasks = config.promotion.tasks.iter().filter_map(|task| {
        let task_id = task.task_id.clone();
        Some((Lot::Task { task_id }, task.stock?))
    });
    items.chain(tasks).collect()
}
