//! The tables of the trees: `log_trees` (size and root of each log's tree) and `log_tiles`
//! (its hashes).
//!
//! The row of a tree is locked while the tree grows, in the transaction that writes its
//! tiles: every event counts exactly once, in any number of processes. What is read is
//! checked against the root that the caller believes.

use crate::error::Fault;
use proofs::LogHead;
use proofs::prove::Tiles;
use proofs::tree::{Edge, TILE_HEIGHT, TILE_WIDTH, TileRow, unfinished};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgExecutor, Row};
use tlog_tiles::{EMPTY_HASH, HASH_SIZE, Hash};

/// A tree without events.
pub(crate) const EMPTY: LogHead = LogHead {
    size: 0,
    root: EMPTY_HASH,
};

fn head(row: &PgRow) -> Result<LogHead, sqlx::Error> {
    let size: i64 = row.try_get(0)?;
    let root: Vec<u8> = row.try_get(1)?;
    let root = Hash(
        root.try_into()
            .map_err(|_| sqlx::Error::Decode("a root is 32 bytes".into()))?,
    );
    let size = size.unsigned_abs();
    Ok(LogHead { size, root })
}

/// The trees of all partitions as they stand; an empty one where the notary has not been yet.
///
/// # Errors
/// [`Fault`] of the database.
pub(crate) async fn heads(executor: impl PgExecutor<'_>) -> Result<Vec<LogHead>, Fault> {
    let rows = sqlx::query(
        "select coalesce(size, 0), coalesce(root, $1)
           from heads left join log_trees using (partition)
          order by partition",
    )
    .bind(EMPTY_HASH.0.as_slice())
    .fetch_all(executor)
    .await?;
    Ok(rows.iter().map(head).collect::<Result<_, _>>()?)
}

/// Locks the tree of a partition for the transaction and reads its right edge, with the hash of its last leaf.
///
/// # Errors
/// [`Fault::Contradiction`] when the tiles do not lead to the root.
pub(crate) async fn lock(connection: &mut PgConnection, partition: i32) -> Result<(Edge, Option<Hash>), Fault> {
    let row = loop {
        let row = sqlx::query("select size, root from log_trees where partition = $1 for update")
            .bind(partition)
            .fetch_optional(&mut *connection)
            .await?;
        if let Some(row) = row {
            break row;
        }
        sqlx::query("insert into log_trees (partition, root) values ($1, $2) on conflict do nothing")
            .bind(partition)
            .bind(EMPTY_HASH.0.as_slice())
            .execute(&mut *connection)
            .await?;
    };
    let head = head(&row)?;
    let (edge, last) = edge(connection, partition, head.size).await?;
    if edge.root() == head.root {
        Ok((edge, last))
    } else {
        Err(broken(partition))
    }
}

/// The right edge of the tree of this head, which is believed; the tiles are not.
///
/// # Errors
/// [`Fault::Contradiction`] when they do not lead to its root.
pub(crate) async fn at(connection: &mut PgConnection, partition: i32, head: &LogHead) -> Result<Edge, Fault> {
    let (edge, _) = edge(connection, partition, head.size).await?;
    match edge.root() == head.root {
        true => Ok(edge),
        false => Err(broken(partition)),
    }
}

/// The right edge of the tree when it had `size` leaves, and the hash of its last leaf.
async fn edge(connection: &mut PgConnection, partition: i32, size: u64) -> Result<(Edge, Option<Hash>), Fault> {
    let mut wanted: Vec<(i16, i64)> = unfinished(size).map(|(level, number, _)| (level, number)).collect();
    let last = size.checked_sub(1);
    // The last leaf lies in a full tile when the unfinished one is empty.
    wanted.extend(last.map(|last| (0, (last >> TILE_HEIGHT) as i64)));
    let tiles = read(connection, partition, &wanted).await?;
    let edge = Edge::load(size, |level, number| tiles.get(&(level, number)).cloned());
    let edge = edge.ok_or_else(|| broken(partition))?;
    let last = last.map(|last| {
        let tile = tiles.get(&(0, (last >> TILE_HEIGHT) as i64))?;
        hash_at(tile, last as usize % TILE_WIDTH)
    });
    match last {
        Some(None) => Err(broken(partition)),
        found => Ok((edge, found.flatten())),
    }
}

/// A hash of a tile by its place.
pub(crate) fn hash_at(tile: &[u8], place: usize) -> Option<Hash> {
    let bytes = tile.get(place * HASH_SIZE..(place + 1) * HASH_SIZE)?;
    bytes.try_into().ok().map(Hash)
}

/// These tiles, those of them that exist.
///
/// # Errors
/// [`Fault`] of the database.
pub(crate) async fn read(connection: &mut PgConnection, partition: i32, wanted: &[(i16, i64)]) -> Result<Tiles, Fault> {
    let (levels, numbers): (Vec<i16>, Vec<i64>) = wanted.iter().copied().unzip();
    let rows = sqlx::query(
        "select level, number, hashes
           from log_tiles
          where partition = $1
            and (level, number) in (select level, number from unnest($2::smallint[], $3::bigint[]) as wanted(level, number))",
    )
    .bind(partition)
    .bind(levels)
    .bind(numbers)
    .fetch_all(connection)
    .await?;
    let tile = |row: &PgRow| Ok(((row.try_get(0)?, row.try_get(1)?), row.try_get(2)?));
    Ok(rows.iter().map(tile).collect::<Result<_, sqlx::Error>>()?)
}

/// Writes the tiles that changed and moves the locked tree to its present size.
///
/// # Errors
/// [`Fault`] of the database.
pub(crate) async fn write(
    connection: &mut PgConnection,
    partition: i32,
    changed: &[TileRow],
    edge: &Edge,
) -> Result<(), Fault> {
    let levels: Vec<i16> = changed.iter().map(|tile| tile.level).collect();
    let numbers: Vec<i64> = changed.iter().map(|tile| tile.number).collect();
    let hashes: Vec<&[u8]> = changed.iter().map(|tile| tile.hashes.as_slice()).collect();
    sqlx::query(
        "insert into log_tiles (partition, level, number, hashes)
         select $1, tile.level, tile.number, tile.hashes
           from unnest($2::smallint[], $3::bigint[], $4::bytea[]) as tile(level, number, hashes)
         on conflict (partition, level, number) do update set hashes = excluded.hashes",
    )
    .bind(partition)
    .bind(levels)
    .bind(numbers)
    .bind(hashes)
    .execute(&mut *connection)
    .await?;
    sqlx::query("update log_trees set size = $2, root = $3 where partition = $1")
        .bind(partition)
        .bind(edge.size() as i64)
        .bind(edge.root().0.as_slice())
        .execute(connection)
        .await?;
    Ok(())
}

/// The tiles of a tree are not those that its root was made of.
pub(crate) fn broken(partition: i32) -> Fault {
    Fault::Contradiction(format!(
        "partition {partition}: the tiles of the notary's tree do not lead to its root"
    ))
}
