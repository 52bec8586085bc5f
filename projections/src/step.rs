//! A page of a partition: read once, written by all views that stand at the same position, in one transaction.
//!
//! Most events concern few views, so most of what a view costs is the transaction that moves its cursor. Whoever
//! stands elsewhere, because it was stopped, rebuilt or is new, catches up by itself. A fault rolls the whole page
//! back and does not say whose it was. A page that is not answered in time is a fault as well, and its connection is closed.

use crate::view::View;
use ledger::crash_point::{Point, reach};
use ledger::timeouts::query_in_time;
use ledger::{Fault, Ledger, cursor, spans, transactions};
use sqlx::{Connection, PgConnection};
use std::sync::{Arc, OnceLock};
use tokio::sync::Semaphore;
use tracing::Instrument;

/// What became of a page.
pub(crate) struct Stepped<'a> {
    /// How many events it had.
    pub events: usize,
    /// The views that are further behind.
    pub behind: Vec<&'a dyn View>,
}

/// Why a page was not taken.
pub(crate) struct Failed {
    pub fault: Fault,
    /// The position before the page, where it was read.
    pub after: Option<i64>,
}

/// Takes the next page with all views that stand furthest and that nobody else writes.
pub(crate) async fn step<'a>(
    ledger: &Ledger,
    views: &[&'a dyn View],
    partition: i32,
    limit: i64,
) -> Result<Stepped<'a>, Fault> {
    step_from(ledger, views, (partition, limit), &OnceLock::new()).await
}

/// The same, and says where the page begins before it is read.
async fn step_from<'a>(
    ledger: &Ledger,
    views: &[&'a dyn View],
    page: (i32, i64),
    after: &OnceLock<i64>,
) -> Result<Stepped<'a>, Fault> {
    transactions::step(ledger.pool(), async |connection| {
        take(ledger, connection, views, page, after).await
    })
    .await
}

async fn take<'a>(
    ledger: &Ledger,
    connection: &mut PgConnection,
    views: &[&'a dyn View],
    (partition, limit): (i32, i64),
    after: &OnceLock<i64>,
) -> Result<Stepped<'a>, Fault> {
    let mut transaction = connection.begin().await?;
    let names: Vec<&str> = views.iter().map(|view| view.name()).collect();
    let mut free = cursor::lock_free(&mut transaction, &names, partition).await?;
    if free.len() < names.len() && is_made(ledger, &names, partition).await? {
        free = cursor::lock_free(&mut transaction, &names, partition).await?;
    }
    let front = free.iter().map(|(_, position)| *position).max();
    let position_of = |view: &dyn View| free.iter().find(|(name, _)| name == view.name()).map(|(_, at)| *at);
    let free_views = views.iter().copied().filter(|view| position_of(*view).is_some());
    let (together, behind): (Vec<&dyn View>, Vec<_>) = free_views.partition(|view| position_of(*view) == front);
    let page = match front {
        Some(front) => {
            after.get_or_init(|| front);
            ledger.pool().page(&mut transaction, partition, front, limit).await?
        }
        None => Vec::new(),
    };
    if let (Some(first), Some(last)) = (page.first(), page.last()) {
        let names: Vec<&str> = together.iter().map(|view| view.name()).collect();
        let span = spans::page(partition, &names, (first.position, last.position));
        let written = async {
            for view in &together {
                view.write(&mut transaction, &page).await?;
            }
            reach(Point::InViewBatch);
            cursor::advance(&mut transaction, &names, partition, last.position).await?;
            reach(Point::BeforeViewCommit);
            Ok::<(), Fault>(transaction.commit().await?)
        };
        written.instrument(span).await?;
    }
    let events = page.len();
    Ok(Stepped { events, behind })
}

/// Makes the rows of those cursors that have none; true when one was missing.
async fn is_made(ledger: &Ledger, names: &[&str], partition: i32) -> Result<bool, Fault> {
    query_in_time(ledger.pool(), async |connection| {
        cursor::ensure(connection, names, partition).await
    })
    .await
}

/// A step in a task of its own: a writer that panics is a fault of its views and takes nobody with it.
///
/// # Errors
/// [`Failed`] with where the page began: by the time it is looked at, another process may have taken it.
pub(crate) async fn guarded(
    ledger: &Ledger,
    permits: &Semaphore,
    views: Vec<&'static dyn View>,
    partition: i32,
    limit: i64,
) -> Result<Stepped<'static>, Failed> {
    // The semaphore is never closed.
    let _permit = permits.acquire().await;
    let (ledger, after) = (ledger.clone(), Arc::new(OnceLock::new()));
    let begins = after.clone();
    let task = tokio::spawn(async move { step_from(&ledger, &views, (partition, limit), &begins).await });
    let stepped = task
        .await
        .unwrap_or_else(|broken| Err(Fault::Law(format!("the view's writer panicked: {broken}"))));
    stepped.map_err(|fault| Failed {
        fault,
        after: after.get().copied(),
    })
}
