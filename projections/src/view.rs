//! What a view is: one table, written from pages of the log.
//!
//! A writer names its table without a schema. Where the name leads is the search
//! path's business, so the same statements fill the table that serves and, during a
//! [`crate::rebuild`], the one that is made beside it. A writer takes a page with one
//! statement for each kind of change, never one for each event: a thousand events
//! then cost a few round trips.

use domain::stream::{Stream, StreamEvent as _};
use ledger::feed::{PAGE_MAX, Recorded};
use ledger::log_page::{LogPage, PageEvent};
use ledger::{Fault, StreamId};
use sqlx::PgConnection;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use uuid::Uuid;

/// The work of writing one page.
pub type Writing<'a> = Pin<Box<dyn Future<Output = Result<(), Fault>> + Send + 'a>>;

/// Something that follows the log page by page.
pub trait View: Send + Sync {
    /// The permanent name: of its cursor, and of its table if it has one.
    fn name(&self) -> &'static str;

    /// Events of one page at most.
    fn page_max(&self) -> i64 {
        PAGE_MAX
    }

    /// Whether it follows in transactions of its own. The others of a partition are written together while they stand
    /// at one position; one that costs much or waits for commands would hold them up.
    fn is_alone(&self) -> bool {
        false
    }

    /// Writes what one page changes, in the given transaction. The page is of one partition, in order,
    /// and follows the page before without a gap.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a>;
}

impl fmt::Debug for dyn View {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// An event of one type of stream with where it was recorded.
#[derive(Clone, Debug)]
pub struct ViewEvent<'a, S: Stream> {
    /// As recorded.
    pub recorded: &'a Recorded,
    /// Whose stream; nil for the house.
    pub owner: Uuid,
    pub event: &'a S::Event,
}

/// All events of one type of stream in a page, in order.
///
/// # Errors
/// [`Fault::Unreadable`] for an event that does not read back, or that a later program wrote.
pub fn facts<S: Stream>(page: &LogPage) -> Result<Vec<ViewEvent<'_, S>>, Fault> {
    page.iter()
        .filter(|recorded| recorded.aggregate_type == S::TYPE)
        .map(|event| ViewEvent::of(event))
        .collect()
}

/// The events of these types only. The others are not read, but must be of types that this program knows: what
/// a later program recorded under a new name may concern the view.
///
/// # Errors
/// [`Fault::Unreadable`], as above; [`Fault::Law`] for a type that no event ever had.
pub fn facts_of<'a, S: Stream>(page: &'a LogPage, types: &[&str]) -> Result<Vec<ViewEvent<'a, S>>, Fault> {
    if let Some(unknown) = types.iter().find(|name| S::Event::lineage(name).is_none()) {
        return Err(Fault::Law(format!("no event is called {unknown}")));
    }
    let mut facts = Vec::new();
    for recorded in page.iter().filter(|recorded| recorded.aggregate_type == S::TYPE) {
        if types.contains(&recorded.event_type.as_str()) {
            facts.push(ViewEvent::of(recorded)?);
        } else if S::Event::lineage(&recorded.event_type).is_none() {
            return Err(recorded
                .unreadable(format!("no event is called {} here", recorded.event_type))
                .into());
        }
    }
    Ok(facts)
}

impl<'a, S: Stream> ViewEvent<'a, S> {
    fn of(event: &'a PageEvent) -> Result<ViewEvent<'a, S>, Fault> {
        Ok(ViewEvent {
            recorded: event,
            owner: StreamId::parse(&event.aggregate_id).owner,
            event: event.event()?,
        })
    }
}

/// One column of a set of rows, as `unnest` takes it.
pub(crate) fn column<R, C>(rows: &[R], of: impl Fn(&R) -> C) -> Vec<C> {
    rows.iter().map(of).collect()
}

/// The events of one kind with what is read of them, in order.
pub(crate) fn of_kind<'f, 'p, S: Stream, K>(
    facts: &'f [ViewEvent<'p, S>],
    kind: impl Fn(&'f S::Event) -> Option<&'f K>,
) -> Vec<(&'f ViewEvent<'p, S>, &'f K)> {
    facts
        .iter()
        .filter_map(|fact| Some((fact, kind(fact.event)?)))
        .collect()
}
