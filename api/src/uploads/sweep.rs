//! The end of images that no submission uses, and of those whose player was erased.

use super::{Uploads, record};
use domain::ids::PlayerId;
use domain::time::Timestamp;
use ledger::Fault;
use sqlx::Row;
use std::time::Duration;
use uuid::Uuid;

/// How often the sweep looks. ASSUMED: ten minutes more are little after a day.
const EVERY: Duration = Duration::from_secs(600);
/// Places of one look at most; the next look goes on.
const PLACES_MAX: i64 = 500;

/// A place whose time is over.
struct Over {
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

    /// Destroys what lies in places whose time is over; how many places ended.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn sweep(&self) -> Result<usize, Fault> {
        let now = self.now();
        let mut ended = 0;
        for over in self.over(now).await? {
            // The bytes first: a row that is gone would let them lie for ever.
            if let Err(unreached) = self.quarantine.remove(&over.object_key, now).await {
                tracing::warn!(%unreached, "an image stays in quarantine until the next sweep");
                continue;
            }
            ended += usize::from(self.end(&over).await?);
        }
        Ok(ended)
    }

    async fn over(&self, now: Timestamp) -> Result<Vec<Over>, Fault> {
        let rows = sqlx::query(
            "select partition, player, object_key from uploads
              where ends_at_ms <= $1 order by ends_at_ms limit $2",
        )
        .bind(now.0)
        .bind(PLACES_MAX)
        .fetch_all(self.pool())
        .await?;
        let mut over = Vec::with_capacity(rows.len());
        for row in rows {
            over.push(Over {
                partition: row.try_get(0)?,
                player: PlayerId(row.try_get::<Uuid, _>(1)?),
                object_key: row.try_get(2)?,
            });
        }
        Ok(over)
    }

    /// Ends a place, unless it is used: a submission that was quicker keeps its image.
    async fn end(&self, over: &Over) -> Result<bool, Fault> {
        let gone = sqlx::query(
            "delete from uploads
              where partition = $1 and player = $2 and object_key = $3
                and used_for is null and (ctype = 'kyc' or sha256 is null)
              returning sha256",
        )
        .bind(over.partition)
        .bind(over.player.0)
        .bind(&over.object_key)
        .fetch_optional(self.pool())
        .await?;
        if let Some(row) = gone {
            if let Some(sha256) = row.try_get::<Option<Vec<u8>>, _>(0)? {
                let kind = record(&over.object_key, &sha256);
                self.ledger.vault().remove(over.player.0, &kind).await?;
            }
            return Ok(true);
        }
        sqlx::query("update uploads set ends_at_ms = null where partition = $1 and player = $2 and object_key = $3")
            .bind(over.partition)
            .bind(over.player.0)
            .bind(&over.object_key)
            .execute(self.pool())
            .await?;
        Ok(false)
    }
}
