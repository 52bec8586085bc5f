//! The notary: proofs that the log is what it was (ledger §4.5, T-57, T-60).
//!
//! ```text
//! events ─▶ follow: every leaf computed again ─▶ Merkle tree of each partition (tiles)
//!                                                      │
//!               outside the database ◀─ export ◀─ sign: one checkpoint over all partitions
//! ```
//!
//! It adds the leaf of every event to a Merkle log (RFC 6962), where position p is index
//! p - 1, and signs sizes and roots (Ed25519). Whoever holds a checkpoint outside the
//! database can prove later that an event was in it ([`prove`], [`bundle`]), that the log
//! has only grown since, and find whatever was changed in what it covers ([`audit`]).
//!
//! It never signs over a row that does not fit, nor a tree that does not continue what
//! was signed before. Any number of processes may run it: trees grow under a lock on
//! their row, and a checkpoint's number is given once. It decides nothing: the ledger goes on
//! without it. Knows nothing of the meaning of events.

pub mod audit;
pub mod certificate;
pub mod cosigned;
pub mod export;
pub mod follow;
pub mod liabilities;
mod linked;
pub mod proof;
pub mod prove;
pub mod signed;
mod start;
pub mod store;
mod tiles;

pub use certificate::Certificate;
pub use proofs::{Bundle, Checkpoint, LogHead, Proven, Signed, Tree, Unproven, Vkey, WitnessKey, bundle, checkpoint};
pub use proofs::{cosignature, witness, witnessed};

use crate::clock::Clock;
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::feed;
use crate::keys::Lasting;
use crate::timeouts::query_in_time;
use crate::transactions;
use domain::time::Timestamp;
use follow::Follower;
use proofs::key::NotaryKey;
use sqlx::{PgConnection, Row};
use std::sync::Arc;
use store::{CheckpointStore, NumberOf};

/// Events that go into a tree in one transaction.
const PAGE: i64 = 4_096;
/// Pages of a partition in one round at most, so that signing does not wait for a long log to be read.
const PAGES_MAX: usize = 16;

/// The verification key of `ledger checkpoint --vkey` under the first master key of a database and its name.
pub fn vkey(first_master_key: &[u8; 32], name: &str) -> Vkey {
    let seed = Lasting::of(first_master_key).notary;
    NotaryKey::of_seed(seed, name).vkey().clone()
}

/// A text, signed under the name of its kind, such as [`Vkey::of_days`].
pub(crate) fn sign_as(kind: impl Fn(&Vkey) -> Vkey, key: &NotaryKey, text: &str) -> Result<String, Fault> {
    let name = kind(key.vkey()).name;
    let signed = key.sign(&name, text);
    signed.map_err(|why| Fault::Contradiction(format!("{name}: a text cannot be signed: {why}")))
}

/// The notary of one database in one process.
pub struct Notary {
    pool: EventLog,
    clock: Clock,
    key: NotaryKey,
    store: CheckpointStore,
    /// The newest checkpoint that this process has seen and checked.
    known: Option<Signed>,
    follower: Follower,
}

impl Notary {
    /// Takes into the trees what was appended, signs a checkpoint if there is anything new, and exports the newest one.
    ///
    /// # Errors
    /// [`Fault::Contradiction`] when the log or a tree is not what it was: the partition then stands still, the others
    /// are signed. Otherwise [`Fault`] of the database or of the store; the next round tries again.
    pub async fn round(&mut self) -> Result<(), Fault> {
        let followed = self.follow().await;
        let signed = match self.sign().await {
            Ok((newest, checked)) => self.publish(newest).await.and(checked),
            Err(fault) => Err(fault),
        };
        followed.and(signed)
    }

    /// The newest checkpoint that was exported here.
    pub fn newest(&self) -> Option<&Signed> {
        self.known.as_ref()
    }

    /// Events of each partition that no checkpoint covers yet.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn lag(&self) -> Result<Vec<(i32, i64)>, Fault> {
        let heads = sqlx::query("select partition, position from heads order by partition");
        let rows = query_in_time(&self.pool, async |connection| heads.fetch_all(connection).await).await?;
        let behind = |row| {
            let (partition, position): (i32, i64) = (Row::try_get(row, 0)?, Row::try_get(row, 1)?);
            let covered = self
                .known
                .as_ref()
                .and_then(|known| known.checkpoint.log(partition).ok());
            Ok((partition, position - covered.map_or(0, |log| log.size as i64)))
        };
        Ok(rows.iter().map(behind).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Follows every log that has moved. One that does not fit keeps none of the others.
    async fn follow(&mut self) -> Result<(), Fault> {
        let moved = sqlx::query(
            "select partition from heads left join log_trees using (partition)
              where position <> coalesce(size, 0) order by partition",
        );
        let moved = query_in_time(&self.pool, async |connection| moved.fetch_all(connection).await).await?;
        let mut first = Ok(());
        for row in moved {
            let followed = self.follow_partition(row.try_get(0)?).await;
            first = first.and(followed);
        }
        first
    }

    async fn follow_partition(&mut self, partition: i32) -> Result<(), Fault> {
        for _ in 0..PAGES_MAX {
            let taken = self.follower.take(&self.pool, partition, PAGE).await?;
            if taken < PAGE.unsigned_abs() {
                break;
            }
        }
        Ok(())
    }

    /// The newest checkpoint, made here if the trees have grown and no other process was first; and whether each tree is of
    /// events that were checked.
    async fn sign(&mut self) -> Result<(Option<Signed>, Result<(), Fault>), Fault> {
        let pool = self.pool.clone();
        transactions::step(&pool, async |connection| self.sign_on(connection).await).await
    }

    async fn sign_on(&mut self, connection: &mut PgConnection) -> Result<(Option<Signed>, Result<(), Fault>), Fault> {
        let newest = self.newest_in_database(connection).await?;
        let mut logs = tiles::heads(&mut *connection).await?;
        let before = newest.as_ref().map(|newest| &newest.checkpoint);
        let empty = vec![tiles::EMPTY; logs.len()];
        let signed = before.map_or(&empty, |before| &before.logs);
        if logs == *signed {
            return Ok((newest, Ok(())));
        }
        if let Some(before) = before {
            proof::extends(connection, before, &logs).await?;
        }
        let checked = self.check(connection, signed, &mut logs).await?;
        if logs == *signed {
            return Ok((newest, checked));
        }
        let time = self.time_of(connection, before, &logs).await?;
        let checkpoint = Checkpoint {
            origin: self.key.vkey().name.clone(),
            number: before.map_or(0, |before| before.number) + 1,
            time,
            logs,
        };
        let made = checkpoint.sign(&self.key).map_err(contradiction)?;
        let first = signed::keep(connection, &self.key, &made, newest.as_ref()).await?;
        Ok((if first { Some(made) } else { newest }, checked))
    }

    /// Takes trees back to what was signed of them: those that were not compared with their log to the end, and those that
    /// are not of its events. The first of these is the fault.
    async fn check(
        &mut self,
        connection: &mut PgConnection,
        signed: &[LogHead],
        logs: &mut [LogHead],
    ) -> Result<Result<(), Fault>, Fault> {
        let mut first = Ok(());
        for ((partition, log), signed) in (0..).zip(logs).zip(signed) {
            let checked = self
                .follower
                .check(&self.pool, connection, partition, (*signed, *log))
                .await;
            match checked {
                Ok(true) => continue,
                Ok(false) => {}
                Err(fault @ Fault::Contradiction(_)) => first = first.and(Err(fault)),
                Err(fault) => return Err(fault),
            }
            *log = *signed;
        }
        Ok(first)
    }

    /// The time of the checkpoint that follows: never before an event that it covers, because readers refuse an event that is
    /// later than its checkpoint. The clock of the machine that wrote it may have been ahead of this one.
    async fn time_of(
        &self,
        connection: &mut PgConnection,
        before: Option<&Checkpoint>,
        logs: &[LogHead],
    ) -> Result<Timestamp, Fault> {
        let now = self.clock.now();
        let mut time = before.map_or(now, |before| before.time.max(now));
        for (partition, log) in (0..).zip(logs) {
            let signed = before.and_then(|before| before.log(partition).ok());
            let range = (signed.map_or(0, |signed| signed.size as i64), log.size as i64);
            let ahead = feed::latest(self.pool.key(), &mut *connection, partition, range, time).await?;
            time = ahead.map_or(time, |event| Timestamp(event.recorded_at_ms));
        }
        Ok(time)
    }

    /// The newest checkpoint of the database, which must be signed by this key and continue the one known here.
    async fn newest_in_database(&self, connection: &mut PgConnection) -> Result<Option<Signed>, Fault> {
        let newest = match signed::newest(&mut *connection).await? {
            Some((_, vkey)) if vkey != *self.key.vkey() => {
                let what = "the newest checkpoint in the database is signed by another key";
                return Err(Fault::Contradiction(what.into()));
            }
            newest => newest.map(|(signed, _)| signed),
        };
        if let Some(known) = &self.known {
            let Some(newest) = newest
                .as_ref()
                .filter(|newest| newest.checkpoint.number >= known.checkpoint.number)
            else {
                let what = format!("checkpoint {} is missing in the database", known.checkpoint.number);
                return Err(Fault::Contradiction(what));
            };
            if newest != known {
                proof::extends(connection, &known.checkpoint, &newest.checkpoint.logs).await?;
            }
        }
        Ok(newest)
    }

    async fn publish(&mut self, newest: Option<Signed>) -> Result<(), Fault> {
        let Some(newest) = newest.filter(|newest| self.known.as_ref() != Some(newest)) else {
            return Ok(());
        };
        let vkey = self.key.vkey().clone();
        let number: NumberOf = Arc::new(move |note: &str| Some(Signed::open(note, &vkey).ok()?.checkpoint.number));
        let kept = self.store.keep(&newest, number).await;
        kept.map_err(|fault| self.unwritable(&fault))?;
        self.known = Some(newest);
        Ok(())
    }

    fn unwritable(&self, fault: &std::io::Error) -> Fault {
        Fault::Setting(format!("the checkpoint {} cannot be kept: {fault}", self.store.place()))
    }
}

fn contradiction(why: Unproven) -> Fault {
    Fault::Contradiction(why.to_string())
}
