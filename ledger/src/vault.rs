//! The vault: personal data, outside the event log, encrypted for each subject
//! under a key of its own that the master key wraps (ledger §4.8).
//!
//! Destroying the subject's key erases the subject; no fact changes.
//!
//! A fingerprint is a keyed hash: whoever does not hold the master key can neither make one
//! nor guess from one what was hashed. The index of fingerprints shows which subjects
//! brought the same thing, and survives the subject's key: it reveals nothing of the thing.

use crate::error::Fault;
use crate::keys::rotate::PAGE;
use crate::keys::{Keys, Sealers};
use crate::notary::certificate::Destroyed;
use crate::seal::{Sealer, random};
use crate::stream_id::partition_of;
use domain::defence::Defence;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::HashMap;
use uuid::Uuid;

/// Subjects read at once at most.
const MANY_MAX: usize = 1_000;

#[derive(Clone)]
pub struct Vault {
    pool: PgPool,
    partitions: u16,
    master: Sealers,
    fingerprints: [u8; 32],
}

impl Vault {
    pub(crate) fn new(pool: PgPool, partitions: u16, keys: &Keys) -> Vault {
        Vault {
            pool,
            partitions,
            master: keys.vault().clone(),
            fingerprints: keys.lasting().fingerprints,
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

    /// Keeps `plain` unless the subject has a record of this kind; the record that is kept.
    ///
    /// # Errors
    /// [`Fault`] of the database, and when what is kept does not open.
    pub async fn keep(&self, subject: Uuid, kind: &str, plain: &[u8]) -> Result<Vec<u8>, Fault> {
        let sealed = self.key(subject).await?.seal(plain, &associated(subject, kind));
        sqlx::query(
            "insert into vault_records (partition, subject, kind, sealed) values ($1, $2, $3, $4)
             on conflict do nothing",
        )
        .bind(self.partition(subject))
        .bind(subject)
        .bind(kind)
        .bind(sealed)
        .execute(&self.pool)
        .await?;
        let missing = || Fault::Sealed(format!("{kind} of {subject}"));
        self.get(subject, kind).await?.ok_or_else(missing)
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
        let found = self.find(subjects, &[kind.to_owned()]).await?.into_iter();
        Ok(found.map(|((subject, _), plain)| (subject, plain)).collect())
    }

    /// The records of these kinds, whichever of the subjects has one.
    ///
    /// # Errors
    /// [`Fault`] when one exists but does not open.
    pub async fn get_kinds(&self, subjects: &[Uuid], kinds: &[String]) -> Result<HashMap<String, Vec<u8>>, Fault> {
        let found = self.find(subjects, kinds).await?.into_iter();
        Ok(found.map(|((_, kind), plain)| (kind, plain)).collect())
    }

    async fn find(&self, subjects: &[Uuid], kinds: &[String]) -> Result<HashMap<(Uuid, String), Vec<u8>>, Fault> {
        let subjects = &subjects[..subjects.len().min(MANY_MAX)];
        let partitions: Vec<i32> = subjects.iter().map(|&subject| self.partition(subject)).collect();
        let rows = sqlx::query(
            "select r.subject, k.sealed_by, k.wrapped, r.sealed, r.kind
               from unnest($1::int[], $2::uuid[]) as asked(partition, subject)
               join vault_keys k using (partition, subject)
               join vault_records r using (partition, subject)
              where r.kind = any($3)",
        )
        .bind(partitions)
        .bind(subjects)
        .bind(kinds)
        .fetch_all(&self.pool)
        .await?;
        let mut found = HashMap::with_capacity(rows.len());
        for row in &rows {
            let (subject, sealed): (Uuid, Vec<u8>) = (row.try_get(0)?, row.try_get(3)?);
            let kind: String = row.try_get(4)?;
            let plain = unwrap(&self.master, subject, row)?;
            let plain = sealer_of(subject, plain)?.open(&sealed, &associated(subject, &kind));
            let plain = plain.ok_or_else(|| Fault::Sealed(format!("{kind} of {subject}")))?;
            found.insert((subject, kind), plain);
        }
        Ok(found)
    }

    /// The kinds of the subject's records, in their order; the first thousand.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn kinds(&self, subject: Uuid) -> Result<Vec<String>, Fault> {
        let rows =
            sqlx::query("select kind from vault_records where partition = $1 and subject = $2 order by kind limit $3")
                .bind(self.partition(subject))
                .bind(subject)
                .bind(MANY_MAX as i64)
                .fetch_all(&self.pool)
                .await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
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
        let key: &[u8] = match Defence::KeyedHash.is_off() {
            true => &[],
            false => &self.fingerprints,
        };
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length fits");
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

    async fn key(&self, subject: Uuid) -> Result<Sealer, Fault> {
        let wrapped = self.master.seal(&random(), subject.as_bytes());
        sqlx::query(
            "insert into vault_keys (partition, subject, sealed_by, wrapped) values ($1, $2, $3, $4)
             on conflict do nothing",
        )
        .bind(self.partition(subject))
        .bind(subject)
        .bind(self.master.id())
        .bind(wrapped)
        .execute(&self.pool)
        .await?;
        let row =
            sqlx::query("select subject, sealed_by, wrapped from vault_keys where partition = $1 and subject = $2")
                .bind(self.partition(subject))
                .bind(subject)
                .fetch_one(&self.pool)
                .await?;
        sealer_of(subject, unwrap(&self.master, subject, &row)?)
    }
}

/// Wraps the keys of all subjects under the key in use that another one wraps; returns how many.
pub(crate) async fn renew(owner: &mut PgConnection, master: &Sealers) -> Result<u64, Fault> {
    let (mut last, mut renewed) = ((-1, Uuid::nil()), 0);
    loop {
        let rows = sqlx::query(
            "select subject, sealed_by, wrapped, partition from vault_keys
              where (partition, subject) > ($1, $2) and sealed_by is distinct from $3
              order by partition, subject limit $4",
        )
        .bind(last.0)
        .bind(last.1)
        .bind(master.id())
        .bind(PAGE)
        .fetch_all(&mut *owner)
        .await?;
        let Some(end) = rows.last() else { return Ok(renewed) };
        last = (end.try_get(3)?, end.try_get(0)?);
        let (mut partitions, mut subjects) = (Vec::new(), Vec::new());
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for row in &rows {
            let subject: Uuid = row.try_get(0)?;
            let plain = unwrap(master, subject, row)?;
            partitions.push(row.try_get::<i32, _>(3)?);
            subjects.push(subject);
            before.push(row.try_get::<Vec<u8>, _>(2)?);
            after.push(master.seal(&plain, subject.as_bytes()));
        }
        let done = sqlx::query(
            "update vault_keys k set wrapped = made.wrapped, sealed_by = $5
               from unnest($1::int[], $2::uuid[], $3::bytea[], $4::bytea[]) as made(partition, subject, old, wrapped)
              where k.partition = made.partition and k.subject = made.subject and k.wrapped = made.old",
        )
        .bind(partitions)
        .bind(subjects)
        .bind(before)
        .bind(after)
        .bind(master.id())
        .execute(&mut *owner)
        .await?;
        renewed += done.rows_affected();
    }
}

/// The key in a row of subject, `sealed_by` and `wrapped`.
fn unwrap(master: &Sealers, subject: Uuid, row: &PgRow) -> Result<Vec<u8>, Fault> {
    let (sealed_by, wrapped): (Option<Vec<u8>>, Vec<u8>) = (row.try_get(1)?, row.try_get(2)?);
    let plain = master.open(sealed_by.as_deref(), &wrapped, subject.as_bytes());
    plain.ok_or_else(|| Fault::Sealed(format!("the key of {subject}")))
}

fn sealer_of(subject: Uuid, key: Vec<u8>) -> Result<Sealer, Fault> {
    let key = <[u8; 32]>::try_from(key).map_err(|_| Fault::Sealed(format!("the key of {subject}")))?;
    Ok(Sealer::new(&key))
}

fn associated(subject: Uuid, kind: &str) -> Vec<u8> {
    format!("vault:{subject}:{kind}").into_bytes()
}
