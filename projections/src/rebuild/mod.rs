//! Rebuild: makes a view a second time from the log, from position 0, beside the one that
//! serves, compares the two, and lets the new rows serve.
//!
//! ```text
//! claim ─▶ empty copy of the table ─▶ pages up to the view's cursor, again until it is near
//!       ─▶ one transaction { hold the view still ─▶ the last pages ─▶ compare ─▶ swap }
//! ```
//!
//! | promise | kept by |
//! |---|---|
//! | the same code writes both | writers name tables bare, the search path leads to schema `rebuild` ([`crate::view`]) |
//! | the view serves and follows meanwhile | its cursor is locked for the last transaction only; readers wait for the swap alone |
//! | both are compared at one position | following: under the lock of the cursors; books: in one snapshot of rows and cursor |
//! | readers never see an error or half a view | the copy replaces the table under its name in that transaction |
//! | a kill at any point leaves the old view in service | nothing outside schema `rebuild` is touched before that commit |
//! | where servers share the logs, the copy lies as the table does | it is distributed while it is empty ([`citus`]) |
//! | one rebuild of a view at a time | a session lock, which ends with the process |
//!
//! An interrupted rebuild is not continued: the next one throws away what it left, because
//! rows of two versions of the program must not stand in one table.
//!
//! The books are compared and never swapped: a balance that differs from the log is a
//! matter for people.

mod compare;
mod fill;
mod sandbox;
mod shadow;

pub use compare::{Compared, Difference};
pub use sandbox::sandbox;

use crate::view::View;
use crate::{BOOKS, FOLLOWING};
use ledger::schema::citus;
use ledger::{Fault, MacKeys, books};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection, Row};
use thiserror::Error;

/// A view is near when fewer events are left than this: they are written while it is held still.
const NEAR: i64 = 10_000;
/// How often the copy runs after the view before it is held still, near or not.
const CHASES_MAX: u32 = 10;

/// How a view comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Together with the other table of the books.
    Books,
    /// By itself.
    Following,
}

impl Mode {
    /// As people and programs read it.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Books => "books",
            Mode::Following => "following",
        }
    }
}

/// What becomes of the new rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// They are compared and thrown away.
    Compare,
    /// They serve, where the view is a following one.
    Swap,
}

/// What a rebuild found and did.
#[derive(Clone, Debug)]
pub struct Report {
    pub view: &'static str,
    /// How it comes about.
    pub mode: Mode,
    /// Events read.
    pub events: u64,
    /// The rows that served against the rows of the log.
    pub compared: Compared,
    /// Whether the new rows serve.
    pub swapped: bool,
}

/// Why there is no report.
#[derive(Debug, Error)]
pub enum RebuildError {
    /// Another process rebuilds it.
    #[error("another rebuild of {0} is under way")]
    UnderWay(&'static str),
    /// See [`Fault`]; the view serves as before.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<sqlx::Error> for RebuildError {
    fn from(error: sqlx::Error) -> RebuildError {
        RebuildError::Fault(error.into())
    }
}

/// Called with the number of events read and their total.
pub type Progress<'a> = &'a mut (dyn FnMut(u64, u64) + Send);

/// Every view that can be rebuilt, in the order of the registry.
pub fn views() -> impl Iterator<Item = (&'static dyn View, Mode)> {
    let of_books = BOOKS.iter().map(|view| (*view, Mode::Books));
    let following = FOLLOWING.iter().filter(|view| view.name() != books::CURSOR);
    of_books.chain(following.map(|view| (*view, Mode::Following)))
}

/// Rebuilds a view of a migrated database, as its owner; with a key, from events that were written under it alone.
///
/// # Errors
/// [`RebuildError`]; the view serves as before.
pub async fn run(
    database: &PgConnectOptions,
    key: Option<MacKeys>,
    view: &'static dyn View,
    mode: Mode,
    intent: Intent,
    progress: Progress<'_>,
) -> Result<Report, RebuildError> {
    let mut writer = claim(database, view).await?;
    shadow::create(&mut writer, view.name(), mode).await?;
    citus::distribute_with_logs(&mut writer, &format!("{}.{}", shadow::SHADOW, view.name())).await?;
    let mut filling = fill::Filling::start(database, key, view);
    for _ in 0..CHASES_MAX {
        let targets = targets(&mut writer, view, mode).await?;
        if filling.left(&targets) < NEAR {
            break;
        }
        filling.run(&mut writer, &targets, progress).await?;
    }
    let report = finish(&mut writer, filling, view, mode, intent, progress).await?;
    writer.close().await?;
    Ok(report)
}

/// A connection that writes to schema `rebuild` and holds the one right to rebuild this view.
async fn claim(database: &PgConnectOptions, view: &'static dyn View) -> Result<PgConnection, RebuildError> {
    let mut connection = PgConnection::connect_with(database).await?;
    let claimed = sqlx::query("select pg_try_advisory_lock(hashtextextended('rebuild of ' || $1, 0))")
        .bind(view.name())
        .fetch_one(&mut connection)
        .await?;
    if !claimed.try_get::<bool, _>(0)? {
        return Err(RebuildError::UnderWay(view.name()));
    }
    // The copy may be lost with the server: then it is thrown away. See `ledger::cursor` for the plans.
    connection
        .execute(
            "set search_path to rebuild, public; set synchronous_commit to off; set plan_cache_mode to force_custom_plan",
        )
        .await?;
    Ok(connection)
}

async fn finish(
    writer: &mut PgConnection,
    mut filling: fill::Filling,
    view: &'static dyn View,
    mode: Mode,
    intent: Intent,
    progress: Progress<'_>,
) -> Result<Report, RebuildError> {
    shadow::analyze(writer, view.name()).await?;
    for (partition, _) in targets(writer, view, mode)
        .await?
        .iter()
        .filter(|_| mode == Mode::Following)
    {
        ledger::cursor::ensure(&mut *writer, &[view.name()], *partition).await?;
    }
    let mut transaction = writer.begin().await?;
    match mode {
        Mode::Books => {
            let snapshot = "set transaction isolation level repeatable read";
            transaction.execute(snapshot).await?;
        }
        Mode::Following => hold_still(&mut transaction, view).await?,
    }
    citus::read_over_one_connection(&mut transaction).await?;
    let targets = targets(&mut transaction, view, mode).await?;
    filling.run(&mut transaction, &targets, progress).await?;
    let compared = compare::run(&mut transaction, view.name(), shadow::SHADOW).await?;
    let swapped = mode == Mode::Following && intent == Intent::Swap;
    if swapped {
        shadow::swap(&mut transaction, view.name()).await?;
    } else {
        shadow::discard(&mut transaction, view.name()).await?;
    }
    transaction.execute("set local synchronous_commit to on").await?;
    transaction.commit().await?;
    Ok(Report {
        view: view.name(),
        mode,
        events: filling.events(),
        compared,
        swapped,
    })
}

/// Locks the view's cursors, in the order of the logs: nobody writes to it until the transaction ends. Log by log: a
/// server that shares the logs locks rows of one of them at a time.
async fn hold_still(transaction: &mut PgConnection, view: &dyn View) -> Result<(), Fault> {
    for (partition, _) in targets(transaction, view, Mode::Following).await? {
        sqlx::query("select 1 from cursors where partition = $1 and view = $2 for update")
            .bind(partition)
            .bind(view.name())
            .execute(&mut *transaction)
            .await?;
    }
    Ok(())
}

/// Up to where the rows that serve were made, by partition.
async fn targets(connection: &mut PgConnection, view: &dyn View, mode: Mode) -> Result<Vec<(i32, i64)>, Fault> {
    let rows = sqlx::query(
        "select h.partition, coalesce(c.position, 0)
           from heads h left join cursors c on c.partition = h.partition and c.view = $1
          order by h.partition",
    )
    .bind(if mode == Mode::Books {
        books::CURSOR
    } else {
        view.name()
    })
    .fetch_all(connection)
    .await?;
    Ok(rows
        .iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .collect::<Result<_, sqlx::Error>>()?)
}
