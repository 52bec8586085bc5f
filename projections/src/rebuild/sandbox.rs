//! A sandbox: a view folded again into a temporary table of one session, compared, and dropped with it.
//!
//! Unlike a rebuild it needs read rights only, blocks no follower and replaces nothing: everything
//! happens in one snapshot, in which the rows that serve and their cursor are of one moment. It may run beside a
//! working server and beside a rebuild, whose swap waits for it and gives up when it takes too long.

use super::shadow::LIVE;
use super::{Compared, Mode, Progress, Report, compare, targets};
use crate::view::View;
use ledger::log_page::log_page_of;
use ledger::{EventLog, Fault, MacKeys, feed};
use sqlx::{Connection, Executor, PgConnection};

/// Events of a page.
const PAGE: i64 = 2_000;
/// Where a session's own tables are.
const COPY: &str = "pg_temp";

/// Folds a view from the first event into a sandbox and compares it with the rows that serve.
///
/// # Errors
/// [`Fault`] of the database, or of an event that the view cannot take.
pub async fn sandbox(
    pool: &EventLog,
    view: &'static dyn View,
    mode: Mode,
    progress: Progress<'_>,
) -> Result<Report, Fault> {
    // A connection of its own: what is set for it ends with it.
    let mut connection = pool.acquire().await?.detach();
    let folded = fold(pool.key(), &mut connection, view, mode, progress).await;
    connection.close().await?;
    let (events, compared) = folded?;
    Ok(Report {
        view: view.name(),
        mode,
        events,
        compared,
        swapped: false,
    })
}

async fn fold(
    key: Option<&MacKeys>,
    connection: &mut PgConnection,
    view: &'static dyn View,
    mode: Mode,
    progress: Progress<'_>,
) -> Result<(u64, Compared), Fault> {
    let table = view.name();
    let copy = format!("create temporary table {table} (like {LIVE}.{table} including all)");
    connection.execute(copy.as_str()).await?;
    // Bare names lead to the copy; see `ledger::cursor` for the plans.
    connection
        .execute("set search_path to pg_temp, public; set plan_cache_mode to force_custom_plan")
        .await?;
    let mut snapshot = connection.begin().await?;
    // Before the snapshot, which the first query takes: a table that replaced this one after it would look
    // empty.
    let hold =
        format!("set transaction isolation level repeatable read; lock table {LIVE}.{table} in access share mode");
    snapshot.execute(hold.as_str()).await?;
    let targets = targets(&mut snapshot, view, mode).await?;
    let total = targets.iter().map(|(_, until)| until.unsigned_abs()).sum();
    let mut events = 0;
    for (partition, until) in targets {
        let mut position = 0;
        while position < until {
            let page = feed::read(key, &mut *snapshot, partition, position, PAGE.min(until - position)).await?;
            let Some(last) = page.last() else {
                return Err(Fault::Law("the log ends before the view".into()));
            };
            position = last.position;
            events += page.len() as u64;
            view.write(&mut snapshot, &log_page_of(page)).await?;
            progress(events, total);
        }
    }
    let compared = compare::run(&mut snapshot, table, COPY).await?;
    snapshot.rollback().await?;
    Ok((events, compared))
}
