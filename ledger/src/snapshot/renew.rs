//! Snapshots under the key in use, after the master key was changed. One that does not fit stays as it is: its stream
//! removes it.

use super::At;
use crate::error::Fault;
use crate::keys::rotate::PAGE;
use crate::mac::MacKeys;
use domain::time::Timestamp;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

/// Where the next page begins: partition, type and key of a stream.
type Place = (i32, String, String);

/// Makes the MAC of every snapshot anew that was made under another key; returns how many.
pub(crate) async fn renew(owner: &mut PgConnection, keys: &MacKeys) -> Result<u64, Fault> {
    let (mut last, mut renewed): (Place, u64) = ((-1, String::new(), String::new()), 0);
    loop {
        let rows = sqlx::query(
            "select partition, aggregate_type, aggregate_id, version, leaf, recorded_at_ms, state_version, state, digest
               from snapshots
              where (partition, aggregate_type, aggregate_id) > ($1, $2, $3) and substr(digest, 1, 4) <> $4
              order by partition, aggregate_type, aggregate_id limit $5",
        )
        .bind(last.0)
        .bind(&last.1)
        .bind(&last.2)
        .bind(keys.id())
        .bind(PAGE)
        .fetch_all(&mut *owner)
        .await?;
        let Some(end) = rows.last() else { return Ok(renewed) };
        last = (end.try_get(0)?, end.try_get(1)?, end.try_get(2)?);
        for row in &rows {
            renewed += one(owner, row, keys).await?;
        }
    }
}

async fn one(owner: &mut PgConnection, row: &PgRow, keys: &MacKeys) -> Result<u64, Fault> {
    let (stream_type, stored): (String, Vec<u8>) = (row.try_get(1)?, row.try_get(8)?);
    let leaf: Vec<u8> = row.try_get(4)?;
    let Ok(leaf) = leaf.try_into() else { return Ok(0) };
    let at = At {
        partition: row.try_get(0)?,
        key: row.try_get(2)?,
        version: row.try_get::<i64, _>(3)?.unsigned_abs(),
        leaf,
        recorded_at: Timestamp(row.try_get(5)?),
    };
    let state_version = u16::try_from(row.try_get::<i32, _>(6)?).unwrap_or_default();
    let state: Vec<u8> = row.try_get(7)?;
    let digest = at.digest((&stream_type, state_version), &state);
    if !keys.fits_snapshot(&digest, &stored) {
        return Ok(0);
    }
    let done = sqlx::query(
        "update snapshots set digest = $5
          where partition = $1 and aggregate_type = $2 and aggregate_id = $3 and digest = $4",
    )
    .bind(at.partition)
    .bind(stream_type)
    .bind(at.key)
    .bind(stored)
    .bind(keys.of_snapshot(&digest))
    .execute(owner)
    .await?;
    Ok(done.rows_affected())
}
