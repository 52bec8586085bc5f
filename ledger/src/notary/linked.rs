//! Events with the leaf before each in its stream: what is needed to compute a leaf again.

use crate::error::Fault;
use crate::read::feed::{COLUMNS, Recorded, recorded};
use proofs::leaf::ROOT;
use sqlx::{PgConnection, Row};
use tlog_tiles::{Hash, record_hash};

/// An event and the stored leaf of the version before it; none when there is no such version before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linked {
    pub event: Recorded,
    previous: Option<Vec<u8>>,
}

/// Up to `limit` events after a position, in order. Positions are not checked here.
pub(crate) async fn read(
    connection: &mut PgConnection,
    partition: i32,
    after: i64,
    limit: i64,
) -> Result<Vec<Linked>, Fault> {
    // A subquery in the list is looked up event by event, whatever the planner thinks of the table.
    let statement = format!(
        "select {COLUMNS},
                (select before.leaf
                   from events before
                  where before.aggregate_id = event.aggregate_id
                    and before.sequence = event.sequence - 1
                    and before.aggregate_type = event.aggregate_type
                    and before.partition = event.partition
                    and before.position < event.position)
           from events event
          where partition = $1 and position > $2
          order by position
          limit $3"
    );
    let rows = sqlx::query(&statement)
        .bind(partition)
        .bind(after)
        .bind(limit)
        .fetch_all(connection)
        .await?;
    let linked = |row| {
        let event = recorded(row)?;
        let previous = row.try_get(12)?;
        Ok(Linked { event, previous })
    };
    Ok(rows.iter().map(linked).collect::<Result<_, sqlx::Error>>()?)
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
