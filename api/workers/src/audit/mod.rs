//! The audit: laws of the books, checked in SQL.
//!
//! `ledger verify` folds every event with the service's own rules. A defect of those rules would repeat itself
//! there, so each law stands here once more, as one query over events, postings and balances that shares no code
//! with them. A query lists what the law is about, with the name of each and whether it breaks the law. Draws, shares of
//! packets, steps that follow from events, what staff did and who signed a statement cannot be recomputed in SQL:
//! [`draws`], [`shares`], [`steps`], [`authority`] and [`statement`] do it.
//!
//! Read in one snapshot, so it may run beside a working server. Knows nothing of who runs it and how it is shown.

pub mod authority;
mod books;
pub mod dive;
pub mod dive_log;
pub mod draws;
mod entry;
mod game;
mod log;
mod payouts;
mod people;
mod periods;
mod refunds;
mod samples;
pub mod shadow;
pub mod shares;
pub mod statement;
pub mod steps;
pub mod tables;

use ledger::{EventLog, Fault};
use serde::Serialize;
use sqlx::{PgConnection, Row};

/// A law and its query.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// Its id in the table of ledger §5.
    pub id: &'static str,
    /// What it says.
    pub says: &'static str,
    /// Rows `(place text, broken boolean)`, one for each thing the law is about.
    rows: &'static str,
}

/// The result of a law's query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LawResult {
    pub law: &'static str,
    /// What it says.
    pub says: &'static str,
    /// How many things were checked.
    pub compared: i64,
    /// How many of them break it.
    pub broken: i64,
    /// The first of these, by its name.
    pub first: Option<String>,
}

/// All laws that are checked in SQL, in the order of their numbers within each subject.
pub fn laws() -> impl Iterator<Item = &'static Law> {
    [
        books::LAWS,
        periods::LAWS,
        log::LAWS,
        people::LAWS,
        game::LAWS,
        payouts::LAWS,
        samples::LAWS,
    ]
    .into_iter()
    .flatten()
}

/// How many results an audit has: those laws, those of the draws, the shares and the steps, and those of authority.
pub fn count() -> usize {
    laws().count() + 3 + authority::LAWS
}

/// Checks every law in one snapshot of the database; `progress` is called with the number of laws checked so far.
///
/// # Errors
/// [`Fault`] when the database cannot be read; what breaks a law is in the results.
pub async fn run(pool: &EventLog, progress: &mut (dyn FnMut(usize) + Send)) -> Result<Vec<LawResult>, Fault> {
    // Books that are stopped or behind are checked as far as they reach.
    ledger::books::reach_heads(pool).await.ok();
    let tables = draws::tables(pool).await?;
    let mut snapshot = pool.begin().await?;
    sqlx::query("set transaction isolation level repeatable read, read only")
        .execute(&mut *snapshot)
        .await?;
    let mut results = Vec::new();
    for law in laws() {
        results.push(check(&mut snapshot, law).await?);
        progress(results.len());
    }
    statement::check(&mut snapshot, pool, &mut results).await?;
    results.push(draws::check(&mut snapshot, &tables).await?);
    progress(results.len());
    results.push(shares::check(&mut snapshot).await?);
    progress(results.len());
    results.push(steps::check(&mut snapshot, pool.key()).await?);
    progress(results.len());
    results.extend(authority::check(&mut snapshot).await?);
    progress(results.len());
    Ok(results)
}

/// Checks one law.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn check(database: &mut PgConnection, law: &Law) -> Result<LawResult, Fault> {
    let query = format!(
        "select count(*), count(*) filter (where broken), min(place) filter (where broken) from ({}) checked",
        law.rows
    );
    let row = sqlx::query(&query).fetch_one(database).await?;
    Ok(LawResult {
        law: law.id,
        says: law.says,
        compared: row.try_get(0)?,
        broken: row.try_get(1)?,
        first: row.try_get(2)?,
    })
}

impl LawResult {
    /// Whether the law holds.
    pub fn holds(&self) -> bool {
        self.broken == 0
    }
}
