//! Verification: recomputes a whole database from its events and names the first
//! place that does not fit.
//!
//! Checked are positions and heads, the hash chain of every stream, that every
//! event reads back and its postings balance, every posting with its running
//! balance and every balance row as far as the books have followed the log, the floors at
//! every prefix of the log, that every remembered answer points at the events of its
//! command, that natural keys are those that events claim, and that no row is of a log that does not exist. The path is not the writer's: events are decoded and folded here, row by row.
//!
//! The log and the tables beside it are read at the same time, over two connections that see one snapshot.

mod books;
mod chain;
mod claims;
mod logs;
mod requests;
mod rows;
pub mod stock;
mod sums;

use crate::error::Fault;
use crate::event_log::EventLog;
use crate::mac::MacKeys;
use books::StoredPostings;
use claims::StoredClaims;
use domain::posting::Postings;
use proofs::Recorded;
use requests::StoredAnswers;
use serde::Serialize;
use sqlx::PgConnection;
use sums::Fingerprints;

const SNAPSHOT: &str = "set transaction isolation level repeatable read, read only";

/// Checks that compare tables with the log.
const BOOKS: [&str; 4] = ["postings", "balances", "requests", "natural keys"];

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
    let mut log = pool.begin().await?;
    sqlx::query(SNAPSHOT).execute(&mut *log).await?;
    let name: String = sqlx::query_scalar("select pg_export_snapshot()")
        .fetch_one(&mut *log)
        .await?;
    let mut tables = pool.begin().await?;
    sqlx::query(SNAPSHOT).execute(&mut *tables).await?;
    let same = format!("set transaction snapshot '{name}'");
    sqlx::query(&same).execute(&mut *tables).await?;
    let mut heads = chain::heads(&mut log).await?;
    let logs = logs::check(&mut log, &mut heads).await?;
    let total = heads.iter().map(|(_, position)| *position as u64).sum();
    let mut report = Report {
        checks: vec![logs],
        events: 0,
    };
    for (partition, head) in heads {
        let mut read = |read: u64| progress(report.events + read, total);
        let reached = crate::books::reached(&mut log, partition).await?;
        let prints = Fingerprints::draw();
        let start = (pool.key().cloned(), prints.clone(), reached);
        let (folded, (postings, answers, claims)) = tokio::try_join!(
            chain::run(&mut log, start, (partition, head), &mut read),
            stored(&mut tables, (pool.key(), &prints), partition),
        )?;
        report.events += folded.events;
        report.checks.extend(folded.checks());
        report.checks.push(postings.check(&mut log, partition, &folded).await?);
        report.checks.push(books::balances(&mut log, partition, &folded).await?);
        report
            .checks
            .push(answers.check(&mut log, partition, &folded.answers).await?);
        report
            .checks
            .push(claims.check(&mut log, partition, &folded.claims).await?);
    }
    Ok(report)
}

/// What the tables hold that must follow from the log.
async fn stored(
    connection: &mut PgConnection,
    (key, prints): (Option<&MacKeys>, &Fingerprints),
    partition: i32,
) -> Result<(StoredPostings, StoredAnswers, StoredClaims), Fault> {
    let postings = StoredPostings::read(connection, prints, partition).await?;
    let answers = StoredAnswers::read(connection, (key, prints), partition).await?;
    let claims = StoredClaims::read(connection, (key, prints), partition).await?;
    Ok((postings, answers, claims))
}

pub(crate) fn finding(check: &'static str, partition: i32, position: Option<i64>, what: impl Into<String>) -> Finding {
    Finding {
        check,
        partition,
        position,
        what: what.into(),
    }
}
