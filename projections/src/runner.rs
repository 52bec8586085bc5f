//! The runner: reads a page after the view's cursor, writes the rows and moves the
//! cursor, all in one transaction.
//!
//! ```text
//! leading? ─no─▶ wait for the leader lock
//!    │yes
//!    ▼
//! lock cursor ─▶ read page ─▶ write rows ─▶ move cursor ─▶ commit ─▶ again, or wait for the scout
//!                   └──────────────┴─▶ fault: rolled back; again with half the page, down to one event
//! ```
//!
//! Any number of processes may run the same views: one leads each view of a partition
//! ([`crate::leader`]), and the lock on the cursor's row makes every event count once
//! with any number of processes. An event that a view cannot take alone stops that view, of that
//! partition, and nothing else. It is never skipped: its cursor says why ([`cursor::Stop`]),
//! the fault is logged once, and the view continues by itself when the cause is removed.

use crate::cursor::{self, Stop};
use crate::leader::{LeaderLocks, Leading};
use crate::scout::{Wakeable, scout};
use crate::view::View;
use ledger::crash_point::{Point, reach};
use ledger::feed;
use ledger::{Fault, Ledger};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, Semaphore, watch};
use tokio::task::JoinSet;

/// Pages that one process writes at once, over all views and partitions: each holds a connection of the pool,
/// and players need the others.
const STEPS_MAX: usize = 4;
/// Pause after a fault before the view tries again.
const FAULT_PAUSE: Duration = Duration::from_secs(1);

/// Follows the log with every view in every partition until `stop` turns true. Tasks end after their
/// current page.
pub fn run(ledger: &Ledger, views: &[&'static dyn View], stop: &watch::Receiver<bool>) -> JoinSet<()> {
    let partitions = 0..i32::from(ledger.partitions());
    let followed: Vec<(&'static dyn View, i32)> = partitions
        .flat_map(|partition| views.iter().map(move |view| (*view, partition)))
        .collect();
    let names = followed
        .iter()
        .map(|(view, partition)| format!("{} {partition}", view.name()));
    let (locks, leading) = LeaderLocks::of(names);
    let mut tasks = JoinSet::new();
    tasks.spawn(locks.hold_until(ledger.pool().clone(), stop.clone()));
    let permits = Arc::new(Semaphore::new(STEPS_MAX));
    let mut known = Vec::new();
    for ((view, partition), leading) in followed.into_iter().zip(leading) {
        let wake = Arc::new(Notify::new());
        known.push(Wakeable {
            view: view.name(),
            partition,
            leading: leading.clone(),
            wake: wake.clone(),
        });
        let follower = Follower {
            ledger: ledger.clone(),
            permits: permits.clone(),
            view,
            partition,
            limit: view.page_max(),
            trouble: None,
        };
        tasks.spawn(follow(follower, leading, wake, stop.clone()));
    }
    tasks.spawn(scout(ledger.clone(), known, stop.clone()));
    tasks
}

/// Takes one page of a partition; returns how many events it took.
///
/// # Errors
/// [`Fault`]; the view then stands where it stood.
pub async fn step(ledger: &Ledger, view: &dyn View, partition: i32) -> Result<usize, Fault> {
    step_at_most(ledger, view, partition, view.page_max()).await
}

async fn step_at_most(ledger: &Ledger, view: &dyn View, partition: i32, limit: i64) -> Result<usize, Fault> {
    let mut transaction = ledger.pool().begin().await?;
    let mut locked = ledger::cursor::lock(&mut transaction, view.name(), partition).await?;
    if locked.is_none() && ledger::cursor::ensure(ledger.pool(), view.name(), partition).await? {
        locked = ledger::cursor::lock(&mut transaction, view.name(), partition).await?;
    }
    let Some(position) = locked else {
        return Ok(0);
    };
    let page = feed::read(&mut *transaction, partition, position, limit).await?;
    let Some(last) = page.last().map(|event| event.position) else {
        return Ok(0);
    };
    view.write(&mut transaction, &page).await?;
    reach(Point::InViewBatch);
    ledger::cursor::advance(&mut transaction, view.name(), partition, last).await?;
    reach(Point::BeforeViewCommit);
    transaction.commit().await?;
    Ok(page.len())
}

/// Follows until the views have seen everything that was recorded when this was called.
///
/// # Errors
/// [`Fault`] of the first view that stops.
pub async fn drain(ledger: &Ledger, views: &[&dyn View]) -> Result<(), Fault> {
    for view in views {
        for partition in 0..i32::from(ledger.partitions()) {
            let head = cursor::head(ledger, partition).await?;
            while cursor::position(ledger, *view, partition).await? < head {
                if step(ledger, *view, partition).await? == 0 {
                    tokio::task::yield_now().await;
                }
            }
        }
    }
    Ok(())
}

/// Follows one partition with one view, while this process leads there, until `stop` turns true.
async fn follow(mut follower: Follower, mut leading: Leading, wake: Arc<Notify>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let next = if leading.now() {
            follower.go().await
        } else {
            Next::WhenLeading
        };
        let rest = async {
            match next {
                Next::AtOnce => {}
                Next::WhenWoken => wake.notified().await,
                Next::Later => tokio::time::sleep(FAULT_PAUSE).await,
                Next::WhenLeading => leading.changed().await,
            }
        };
        tokio::select! {
            () = rest => {}
            _ = stop.changed() => {}
        }
    }
}

/// When to try the next page.
enum Next {
    AtOnce,
    WhenWoken,
    Later,
    WhenLeading,
}

struct Follower {
    ledger: Ledger,
    permits: Arc<Semaphore>,
    view: &'static dyn View,
    partition: i32,
    /// Events of the next page at most: halved by a fault, doubled by a page that passed.
    limit: i64,
    /// The last report of why the view does not continue.
    trouble: Option<String>,
}

impl Follower {
    async fn go(&mut self) -> Next {
        match self.guarded_step().await {
            Ok(0) => Next::WhenWoken,
            Ok(_) => {
                self.limit = (self.limit * 2).min(self.view.page_max());
                if self.trouble.take().is_some() {
                    tracing::info!(
                        view = self.view.name(),
                        partition = self.partition,
                        "the view continues"
                    );
                }
                Next::AtOnce
            }
            Err(fault) if passes(&fault) => {
                self.report(format!("the view waits: {fault}"), None);
                Next::Later
            }
            Err(_) if self.limit > 1 => {
                self.limit /= 2;
                Next::AtOnce
            }
            Err(fault) => {
                match cursor::stop(&self.ledger, self.view, self.partition, &fault).await {
                    Ok(stop) => self.report("the view has stopped".to_owned(), stop),
                    Err(_) => self.report(format!("the view has stopped: {fault}"), None),
                }
                Next::Later
            }
        }
    }

    /// A step in a task of its own: a writer that panics is a fault of its view alone.
    async fn guarded_step(&self) -> Result<usize, Fault> {
        // The semaphore is never closed.
        let _permit = self.permits.acquire().await;
        let (ledger, view, partition, limit) = (self.ledger.clone(), self.view, self.partition, self.limit);
        let step = tokio::spawn(async move { step_at_most(&ledger, view, partition, limit).await });
        step.await
            .unwrap_or_else(|broken| Err(Fault::Law(format!("the view's writer panicked: {broken}"))))
    }

    /// Logs a problem once, and again when it changes.
    fn report(&mut self, trouble: String, stop: Option<Stop>) {
        let (view, partition) = (self.view.name(), self.partition);
        let report = format!("{trouble} {stop:?}");
        if self.trouble.as_ref() == Some(&report) {
            return;
        }
        match stop {
            Some(stop) => tracing::error!(
                view,
                partition,
                position = stop.position,
                event_type = stop.event_type,
                since_ms = stop.since.0,
                error = stop.error,
                "{trouble}: it cannot take an event, and will not skip it"
            ),
            None => tracing::warn!(view, partition, "{trouble}"),
        }
        self.trouble = Some(report);
    }
}

/// True for faults that say nothing about the events: the database is away or busy, or a command was not decided.
fn passes(fault: &Fault) -> bool {
    match fault {
        Fault::Database(sqlx::Error::Database(refusal)) => {
            // Connection, rollback, resources, locks, operator, system (SQLSTATE classes).
            let classes = ["08", "40", "53", "55", "57", "58"];
            refusal
                .code()
                .is_some_and(|code| classes.iter().any(|class| code.starts_with(class)))
        }
        Fault::Database(
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed,
        )
        | Fault::Contended
        | Fault::Unknown(_) => true,
        _ => false,
    }
}
