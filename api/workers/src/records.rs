//! The scheduled job that ends team records nobody received in thirty days (domain §3.8): what is left of them goes
//! back to where it came from.

use super::schedule;
use domain::player::team::ExpireRecord;
use domain::time::Day;
use ledger::{Fault, Ledger};
use projections::team_records;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often the job runs. ASSUMED: a record cannot be received from its end on, whenever the job runs.
pub const EVERY: Duration = Duration::from_secs(60);
/// Records of one run at most; the next run continues.
const RECORDS_MAX: i64 = 500;

/// The first day that may hold records to end: those before it hold none, and never will again.
#[derive(Debug, Default)]
pub struct Records(Mutex<Day>);

impl Records {
    /// Ends what is over.
    ///
    /// # Errors
    /// [`Fault`] of the database; the next run does it again.
    pub async fn tick(&self, ledger: &Ledger) -> Result<(), Fault> {
        let rules = &ledger.current_config().team;
        let until = team_records::first_open(rules, ledger.clock().now());
        let shown = team_records::shown(ledger, rules).await?;
        let from = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let lapsed = team_records::lapsed(ledger.pool(), shown, from, until, RECORDS_MAX).await?;
        if lapsed.is_empty() {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = until;
        }
        for (player, record) in lapsed {
            schedule::issue(ledger, "system:records", player, ExpireRecord { record }).await;
        }
        Ok(())
    }
}
