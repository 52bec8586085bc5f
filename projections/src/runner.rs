//! The runner: reads a page after the view's cursor, writes the rows and moves the
//! cursor, all in one transaction.
//!
//! ```text
//! leading? ─no─▶ wait for the seat
//!    │yes
//!    ▼
//! lock cursor ─▶ read page ─▶ write rows ─▶ move cursor ─▶ commit ─▶ again, or wait for the scout
//!                   └──────────────┴─▶ fault: nothing happened; half the page, at last one event alone
//! ```
//!
//! Any number of processes may run the same views: one leads each view of a partition
//! ([`crate::leader`]), and the lock on the cursor's row makes every event count once
//! whoever works. An event that a view cannot take alone stops that view, of that
//! partition, and nothing else. It is never skipped: its cursor says why ([`cursor::Stop`]),
//! the log says it once, and the view goes on by itself when the cause is gone.

use crate::cursor::{self, Stop};
use crate::leader::{Leading, Seats};
use crate::scout::{Place, scout};
use crate::view::View;
use ledger::crash_point::{Point, reach};
use ledger::feed::{self, PAGE_MAX};
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

/// Follows the log with every view in every partition until `stop` turns true. Tasks end with the page they
/// have in hand.
pub fn run(ledger: &Ledger, views: &[&'static dyn View], stop: &watch::Receiver<bool>) -> JoinSet<()> {
    let partitions = 0..i32::from(ledger.partitions());
    let places: Vec<(&'static dyn View, i32)> = partitions
        .flat_map(|partition| views.iter().map(move |view| (*view, partition)))
        .collect();
    let names = places
        .iter()
        .map(|(view, partition)| format!("{} {partition}", view.name()));
    let (seats, leading) = Seats::of(names);
    let mut tasks = JoinSet::new();
    tasks.spawn(seats.campaign(ledger.pool().clone(), stop.clone()));
    let room = Arc::new(Semaphore::new(STEPS_MAX));
    let mut known = Vec::new();
    for ((view, partition), leading) in places.into_iter().zip(leading) {
        let call = Arc::new(Notify::new());
        known.push(Place {
            view: view.name(),
            partition,
            leading: leading.clone(),
            call: call.clone(),
        });
        let follower = Follower {
            ledger: ledger.clone(),
            room: room.clone(),
            view,
            partition,
            limit: PAGE_MAX,
            trouble: None,
        };
        tasks.spawn(follow(follower, leading, call, stop.clone()));
    }
    tasks.spawn(scout(ledger.clone(), known, stop.clone()));
    tasks
}

/// Takes one page of a partition; returns how many events it took.
///
/// # Errors
/// [`Fault`]; the view then stands where it stood.
pub async fn step(ledger: &Ledger, view: &dyn View, partition: i32) -> Result<usize, Fault> {
    step_at_most(ledger, view, partition, PAGE_MAX).await
}

async fn step_at_most(ledger: &Ledger, view: &dyn View, partition: i32, limit: i64) -> Result<usize, Fault> {
    let mut transaction = ledger.pool().begin().await?;
    let mut locked = cursor::lock(&mut transaction, view, partition).await?;
    if locked.is_none() && cursor::ensure(ledger.pool(), view, partition).await? {
        locked = cursor::lock(&mut transaction, view, partition).await?;
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
    cursor::advance(&mut transaction, view, partition, last).await?;
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
async fn follow(mut follower: Follower, mut leading: Leading, call: Arc<Notify>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let next = if leading.now() {
            follower.go().await
        } else {
            Next::WhenLeading
        };
        let rest = async {
            match next {
                Next::AtOnce => {}
                Next::WhenCalled => call.notified().await,
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
    WhenCalled,
    Later,
    WhenLeading,
}

struct Follower {
    ledger: Ledger,
    room: Arc<Semaphore>,
    view: &'static dyn View,
    partition: i32,
    /// Events of the next page at most: halved by a fault, doubled by a page that passed.
    limit: i64,
    /// What was told last about why the view does not go on.
    trouble: Option<String>,
}

impl Follower {
    async fn go(&mut self) -> Next {
        match self.guarded_step().await {
            Ok(0) => Next::WhenCalled,
            Ok(_) => {
                self.limit = (self.limit * 2).min(PAGE_MAX);
                if self.trouble.take().is_some() {
                    tracing::info!(view = self.view.name(), partition = self.partition, "the view goes on");
                }
                Next::AtOnce
            }
            Err(fault) if passes(&fault) => {
                self.tell(format!("the view waits: {fault}"), None);
                Next::Later
            }
            Err(_) if self.limit > 1 => {
                self.limit /= 2;
                Next::AtOnce
            }
            Err(fault) => {
                match cursor::stop(&self.ledger, self.view, self.partition, &fault).await {
                    Ok(stop) => self.tell("the view stands still".to_owned(), stop),
                    Err(_) => self.tell(format!("the view stands still: {fault}"), None),
                }
                Next::Later
            }
        }
    }

    /// A step in a task of its own: a writer that panics is a fault of its view and nobody else's.
    async fn guarded_step(&self) -> Result<usize, Fault> {
        // The room is never closed.
        let _place = self.room.acquire().await;
        let (ledger, view, partition, limit) = (self.ledger.clone(), self.view, self.partition, self.limit);
        let step = tokio::spawn(async move { step_at_most(&ledger, view, partition, limit).await });
        step.await
            .unwrap_or_else(|broken| Err(Fault::Law(format!("the view's writer broke: {broken}"))))
    }

    /// Says once what is the matter, and again when it changes.
    fn tell(&mut self, trouble: String, stop: Option<Stop>) {
        let (view, partition) = (self.view.name(), self.partition);
        let told = format!("{trouble} {stop:?}");
        if self.trouble.as_ref() == Some(&told) {
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
        self.trouble = Some(told);
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
