//! Events with the leaf before each in its stream: what is needed to compute a leaf again.

use crate::error::Fault;
use crate::read::feed::{COLUMNS, Recorded, page_of};
use proofs::leaf::ROOT;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use std::collections::HashMap;
use tlog_tiles::{Hash, record_hash};

/// An event and the stored leaf of the version before it; none when there is no such version before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linked {
    pub event: Recorded,
    previous: Option<Vec<u8>>,
}

/// Up to `limit` events after a position, in order, each as `event` reads its row. Positions are not checked here.
pub(crate) async fn read(
    connection: &mut PgConnection,
    partition: i32,
    after: i64,
    limit: i64,
    event: impl Fn(&PgRow) -> Result<Recorded, Fault>,
) -> Result<Vec<Linked>, Fault> {
    let rows = sqlx::query(&page_of(COLUMNS))
        .bind(partition)
        .bind(after)
        .bind(limit)
        .fetch_all(&mut *connection)
        .await?;
    let page: Vec<Recorded> = rows.iter().map(event).collect::<Result<_, _>>()?;
    let (mut leaves, wanted) = within(&page);
    for (index, leaf) in before(connection, partition, &page, &wanted).await? {
        leaves[index] = Some(leaf);
    }
    let linked = |(event, previous)| Linked { event, previous };
    Ok(page.into_iter().zip(leaves).map(linked).collect())
}

/// For each event the leaf of the version before, where it stands earlier in the page; and the indexes of the others
/// that have one.
fn within(page: &[Recorded]) -> (Vec<Option<Vec<u8>>>, Vec<usize>) {
    let mut newest: HashMap<(&str, &str), &Recorded> = HashMap::new();
    let (mut leaves, mut wanted) = (Vec::with_capacity(page.len()), Vec::new());
    for (index, event) in page.iter().enumerate() {
        let earlier = newest.insert((&event.aggregate_id, &event.aggregate_type), event);
        let previous = earlier.filter(|earlier| earlier.sequence == event.sequence - 1);
        if previous.is_none() {
            wanted.push(index);
        }
        leaves.push(previous.map(|previous| previous.leaf.clone()));
    }
    (leaves, wanted)
}

/// The leaves of the versions before these events of a page, read from the log.
async fn before(
    connection: &mut PgConnection,
    partition: i32,
    page: &[Recorded],
    wanted: &[usize],
) -> Result<Vec<(usize, Vec<u8>)>, Fault> {
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
        found.extend(index.copied().zip(leaf));
    }
    Ok(found)
}

impl Linked {
    /// The leaf of the version before; [`ROOT`] before the first version.
    ///
    /// # Errors
    /// What is wrong with the chain.
    pub(crate) fn previous(&self) -> Result<[u8; 32], String> {
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
