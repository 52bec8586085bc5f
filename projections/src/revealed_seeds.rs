//! View `revealed_seeds`: server seeds after their reveal. The reader has no way
//! to a seed in use (case T-45).

use crate::runner::{PlayerFact, View, Writing};
use domain::ids::PlayerId;
use domain::player::Event;
use ledger::Fault;
use sqlx::{PgConnection, PgPool, Row};

/// The view.
#[derive(Clone, Copy, Debug)]
pub struct RevealedSeeds;

impl View for RevealedSeeds {
    fn name(&self) -> &'static str {
        "revealed_seeds"
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a [PlayerFact]) -> Writing<'a> {
        Box::pin(async move {
            for fact in page {
                if let Event::SeedRotated(rotated) = &fact.event {
                    sqlx::query(
                        "insert into revealed_seeds (partition, player, commit, server_seed) values ($1, $2, $3, $4)",
                    )
                    .bind(fact.recorded.partition)
                    .bind(fact.player.0)
                    .bind(&rotated.old_commit)
                    .bind(&rotated.old_seed)
                    .execute(&mut *transaction)
                    .await?;
                }
            }
            Ok(())
        })
    }
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
