//! The start: a database that is older than the last exported checkpoint, or not what it
//! was then, is refused (T-60). A restored backup would otherwise pay a second time what it
//! no longer knows to be paid.

use super::follow::Follower;
use super::store::CheckpointStore;
use super::{Notary, PAGE, proof, signed, tiles};
use crate::clock::Clock;
use crate::error::Fault;
use crate::event_log::EventLog;
use proofs::{Checkpoint, Signed};
use sqlx::Row;
use std::time::{Duration, Instant};

/// How long a checkpoint that another process has signed may take until it is exported (ASSUMED: far beyond what a file or
/// an object takes to write on a busy machine).
const EXPORT_TIME_MAX: Duration = Duration::from_secs(10);
/// How often it is looked for meanwhile.
const LOOK_EVERY: Duration = Duration::from_millis(100);

impl Notary {
    /// The notary of a database whose checkpoints are exported to a store, such as a folder, once the database continues
    /// the newest of them.
    ///
    /// # Errors
    /// [`Fault::Contradiction`] when it does not, [`Fault::Setting`] when the store cannot be used or holds
    /// checkpoints of something else; the sentences say what to do.
    pub async fn open(pool: EventLog, clock: Clock, store: impl Into<CheckpointStore>) -> Result<Notary, Fault> {
        let key = pool.keys()?.notary();
        let mut notary = Notary {
            pool,
            clock,
            key,
            store: store.into(),
            known: None,
            follower: Follower::default(),
        };
        notary.compare().await?;
        Ok(notary)
    }

    /// Compares the database with the newest checkpoint outside, where there is one.
    async fn compare(&mut self) -> Result<(), Fault> {
        let Some(exported) = self.exported().await? else {
            return Ok(());
        };
        self.face(&exported.checkpoint).await?;
        self.known = Some(exported);
        let newest = self.newest_in_database(&mut *self.pool.acquire().await?).await;
        newest.map(drop).map_err(|fault| self.refusal(fault))
    }

    /// Refuses a database that was signed before while no checkpoint of it is known here: an old backup beside an empty
    /// folder looks the same. Another process that has just begun signs before it exports, so that is waited for.
    ///
    /// # Errors
    /// [`Fault::Setting`] with what to do.
    pub async fn expect_export(&mut self) -> Result<(), Fault> {
        let Some((newest, _)) = signed::newest(&self.pool).await? else {
            return Ok(());
        };
        let until = Instant::now() + EXPORT_TIME_MAX;
        while self.known.is_none() {
            if Instant::now() >= until {
                return Err(self.unexported(newest.checkpoint.number));
            }
            tokio::time::sleep(LOOK_EVERY).await;
            self.compare().await?;
        }
        Ok(())
    }

    fn unexported(&self, number: u64) -> Fault {
        let path = self.store.place();
        Fault::Setting(format!(
            "the database says that checkpoint {number} was signed, and {path} is not there to compare it with: an old \
             backup looks the same; put the newest checkpoint that you hold there, or, if you know that nothing newer was \
             ever acknowledged, accept the database as it is with `ledger checkpoint --out {path}`"
        ))
    }

    /// The newest checkpoint outside the database.
    async fn exported(&self) -> Result<Option<Signed>, Fault> {
        let Some(note) = self.store.latest().await.map_err(|fault| self.unwritable(&fault))? else {
            return Ok(None);
        };
        let foreign = |why| {
            Fault::Setting(format!(
                "{} is not a checkpoint of this database under this LEDGER_MASTER_KEY ({why}); if the database or the \
                 key was changed on purpose, move that file away",
                self.store.place()
            ))
        };
        Signed::open(&note, self.key.vkey()).map(Some).map_err(foreign)
    }

    /// Compares every log with the checkpoint, after the trees have caught up with it.
    async fn face(&mut self, exported: &Checkpoint) -> Result<(), Fault> {
        let rows = sqlx::query("select position from heads order by partition")
            .fetch_all(&self.pool)
            .await?;
        for ((partition, log), row) in (0..).zip(&exported.logs).zip(&rows) {
            let position: i64 = row.try_get(0)?;
            if position.unsigned_abs() < log.size {
                let what = format!(
                    "partition {partition} ends at position {position}, and {} were acknowledged and signed",
                    log.size
                );
                return Err(self.refusal(Fault::Contradiction(what)));
            }
            self.catch_up(partition, log.size)
                .await
                .map_err(|fault| self.refusal(fault))?;
        }
        let mut connection = self.pool.acquire().await?;
        let trees = tiles::heads(&mut *connection).await?;
        proof::extends(&mut connection, exported, &trees)
            .await
            .map_err(|fault| self.refusal(fault))
    }

    /// At least one step, so that the end of the log is compared with the end of the tree.
    async fn catch_up(&mut self, partition: i32, size: u64) -> Result<(), Fault> {
        loop {
            let taken = self.follower.take(&self.pool, partition, PAGE).await?;
            let tree = tiles::heads(&self.pool).await?;
            let reached = usize::try_from(partition)
                .ok()
                .and_then(|partition| tree.get(partition));
            if taken == 0 || reached.is_some_and(|tree| tree.size >= size) {
                return Ok(());
            }
        }
    }

    /// What does not fit, as the sentence of a refused start.
    fn refusal(&self, fault: Fault) -> Fault {
        let Fault::Contradiction(what) = fault else {
            return fault;
        };
        let place = self.store.place();
        Fault::Contradiction(format!(
            "the database does not continue the checkpoint {place}: {what}; restore a backup that does, or find out what \
             happened with `ledger verify --checkpoint`, and only if the loss is accepted keep a copy of that file and \
             accept the database as it is with `ledger checkpoint --out {place}`"
        ))
    }
}
