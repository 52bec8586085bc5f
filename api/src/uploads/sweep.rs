//! The end of images that no submission uses, and of those whose player was erased.

use super::{Uploads, record};
use ledger::Fault;
use projections::uploads::{self, Ended, Key};
use std::time::Duration;

/// Pause between two passes. ASSUMED: ten minutes more are little after a day.
const EVERY: Duration = Duration::from_secs(600);
/// Uploads of one pass at most; the next pass goes on.
const UPLOADS_MAX: i64 = 500;

impl Uploads {
    /// Sweeps for the life of the process.
    pub async fn upkeep(self) {
        loop {
            if let Err(fault) = self.sweep().await {
                tracing::error!(%fault, "the quarantine was not swept");
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Deletes uploads whose time is over with their bytes; how many were deleted.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn sweep(&self) -> Result<usize, Fault> {
        let now = self.now();
        let mut ended = 0;
        for expired in uploads::expired(self.pool(), now, UPLOADS_MAX).await? {
            // The bytes first: without its row nobody would ever delete them.
            if let Err(unreached) = self.quarantine.remove(&expired.object, now).await {
                tracing::warn!(%unreached, "an image stays in quarantine until the next sweep");
                continue;
            }
            ended += usize::from(self.end(&expired).await?);
        }
        Ok(ended)
    }

    /// Deletes an upload with its image in the vault; false when a submission keeps it.
    async fn end(&self, key: &Key) -> Result<bool, Fault> {
        match uploads::end(self.pool(), key).await? {
            Ended::Deleted(Some(sha256)) => {
                let kind = record(&key.object, &sha256);
                self.ledger.vault().remove(key.player.0, &kind).await?;
                Ok(true)
            }
            Ended::Deleted(None) => Ok(true),
            Ended::Used => Ok(false),
        }
    }
}
