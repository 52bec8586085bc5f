//! Replay: a stream's events one by one, each with its postings and the balances
//! after it, and the state they lead to; or every stream of a type at once. Reads only
//! the log and folds it here.

mod whole;

pub use whole::{Whole, whole};

use crate::error::Fault;
use crate::read::feed::{self, Recorded};
use crate::stream_id::StreamId;
use domain::posting::Posting;
use domain::stream::{Stream, StreamEvent};
use sqlx::PgPool;
use std::collections::BTreeMap;

/// One leg with the account's balance after it, counted from this stream's own postings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    pub posting: Posting,
    /// Sum of this account's legs in this stream so far.
    pub after: i64,
}

/// An event of the replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The event as recorded.
    pub event: Recorded,
    pub legs: Vec<Leg>,
}

/// The steps of a stream and the state at its end.
///
/// # Errors
/// [`Fault::Unreadable`] for the first event that does not read back.
pub async fn stream<S: Stream>(pool: &PgPool, id: &StreamId) -> Result<(Vec<Step>, S), Fault> {
    let mut state = S::default();
    let mut totals = BTreeMap::new();
    let mut steps = Vec::new();
    for recorded in feed::read_stream(pool, S::TYPE, &id.key, 0).await? {
        let event: S::Event = recorded.decode()?;
        state.evolve(&event);
        let postings = event.postings(id.owner);
        let mut leg = |posting: &Posting| {
            let total = totals.entry(posting.account).or_insert(0_i64);
            *total += posting.amount;
            Leg {
                posting: *posting,
                after: *total,
            }
        };
        let legs = postings.legs().iter().map(&mut leg).collect();
        steps.push(Step { event: recorded, legs });
    }
    Ok((steps, state))
}
