//! Table `uploads`: images that players send, from the signed form to the vault. Not a view: the service writes it.

use domain::ids::PlayerId;
use ledger::Fault;
use sqlx::PgPool;

/// Marks all images of an erased player for the next sweep; their bytes in the vault went with the key.
///
/// # Errors
/// A fault of the database.
pub async fn forget(pool: &PgPool, partition: i32, player: PlayerId) -> Result<(), Fault> {
    sqlx::query(
        "update uploads set ends_at_ms = 0, used_for = null, sha256 = null where partition = $1 and player = $2",
    )
    .bind(partition)
    .bind(player.0)
    .execute(pool)
    .await?;
    Ok(())
}
