//! Following a log: page by page, every leaf is computed again and added to the tree.
//!
//! A row that does not fit stops the partition before it, for as long as it does not
//! fit: nothing is ever signed over it. The last event that was taken is read once more
//! with each page, so that a log that lost its tail and grew again is noticed too.

use super::{linked, tiles};
use crate::error::Fault;
use crate::event_log::EventLog;
use sqlx::PgConnection;
use sqlx::postgres::PgRow;

/// Takes up to `limit` events of a partition into its tree, in the given transaction; returns how many.
///
/// # Errors
/// [`Fault::Contradiction`] for an event that does not fit or that this service did not write; the transaction must then not commit.
pub async fn step(log: &EventLog, transaction: &mut PgConnection, partition: i32, limit: i64) -> Result<u64, Fault> {
    let (mut edge, last) = tiles::lock(transaction, partition).await?;
    let taken = edge.size();
    let from = taken.saturating_sub(1);
    let overlap = taken - from;
    let event = |row: &PgRow| log.event(row);
    let page = linked::read(transaction, partition, from as i64, limit + overlap as i64, event).await?;
    if (page.len() as u64) < overlap {
        return Err(shorter(partition, taken));
    }
    for (event, position) in page.iter().zip(from + 1..) {
        if event.event.position as u64 != position {
            let what = format!("partition {partition}: position {position} is missing");
            return Err(Fault::Contradiction(what));
        }
        let leaf = event.checked()?;
        if position > taken {
            edge.push(leaf);
        } else if last != Some(leaf) {
            let what = format!("partition {partition}, position {position}: another event stood there before");
            return Err(Fault::Contradiction(what));
        }
    }
    if edge.size() > taken {
        let changed = edge.take_changed(taken);
        tiles::write(transaction, partition, &changed, &edge).await?;
    }
    Ok(edge.size() - taken)
}

/// A log that ends before what was taken from it.
pub(crate) fn shorter(partition: i32, taken: u64) -> Fault {
    Fault::Contradiction(format!(
        "partition {partition}: the log ends before position {taken}, which the notary has seen"
    ))
}
