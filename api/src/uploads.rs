//! Images that players send (PRODUCT §3.11, T-63 to T-65).
//!
//! A place for one image is given out to one player, is good for [`TTL_MS`], is filled once
//! and used once. The address of a place is signed, so nobody can make one up; the bytes lie
//! in the vault under the player's key, cleaned ([`crate::image`]), and end with that key.
//! Nothing that a client names is ever fetched.

use crate::error::Failure;
use crate::personal;
use crate::wire::utils::UploadKind;
use domain::ids::{PlayerId, SubmissionId};
use domain::kyc::Upload;
use domain::time::{DAY_MS, Timestamp};
use ledger::{Fault, Ledger};
use sha2::{Digest, Sha256};
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, OwnedMutexGuard};
use uuid::Uuid;

/// How long a place waits for its image (ASSUMED: ten minutes, enough for a phone on a bad line).
pub const TTL_MS: i64 = 10 * 60_000;
/// Largest image in bytes (PRODUCT §3.11: 8 MiB).
pub const BYTES_MAX: usize = 8 << 20;
/// Places a player gets in 24 hours (PRODUCT §4).
pub const PER_DAY: i64 = 20;
/// Places of one player that are looked at: those of a month of full days.
const LISTED_MAX: i64 = 600;

/// Players whose turns are remembered at most.
const TURNS_MAX: u64 = 100_000;
/// How long a turn is remembered; longer than anybody waits for one and takes it.
const TURN_MEMORY: Duration = Duration::from_secs(600);

/// The images of one database.
#[derive(Clone)]
pub struct Uploads {
    ledger: Ledger,
    turns: moka::sync::Cache<PlayerId, Arc<Mutex<()>>>,
}

/// A place that was given out.
#[derive(Clone, Debug)]
pub struct Place {
    /// The image's name.
    pub object_key: String,
    /// Until when it waits.
    pub expires_at: Timestamp,
    /// Proves that it was given out.
    pub signature: String,
}

/// What became of bytes that were sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// They are kept; the same bytes twice are kept once.
    Kept,
    /// Other bytes are kept there already.
    Taken,
    /// The account was erased since the place was given out; nothing is kept.
    Closed,
}

fn record(object_key: &str, sha256: &[u8]) -> String {
    format!("upload:{object_key}:{}", hex::encode(sha256))
}

impl Uploads {
    /// The images behind a ledger.
    pub fn new(ledger: &Ledger) -> Uploads {
        Uploads {
            ledger: ledger.clone(),
            turns: moka::sync::Cache::builder()
                .max_capacity(TURNS_MAX)
                .time_to_idle(TURN_MEMORY)
                .build(),
        }
    }

    fn pool(&self) -> &PgPool {
        self.ledger.pool()
    }

    fn partition(&self, player: PlayerId) -> i32 {
        i32::from(self.ledger.partition_of(player.0))
    }

    /// Gives a place out.
    ///
    /// # Errors
    /// -1005 beyond a day's places; a fault of the database.
    pub async fn issue(&self, player: PlayerId, kind: UploadKind, now: Timestamp) -> Result<Place, Failure> {
        let mut transaction = self.pool().begin().await?;
        // One at a time for a player: of two at once the second must see the first.
        sqlx::query("select pg_advisory_xact_lock(hashtextextended('uploads:' || $1::text, 0))")
            .bind(player.0)
            .execute(&mut *transaction)
            .await?;
        let row = sqlx::query(
            "select count(*), min(issued_at_ms) from uploads
              where partition = $1 and player = $2 and issued_at_ms > $3",
        )
        .bind(self.partition(player))
        .bind(player.0)
        .bind(now.0 - DAY_MS)
        .fetch_one(&mut *transaction)
        .await?;
        if row.try_get::<i64, _>(0)? >= PER_DAY {
            let oldest: Option<i64> = row.try_get(1)?;
            return Err(Failure::too_many(oldest.unwrap_or(now.0) + DAY_MS - now.0));
        }
        let object_key = format!("{}-{}", kind.name(), Uuid::new_v4().simple());
        let expires_at = now.plus_ms(TTL_MS);
        sqlx::query(
            "insert into uploads (partition, player, object_key, ctype, issued_at_ms, expires_at_ms)
             values ($1, $2, $3, $4, $5, $6)",
        )
        .bind(self.partition(player))
        .bind(player.0)
        .bind(&object_key)
        .bind(kind.name())
        .bind(now.0)
        .bind(expires_at.0)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(Place {
            signature: self.sign(&object_key, expires_at.0),
            object_key,
            expires_at,
        })
    }

    fn sign(&self, object_key: &str, expires_at_ms: i64) -> String {
        let text = format!("{object_key}:{expires_at_ms}");
        hex::encode(self.ledger.vault().fingerprint("upload", text.as_bytes()))
    }

    /// True for the signature of a place that still waits.
    pub fn is_open(&self, object_key: &str, expires_at_ms: i64, signature: &str, now: Timestamp) -> bool {
        // Both sides are hashed again under the key, so that comparing them tells nothing by its time.
        let blind = |text: &str| self.ledger.vault().fingerprint("compare", text.as_bytes());
        now.0 < expires_at_ms && blind(signature) == blind(&self.sign(object_key, expires_at_ms))
    }

    /// Whose a place is that was given out.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn owner(&self, object_key: &str) -> Result<Option<PlayerId>, Fault> {
        let row = sqlx::query("select player from uploads where object_key = $1")
            .bind(object_key)
            .fetch_optional(self.pool())
            .await?;
        Ok(row.map(|row| row.try_get(0).map(PlayerId)).transpose()?)
    }

    /// Waits until no other image of the player is on its way in this process.
    pub async fn turn(&self, player: PlayerId) -> OwnedMutexGuard<()> {
        self.turns.get_with(player, Arc::default).lock_owned().await
    }

    /// Keeps a cleaned image in a place that was given out to the player.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn keep(&self, player: PlayerId, object_key: &str, image: &[u8]) -> Result<Kept, Fault> {
        let sha256 = Sha256::digest(image).to_vec();
        // The bytes first: a row that names bytes must find them.
        let kind = record(object_key, &sha256);
        if !personal::keep(&self.ledger, player, &kind, image).await? {
            return Ok(Kept::Closed);
        }
        let row = sqlx::query(
            "update uploads set sha256 = coalesce(sha256, $4)
              where partition = $1 and player = $2 and object_key = $3
              returning sha256",
        )
        .bind(self.partition(player))
        .bind(player.0)
        .bind(object_key)
        .bind(&sha256)
        .fetch_one(self.pool())
        .await?;
        if row.try_get::<Vec<u8>, _>(0)? == sha256 {
            return Ok(Kept::Kept);
        }
        self.ledger.vault().remove(player.0, &kind).await?;
        Ok(Kept::Taken)
    }

    /// A player's images of the identity form that a submission may use: those no other one used.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn usable(&self, player: PlayerId, submission: SubmissionId) -> Result<Vec<Upload>, Fault> {
        let rows = sqlx::query(
            "select object_key, sha256 is not null from uploads
              where partition = $1 and player = $2 and ctype = 'kyc' and coalesce(used_for, $3) = $3
              order by issued_at_ms desc limit $4",
        )
        .bind(self.partition(player))
        .bind(player.0)
        .bind(submission.0)
        .bind(LISTED_MAX)
        .fetch_all(self.pool())
        .await?;
        let upload = |row: &PgRow| {
            Ok(Upload {
                key: row.try_get(0)?,
                is_image: row.try_get(1)?,
            })
        };
        Ok(rows.iter().map(upload).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Binds images to a submission, or lets go what a refused one had bound.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn bind(&self, player: PlayerId, submission: SubmissionId, keys: &[String]) -> Result<(), Fault> {
        sqlx::query(
            "update uploads set used_for = case when object_key = any($4) then $3 end
              where partition = $1 and player = $2
                and (used_for = $3 or (used_for is null and object_key = any($4)))",
        )
        .bind(self.partition(player))
        .bind(player.0)
        .bind(submission.0)
        .bind(keys)
        .execute(self.pool())
        .await?;
        Ok(())
    }

    /// The bytes of a player's image; nothing when none came, or once they were erased.
    ///
    /// # Errors
    /// A fault of the vault.
    pub async fn read(&self, player: PlayerId, object_key: &str) -> Result<Option<Vec<u8>>, Fault> {
        let row = sqlx::query("select sha256 from uploads where partition = $1 and player = $2 and object_key = $3")
            .bind(self.partition(player))
            .bind(player.0)
            .bind(object_key)
            .fetch_optional(self.pool())
            .await?;
        let sha256: Option<Option<Vec<u8>>> = row.map(|row| row.try_get(0)).transpose()?;
        match sha256.flatten() {
            Some(sha256) => self.ledger.vault().get(player.0, &record(object_key, &sha256)).await,
            None => Ok(None),
        }
    }
}
