//! The live database against a checkpoint that was held outside of it.
//!
//! Every leaf up to the signed size is computed again from the fields of the events, each
//! stream's chain from its beginning, and the root over them must be the signed one. So
//! whatever was done to what was signed is found, also when every chain, balance and
//! tile was made to fit: a changed, moved, invented or missing event, a lost tail, a
//! stream that was dropped whole. Where the notary's own tiles are still those that were
//! signed, they show the first position that differs.

use super::tiles::{self, hash_at};
use crate::error::Fault;
use crate::read::feed::{COLUMNS, Recorded, page_of, recorded};
use crate::verify::{Check, Finding, Progress, finding};
use proofs::leaf::ROOT;
use proofs::tree::{Edge, TILE_HEIGHT, TILE_WIDTH};
use proofs::{Checkpoint, LogHead};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use std::collections::HashMap;
use tlog_tiles::{Hash, record_hash};

/// Name of the check in reports.
const CHECK: &str = "checkpoint";
/// Events read at once.
const PAGE: i64 = 5_000;

/// Compares every log with what the checkpoint says of it; one check a partition. Events after the checkpoint are
/// not looked at. Within one transaction of repeatable reads it may run while the ledger works.
///
/// # Errors
/// [`Fault`] when the database cannot be read; what does not fit is in the checks.
pub async fn run(
    connection: &mut PgConnection,
    checkpoint: &Checkpoint,
    progress: Progress<'_>,
) -> Result<Vec<Check>, Fault> {
    let mut checks = Vec::new();
    let mut before = 0;
    for (partition, log) in (0..).zip(&checkpoint.logs) {
        let mut read = |read: u64| progress(before + read, checkpoint.events());
        let finding = compare(connection, partition, log, &mut read).await?;
        let compared = log.size;
        let name = CHECK;
        checks.push(Check {
            name,
            compared,
            finding,
        });
        before += log.size;
    }
    let foreign = foreign(connection, checkpoint).await?;
    if let Some(first) = checks.first_mut().filter(|check| check.finding.is_none()) {
        first.finding = foreign;
    }
    Ok(checks)
}

/// Whether the log begins with what each of these checkpoints signed, in one pass over it: for each of them what does
/// not fit, in their order. A log that ends too early contradicts those beyond its end alone, so the newest that fits
/// says what a restored backup still has.
///
/// # Errors
/// [`Fault`] when the database cannot be read; what does not fit is in the findings.
pub async fn prefixes(
    connection: &mut PgConnection,
    held: &[&Checkpoint],
    progress: Progress<'_>,
) -> Result<Vec<Option<Finding>>, Fault> {
    let mut findings = Vec::with_capacity(held.len());
    for checkpoint in held {
        findings.push(foreign(connection, checkpoint).await?);
    }
    let partitions = held.iter().map(|held| held.logs.len()).max().unwrap_or_default();
    for (partition, _) in (0..).zip(0..partitions) {
        let mut logs: Vec<(usize, LogHead)> = Vec::new();
        for (at, checkpoint) in held.iter().enumerate() {
            logs.extend(checkpoint.log(partition).ok().map(|log| (at, *log)));
        }
        logs.sort_by_key(|(_, log)| log.size);
        let mut walk = Walk::default();
        for (at, log) in logs {
            let finding = walk.on_to(connection, partition, &log, progress).await?;
            findings[at] = findings[at].take().or(finding);
        }
    }
    Ok(findings)
}

/// A database of another name, or with other partitions, than the checkpoint's.
async fn foreign(connection: &mut PgConnection, checkpoint: &Checkpoint) -> Result<Option<Finding>, Fault> {
    let origin = super::signed::origin(&mut *connection).await?;
    let partitions: i64 = sqlx::query("select count(*) from heads")
        .fetch_one(connection)
        .await?
        .try_get(0)?;
    let covered = checkpoint.logs.len();
    let what = if origin != checkpoint.origin {
        format!("the checkpoint is of {}, this database is {origin}", checkpoint.origin)
    } else if partitions != covered as i64 {
        format!("the checkpoint covers {covered} partitions, there are {partitions}")
    } else {
        return Ok(None);
    };
    Ok(Some(finding(CHECK, 0, None, what)))
}

async fn compare(
    connection: &mut PgConnection,
    partition: i32,
    signed: &LogHead,
    read: &mut (dyn FnMut(u64) + Send),
) -> Result<Option<Finding>, Fault> {
    let mut walk = Walk::default();
    while walk.events.size() < signed.size {
        let after = walk.events.size();
        let rows = page(connection, partition, after, signed.size).await?;
        let kept = kept_leaves(connection, partition, after, rows.len() as u64).await?;
        for (row, kept) in rows.iter().zip(kept) {
            if let Err((position, what)) = walk.take(&recorded(row)?, kept) {
                return Ok(Some(walk.judge(partition, signed, Some((position, what)))));
            }
        }
        if rows.is_empty() {
            return Ok(Some(ends_early(partition, after, signed)));
        }
        walk.forget_tiles();
        read(walk.events.size());
    }
    let fits = walk.events.root() == signed.root;
    Ok((!fits).then(|| walk.judge(partition, signed, None)))
}

/// The next events of a log, up to a position.
async fn page(connection: &mut PgConnection, partition: i32, after: u64, to: u64) -> Result<Vec<PgRow>, Fault> {
    let rows = sqlx::query(&page_of(COLUMNS))
        .bind(partition)
        .bind(after as i64)
        .bind(PAGE.min((to - after) as i64))
        .fetch_all(connection)
        .await?;
    Ok(rows)
}

fn ends_early(partition: i32, end: u64, signed: &LogHead) -> Finding {
    let what = format!("the log ends at position {end}, {} were signed", signed.size);
    finding(CHECK, partition, Some(end as i64 + 1), what)
}

/// What the notary's tiles hold for the events after a position.
async fn kept_leaves(
    connection: &mut PgConnection,
    partition: i32,
    after: u64,
    count: u64,
) -> Result<Vec<Option<Hash>>, Fault> {
    let places = after..after + count;
    let numbers = (after >> TILE_HEIGHT)..=((after + count) >> TILE_HEIGHT);
    let wanted: Vec<(i16, i64)> = numbers.map(|number| (0, number as i64)).collect();
    let tiles = tiles::read(connection, partition, &wanted).await?;
    let kept = |place: u64| {
        let tile = tiles.get(&(0, (place >> TILE_HEIGHT) as i64))?;
        hash_at(tile, place as usize % TILE_WIDTH)
    };
    Ok(places.map(kept).collect())
}

/// The log from its first event on.
#[derive(Default)]
struct Walk {
    /// The tree over the leaves computed from the events.
    events: Edge,
    /// The tree over the leaves that the notary kept; nothing once one is missing.
    kept: Option<Edge>,
    /// The first position at which the two differ.
    differs: Option<u64>,
    /// Version and leaf of every stream.
    streams: HashMap<(String, String), (i64, [u8; 32])>,
    /// The position at which the log contradicts itself, and how: nothing from there on is what was signed.
    broken: Option<(u64, String)>,
}

impl Walk {
    /// Goes on to the end of what was signed; what does not fit there.
    async fn on_to(
        &mut self,
        connection: &mut PgConnection,
        partition: i32,
        signed: &LogHead,
        progress: Progress<'_>,
    ) -> Result<Option<Finding>, Fault> {
        while self.broken.is_none() && self.events.size() < signed.size {
            let after = self.events.size();
            let rows = page(connection, partition, after, signed.size).await?;
            if rows.is_empty() {
                return Ok(Some(ends_early(partition, after, signed)));
            }
            for row in &rows {
                self.broken = self.take(&recorded(row)?, None).err();
                if self.broken.is_some() {
                    break;
                }
            }
            self.forget_tiles();
            progress(self.events.size(), signed.size);
        }
        let broken = self.broken.clone();
        let fits = broken.is_none() && self.events.root() == signed.root;
        Ok((!fits).then(|| self.judge(partition, signed, broken)))
    }

    /// Takes the next event; refuses one that does not fit to those before it.
    fn take(&mut self, event: &Recorded, kept: Option<Hash>) -> Result<(), (u64, String)> {
        let position = self.events.size() + 1;
        if event.position as u64 != position {
            return Err((position, format!("position {position} is missing")));
        }
        let stream = (event.aggregate_type.clone(), event.aggregate_id.clone());
        let (version, previous) = self.streams.get(&stream).copied().unwrap_or((0, ROOT));
        let name = format!("{} {}", stream.0, stream.1);
        if event.sequence != version + 1 {
            let what = format!("{name}: version {} follows version {version}", event.sequence);
            return Err((position, what));
        }
        let leaf = event.leaf_after(&previous);
        if event.leaf != leaf {
            return Err((
                position,
                format!("{name}: the leaf of version {} does not fit", event.sequence),
            ));
        }
        self.streams.insert(stream, (event.sequence, leaf));
        let leaf = record_hash(&leaf);
        self.compare_kept(position, leaf, kept);
        self.events.push(leaf);
        Ok(())
    }

    fn compare_kept(&mut self, position: u64, leaf: Hash, kept: Option<Hash>) {
        let mut tree = if position == 1 {
            Some(Edge::default())
        } else {
            self.kept.take()
        };
        if let (Some(tree), Some(kept)) = (&mut tree, kept) {
            tree.push(kept);
            if kept != leaf {
                self.differs.get_or_insert(position);
            }
        }
        self.kept = tree.filter(|_| kept.is_some());
    }

    /// Full tiles are of no use here and would fill the memory.
    fn forget_tiles(&mut self) {
        self.events.take_changed(self.events.size());
        if let Some(kept) = &mut self.kept {
            kept.take_changed(kept.size());
        }
    }

    /// The first position that is not as it was signed. An event that contradicts those before it is one; for
    /// others the kept leaves show it, if they are still those that were signed.
    fn judge(&self, partition: i32, signed: &LogHead, stopped: Option<(u64, String)>) -> Finding {
        let trusted = self
            .kept
            .as_ref()
            .is_some_and(|kept| kept.size() == signed.size && kept.root() == signed.root);
        let rewritten = self.differs.filter(|_| trusted || stopped.is_some());
        match (rewritten, stopped) {
            (Some(position), stopped) if stopped.as_ref().is_none_or(|(stop, _)| position < *stop) => {
                let what = format!("position {position} does not hold the event that was signed");
                finding(CHECK, partition, Some(position as i64), what)
            }
            (_, Some((position, what))) => finding(CHECK, partition, Some(position as i64), what),
            (_, None) => {
                let what = format!(
                    "the events up to position {} are not those that were signed",
                    signed.size
                );
                finding(CHECK, partition, None, what)
            }
        }
    }
}
