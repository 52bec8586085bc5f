//! View `revealed_seeds`: server seeds after their reveal. The reader has no way
//! to a seed in use (threat T-45).

use crate::view::{View, ViewEvent, Writing, column, facts_of, of_kind};
use domain::ids::PlayerId;
use domain::player::{Event, Player};
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::{PgConnection, PgPool, Row};

#[derive(Clone, Copy, Debug)]
pub struct RevealedSeeds;

impl View for RevealedSeeds {
    fn name(&self) -> &'static str {
        "revealed_seeds"
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move { insert(transaction, &facts_of(page, &["SeedRotated"])?).await })
    }
}

async fn insert(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let rows = of_kind(facts, |event| match event {
        Event::SeedRotated(rotated) => Some(rotated),
        // No other event reveals a seed.
        _ => None,
    });
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into revealed_seeds (partition, player, commit, server_seed)
         select * from unnest($1::int[], $2::uuid[], $3::text[], $4::text[])",
    )
    .bind(column(&rows, |(fact, _)| fact.recorded.partition))
    .bind(column(&rows, |(fact, _)| fact.owner))
    .bind(column(&rows, |(_, rotated)| rotated.old_commit.as_str()))
    .bind(column(&rows, |(_, rotated)| rotated.old_seed.as_str()))
    .execute(transaction)
    .await?;
    Ok(())
}

/// The seed behind a commit of `player`, if it was revealed.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn find(pool: &PgPool, partition: u16, player: PlayerId, commit: &str) -> Result<Option<String>, Fault> {
    let row =
        sqlx::query("select server_seed from revealed_seeds where partition = $1 and player = $2 and commit = $3")
            .bind(i32::from(partition))
            .bind(player.0)
            .bind(commit)
            .fetch_optional(pool)
            .await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}
