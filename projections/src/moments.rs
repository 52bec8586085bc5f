//! What views for scheduled jobs have in common: one moment an owner waits for, until it came or was cancelled.
//!
//! Each such view says which of its events set the moment and which end it; the last event of an owner in a page
//! counts. Knows nothing of what the moments are for.

use crate::view::{ViewEvent, column};
use domain::stream::Stream;
use ledger::Fault;
use sqlx::PgConnection;
use std::collections::BTreeMap;
use uuid::Uuid;

/// The table of such a view.
pub struct Moments {
    pub table: &'static str,
    /// The column of the owner.
    pub owner: &'static str,
    /// The column of the moment, in milliseconds.
    pub at: &'static str,
    /// How a new moment and the one `known` are one, when a new one does not simply replace it.
    pub merged: Option<&'static str>,
}

/// Each owner's moment, or none for one that is over.
pub type Last = BTreeMap<(i32, Uuid), Option<i64>>;

/// The last event of each owner.
pub fn last<S: Stream>(facts: &[ViewEvent<'_, S>], word: impl Fn(&S::Event) -> Option<i64>) -> Last {
    facts
        .iter()
        .map(|fact| ((fact.recorded.partition, fact.owner), word(fact.event)))
        .collect()
}

impl Moments {
    /// Writes moments and takes those away that are over.
    pub async fn write(&self, transaction: &mut PgConnection, last: &Last) -> Result<(), Fault> {
        self.set(transaction, last).await?;
        self.end(transaction, last).await
    }

    async fn set(&self, transaction: &mut PgConnection, last: &Last) -> Result<(), Fault> {
        let rows: Vec<((i32, Uuid), i64)> = last.iter().filter_map(|(key, at)| Some((*key, (*at)?))).collect();
        if rows.is_empty() {
            return Ok(());
        }
        let Moments { table, owner, at, .. } = self;
        let new = format!("excluded.{at}");
        let merged = self.merged.unwrap_or(&new);
        let statement = format!(
            "insert into {table} as known (partition, {owner}, {at})
             select * from unnest($1::int[], $2::uuid[], $3::bigint[])
             on conflict (partition, {owner}) do update set {at} = {merged}"
        );
        sqlx::query(&statement)
            .bind(column(&rows, |((partition, _), _)| *partition))
            .bind(column(&rows, |((_, owner), _)| *owner))
            .bind(column(&rows, |(_, at_ms)| *at_ms))
            .execute(transaction)
            .await?;
        Ok(())
    }

    async fn end(&self, transaction: &mut PgConnection, last: &Last) -> Result<(), Fault> {
        let over = last.iter().filter(|(_, at)| at.is_none());
        let rows: Vec<(i32, Uuid)> = over.map(|(key, _)| *key).collect();
        if rows.is_empty() {
            return Ok(());
        }
        let Moments { table, owner, .. } = self;
        let statement = format!(
            "delete from {table} t using unnest($1::int[], $2::uuid[]) as ended(partition, owner)
              where t.partition = ended.partition and t.{owner} = ended.owner"
        );
        sqlx::query(&statement)
            .bind(column(&rows, |(partition, _)| *partition))
            .bind(column(&rows, |(_, owner)| *owner))
            .execute(transaction)
            .await?;
        Ok(())
    }
}
