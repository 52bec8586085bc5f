//! The end of images that no submission uses, and of those whose player was erased.

use super::{Uploads, record};
use domain::ids::PlayerId;
use domain::time::Timestamp;
use ledger::Fault;
use sqlx::Row;
use std::time::Duration;
use uuid::Uuid;

/// Pause between two passes. ASSUMED: ten minutes more are little after a day.
const EVERY: Duration = Duration::from_secs(600);
/// Uploads of one pass at most; the next pass goes on.
const UPLOADS_MAX: i64 = 500;

/// An upload whose time is over.
struct Expired {
    partition: i32,
    player: PlayerId,
    object_key: String,
}

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
        for expired in self.expired(now).await? {
            // The bytes first: without its row nobody would ever delete them.
            if let Err(unreached) = self.quarantine.remove(&expired.object_key, now).await {
                tracing::warn!(%unreached, "an image stays in quarantine until the next sweep");
                continue;
            }
            ended += usize::from(self.end(&expired).await?);
        }
        Ok(ended)
    }

    async fn expired(&self, now: Timestamp) -> Result<Vec<Expired>, Fault> {
        let rows = sqlx::query(
            "select partition, player, object_key from uploads
              where ends_at_ms <= $1 order by ends_at_ms limit $2",
        )
        .bind(now.0)
        .bind(UPLOADS_MAX)
        .fetch_all(self.pool())
        .await?;
        let mut expired = Vec::with_capacity(rows.len());
        for row in rows {
            expired.push(Expired {
                partition: row.try_get(0)?,
                player: PlayerId(row.try_get::<Uuid, _>(1)?),
                object_key: row.try_get(2)?,
            });
        }
        Ok(expired)
    }

    /// Deletes an upload, unless it is used: a submission that was quicker keeps its image.
    async fn end(&self, expired: &Expired) -> Result<bool, Fault> {
        let deleted = sqlx::query(
            "delete from uploads
              where partition = $1 and player = $2 and object_key = $3
                and used_for is null and (ctype = 'kyc' or sha256 is null)
              returning sha256",
        )
        .bind(expired.partition)
        .bind(expired.player.0)
        .bind(&expired.object_key)
        .fetch_optional(self.pool())
        .await?;
        if let Some(row) = deleted {
            if let Some(sha256) = row.try_get::<Option<Vec<u8>>, _>(0)? {
                let kind = record(&expired.object_key, &sha256);
                self.ledger.vault().remove(expired.player.0, &kind).await?;
            }
            return Ok(true);
        }
        sqlx::query("update uploads set ends_at_ms = null where partition = $1 and player = $2 and object_key = $3")
            .bind(expired.partition)
            .bind(expired.player.0)
            .bind(&expired.object_key)
            .execute(self.pool())
            .await?;
        Ok(false)
    }
}
