//! A view that takes its pages alone: halves the page that it cannot take, down to one event, stops before that and says
//! why, and goes on by itself when the cause is removed. A page that is not answered in time is halved too, and never stops
//! the view: that says nothing about its events.

use crate::cursor::{self, Stop};
use crate::step::{Failed, guarded};
use crate::view::View;
use ledger::{Fault, Ledger};
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Pause after a fault before the view tries again.
pub(crate) const FAULT_PAUSE: Duration = Duration::from_secs(1);

/// When to try the next page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    AtOnce,
    WhenWoken,
    Later,
}

impl Next {
    /// A page that was not full ends where the log ended: the scout says when there is more, and that comes in one page
    /// instead of several small ones.
    pub(crate) fn after(events: usize, limit: i64) -> Next {
        if usize::try_from(limit).is_ok_and(|limit| events < limit) {
            Next::WhenWoken
        } else {
            Next::AtOnce
        }
    }
}

/// One view of one partition, followed by itself.
pub(crate) struct Follower {
    ledger: Ledger,
    permits: Arc<Semaphore>,
    pub view: &'static dyn View,
    partition: i32,
    /// Events of the next page at most: halved by a fault, doubled by a page that passed.
    limit: i64,
    /// The last report of why the view does not continue.
    trouble: Option<String>,
}

impl Follower {
    pub(crate) fn of(ledger: &Ledger, view: &'static dyn View, partition: i32, permits: &Arc<Semaphore>) -> Follower {
        Follower {
            ledger: ledger.clone(),
            permits: permits.clone(),
            view,
            partition,
            limit: view.page_max(),
            trouble: None,
        }
    }

    pub(crate) async fn go(&mut self) -> Next {
        let views = vec![self.view];
        let stepped = guarded(&self.ledger, &self.permits, views, self.partition, self.limit).await;
        match stepped.map(|stepped| stepped.events) {
            Ok(events) => {
                let next = Next::after(events, self.limit);
                self.limit = (self.limit * 2).min(self.view.page_max());
                if self.trouble.take().is_some() {
                    tracing::info!(
                        view = self.view.name(),
                        partition = self.partition,
                        "the view continues"
                    );
                }
                next
            }
            Err(Failed { fault, .. }) if is_transient(&fault) => {
                // On a slow machine half the page may be taken in time.
                if took_too_long(&fault) {
                    self.limit = (self.limit / 2).max(1);
                }
                self.report(format!("the view waits: {fault}"), None);
                Next::Later
            }
            Err(_) if self.limit > 1 => {
                self.limit /= 2;
                Next::AtOnce
            }
            Err(Failed { fault, after }) => {
                self.stop(&fault, after).await;
                Next::Later
            }
        }
    }

    /// Says that the event after a position cannot be taken.
    async fn stop(&mut self, fault: &Fault, after: Option<i64>) {
        let noted = match after {
            Some(after) => cursor::stop(&self.ledger, self.view, (self.partition, after), fault).await,
            None => Ok(None),
        };
        match noted {
            Ok(Some(stop)) => self.report("the view has stopped".to_owned(), Some(stop)),
            Ok(None) if after.is_some() => {
                self.report(format!("another process took what was not taken here: {fault}"), None);
            }
            Ok(None) | Err(_) => self.report(format!("the view has stopped: {fault}"), None),
        }
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

/// Whether the page was given up because it was not answered in time.
fn took_too_long(fault: &Fault) -> bool {
    matches!(fault, Fault::Database(sqlx::Error::Io(error)) if error.kind() == ErrorKind::TimedOut)
}

/// True for faults that say nothing about the events: the database is away or busy, or a command was not decided.
fn is_transient(fault: &Fault) -> bool {
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
