//! Following a log: page by page, every leaf is computed again and added to the tree.
//!
//! A row that does not fit stops the partition before it, for as long as it does not
//! fit: nothing is ever signed over it. The last event that was taken is read once more
//! with each page, so that a log that lost its tail and grew again is noticed too.
//!
//! The row of a tree says nothing about whose events are in it: whoever writes to the database writes a tree as well. So a
//! tree is signed by the process that took every event of it since the newest signed checkpoint; another process reads
//! those events again first ([`Follower::check`]).
//!
//! An event is linked to the leaf that went into the tree. A version before that this process did not take itself, or
//! has forgotten, is read from the log, and so are some of the others: a row that was changed since is then noticed when
//! its stream goes on, always while there are few events and by chance under load.

use super::linked::{self, Leaves, Linked};
use super::{PAGE, PAGES_MAX, tiles};
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::transactions;
use proofs::LogHead;
use proofs::tree::Edge;
use sqlx::postgres::PgRow;
use sqlx::{Connection, PgConnection};
use std::collections::HashMap;
use tlog_tiles::Hash;

/// Streams whose newest leaf is remembered at most, of all logs together; then they are forgotten (ASSUMED: 200 bytes
/// each, and more streams than write within minutes).
const STREAMS_MAX: usize = 100_000;

/// Follows logs, and remembers the newest leaves that it took.
#[derive(Default)]
pub struct Follower {
    logs: HashMap<i32, Taken>,
    /// The newest tree of each log of which every event was checked here, or lies below what was signed.
    checked: HashMap<i32, LogHead>,
    /// Trees of others, as far as they were compared with the log: from the signed one on.
    compared: HashMap<i32, (LogHead, Edge)>,
}

/// What was taken of one log.
struct Taken {
    /// The tree of which these are the newest leaves. Another tree may have other events.
    tree: LogHead,
    leaves: Leaves,
}

impl Follower {
    /// Takes the next events of a partition into its tree, in a transaction of its own that is given up when it is not
    /// answered in time; returns how many.
    ///
    /// # Errors
    /// As [`Follower::step`].
    pub(super) async fn take(&mut self, log: &EventLog, partition: i32, limit: i64) -> Result<u64, Fault> {
        transactions::step(log, async |connection| {
            let mut transaction = connection.begin().await?;
            let taken = self.step(log, &mut transaction, partition, limit).await?;
            transaction.commit().await?;
            Ok(taken)
        })
        .await
    }

    /// Takes up to `limit` events of a partition into its tree, in the given transaction; returns how many.
    ///
    /// # Errors
    /// [`Fault::Contradiction`] for an event that does not fit or that this service did not write; the transaction must
    /// then not commit.
    pub async fn step(
        &mut self,
        log: &EventLog,
        transaction: &mut PgConnection,
        partition: i32,
        limit: i64,
    ) -> Result<u64, Fault> {
        let (mut edge, last) = tiles::lock(transaction, partition).await?;
        let before = head_of(&edge);
        let mut leaves = self.known(partition, before);
        let taken = edge.size();
        let from = taken.saturating_sub(1);
        let overlap = taken - from;
        let place = (partition, from as i64, limit + overlap as i64);
        let page = linked::read(transaction, place, |row: &PgRow| log.event(row), &leaves).await?;
        if (page.len() as u64) < overlap {
            return Err(shorter(partition, taken));
        }
        for (event, position) in page.iter().zip(from + 1..) {
            let leaf = leaf_at(event, position)?;
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
        leaves.take(page);
        let tree = head_of(&edge);
        self.logs.insert(partition, Taken { tree, leaves });
        if taken == 0 || self.checked.get(&partition) == Some(&before) {
            self.checked.insert(partition, tree);
        }
        Ok(edge.size() - taken)
    }

    /// Whether every event of a tree behind `signed` was checked here. Of a tree that somebody else made they are read once
    /// more, some pages a call.
    ///
    /// # Errors
    /// [`Fault::Contradiction`] for an event that does not fit or that this service did not write, and for a tree of other
    /// events than those of the log.
    pub(super) async fn check(
        &mut self,
        log: &EventLog,
        connection: &mut PgConnection,
        partition: i32,
        (signed, tree): (LogHead, LogHead),
    ) -> Result<bool, Fault> {
        if tree == signed || self.checked.get(&partition) == Some(&tree) {
            return Ok(true);
        }
        let mut edge = match self.compared.remove(&partition) {
            Some((begin, edge)) if begin == signed => edge,
            _ => tiles::at(connection, partition, &signed).await?,
        };
        for _ in 0..PAGES_MAX {
            let from = edge.size();
            if from >= tree.size {
                break;
            }
            let place = (partition, from as i64, PAGE.min((tree.size - from) as i64));
            let page = linked::read(connection, place, |row: &PgRow| log.event(row), &Leaves::default()).await?;
            if page.is_empty() {
                return Err(shorter(partition, tree.size));
            }
            for (event, position) in page.iter().zip(from + 1..) {
                edge.push(leaf_at(event, position)?);
            }
            // Nothing of it is written.
            edge.take_changed(from);
        }
        if edge.size() < tree.size {
            self.compared.insert(partition, (signed, edge));
            return Ok(false);
        }
        if head_of(&edge) != tree {
            return Err(tiles::broken(partition));
        }
        self.checked.insert(partition, tree);
        Ok(true)
    }

    /// The leaves taken of a log whose tree is this one. If the step fails they are forgotten; if its transaction does,
    /// the next tree is another one.
    fn known(&mut self, partition: i32, tree: LogHead) -> Leaves {
        if self.logs.values().map(|taken| taken.leaves.count()).sum::<usize>() > STREAMS_MAX {
            self.logs.clear();
        }
        let taken = self.logs.remove(&partition).filter(|taken| taken.tree == tree);
        taken.map(|taken| taken.leaves).unwrap_or_default()
    }
}

/// The leaf of an event that is expected at this position.
fn leaf_at(event: &Linked, position: u64) -> Result<Hash, Fault> {
    let (partition, found) = (event.event.partition, event.event.position);
    if found as u64 == position {
        event.checked()
    } else {
        let what = format!("partition {partition}: position {position} is missing");
        Err(Fault::Contradiction(what))
    }
}

fn head_of(edge: &Edge) -> LogHead {
    let (size, root) = (edge.size(), edge.root());
    LogHead { size, root }
}

/// A log that ends before what was taken from it.
pub(crate) fn shorter(partition: i32, taken: u64) -> Fault {
    Fault::Contradiction(format!(
        "partition {partition}: the log ends before position {taken}, which the notary has seen"
    ))
}
