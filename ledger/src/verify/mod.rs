//! Verification: recomputes a whole database from its events and names the first
//! place that does not fit.
//!
//! Checked are positions and heads, the hash chain of every stream, that every
//! event reads back and its postings balance, every posting with its running
//! balance and every balance row as far as the books have followed the log, the floors at
//! every prefix of the log, and that every remembered answer points at the events of its
//! command. The path is not the writer's: events are decoded and folded here, row by row.

mod books;
mod chain;
mod requests;
mod rows;
pub mod stock;

use crate::error::Fault;
use crate::event_log::EventLog;
use domain::posting::Postings;
use proofs::Recorded;
use serde::Serialize;

/// Checks that compare tables with the log.
const BOOKS: [&str; 3] = ["postings", "balances", "requests"];

/// The postings that an event declares.
///
/// # Errors
/// What about the event cannot be read, or that no rule writes what it says: somebody changed it.
pub fn postings_of(event: &Recorded) -> Result<Postings, String> {
    std::panic::catch_unwind(|| proofs::postings_of(event))
        .unwrap_or_else(|_| Err("no rule moves the amounts that it says".into()))
}

/// A place that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Which check found it.
    pub check: &'static str,
    pub partition: i32,
    /// The first bad position, when the finding lies in the log.
    pub position: Option<i64>,
    /// What does not fit, in a sentence.
    pub what: String,
}

/// The outcome of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    pub name: &'static str,
    /// How many things were compared.
    pub compared: u64,
    /// The first thing that did not fit.
    pub finding: Option<Finding>,
}

/// The outcome of a verification.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    pub checks: Vec<Check>,
    /// Events read.
    pub events: u64,
}

impl Report {
    /// True when everything fits.
    pub fn is_clean(&self) -> bool {
        self.checks.iter().all(|check| check.finding.is_none())
    }

    /// The first bad place: in the log itself if it contradicts itself, since the books then
    /// only follow; else in the books. Findings without a position come last.
    pub fn first(&self) -> Option<&Finding> {
        let findings = self.checks.iter().filter_map(|check| check.finding.as_ref());
        findings.min_by_key(|finding| (BOOKS.contains(&finding.check), finding.position.unwrap_or(i64::MAX)))
    }
}

/// Called with the number of events read and their total.
pub type Progress<'a> = &'a mut (dyn FnMut(u64, u64) + Send);

/// Verifies every partition. Reads one consistent snapshot, so it may run while the ledger works.
///
/// # Errors
/// [`Fault`] when the database cannot be read; what does not fit is in the report.
pub async fn run(pool: &EventLog, progress: Progress<'_>) -> Result<Report, Fault> {
    // Books that are stopped or behind are compared as far as they reach.
    crate::books::reach_heads(pool).await.ok();
    let mut snapshot = pool.begin().await?;
    sqlx::query("set transaction isolation level repeatable read, read only")
        .execute(&mut *snapshot)
        .await?;
    let heads = chain::heads(&mut snapshot).await?;
    let total = heads.iter().map(|(_, position)| *position as u64).sum();
    let mut report = Report::default();
    for (partition, head) in heads {
        let mut read = |read: u64| progress(report.events + read, total);
        let reached = crate::books::reached(&mut snapshot, partition).await?;
        let folded = chain::run(
            pool.key().cloned(),
            &mut snapshot,
            partition,
            (head, reached),
            &mut read,
        )
        .await?;
        report.events += folded.events;
        report.checks.extend(folded.checks());
        report
            .checks
            .push(books::postings(&mut snapshot, partition, &folded).await?);
        report
            .checks
            .push(books::balances(&mut snapshot, partition, &folded).await?);
        report
            .checks
            .push(requests::run(pool.key(), &mut snapshot, partition).await?);
    }
    Ok(report)
}

pub(crate) fn finding(check: &'static str, partition: i32, position: Option<i64>, what: impl Into<String>) -> Finding {
    Finding {
        check,
        partition,
        position,
        what: what.into(),
    }
}
