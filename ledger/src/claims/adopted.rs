//! The natural keys of a database that was made before events named them: up to a position of each log, all of them
//! together have one digest with a MAC. It was made once, by whoever took the database over ([`crate::adopt`]).

use super::{Claim, PAGE};
use crate::error::Fault;
use crate::keys::rotate::renew_macs;
use crate::mac::MacKeys;
use sha2::{Digest, Sha256};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

/// What the MAC is made for.
const KIND: &str = "adopted claims";

/// What vouches for the keys of a log that were claimed before events named them.
pub(crate) struct Adopted {
    partition: i32,
    pub until: i64,
    digest: Option<Vec<u8>>,
    mac: Option<Vec<u8>>,
}

impl Adopted {
    pub(crate) async fn read(connection: &mut PgConnection, partition: i32) -> Result<Option<Adopted>, sqlx::Error> {
        let row = sqlx::query("select partition, until, digest, mac from adopted_claims where partition = $1")
            .bind(partition)
            .fetch_optional(connection)
            .await?;
        row.as_ref().map(Adopted::of).transpose()
    }

    pub(crate) async fn all(connection: &mut PgConnection) -> Result<Vec<Adopted>, sqlx::Error> {
        let all = "select partition, until, digest, mac from adopted_claims order by partition";
        let rows = sqlx::query(all).fetch_all(connection).await?;
        rows.iter().map(Adopted::of).collect()
    }

    fn of(row: &PgRow) -> Result<Adopted, sqlx::Error> {
        Ok(Adopted {
            partition: row.try_get("partition")?,
            until: row.try_get("until")?,
            digest: row.try_get("digest")?,
            mac: row.try_get("mac")?,
        })
    }

    /// Whether it is the service's word; a reader without the keys cannot say.
    pub(crate) fn fits(&self, keys: Option<&MacKeys>) -> bool {
        let (Some(digest), Some(mac)) = (&self.digest, &self.mac) else {
            return keys.is_none();
        };
        keys.is_none_or(|keys| keys.fits_row(KIND, &[&message(self.partition, self.until, digest)], mac))
    }

    /// What does not fit about it, beside the rows that it vouches for.
    pub(crate) fn objection(&self, keys: Option<&MacKeys>, found: AdoptedRows) -> Option<String> {
        if !self.fits(keys) {
            return Some("nobody vouches for the natural keys of before".into());
        }
        let is_changed = self.digest.as_ref().is_some_and(|digest| **digest != found.digest());
        is_changed.then(|| "the natural keys of before are not those that were taken over".into())
    }

    /// Vouches for the rows that stand there, as the owner, where nobody did.
    ///
    /// # Errors
    /// [`Fault::Setting`] where an event of that time names its keys: then it was taken over before.
    pub(crate) async fn adopt(connection: &mut PgConnection, keys: &MacKeys) -> Result<(), Fault> {
        let all = Adopted::all(connection).await?;
        for adopted in all.iter().filter(|adopted| adopted.mac.is_none()) {
            let (partition, until) = (adopted.partition, adopted.until);
            let late = "select min(position) from events
                         where partition = $1 and position <= $2 and metadata->>'claims' is not null";
            let late: Option<i64> = sqlx::query_scalar(late)
                .bind(partition)
                .bind(until)
                .fetch_one(&mut *connection)
                .await?;
            if let Some(position) = late {
                return Err(Fault::Setting(format!(
                    "partition {partition} was taken over before position {position}: what is missing there was removed"
                )));
            }
            let digest = AdoptedRows::read(connection, partition, until).await?.digest();
            let mac = keys.of_row(KIND, &[&message(partition, until, &digest)]);
            sqlx::query("update adopted_claims set digest = $2, mac = $3 where partition = $1")
                .bind(partition)
                .bind(digest)
                .bind(mac)
                .execute(&mut *connection)
                .await?;
        }
        Ok(())
    }
}

fn message(partition: i32, until: i64, digest: &[u8]) -> Vec<u8> {
    [&partition.to_be_bytes(), &until.to_be_bytes()[..], digest].concat()
}

/// The rows of a log that were taken over, hashed in the order of their keys.
#[derive(Default)]
pub(crate) struct AdoptedRows(Sha256);

impl AdoptedRows {
    async fn read(connection: &mut PgConnection, partition: i32, until: i64) -> Result<AdoptedRows, sqlx::Error> {
        let (mut rows, mut after) = (AdoptedRows::default(), String::new());
        loop {
            let page = sqlx::query(
                "select key, aggregate_id, position from natural_keys
                  where partition = $1 and key > $2 and position <= $3 order by key limit $4",
            )
            .bind(partition)
            .bind(&after)
            .bind(until)
            .bind(PAGE)
            .fetch_all(&mut *connection)
            .await?;
            for row in &page {
                let claim = Claim::read(row)?;
                rows.add(&claim);
                after = claim.key;
            }
            if (page.len() as i64) < PAGE {
                return Ok(rows);
            }
        }
    }

    /// The next row.
    pub(crate) fn add(&mut self, claim: &Claim) {
        for text in [&claim.key, &claim.aggregate_id] {
            self.0.update((text.len() as u64).to_be_bytes());
            self.0.update(text);
        }
        self.0.update(claim.position.to_be_bytes());
    }

    fn digest(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

/// Makes the MACs of what was taken over anew after the master key was changed; returns how many.
pub(crate) async fn renew(owner: &mut PgConnection, keys: &MacKeys) -> Result<u64, Fault> {
    let page = "select int4send(partition), mac, partition, until, digest from adopted_claims
                 where int4send(partition) > $1 order by 1 limit $2";
    let update = "update adopted_claims set mac = $3 where int4send(partition) = $1 and mac = $2";
    renew_macs(owner, keys, (page, update), |row, old| {
        let adopted = Adopted::of(row)?;
        let digest = adopted.digest.clone().unwrap_or_default();
        let message = message(adopted.partition, adopted.until, &digest);
        Ok(keys
            .fits_row(KIND, &[&message], old)
            .then(|| keys.of_row(KIND, &[&message])))
    })
    .await
}
