//! Certificates of erasure (T-67, ledger §4.8): a signed note that says which key was destroyed for
//! whom, that nothing it sealed is left, what remains and why it reveals nothing, and until when backups keep it.
//!
//! A certificate is made from what the database holds at that moment, so the same one can be asked for
//! again. The recorded end that it names is an event like any other: `ledger prove` proves it.

use crate::error::Fault;
use crate::event_log::EventLog;
use crate::read::feed::COLUMNS;
use crate::vault::Vault;
use domain::time::{DAY_MS, Timestamp};
use proofs::{Unproven, Vkey};
use serde::{Deserialize, Serialize};
use sqlx::{PgPool, Row};
use uuid::Uuid;

/// What a certificate says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// The database, `ledger/<id>`.
    pub database: String,
    pub subject: Uuid,
    /// When this was found to be so.
    pub issued_at_ms: i64,
    /// Where the log has the end of the account.
    pub recorded: End,
    pub destroyed: Vec<Destroyed>,
    pub remains: Vec<Remaining>,
    /// What backups keep, and until when. Absent in certificates of before.
    #[serde(default)]
    pub backups: Option<InBackups>,
}

/// What backups that were taken before the end still hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InBackups {
    /// The last of them is deleted by then, as whoever keeps the service declares.
    pub until_ms: i64,
    /// What they hold, and what it reveals.
    pub what: String,
}

/// The event that records the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    pub event_id: Uuid,
    /// The log it is in.
    pub partition: i32,
    /// Its place in that log.
    pub position: i64,
    pub at_ms: i64,
}

/// A destroyed key, and what it had sealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Destroyed {
    /// SHA-256 of the key as it was kept, wrapped; in hex.
    pub key_sha256: String,
    /// Sealed records that were destroyed with it.
    pub records: i64,
}

/// Something that stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remaining {
    pub what: String,
    pub count: i64,
    /// SHA-256 of the last one, in hex, where they form a chain.
    pub last_leaf: Option<String>,
    /// Why it stays and what it reveals.
    pub why: String,
}

const EVENTS: &str = "facts of the ledger: amounts, ids and keyed hashes, no personal data";
const IN_BACKUPS: &str = "the key, wrapped by the master key, and the records that it seals: readable only to who has both \
such a backup and the master key";
const FINGERPRINTS: &str =
    "keyed hashes of a document and of images: they show that the same one comes again, and nothing else";

/// Certifies the erasure of a subject; or says in a sentence why it is not erased yet. Backups are kept so many days.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn certify(
    pool: &EventLog,
    vault: &Vault,
    subject: Uuid,
    backup_days: u16,
    now: Timestamp,
) -> Result<Result<String, String>, Fault> {
    // Without a key nobody would check whose events these are.
    let key = pool.keys()?.notary();
    let Some(recorded) = end_of(pool, subject).await? else {
        return Ok(Err(format!(
            "The account of {subject} was not ended: its log has no erasure"
        )));
    };
    let left = vault.left(subject).await?;
    if left > 0 {
        return Ok(Err(format!(
            "{left} keys and sealed records of {subject} are still there"
        )));
    }
    let places: i64 = sqlx::query("select count(*) from uploads where player = $1")
        .bind(subject)
        .fetch_one(pool)
        .await?
        .try_get(0)?;
    if places > 0 {
        return Ok(Err(format!(
            "{places} places of images of {subject} wait for the next sweep of the quarantine"
        )));
    }
    let mut remains = streams_of(pool, subject).await?;
    remains.push(fingerprints_of(pool, subject).await?);
    let backups = InBackups {
        until_ms: recorded.at_ms + i64::from(backup_days) * DAY_MS,
        what: IN_BACKUPS.into(),
    };
    let certificate = Certificate {
        database: key.vkey().name.clone(),
        subject,
        issued_at_ms: now.0,
        recorded,
        destroyed: vault.destroyed(subject).await?,
        remains,
        backups: Some(backups),
    };
    let unfit = |why: String| Fault::Contradiction(format!("a certificate cannot be written: {why}"));
    let text = serde_json::to_string(&certificate).map_err(|error| unfit(error.to_string()))?;
    let name = key.vkey().of_erasures().name;
    let note = key
        .sign(&name, &format!("{text}\n"))
        .map_err(|why| unfit(why.to_string()))?;
    Ok(Ok(note))
}

impl Certificate {
    /// Reads a certificate that the notary with this key signed.
    ///
    /// # Errors
    /// One that was changed, is none, or names another database than the key: its events would be looked for there.
    pub fn open(note: &str, vkey: &Vkey) -> Result<Certificate, Unproven> {
        let text = vkey.of_erasures().open(note)?;
        let certificate: Certificate =
            serde_json::from_str(&text).map_err(|error| Unproven(format!("the note is no certificate: {error}")))?;
        if certificate.database != vkey.name {
            let (database, name) = (&certificate.database, &vkey.name);
            return Err(Unproven(format!(
                "the certificate is of {database:?}, the key of {name}"
            )));
        }
        Ok(certificate)
    }
}

/// The recorded end. What is signed here is believed without this database, so only an event whose MAC fits is named.
async fn end_of(log: &EventLog, subject: Uuid) -> Result<Option<End>, Fault> {
    let statement = format!(
        "select {COLUMNS} from events
          where aggregate_id = $1 and aggregate_type = 'player' and event_type = 'DataErased'
          order by sequence desc limit 1"
    );
    let row = sqlx::query(&statement)
        .bind(subject.to_string())
        .fetch_optional(log)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let event = log.event(&row)?;
    Ok(Some(End {
        event_id: event.event_id,
        partition: event.partition,
        position: event.position,
        at_ms: event.recorded_at_ms,
    }))
}

/// The subject's own streams: how long each is, and the leaf that covers all of it, of events whose MAC fits.
async fn streams_of(log: &EventLog, subject: Uuid) -> Result<Vec<Remaining>, Fault> {
    let statement = format!(
        "select distinct on (aggregate_type) {COLUMNS} from events
          where aggregate_id = $1 order by aggregate_type, sequence desc"
    );
    let rows = sqlx::query(&statement).bind(subject.to_string()).fetch_all(log).await?;
    let mut remains = Vec::with_capacity(rows.len());
    for row in &rows {
        let last = log.event(row)?;
        remains.push(Remaining {
            what: format!("events of the stream {}/{subject}", last.aggregate_type),
            count: last.sequence,
            last_leaf: Some(hex::encode(&last.leaf)),
            why: EVENTS.into(),
        });
    }
    Ok(remains)
}

async fn fingerprints_of(pool: &PgPool, subject: Uuid) -> Result<Remaining, Fault> {
    let row = sqlx::query("select count(*) from vault_fingerprints where subject = $1")
        .bind(subject)
        .fetch_one(pool)
        .await?;
    Ok(Remaining {
        what: "fingerprints".into(),
        count: row.try_get(0)?,
        last_leaf: None,
        why: FINGERPRINTS.into(),
    })
}

#[cfg(test)]
mod tests;
