//! One player's part of the newest statement that was published, from the pieces of its trees.

use super::published::{HOUSE, newest};
use super::{Blindings, Extent, Proof, Statement, accounts, contradiction};
use crate::error::Fault;
use crate::read::balance::{AsOf, as_of};
use crate::{EventLog, Ledger};
use domain::ids::PlayerId;
use domain::money::Asset;
use domain::time::Timestamp;
use proofs::Vkey;
use proofs::liabilities::{Leaf, TILE_LEVELS, Tile};
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};

/// The newest statement with what proves one player's part of it.
pub struct Proven {
    pub statement: Statement,
    /// What verifies it.
    pub vkey: Vkey,
    /// One for each asset of which something was owed.
    pub proofs: Vec<Proof>,
}

impl Ledger {
    /// A player's part of the newest statement; none before the first one.
    ///
    /// # Errors
    /// [`Fault::Contradiction`] when the stored trees are not those of the books.
    pub async fn prove_liabilities(&self, player: PlayerId) -> Result<Option<Proven>, Fault> {
        prove(self.pool(), player).await
    }
}

/// What the newest statement says, with a player's proof for each asset of which something was owed; none before the
/// first one. No connection is held while another one is asked for: as many players as there are connections may ask.
async fn prove(log: &EventLog, player: PlayerId) -> Result<Option<Proven>, Fault> {
    let vkey = log.vkey()?;
    let mut read = newest(&**log).await?;
    while let Some(note) = read {
        let statement = Statement::open(&note, &vkey).map_err(contradiction)?;
        let fault = match proofs(log, player, &statement).await {
            Ok(proofs) => {
                return Ok(Some(Proven {
                    statement,
                    vkey,
                    proofs,
                }));
            }
            Err(fault) => fault,
        };
        // With a newer statement the pieces of this one are gone.
        read = newest(&**log).await?;
        if read.as_ref() == Some(&note) {
            return Err(fault);
        }
    }
    Ok(None)
}

async fn proofs(log: &EventLog, player: PlayerId, statement: &Statement) -> Result<Vec<Proof>, Fault> {
    let blindings = Blindings::of(log, statement.checkpoint, &statement.extent)?;
    let mut proofs = Vec::new();
    for (asset, amount) in owed_to(log, player, &statement.extent).await? {
        let leaf = blindings.leaf(asset, player.0, amount)?;
        proofs.push(path(log, statement, asset, &leaf).await?);
    }
    Ok(proofs)
}

/// What a player was owed, as far as it was not nothing.
async fn owed_to(log: &EventLog, player: PlayerId, extent: &Extent) -> Result<Vec<(Asset, i128)>, Fault> {
    let mut held = Vec::new();
    for (partition, events) in (0..).zip(&extent.events) {
        held.extend(as_of(log, partition, player.0, AsOf::Position(*events as i64)).await?);
    }
    let of_asset = |asset: Asset| {
        let accounts = accounts(asset);
        let own = held.iter().filter(|held| accounts.contains(&held.account.as_str()));
        (asset, own.map(|held| i128::from(held.balance)).sum())
    };
    Ok(Asset::ALL
        .map(of_asset)
        .into_iter()
        .filter(|(_, amount)| *amount != 0)
        .collect())
}

async fn path(pool: &PgPool, statement: &Statement, asset: Asset, leaf: &Leaf) -> Result<Proof, Fault> {
    let lost = || Fault::Contradiction(format!("the stored trees have no leaf of player {}", leaf.player));
    let (hash, time) = (leaf.hash(asset), statement.extent.time);
    let depth = statement.owed(asset).map_or(0, |owed| owed.depth);
    let lowest = tile(
        sqlx::query(
            "select level, number, nodes from liability_tiles
              where partition = $1 and time_ms = $2 and asset = $3 and level = 0 and first <= $4
              order by first desc limit 1",
        )
        .bind(HOUSE)
        .bind(time.0)
        .bind(asset.name())
        .bind(hash.0.as_slice())
        .fetch_optional(pool)
        .await?,
    )?;
    let index = lowest.as_ref().and_then(|tile| tile.find(&hash)).ok_or_else(lost)?;
    let mut path = Vec::with_capacity(depth);
    let mut piece = lowest;
    for level in (0..depth).step_by(TILE_LEVELS) {
        if level > 0 {
            piece = at(pool, (time, asset), level, index >> (level + TILE_LEVELS)).await?;
        }
        let beside = piece
            .as_ref()
            .and_then(|tile| tile.beside(index >> level, depth - level));
        path.extend(beside.ok_or_else(lost)?);
    }
    Ok(Proof::of(statement, (asset, index), leaf, path))
}

async fn at(
    pool: &PgPool,
    (time, asset): (Timestamp, Asset),
    level: usize,
    number: u64,
) -> Result<Option<Tile>, Fault> {
    let found = sqlx::query(
        "select level, number, nodes from liability_tiles
          where partition = $1 and time_ms = $2 and asset = $3 and level = $4 and number = $5",
    )
    .bind(HOUSE)
    .bind(time.0)
    .bind(asset.name())
    .bind(level as i16)
    .bind(number as i64)
    .fetch_optional(pool)
    .await?;
    tile(found)
}

fn tile(row: Option<PgRow>) -> Result<Option<Tile>, Fault> {
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Tile {
        level: row.try_get::<i16, _>(0)? as usize,
        number: row.try_get::<i64, _>(1)? as u64,
        nodes: row.try_get(2)?,
    }))
}
