//! The vault: personal data, outside the event log, encrypted for each subject
//! under a key of its own that the master key wraps (ledger §4.8).
//!
//! Destroying the subject's key erases the subject; no fact changes.
//!
//! A fingerprint is a keyed hash: whoever does not hold the master key can neither make one
//! nor guess from one what was hashed. The index of fingerprints shows which subjects
//! brought the same thing, and survives the subject's key: it reveals nothing of the thing.

use crate::error::Fault;
use crate::notary::certificate::Destroyed;
use crate::seal::{Sealer, key_of_purpose, random};
use crate::stream_id::partition_of;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};
use std::collections::HashMap;
use uuid::Uuid;

/// Subjects read at once at most.
const MANY_MAX: usize = 1_000;

#[derive(Clone)]
pub struct Vault {
    pool: PgPool,
    partitions: u16,
    master: Sealer,
    fingerprints: [u8; 32],
}

impl Vault {
    pub(crate) fn new(pool: PgPool, partitions: u16, master_key: &[u8; 32]) -> Vault {
        Vault {
            pool,
            partitions,
            master: Sealer::of_purpose(master_key, "vault"),
            fingerprints: key_of_purpose(master_key, "fingerprints"),
        }
    }

    fn partition(&self, subject: Uuid) -> i32 {
        i32::from(partition_of(subject, self.partitions))
    }

    /// Keeps `plain` as the subject's record of this kind, replacing the one before.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn put(&self, subject: Uuid, kind: &str, plain: &[u8]) -> Result<(), Fault> {
        let sealer = self.key(subject).await?;
        sqlx::query(
            "insert into vault_records (partition, subject, kind, sealed) values ($1, $2, $3, $4)
             on conflict (partition, subject, kind) do update set sealed = excluded.sealed",
        )
        .bind(self.partition(subject))
        .bind(subject)
        .bind(kind)
        .bind(sealer.seal(plain, &associated(subject, kind)))
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The subject's record of this kind.
    ///
    /// # Errors
    /// [`Fault`] when it exists but does not open.
    pub async fn get(&self, subject: Uuid, kind: &str) -> Result<Option<Vec<u8>>, Fault> {
        Ok(self.get_many(&[subject], kind).await?.remove(&subject))
    }

    /// The records of this kind of several subjects, at most a thousand.
    ///
    /// # Errors
    /// [`Fault`] when one exists but does not open.
    pub async fn get_many(&self, subjects: &[Uuid], kind: &str) -> Result<HashMap<Uuid, Vec<u8>>, Fault> {
        let subjects = &subjects[..subjects.len().min(MANY_MAX)];
        let partitions: Vec<i32> = subjects.iter().map(|&subject| self.partition(subject)).collect();
        let rows = sqlx::query(
            "select r.subject, k.wrapped, r.sealed
               from unnest($1::int[], $2::uuid[]) as asked(partition, subject)
               join vault_keys k using (partition, subject)
               join vault_records r using (partition, subject)
              where r.kind = $3",
        )
        .bind(partitions)
        .bind(subjects)
        .bind(kind)
        .fetch_all(&self.pool)
        .await?;
        let mut found = HashMap::with_capacity(rows.len());
        for row in rows {
            let (subject, wrapped, sealed): (Uuid, Vec<u8>, Vec<u8>) =
                (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            let plain = self
                .unwrap(subject, &wrapped)?
                .open(&sealed, &associated(subject, kind));
            found.insert(
                subject,
                plain.ok_or_else(|| Fault::Sealed(format!("{kind} of {subject}")))?,
            );
        }
        Ok(found)
    }

    /// Destroys the subject's record of this kind, if there is one.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn remove(&self, subject: Uuid, kind: &str) -> Result<(), Fault> {
        sqlx::query("delete from vault_records where partition = $1 and subject = $2 and kind = $3")
            .bind(self.partition(subject))
            .bind(subject)
            .bind(kind)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Destroys the subject's key and with it everything that was kept of the subject. Twice is once.
    /// What is remembered of it is a hash of the wrapped key, which opens nothing.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn erase(&self, subject: Uuid) -> Result<(), Fault> {
        sqlx::query(
            "with records as (delete from vault_records where partition = $1 and subject = $2 returning 1),
                  key as (delete from vault_keys where partition = $1 and subject = $2 returning wrapped)
             insert into vault_erasures (partition, subject, key_sha256, records)
             select $1, $2, sha256(wrapped), (select count(*) from records) from key",
        )
        .bind(self.partition(subject))
        .bind(subject)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// How many keys and records are there of the subject.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn left(&self, subject: Uuid) -> Result<i64, Fault> {
        let row = sqlx::query(
            "select (select count(*) from vault_keys where partition = $1 and subject = $2)
                  + (select count(*) from vault_records where partition = $1 and subject = $2)",
        )
        .bind(self.partition(subject))
        .bind(subject)
        .fetch_one(&self.pool)
        .await?;
        Ok(row.try_get(0)?)
    }

    /// The subject's keys that were destroyed.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn destroyed(&self, subject: Uuid) -> Result<Vec<Destroyed>, Fault> {
        let rows = sqlx::query(
            "select encode(key_sha256, 'hex'), records from vault_erasures
              where partition = $1 and subject = $2 order by key_sha256 limit $3",
        )
        .bind(self.partition(subject))
        .bind(subject)
        .bind(MANY_MAX as i64)
        .fetch_all(&self.pool)
        .await?;
        let destroyed = |row: &PgRow| {
            Ok(Destroyed {
                key_sha256: row.try_get(0)?,
                records: row.try_get(1)?,
            })
        };
        Ok(rows.iter().map(destroyed).collect::<Result<_, sqlx::Error>>()?)
    }

    /// The keyed hash of `text` for one purpose: HMAC-SHA-256, of two purposes unlike.
    pub fn fingerprint(&self, purpose: &str, text: &[u8]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.fingerprints).expect("a key of any length fits");
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(text);
        mac.finalize().into_bytes().into()
    }

    /// Records for ever that the subject brought this, and returns who else ever did.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn share(&self, subject: Uuid, fingerprint: &[u8; 32]) -> Result<Vec<Uuid>, Fault> {
        sqlx::query(
            "insert into vault_fingerprints (partition, fingerprint, subject) values ($1, $2, $3) on conflict do nothing",
        )
        .bind(self.partition_of(fingerprint))
        .bind(hex::encode(fingerprint))
        .bind(subject)
        .execute(&self.pool)
        .await?;
        self.others(subject, fingerprint).await
    }

    /// Whether the subject ever brought this.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn has_shared(&self, subject: Uuid, fingerprint: &[u8; 32]) -> Result<bool, Fault> {
        let row = sqlx::query(
            "select exists (select from vault_fingerprints
                             where partition = $1 and fingerprint = $2 and subject = $3)",
        )
        .bind(self.partition_of(fingerprint))
        .bind(hex::encode(fingerprint))
        .bind(subject)
        .fetch_one(&self.pool)
        .await?;
        Ok(row.try_get(0)?)
    }

    /// Which other subjects ever brought this.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn others(&self, subject: Uuid, fingerprint: &[u8; 32]) -> Result<Vec<Uuid>, Fault> {
        let rows = sqlx::query(
            "select subject from vault_fingerprints
              where partition = $1 and fingerprint = $2 and subject <> $3 order by subject limit $4",
        )
        .bind(self.partition_of(fingerprint))
        .bind(hex::encode(fingerprint))
        .bind(subject)
        .bind(MANY_MAX as i64)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }

    /// A fingerprint has a partition of its own, so that its subjects stand together.
    fn partition_of(&self, fingerprint: &[u8; 32]) -> i32 {
        let mut first = [0; 16];
        first.copy_from_slice(&fingerprint[..16]);
        self.partition(Uuid::from_bytes(first))
    }

    fn unwrap(&self, subject: Uuid, wrapped: &[u8]) -> Result<Sealer, Fault> {
        let plain = self.master.open(wrapped, subject.as_bytes());
        let key = plain.and_then(|plain| <[u8; 32]>::try_from(plain).ok());
        key.map(|key| Sealer::new(&key))
            .ok_or_else(|| Fault::Sealed(format!("the key of {subject}")))
    }

    async fn key(&self, subject: Uuid) -> Result<Sealer, Fault> {
        let wrapped = self.master.seal(&random(), subject.as_bytes());
        sqlx::query("insert into vault_keys (partition, subject, wrapped) values ($1, $2, $3) on conflict do nothing")
            .bind(self.partition(subject))
            .bind(subject)
            .bind(wrapped)
            .execute(&self.pool)
            .await?;
        let row = sqlx::query("select wrapped from vault_keys where partition = $1 and subject = $2")
            .bind(self.partition(subject))
            .bind(subject)
            .fetch_one(&self.pool)
            .await?;
        self.unwrap(subject, &row.try_get::<Vec<u8>, _>(0)?)
    }
}

fn associated(subject: Uuid, kind: &str) -> Vec<u8> {
    format!("vault:{subject}:{kind}").into_bytes()
}
