//! What witnesses say of checkpoints: the request that a witness is asked with, the table `checkpoint_cosignatures`, and
//! the text that is published (ledger §4.5).

use super::{proof, signed, tiles};
use crate::error::Fault;
use proofs::prove::tile_at;
use proofs::witness::{AddCheckpoint, log_head};
use proofs::witnessed::{Demand, Witnessed};
use proofs::{Checkpoint, LogHead, Signed, Vkey, WitnessKey};
use sqlx::{PgPool, Row};
use tlog_tiles::HASH_SIZE;

/// Where facts of the house lie.
const HOUSE: i32 = 0;
/// Checkpoints that are looked at for one that is published. ASSUMED: a line is verified before its row is kept, so the
/// first one serves until somebody else writes rows.
const LOOKED_AT_MAX: usize = 100;

/// The request that asks a witness to cosign a log of a checkpoint, from a tree of `old` events on.
///
/// # Errors
/// [`Fault::Contradiction`] when this log never had a signed tree of that size, or no longer begins with it.
pub async fn request(pool: &PgPool, checkpoint: &Checkpoint, partition: i32, old: u64) -> Result<AddCheckpoint, Fault> {
    let contradiction = |why: proofs::Unproven| Fault::Contradiction(format!("partition {partition}: {why}"));
    let head = *checkpoint.log(partition).map_err(contradiction)?;
    let note = signed::note_of_log(pool, partition, head.size).await?;
    let missing = |size| {
        Fault::Contradiction(format!(
            "partition {partition}: no tree of {size} events was signed here"
        ))
    };
    let note = note.ok_or_else(|| missing(head.size))?;
    let from = match old {
        0 => LogHead {
            size: 0,
            root: tlog_tiles::EMPTY_HASH,
        },
        old if old == head.size => head,
        old => {
            let signed = signed::note_of_log(pool, partition, old)
                .await?
                .ok_or_else(|| missing(old))?;
            head_of(&signed, checkpoint, partition).map_err(contradiction)?
        }
    };
    let mut connection = pool.acquire().await?;
    let proof = proof::consistency(&mut connection, partition, &from, &head).await?;
    Ok(AddCheckpoint { old, proof, note })
}

fn head_of(note: &str, checkpoint: &Checkpoint, partition: i32) -> Result<LogHead, proofs::Unproven> {
    let text = note.split_once("\n\n").map_or("", |(text, _)| text);
    log_head(&format!("{text}\n"), &format!("{}/{partition}", checkpoint.origin))
}

/// Keeps what a witness cosigned, the first time.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn keep(pool: &PgPool, witness: &WitnessKey, number: u64, lines: &[String]) -> Result<(), Fault> {
    sqlx::query(
        "insert into checkpoint_cosignatures (partition, number, witness, lines) values ($1, $2, $3, $4)
         on conflict do nothing",
    )
    .bind(HOUSE)
    .bind(number as i64)
    .bind(witness.to_string())
    .bind(lines.concat())
    .execute(pool)
    .await?;
    Ok(())
}

/// The number of the checkpoint that a witness cosigned last.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn newest_of(pool: &PgPool, witness: &WitnessKey) -> Result<Option<i64>, Fault> {
    let number = sqlx::query_scalar(
        "select number from checkpoint_cosignatures
          where partition = $1 and witness = $2 order by number desc limit 1",
    )
    .bind(HOUSE)
    .bind(witness.to_string())
    .fetch_optional(pool)
    .await?;
    Ok(number)
}

/// The newest checkpoint that a demand is met by, as it is published; the newest of all when no witness is needed.
/// Only cosignatures that these witnesses' keys verify count and are in it, whatever rows there are.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn published(pool: &PgPool, demand: &Demand) -> Result<Option<Witnessed>, Fault> {
    let mut below = i64::MAX;
    for _ in 0..LOOKED_AT_MAX {
        let Some((signed, vkey)) = candidate(pool, demand, below).await? else {
            return Ok(None);
        };
        let shown = witnessed(pool, &signed, &vkey, &demand.witnesses).await?;
        if shown.open(&vkey, demand).is_ok() {
            return Ok(Some(shown));
        }
        below = signed.checkpoint.number as i64;
    }
    tracing::error!("rows say that checkpoints are cosigned, and their cosignatures do not");
    Ok(None)
}

/// The newest checkpoint below a number that has rows of enough witnesses.
async fn candidate(pool: &PgPool, demand: &Demand, below: i64) -> Result<Option<(Signed, Vkey)>, Fault> {
    if demand.needed == 0 {
        return Ok(signed::before(pool, below, 1).await?.pop());
    }
    let names: Vec<String> = demand.witnesses.iter().map(WitnessKey::to_string).collect();
    let number: Option<i64> = sqlx::query_scalar(
        "select number from checkpoint_cosignatures
          where partition = $1 and witness = any($2) and number < $4
          group by number having count(*) >= $3 order by number desc limit 1",
    )
    .bind(HOUSE)
    .bind(&names)
    .bind(i64::try_from(demand.needed).unwrap_or(i64::MAX))
    .bind(below)
    .fetch_optional(pool)
    .await?;
    match number {
        // A row may name a checkpoint that was never signed; the one before is looked at then.
        Some(number) => Ok(signed::before(pool, number.saturating_add(1), 1).await?.pop()),
        None => Ok(None),
    }
}

/// A checkpoint with the notes of its logs and what these witnesses said of them, as far as their keys verify it.
async fn witnessed(pool: &PgPool, signed: &Signed, vkey: &Vkey, witnesses: &[WitnessKey]) -> Result<Witnessed, Fault> {
    let names: Vec<String> = witnesses.iter().map(WitnessKey::to_string).collect();
    let rows = sqlx::query(
        "select witness, lines from checkpoint_cosignatures
          where partition = $1 and number = $2 and witness = any($3) order by witness",
    )
    .bind(HOUSE)
    .bind(signed.checkpoint.number as i64)
    .bind(&names)
    .fetch_all(pool)
    .await?;
    let mut logs = signed::notes_of_logs(pool, &signed.checkpoint).await?;
    if logs.len() != signed.checkpoint.logs.len() {
        let what = format!(
            "notes of checkpoint {} of {} are missing",
            signed.checkpoint.number, vkey.name
        );
        return Err(Fault::Contradiction(what));
    }
    let own = logs.clone();
    for row in rows {
        let (name, lines): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        let Some(key) = names
            .iter()
            .zip(witnesses)
            .find_map(|(known, key)| (*known == name).then_some(key))
        else {
            continue;
        };
        for ((note, own), line) in logs.iter_mut().zip(&own).zip(lines.split_inclusive('\n')) {
            if key.cosigned(&format!("{own}{line}")).is_some() {
                note.push_str(line);
            }
        }
    }
    Ok(Witnessed {
        checkpoint: signed.note.clone(),
        logs,
    })
}

/// The newest cosignature of a witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub key: WitnessKey,
    /// Number of the checkpoint.
    pub number: i64,
    /// When it was cosigned last, in seconds since 1970, on the witness's word.
    pub at_s: u64,
}

/// Every witness that ever cosigned, with the newest checkpoint that its key verifies here for each log.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn witnesses(pool: &PgPool) -> Result<Vec<Seen>, Fault> {
    // From one witness to the next in the index: the table has a row for each checkpoint.
    let names: Vec<String> = sqlx::query_scalar(
        "with recursive known(witness) as (
             (select witness from checkpoint_cosignatures where partition = $1 order by witness limit 1)
             union all
             select (select next.witness from checkpoint_cosignatures next
                      where next.partition = $1 and next.witness > known.witness order by next.witness limit 1)
               from known
              where known.witness is not null
         )
         select witness from known where witness is not null limit 100",
    )
    .bind(HOUSE)
    .fetch_all(pool)
    .await?;
    let mut seen = Vec::new();
    for key in names.iter().filter_map(|name| WitnessKey::parse(name).ok()) {
        let Some(number) = newest_of(pool, &key).await? else {
            continue;
        };
        let found = signed::before(pool, number.saturating_add(1), 1).await?.pop();
        let Some((signed, vkey)) = found else { continue };
        let notes = witnessed(pool, &signed, &vkey, std::slice::from_ref(&key)).await?.logs;
        let times = notes
            .iter()
            .map(|note| key.cosigned(note))
            .collect::<Option<Vec<u64>>>();
        seen.extend(
            times
                .and_then(|times| times.into_iter().max())
                .map(|at_s| Seen { number, key, at_s }),
        );
    }
    Ok(seen)
}

/// The hashes of a tile, by the path under which logs publish it (C2SP tlog-tiles); nothing when there is no such tile
/// or it has fewer hashes.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn tile(pool: &PgPool, partition: i32, path: &str) -> Result<Option<Vec<u8>>, Fault> {
    let Some((level, number, width)) = tile_at(path) else {
        return Ok(None);
    };
    let mut connection = pool.acquire().await?;
    let tile = tiles::read(&mut connection, partition, &[(level, number)])
        .await?
        .remove(&(level, number));
    let whole = tile.and_then(|hashes| hashes.get(..width * HASH_SIZE).map(<[u8]>::to_vec));
    Ok(whole)
}
