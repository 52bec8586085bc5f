//! The clock of the shadow: follows the log, shows how far it is, and stops payouts where USDT cannot be trusted.
//!
//! It begins with the log whenever a process starts, and goes so fast that it takes little of the machine; two
//! processes at once look twice. What it stopped, a person lets go on (`ledger rail resume`, or the staff console).

use crate::audit::shadow::{Divergence, Shadow};
use domain::money::Asset;
use ledger::{Fault, Ledger};
use metrics::{counter, gauge};
use rails::{Rail, slots};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// How often it looks.
pub const EVERY: Duration = Duration::from_secs(2);
/// Pages of a log in one look: ten thousand events.
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
    /// At the begin of the log.
    pub fn new(rails: &[Arc<dyn Rail>]) -> Shadows {
        metrics::describe_gauge!(
            POSITION,
            "Position up to which the shadow compared log and books of a partition."
        );
        metrics::describe_counter!(DIVERGED, "Places where log and books parted, by asset.");
        Shadows {
            rails: rails.to_vec(),
            shadow: Mutex::default(),
        }
    }

    /// Compares what was appended since the last look.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn tick(&self, ledger: &Ledger) -> Result<(), Fault> {
        let mut shadow = self.shadow.lock().await;
        for partition in 0..i32::from(ledger.partitions()) {
            let mut found = Vec::new();
            for _ in 0..PAGES {
                if !shadow.step(ledger, partition, &mut found).await? {
                    break;
                }
            }
            self.tell(ledger, &found).await?;
        }
        for (partition, position) in shadow.seen() {
            #[expect(clippy::cast_precision_loss, reason = "figures for graphs, not for books")]
            gauge!(POSITION, "partition" => partition.to_string()).set(*position as f64);
        }
        Ok(())
    }

    async fn tell(&self, ledger: &Ledger, found: &[Divergence]) -> Result<(), Fault> {
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
            // Only USDT leaves the house; a divergence that cannot be told apart may be about it.
            if asset.is_none_or(|asset| asset == Asset::Usdt) {
                let reason = format!("books and log part at position {position} of partition {partition}: {what}");
                for rail in &self.rails {
                    slots::pause(ledger.pool(), rail.as_ref(), ACTOR, &reason, ledger.clock().now()).await?;
                }
            }
        }
        Ok(())
    }
}
