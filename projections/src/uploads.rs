//! Table `uploads`: images that players send, from the signed form to the vault. Not a view: the service writes it, and
//! the vault has the bytes. An upload is one player's, so every statement but those of the sweep names the player.

use domain::ids::{PlayerId, SubmissionId};
use domain::kyc::Upload;
use domain::time::Timestamp;
use ledger::{Fault, transactions};
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};
use uuid::Uuid;

/// Uploads of one player that are looked at: those of a month of full days.
const LISTED_MAX: i64 = 600;

/// Which upload it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The log of the player.
    pub partition: u16,
    pub player: PlayerId,
    /// The name by which the storage has the bytes.
    pub object: String,
}

/// An upload that is to be issued.
#[derive(Clone, Copy, Debug)]
pub struct NewUpload<'a> {
    /// What it is for: `kyc` or `avatar`.
    pub kind: &'a str,
    pub issued_at: Timestamp,
    /// Until when it waits for its bytes.
    pub expires_at: Timestamp,
    /// When it is deleted, unless a submission uses it.
    pub ends_at: Timestamp,
}

/// How many uploads a player may be issued after a moment.
#[derive(Clone, Copy, Debug)]
pub struct Quota {
    pub after: Timestamp,
    pub most: i64,
}

/// Issues an upload. When the player has had the quota: nothing is issued, and the answer is when the oldest upload of
/// the quota was.
///
/// # Errors
/// A fault of the database.
pub async fn issue(pool: &PgPool, key: &Key, new: NewUpload<'_>, quota: Quota) -> Result<Option<Timestamp>, Fault> {
    let mut transaction = transactions::begin(pool).await?;
    // One at a time for a player: of two at once the second must see the first.
    sqlx::query("select pg_advisory_xact_lock(hashtextextended('uploads:' || $1::text, 0))")
        .bind(key.player.0)
        .execute(&mut *transaction)
        .await?;
    let (count, oldest): (i64, Option<i64>) = sqlx::query_as(
        "select count(*), min(issued_at_ms) from uploads
          where partition = $1 and player = $2 and issued_at_ms > $3",
    )
    .bind(i32::from(key.partition))
    .bind(key.player.0)
    .bind(quota.after.0)
    .fetch_one(&mut *transaction)
    .await?;
    if count >= quota.most {
        return Ok(Some(oldest.map_or(new.issued_at, Timestamp)));
    }
    sqlx::query(
        "insert into uploads (partition, player, object_key, ctype, issued_at_ms, expires_at_ms, ends_at_ms)
         values ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(i32::from(key.partition))
    .bind(key.player.0)
    .bind(&key.object)
    .bind(new.kind)
    .bind(new.issued_at.0)
    .bind(new.expires_at.0)
    .bind(new.ends_at.0)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(None)
}

/// The player to whom an upload was issued.
///
/// # Errors
/// A fault of the database.
pub async fn owner(pool: &PgPool, object: &str) -> Result<Option<PlayerId>, Fault> {
    let owner = sqlx::query_scalar("select player from uploads where object_key = $1").bind(object);
    Ok(owner.fetch_optional(pool).await?.map(PlayerId))
}

/// A player's images of the identity form that a submission may use: those no other one used, and not over.
///
/// # Errors
/// A fault of the database.
pub async fn usable(
    pool: &PgPool,
    partition: u16,
    player: PlayerId,
    submission: SubmissionId,
    now: Timestamp,
) -> Result<Vec<Upload>, Fault> {
    let rows = sqlx::query(
        "select object_key, sha256 from uploads
          where partition = $1 and player = $2 and ctype = 'kyc'
            and (used_for = $3 or used_for is null and ends_at_ms > $5)
          order by issued_at_ms desc limit $4",
    )
    .bind(i32::from(partition))
    .bind(player.0)
    .bind(submission.0)
    .bind(LISTED_MAX)
    .bind(now.0)
    .fetch_all(pool)
    .await?;
    let upload = |row: &PgRow| {
        Ok(Upload {
            key: row.try_get(0)?,
            image: row.try_get::<Option<Vec<u8>>, _>(1)?,
        })
    };
    Ok(rows.iter().map(upload).collect::<Result<_, sqlx::Error>>()?)
}

/// Those of a player's uploads whose bytes were not taken in, and that are not over.
///
/// # Errors
/// A fault of the database.
pub async fn unfilled(
    pool: &PgPool,
    partition: u16,
    player: PlayerId,
    objects: &[String],
    now: Timestamp,
) -> Result<Vec<String>, Fault> {
    let unfilled = sqlx::query_scalar(
        "select object_key from uploads
          where partition = $1 and player = $2 and object_key = any($3) and sha256 is null and ends_at_ms > $4",
    )
    .bind(i32::from(partition))
    .bind(player.0)
    .bind(objects)
    .bind(now.0);
    Ok(unfilled.fetch_all(pool).await?)
}

/// Binds images to a submission, or releases what a refused one had bound; the hashes of those that are bound. What is
/// released lives `life_ms` from its issue.
///
/// # Errors
/// A fault of the database.
pub async fn bind(
    pool: &PgPool,
    partition: u16,
    player: PlayerId,
    (submission, objects): (SubmissionId, &[String]),
    life_ms: i64,
) -> Result<Vec<Vec<u8>>, Fault> {
    let rows: Vec<(Option<Uuid>, Option<Vec<u8>>)> = sqlx::query_as(
        "update uploads
            set used_for = case when object_key = any($4) then $3 end,
                ends_at_ms = case when object_key = any($4) then ends_at_ms
                                  else coalesce(ends_at_ms, issued_at_ms + $5) end
          where partition = $1 and player = $2
            and (used_for = $3 or (used_for is null and object_key = any($4)))
          returning used_for, sha256",
    )
    .bind(i32::from(partition))
    .bind(player.0)
    .bind(submission.0)
    .bind(objects)
    .bind(life_ms)
    .fetch_all(pool)
    .await?;
    let bound = rows.into_iter().filter(|(used_for, _)| used_for.is_some());
    Ok(bound.filter_map(|(_, sha256)| sha256).collect())
}

/// The hash of a player's image; nothing while it was not taken in.
///
/// # Errors
/// A fault of the database.
pub async fn hash(pool: &PgPool, key: &Key) -> Result<Option<Vec<u8>>, Fault> {
    let row: Option<(Option<Vec<u8>>,)> =
        sqlx::query_as("select sha256 from uploads where partition = $1 and player = $2 and object_key = $3")
            .bind(i32::from(key.partition))
            .bind(key.player.0)
            .bind(&key.object)
            .fetch_optional(pool)
            .await?;
    Ok(row.and_then(|(sha256,)| sha256))
}

/// Fills an upload with an image, once; the hash of the image that fills it now. Nothing when it was deleted.
///
/// # Errors
/// A fault of the database.
pub async fn fill(pool: &PgPool, key: &Key, sha256: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
    let filled = sqlx::query_scalar(
        "update uploads set sha256 = coalesce(sha256, $4)
          where partition = $1 and player = $2 and object_key = $3
          returning sha256",
    )
    .bind(i32::from(key.partition))
    .bind(key.player.0)
    .bind(&key.object)
    .bind(sha256);
    Ok(filled.fetch_optional(pool).await?)
}

/// Uploads whose time is over, the oldest first.
///
/// # Errors
/// A fault of the database.
pub async fn expired(pool: &PgPool, now: Timestamp, limit: i64) -> Result<Vec<Key>, Fault> {
    let rows = sqlx::query(
        "select partition, player, object_key from uploads
          where ends_at_ms <= $1 order by ends_at_ms limit $2",
    )
    .bind(now.0)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let key = |row: &PgRow| {
        let partition: i32 = row.try_get(0)?;
        Ok(Key {
            partition: u16::try_from(partition).map_err(|_| Fault::Law(format!("there is a log {partition}")))?,
            player: PlayerId(row.try_get(1)?),
            object: row.try_get(2)?,
        })
    };
    rows.iter().map(key).collect()
}

/// What became of an upload whose time is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It is gone; with the hash of its image, if it had one.
    Deleted(Option<Vec<u8>>),
    /// A submission that was quicker keeps it.
    Used,
}

/// Deletes an upload, unless it is used: one that is used has no end any more.
///
/// # Errors
/// A fault of the database.
pub async fn end(pool: &PgPool, key: &Key) -> Result<Ended, Fault> {
    let deleted: Option<(Option<Vec<u8>>,)> = sqlx::query_as(
        "delete from uploads
          where partition = $1 and player = $2 and object_key = $3
            and used_for is null and (ctype = 'kyc' or sha256 is null)
          returning sha256",
    )
    .bind(i32::from(key.partition))
    .bind(key.player.0)
    .bind(&key.object)
    .fetch_optional(pool)
    .await?;
    if let Some((sha256,)) = deleted {
        return Ok(Ended::Deleted(sha256));
    }
    sqlx::query("update uploads set ends_at_ms = null where partition = $1 and player = $2 and object_key = $3")
        .bind(i32::from(key.partition))
        .bind(key.player.0)
        .bind(&key.object)
        .execute(pool)
        .await?;
    Ok(Ended::Used)
}

/// Marks all images of an erased player for the next sweep; their bytes in the vault went with the key.
///
/// # Errors
/// A fault of the database.
pub async fn forget(pool: &PgPool, partition: u16, player: PlayerId) -> Result<(), Fault> {
    sqlx::query(
        "update uploads set ends_at_ms = 0, used_for = null, sha256 = null where partition = $1 and player = $2",
    )
    .bind(i32::from(partition))
    .bind(player.0)
    .execute(pool)
    .await?;
    Ok(())
}
