//! Tables `liabilities` and `liability_tiles`: the statements that were published, and the pieces of the newest one's
//! trees.
//!
//! A statement is a note that proves itself; it is added and never changed. The trees of a million players take seconds
//! to build, and a path of them three pieces of 10 kB: so the pieces are kept, of the newest statement alone. Those of
//! an older one come out of the books again (`ledger liabilities prove`).

use super::{Blindings, Extent, Owed, sign, stated, tree};
use crate::error::Fault;
use crate::notary::signed;
use crate::{EventLog, Ledger};
use domain::money::Asset;
use domain::time::Timestamp;
use proofs::liabilities::Tile;
use sqlx::{PgConnection, PgExecutor};

/// Where facts of the house lie.
pub(super) const HOUSE: i32 = 0;
/// Pieces that are written at once: 10 kB each.
const TILES_AT_ONCE: usize = 64;

/// The note of the newest statement that was published.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn newest(executor: impl PgExecutor<'_>) -> Result<Option<String>, Fault> {
    let newest = "select note from liabilities where partition = $1 order by time_ms desc limit 1";
    Ok(sqlx::query_scalar(newest).bind(HOUSE).fetch_optional(executor).await?)
}

/// The note of the statement of a moment.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn of_moment(executor: impl PgExecutor<'_>, time: Timestamp) -> Result<Option<String>, Fault> {
    let note = sqlx::query_scalar("select note from liabilities where partition = $1 and time_ms = $2")
        .bind(HOUSE)
        .bind(time.0)
        .fetch_optional(executor)
        .await?;
    Ok(note)
}

/// Signs and publishes what the players are owed, once for each moment: the note of a moment that has one is returned
/// as it is. None when the newest checkpoint does not cover so much yet. `booked` is what the books say of each asset.
///
/// # Errors
/// [`Fault::Contradiction`] when the trees come to something else, and as of [`super::Trees::build`].
pub async fn publish(log: &EventLog, extent: &Extent, booked: impl Fn(Asset) -> i128) -> Result<Option<String>, Fault> {
    let Some((checkpoint, _)) = signed::newest(log).await? else {
        return Ok(None);
    };
    if !extent.is_within(&checkpoint.checkpoint) {
        return Ok(None);
    }
    let mut transaction = log.begin().await?;
    // Connections of the command line read only, unless they say otherwise.
    sqlx::query("set transaction read write")
        .execute(&mut *transaction)
        .await?;
    // Whoever comes second waits and finds the first one's.
    sqlx::query("select pg_advisory_xact_lock(hashtextextended('liabilities', 0))")
        .execute(&mut *transaction)
        .await?;
    if let Some(note) = of_moment(&mut *transaction, extent.time).await? {
        return Ok(Some(note));
    }
    let blindings = Blindings::of(log, checkpoint.checkpoint.number, extent)?;
    let owed = keep_trees(log, &mut transaction, extent, &blindings, booked).await?;
    let note = sign(log, &stated(log, &checkpoint, extent, owed)?)?;
    keep(&mut transaction, extent.time, &note).await?;
    transaction.commit().await?;
    Ok(Some(note))
}

/// Builds the trees and keeps their pieces, unless there is a newer statement.
async fn keep_trees(
    log: &EventLog,
    transaction: &mut PgConnection,
    extent: &Extent,
    blindings: &Blindings,
    booked: impl Fn(Asset) -> i128,
) -> Result<Vec<Owed>, Fault> {
    let newer = "select from liabilities where partition = $1 and time_ms > $2";
    let newer = sqlx::query(newer).bind(HOUSE).bind(extent.time.0);
    let is_newest = newer.fetch_optional(&mut *transaction).await?.is_none();
    if is_newest {
        sqlx::query("delete from liability_tiles")
            .execute(&mut *transaction)
            .await?;
    }
    let mut owed = Vec::with_capacity(Asset::ALL.len());
    for asset in Asset::ALL {
        // One at a time: the trees of all assets of a million players fill a gigabyte.
        let tree = tree(log, blindings, asset, extent).await?;
        let (stated, booked) = (i128::from(tree.total()), booked(asset));
        if stated != booked {
            let name = asset.name();
            let what = format!("players are owed {stated} {name} by their balances and {booked} by the books");
            return Err(Fault::Contradiction(what));
        }
        if is_newest {
            keep_tiles(transaction, extent.time, asset, tree.tiles().collect()).await?;
        }
        owed.push(Owed::of(&tree));
    }
    Ok(owed)
}

async fn keep(transaction: &mut PgConnection, time: Timestamp, note: &str) -> Result<(), Fault> {
    sqlx::query("insert into liabilities (partition, time_ms, note) values ($1, $2, $3)")
        .bind(HOUSE)
        .bind(time.0)
        .bind(note)
        .execute(transaction)
        .await?;
    Ok(())
}

async fn keep_tiles(
    transaction: &mut PgConnection,
    time: Timestamp,
    asset: Asset,
    tiles: Vec<Tile>,
) -> Result<(), Fault> {
    for tiles in tiles.chunks(TILES_AT_ONCE) {
        sqlx::query(
            "insert into liability_tiles (partition, time_ms, asset, level, number, first, nodes)
             select $1, $2, $3, t.level, t.number, substr(t.nodes, 1, 32), t.nodes
               from unnest($4::smallint[], $5::bigint[], $6::bytea[]) as t(level, number, nodes)",
        )
        .bind(HOUSE)
        .bind(time.0)
        .bind(asset.name())
        .bind(tiles.iter().map(|tile| tile.level as i16).collect::<Vec<_>>())
        .bind(tiles.iter().map(|tile| tile.number as i64).collect::<Vec<_>>())
        .bind(tiles.iter().map(|tile| tile.nodes.as_slice()).collect::<Vec<_>>())
        .execute(&mut *transaction)
        .await?;
    }
    Ok(())
}

impl Ledger {
    /// Publishes what the players are owed, see [`publish`].
    ///
    /// # Errors
    /// As [`publish`].
    pub async fn publish_liabilities(
        &self,
        extent: &Extent,
        booked: impl Fn(Asset) -> i128,
    ) -> Result<Option<String>, Fault> {
        publish(self.pool(), extent, booked).await
    }
}
