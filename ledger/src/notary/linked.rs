//! Events with the leaf before each in its stream: what is needed to compute a leaf again.

use crate::error::Fault;
use crate::read::feed::{COLUMNS, Recorded, page_of};
use proofs::leaf::ROOT;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use std::collections::HashMap;
use tlog_tiles::{Hash, record_hash};

/// Leaves before that are read from the log although they are known, in one page (ASSUMED: all of them at 100 events a
/// second, and next to nothing of a page of thousands).
const COMPARED_MAX: usize = 64;

/// An event and the leaf of the version before it; none when there is no such version before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linked {
    pub event: Recorded,
    previous: Option<Vec<u8>>,
    /// The log now has another leaf there than the one that was known.
    is_changed: bool,
}

/// The newest leaf of each stream among events that were read before: the next event of such a stream is linked
/// without reading the log again.
#[derive(Default)]
pub(crate) struct Leaves {
    /// Version and leaf, by the stream's type and key.
    streams: HashMap<String, HashMap<String, (i64, Vec<u8>)>>,
    count: usize,
}

impl Leaves {
    /// Takes the events of a page, which follow those before.
    pub(crate) fn take(&mut self, page: Vec<Linked>) {
        for Linked { event, .. } in page {
            let streams = self.streams.entry(event.aggregate_type).or_default();
            let before = streams.insert(event.aggregate_id, (event.sequence, event.leaf));
            self.count += usize::from(before.is_none());
        }
    }

    /// How many streams there are.
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// The leaf of the version before an event.
    fn before(&self, event: &Recorded) -> Option<&Vec<u8>> {
        let (sequence, leaf) = self.streams.get(&event.aggregate_type)?.get(&event.aggregate_id)?;
        (*sequence == event.sequence - 1).then_some(leaf)
    }
}

/// Up to `limit` events after a position, in order, each as `event` reads its row. Positions are not checked here.
/// `known` are leaves at positions up to that one.
pub(crate) async fn read(
    connection: &mut PgConnection,
    (partition, after, limit): (i32, i64, i64),
    event: impl Fn(&PgRow) -> Result<Recorded, Fault>,
    known: &Leaves,
) -> Result<Vec<Linked>, Fault> {
    let rows = sqlx::query(&page_of(COLUMNS))
        .bind(partition)
        .bind(after)
        .bind(limit)
        .fetch_all(&mut *connection)
        .await?;
    let page: Vec<Recorded> = rows.iter().map(event).collect::<Result<_, _>>()?;
    let (leaves, wanted) = within(&page, known);
    let found = before(connection, partition, &page, &wanted).await?;
    let linked = |(event, previous)| Linked {
        event,
        previous,
        is_changed: false,
    };
    let mut page: Vec<Linked> = page.into_iter().zip(leaves).map(linked).collect();
    for (index, leaf) in found {
        let linked = &mut page[index];
        linked.is_changed = linked.previous.is_some() && linked.previous != leaf;
        linked.previous = leaf;
    }
    Ok(page)
}

/// For each event the leaf of the version before, where it stands earlier in the page or is known; and the indexes of
/// those whose leaf before is read from the log: what is not known, and some of what is.
fn within(page: &[Recorded], known: &Leaves) -> (Vec<Option<Vec<u8>>>, Vec<usize>) {
    let mut newest: HashMap<(&str, &str), &Recorded> = HashMap::new();
    let (mut leaves, mut wanted) = (Vec::with_capacity(page.len()), Vec::new());
    let compared_every = page.len().div_ceil(COMPARED_MAX).max(1);
    for (index, event) in page.iter().enumerate() {
        let earlier = newest.insert((&event.aggregate_id, &event.aggregate_type), event);
        let earlier = earlier.filter(|earlier| earlier.sequence == event.sequence - 1);
        let previous = earlier.map(|earlier| &earlier.leaf);
        let taken = known.before(event).filter(|_| previous.is_none());
        let is_known = previous.is_some() || taken.is_some_and(|_| index % compared_every > 0);
        if !is_known && event.sequence > 1 {
            wanted.push(index);
        }
        leaves.push(previous.or(taken).cloned());
    }
    (leaves, wanted)
}

/// The leaves of the versions before these events of a page, read from the log.
async fn before(
    connection: &mut PgConnection,
    partition: i32,
    page: &[Recorded],
    wanted: &[usize],
) -> Result<Vec<(usize, Option<Vec<u8>>)>, Fault> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    // A subquery in the list is looked up event by event, whatever the planner thinks of the table.
    let statement = "
        select event.ordinal,
               (select before.leaf from events before
                 where before.aggregate_id = event.aggregate_id and before.sequence = event.sequence - 1
                   and before.aggregate_type = event.aggregate_type and before.partition = $1
                   and before.position < event.position)
          from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) with ordinality
            as event(aggregate_id, aggregate_type, sequence, position, ordinal)";
    let events = || wanted.iter().map(|index| &page[*index]);
    let rows = sqlx::query(statement)
        .bind(partition)
        .bind(events().map(|event| event.aggregate_id.as_str()).collect::<Vec<&str>>())
        .bind(
            events()
                .map(|event| event.aggregate_type.as_str())
                .collect::<Vec<&str>>(),
        )
        .bind(events().map(|event| event.sequence).collect::<Vec<i64>>())
        .bind(events().map(|event| event.position).collect::<Vec<i64>>())
        .fetch_all(connection)
        .await?;
    let mut found = Vec::new();
    for row in rows {
        let (ordinal, leaf): (i64, Option<Vec<u8>>) = (row.try_get(0)?, row.try_get(1)?);
        let index = usize::try_from(ordinal - 1).ok().and_then(|at| wanted.get(at));
        found.extend(index.map(|index| (*index, leaf)));
    }
    Ok(found)
}

impl Linked {
    /// The leaf of the version before; [`ROOT`] before the first version.
    ///
    /// # Errors
    /// What is wrong with the chain.
    pub(crate) fn previous(&self) -> Result<[u8; 32], String> {
        if self.is_changed {
            return Err("the version before it is not what it was".into());
        }
        match (&self.previous, self.event.sequence) {
            (None, 1) => Ok(ROOT),
            (None, sequence) => Err(format!("version {} of the stream is not before it", sequence - 1)),
            (Some(leaf), _) => leaf
                .as_slice()
                .try_into()
                .map_err(|_| "the leaf before it is not 32 bytes".to_owned()),
        }
    }

    /// The hash under which the event stands in the tree, once its leaf was computed again.
    ///
    /// # Errors
    /// [`Fault::Contradiction`] when the stored leaf is not that of the stored fields.
    pub(crate) fn checked(&self) -> Result<Hash, Fault> {
        let leaf = self.previous().and_then(|previous| {
            let leaf = self.event.leaf_after(&previous);
            if self.event.leaf == leaf {
                Ok(leaf)
            } else {
                Err("the stored leaf is not that of the stored fields".into())
            }
        });
        let leaf = leaf.map_err(|what| {
            let event = &self.event;
            Fault::Contradiction(format!(
                "partition {}, position {} (event {}): {what}",
                event.partition, event.position, event.event_id
            ))
        })?;
        Ok(record_hash(&leaf))
    }
}
