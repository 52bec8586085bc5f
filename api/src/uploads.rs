//! Images that players send (domain §3.11, T-63 to T-65).
//!
//! | stage | where the bytes are | until |
//! |---|---|---|
//! | a form is issued to one player | nowhere | [`TTL_MS`] for the bytes to come |
//! | they came | quarantine ([`crate::quarantine`]), as they were sent | they are taken in |
//! | taken in ([`intake`]) | the vault, drawn anew, under the player's key | [`LIFE_MS`], or for ever once a submission uses them |
//! | swept ([`sweep`]) | nowhere | |
//!
//! An upload is filled once and used once. A client cannot invent one, and nothing that a client names is
//! ever fetched.

pub mod endpoint;
mod intake;
mod room;
mod sweep;

pub use endpoint::mount;
pub use intake::{NotTakenIn, TakenIn};

use crate::error::Failure;
use crate::quarantine::{Offer, Quarantine, Storage};
use crate::wire::utils::UploadKind;
use domain::ids::{PlayerId, SubmissionId};
use domain::kyc::Upload;
use domain::time::{DAY_MS, Timestamp};
use ledger::{Fault, Ledger};
use projections::uploads::{self, Key, NewUpload, Quota};
use sqlx::PgPool;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, OwnedMutexGuard};
use uuid::Uuid;

/// How long an upload waits for its image (ASSUMED: ten minutes, enough for a phone on a bad line).
pub const TTL_MS: i64 = 10 * 60_000;
/// How long an image waits for a submission that uses it (api §8.3).
pub const LIFE_MS: i64 = DAY_MS;
/// Largest image in bytes (domain §3.11: 8 MiB).
pub const BYTES_MAX: usize = 8 << 20;
/// Uploads a player is issued in 24 hours (api §4).
pub const PER_DAY: i64 = 20;

/// Players whose locks are kept at most.
const LOCKS_MAX: u64 = 100_000;
/// How long a lock is kept; longer than any upload holds it or waits for it.
const LOCK_TTL: Duration = Duration::from_secs(600);

/// The images of one database.
#[derive(Clone)]
pub struct Uploads {
    ledger: Ledger,
    quarantine: Quarantine,
    locks: moka::sync::Cache<PlayerId, Arc<Mutex<()>>>,
}

/// An upload that was issued: where the image may be sent to.
#[derive(Clone, Debug)]
pub struct IssuedUpload {
    pub object_key: String,
    /// Until when it waits.
    pub expires_at: Timestamp,
    /// How to fill it.
    pub offer: Offer,
}

/// The vault's name of an image.
fn record(object_key: &str, sha256: &[u8]) -> String {
    format!("upload:{object_key}:{}", hex::encode(sha256))
}

impl Uploads {
    /// The images behind a ledger, on their way through this storage.
    pub fn new(ledger: &Ledger, storage: &Storage) -> Uploads {
        Uploads {
            ledger: ledger.clone(),
            quarantine: Quarantine::new(storage, ledger.vault()),
            locks: moka::sync::Cache::builder()
                .max_capacity(LOCKS_MAX)
                .time_to_idle(LOCK_TTL)
                .build(),
        }
    }

    /// Where bytes are stored until they are taken in.
    pub fn quarantine(&self) -> &Quarantine {
        &self.quarantine
    }

    fn pool(&self) -> &PgPool {
        self.ledger.pool()
    }

    fn partition(&self, player: PlayerId) -> u16 {
        self.ledger.partition_of(player.0)
    }

    fn key(&self, player: PlayerId, object_key: &str) -> Key {
        Key {
            partition: self.partition(player),
            player,
            object: object_key.to_owned(),
        }
    }

    fn now(&self) -> Timestamp {
        self.ledger.clock().now()
    }

    /// Issues an upload.
    ///
    /// # Errors
    /// -1005 beyond a day's uploads; a fault of the database.
    pub async fn issue(&self, player: PlayerId, kind: UploadKind, now: Timestamp) -> Result<IssuedUpload, Failure> {
        let object_key = format!("{}-{}", kind.name(), Uuid::new_v4().simple());
        let new = NewUpload {
            kind: kind.name(),
            issued_at: now,
            expires_at: now.plus_ms(TTL_MS),
            ends_at: now.plus_ms(LIFE_MS),
        };
        let quota = Quota {
            after: now.plus_ms(-DAY_MS),
            most: PER_DAY,
        };
        if let Some(oldest) = uploads::issue(self.pool(), &self.key(player, &object_key), new, quota).await? {
            return Err(Failure::too_many(oldest.plus_ms(DAY_MS).since(now)));
        }
        Ok(IssuedUpload {
            offer: self.quarantine.offer(&object_key, now, new.expires_at),
            object_key,
            expires_at: new.expires_at,
        })
    }

    /// The player to whom an upload was issued.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn owner(&self, object_key: &str) -> Result<Option<PlayerId>, Fault> {
        uploads::owner(self.pool(), object_key).await
    }

    /// Waits until no other image of the player is on its way in this process.
    pub async fn lock(&self, player: PlayerId) -> OwnedMutexGuard<()> {
        self.locks.get_with(player, Arc::default).lock_owned().await
    }

    /// A player's images of the identity form that a submission may use: those no other one used, and not over.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn usable(&self, player: PlayerId, submission: SubmissionId) -> Result<Vec<Upload>, Fault> {
        uploads::usable(self.pool(), self.partition(player), player, submission, self.now()).await
    }

    /// Binds images to a submission, or releases what a refused one had bound; the hashes of those that are bound.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn bind(
        &self,
        player: PlayerId,
        submission: SubmissionId,
        keys: &[String],
    ) -> Result<Vec<Vec<u8>>, Fault> {
        let bound = (submission, keys);
        uploads::bind(self.pool(), self.partition(player), player, bound, LIFE_MS).await
    }

    /// The hash of a player's image; nothing while it was not taken in.
    async fn hash(&self, player: PlayerId, object_key: &str) -> Result<Option<Vec<u8>>, Fault> {
        uploads::hash(self.pool(), &self.key(player, object_key)).await
    }

    /// The bytes of a player's image; nothing when none were taken in, or once they were erased.
    ///
    /// # Errors
    /// A fault of the vault.
    pub async fn read(&self, player: PlayerId, object_key: &str) -> Result<Option<Vec<u8>>, Fault> {
        match self.hash(player, object_key).await? {
            Some(sha256) => self.ledger.vault().get(player.0, &record(object_key, &sha256)).await,
            None => Ok(None),
        }
    }

    /// Other players who ever submitted this very image (T-68): remembered by a keyed hash alone.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn others_with(&self, player: PlayerId, object_key: &str) -> Result<Vec<Uuid>, Fault> {
        match self.hash(player, object_key).await? {
            Some(sha256) => {
                let vault = self.ledger.vault();
                vault.others(player.0, &vault.fingerprint("image", &sha256)).await
            }
            None => Ok(Vec::new()),
        }
    }

    /// Remembers for ever that a player submitted these images.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn share(&self, player: PlayerId, hashes: &[Vec<u8>]) -> Result<(), Fault> {
        let vault = self.ledger.vault();
        for sha256 in hashes {
            vault.share(player.0, &vault.fingerprint("image", sha256)).await?;
        }
        Ok(())
    }
}
