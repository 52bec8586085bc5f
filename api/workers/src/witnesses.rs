//! Asking witnesses to cosign what the notary signs (C2SP tlog-witness; ledger §4.5).
//!
//! Every round takes the newest checkpoint and asks every witness for each of its logs, so that the witnesses cosign the
//! same trees. What a witness cosigned whole is kept at once and then published. A witness that does not answer is asked
//! again in the next round, which waits for its time limit at most; one that has seen another history is reported,
//! because then it or this database is not what it was. Several processes may ask: a witness answers each of them.

use ledger::notary::cosigned;
use ledger::notary::witnessed::Demand;
use ledger::notary::{Checkpoint, Signed, WitnessKey, signed};
use ledger::{Fault, Ledger};
use metrics::gauge;
use sqlx::PgPool;
use std::time::Duration;
use thiserror::Error;
use tokio::task::JoinSet;
use witness::client::{Answer, Client};

/// Pause between two rounds (ASSUMED): what is published is that old, and each round keeps a row for each witness.
pub const EVERY: Duration = Duration::from_secs(5);

const NUMBER: &str = "ledger_witness_checkpoint";
const REFUSING: &str = "ledger_witness_refusing";

/// The witnesses of one log and how many of them a published checkpoint needs.
#[derive(Clone, Debug, Default)]
pub struct Witnesses {
    /// Where each is asked.
    pub named: Vec<Named>,
    /// Of so many a checkpoint is published with.
    pub needed: usize,
}

/// A witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub key: WitnessKey,
    /// Its address, without `/add-checkpoint`.
    pub url: String,
}

/// Why a witness did not cosign.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotCosigned {
    /// It is not reached, or its answer is not usable. The next round asks again.
    #[error("{0}")]
    Silent(String),
    /// It has seen another history, or does not know this log.
    #[error("{0}")]
    Refused(String),
}

impl Witnesses {
    /// The keys, and how many of them are needed.
    pub fn demand(&self) -> Demand {
        Demand {
            witnesses: self.named.iter().map(|named| named.key.clone()).collect(),
            needed: self.needed,
        }
    }

    /// Asks every witness for the newest checkpoint; returns what became of each, in the order of the list.
    ///
    /// # Errors
    /// [`Fault`] of the database before anybody was asked.
    pub async fn round(&self, ledger: &Ledger, client: &Client) -> Result<Vec<Result<u64, NotCosigned>>, Fault> {
        let Some((newest, _)) = signed::newest(ledger.pool()).await? else {
            return Ok(Vec::new());
        };
        let mut asked = JoinSet::new();
        for (index, named) in self.named.iter().cloned().enumerate() {
            let (pool, client, newest) = (sqlx::PgPool::clone(ledger.pool()), client.clone(), newest.clone());
            asked.spawn(async move { (index, named.ask(&pool, &client, &newest).await) });
        }
        let mut answers = asked.join_all().await;
        answers.sort_by_key(|(index, _)| *index);
        Ok(answers.into_iter().map(|(_, answer)| answer).collect())
    }

    /// Asks for as long as the service runs, and reports what changes.
    pub async fn attend(self, ledger: Ledger) {
        let client = Client::default();
        let mut reported: Vec<Option<NotCosigned>> = vec![None; self.named.len()];
        self.show_known(&ledger).await;
        while !self.named.is_empty() {
            match self.round(&ledger, &client).await {
                Ok(answers) => {
                    for ((named, answer), reported) in self.named.iter().zip(answers).zip(&mut reported) {
                        report(named, answer, reported);
                    }
                }
                Err(fault) => tracing::warn!(%fault, "no witness can be asked"),
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Shows what each witness has cosigned before, 0 for none: the alert about silent ones compares this figure, which
    /// one that never answers this process would not have.
    #[expect(clippy::cast_precision_loss, reason = "figures for graphs, not for books")]
    async fn show_known(&self, ledger: &Ledger) {
        for Named { key, .. } in &self.named {
            let known = cosigned::newest_of(ledger.pool(), key).await;
            let known = known.unwrap_or_else(|fault| {
                tracing::warn!(%fault, witness = %key.name, "what the witness cosigned last is not known");
                None
            });
            gauge!(NUMBER, "witness" => key.name.clone()).set(known.unwrap_or(0) as f64);
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "figures for graphs, not for books")]
fn report(named: &Named, answer: Result<u64, NotCosigned>, reported: &mut Option<NotCosigned>) {
    let name = named.key.name.clone();
    if let Ok(number) = &answer {
        gauge!(NUMBER, "witness" => name.clone()).set(*number as f64);
    }
    let refused = answer.err();
    let is_refusing = matches!(refused, Some(NotCosigned::Refused(_)));
    gauge!(REFUSING, "witness" => name.clone()).set(if is_refusing { 1.0 } else { 0.0 });
    if refused != *reported {
        match &refused {
            None => tracing::info!(witness = name, "the witness cosigns again"),
            Some(NotCosigned::Silent(why)) => tracing::warn!(witness = name, why, "the witness does not answer"),
            Some(NotCosigned::Refused(why)) => {
                tracing::error!(
                    witness = name,
                    why,
                    "the witness refuses: it has seen another history than this"
                );
            }
        }
        *reported = refused;
    }
}

impl Named {
    /// Has every log of a checkpoint cosigned, keeps that, and returns the checkpoint's number.
    async fn ask(&self, pool: &PgPool, client: &Client, newest: &Signed) -> Result<u64, NotCosigned> {
        let checkpoint = &newest.checkpoint;
        let then = self.sizes_then(pool).await?;
        let mut lines = Vec::new();
        // Also a log that stands still: the witness may have seen more of it.
        for partition in (0..).take(checkpoint.logs.len()) {
            let old = then.get(lines.len()).copied().unwrap_or(0);
            lines.push(self.cosign(pool, client, checkpoint, partition, old).await?);
        }
        let kept = cosigned::keep(pool, &self.key, checkpoint.number, &lines).await;
        kept.map(|()| checkpoint.number).map_err(silent)
    }

    /// The size of each log when the witness cosigned it last, as far as it is known here.
    async fn sizes_then(&self, pool: &PgPool) -> Result<Vec<u64>, NotCosigned> {
        let Some(number) = cosigned::newest_of(pool, &self.key).await.map_err(silent)? else {
            return Ok(Vec::new());
        };
        let found = signed::before(pool, number.saturating_add(1), 1)
            .await
            .map_err(silent)?;
        let logs = found.first().map(|(signed, _)| signed.checkpoint.logs.as_slice());
        Ok(logs.unwrap_or_default().iter().map(|log| log.size).collect())
    }

    /// The line of one log. The witness's own size counts where it is another than the one that is known here.
    async fn cosign(
        &self,
        pool: &PgPool,
        client: &Client,
        checkpoint: &Checkpoint,
        partition: i32,
        old: u64,
    ) -> Result<String, NotCosigned> {
        let mut old = old;
        for _ in 0..2 {
            let request = cosigned::request(pool, checkpoint, partition, old)
                .await
                .map_err(not_ours)?;
            match client.add_checkpoint(&self.url, &request).await {
                Answer::Cosigned(lines) => return self.own_line(&request.note, &lines),
                Answer::OldSize(size) if size == old => {
                    let what = format!("partition {partition}: it has cosigned another tree of {size} events");
                    return Err(NotCosigned::Refused(what));
                }
                Answer::OldSize(size) => {
                    self.is_ahead(pool, checkpoint, partition, size).await?;
                    old = size;
                }
                Answer::Refused(status, why) => {
                    return Err(NotCosigned::Refused(format!("partition {partition}: {status}: {why}")));
                }
                Answer::Silent(why) => return Err(NotCosigned::Silent(why)),
            }
        }
        Err(NotCosigned::Silent(format!(
            "partition {partition}: others ask at the same time"
        )))
    }

    /// A witness that is ahead of a checkpoint was asked by another process for a newer one, or this database lost what
    /// the witness has cosigned.
    async fn is_ahead(&self, pool: &PgPool, asked: &Checkpoint, partition: i32, size: u64) -> Result<(), NotCosigned> {
        if asked.log(partition).is_ok_and(|head| size <= head.size) {
            return Ok(());
        }
        let newest = signed::newest(pool).await.map_err(silent)?;
        let now = newest
            .and_then(|(newest, _)| Some(newest.checkpoint.log(partition).ok()?.size))
            .unwrap_or(0);
        if size <= now {
            return Err(NotCosigned::Silent(format!(
                "partition {partition}: it has a newer checkpoint already"
            )));
        }
        Err(NotCosigned::Refused(format!(
            "partition {partition}: it has cosigned {size} events, and {now} are signed here: the end of the log is missing"
        )))
    }

    /// The line of the answer that this witness's key verifies; other lines are ignored (C2SP).
    fn own_line(&self, note: &str, lines: &str) -> Result<String, NotCosigned> {
        let own = lines
            .split_inclusive('\n')
            .find(|line| self.key.cosigned(&format!("{note}{line}")).is_some());
        let foreign = || NotCosigned::Refused("its answer carries no cosignature of its key".into());
        own.map(str::to_owned).ok_or_else(foreign)
    }
}

fn silent(fault: Fault) -> NotCosigned {
    NotCosigned::Silent(format!("the database: {fault}"))
}

fn not_ours(fault: Fault) -> NotCosigned {
    match fault {
        Fault::Contradiction(what) => NotCosigned::Refused(what),
        fault => silent(fault),
    }
}
