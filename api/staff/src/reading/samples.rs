//! Samples: which events are looked at follows from a seed, so that nobody chooses them and anybody draws them again.
//!
//! Draw number n = 0, 1, 2 … is SHA-256 of the seed's bytes, a zero byte and n in decimal digits. Its first 16 bytes as
//! a number, big end first, modulo the population, is the place of the event: events of the population in the order of
//! their partitions and positions, counted from 0. A place that was drawn before is passed over.

mod units;

pub use units::{Kept, info, list, state};

use super::entries::entry;
use super::events::heading;
use super::read::{self, Moment};
use crate::wire::samples::{SampleLine, SamplesDrawBody, SamplesDrawData};
use api::error::Failure;
use ledger::walk::Range;
use ledger::{Ledger, entries, feed, log};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// Events of one sample.
const COUNT_MAX: u32 = 200;
/// Longest seed, in bytes.
const SEED_MAX: usize = 200;
/// Draws for one event at most: a sample of nearly everything passes over most of its draws.
const DRAWS_MAX: i64 = 100;

const METHOD: &str = "Draw n = 0, 1, 2, ... is SHA-256(seed, a zero byte, n in decimal digits). Its first 16 bytes as a \
big-endian number, modulo the population, is the index of the event in the order of partition and position, from 0. \
Indexes that were drawn before are passed over.";

/// Where the events of the population are.
enum Population {
    /// Every position of a range.
    All(Range),
    /// These `(partition, position)`.
    Some(Vec<(i32, i64)>),
}

impl Population {
    fn size(&self) -> i64 {
        match self {
            Population::All(range) => lengths(range).sum(),
            Population::Some(places) => i64::try_from(places.len()).unwrap_or(i64::MAX),
        }
    }

    fn place(&self, index: i64) -> Option<(i32, i64)> {
        match self {
            Population::Some(places) => places.get(usize::try_from(index).ok()?).copied(),
            Population::All(range) => {
                let mut left = index;
                for ((partition, length), after) in (0..).zip(lengths(range)).zip(&range.after) {
                    if left < length {
                        return Some((partition, after + 1 + left));
                    }
                    left -= length;
                }
                None
            }
        }
    }
}

fn lengths(range: &Range) -> impl Iterator<Item = i64> {
    let ends = range.after.iter().zip(&range.until);
    ends.map(|(after, until)| (until - after).max(0))
}

/// Draws a sample.
///
/// # Errors
/// -1006 with the field that is wrong; a fault of the database.
pub async fn draw(ledger: &Ledger, body: &SamplesDrawBody) -> Result<SamplesDrawData, Failure> {
    if !(1..=COUNT_MAX).contains(&body.count) {
        return Err(Failure::invalid("count"));
    }
    if body.seed.is_empty() || body.seed.len() > SEED_MAX {
        return Err(Failure::invalid("seed"));
    }
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let from = read::from(ledger, body.from.as_deref(), &until).await?;
    let population = population(ledger, body, from.as_ref(), &until).await?;
    let mut list = Vec::new();
    for (draw, index) in draws(&body.seed, population.size(), i64::from(body.count)) {
        if let Some((partition, position)) = population.place(index) {
            list.push(line(ledger, (draw, index), partition, position).await?);
        }
    }
    Ok(SamplesDrawData {
        at: until.at,
        from: from.map(|from| from.at),
        population: population.size(),
        method: METHOD.to_owned(),
        list,
    })
}

async fn population(
    ledger: &Ledger,
    body: &SamplesDrawBody,
    from: Option<&Moment>,
    until: &Moment,
) -> Result<Population, Failure> {
    let range = read::range(from, until);
    match read::name(body.event_type.as_deref(), "event_type")? {
        None => Ok(Population::All(range)),
        Some(name) => {
            let places = log::places_of(ledger.pool(), &name, &range).await?;
            Ok(Population::Some(places.ok_or_else(|| Failure::invalid("event_type"))?))
        }
    }
}

/// Draws with their places, as many as are wanted and there.
fn draws(seed: &str, population: i64, count: i64) -> Vec<(i64, i64)> {
    let wanted = count.min(population);
    let (mut drawn, mut known) = (Vec::new(), BTreeSet::new());
    for draw in 0..wanted * DRAWS_MAX {
        if i64::try_from(known.len()).unwrap_or(i64::MAX) == wanted {
            break;
        }
        let index = index(seed, draw, population);
        if known.insert(index) {
            drawn.push((draw, index));
        }
    }
    drawn
}

fn index(seed: &str, draw: i64, population: i64) -> i64 {
    let hash = Sha256::new()
        .chain_update(seed)
        .chain_update([0])
        .chain_update(draw.to_string())
        .finalize();
    let mut first = [0; 16];
    first.copy_from_slice(&hash[..16]);
    let size = u128::from(population.unsigned_abs().max(1));
    i64::try_from(u128::from_be_bytes(first) % size).unwrap_or(0)
}

async fn line(
    ledger: &Ledger,
    (draw, index): (i64, i64),
    partition: i32,
    position: i64,
) -> Result<SampleLine, Failure> {
    let log = u16::try_from(partition).map_err(|_| Failure::invalid("as_of"))?;
    let event = feed::read_one(ledger.pool(), log, position).await?;
    let event =
        event.ok_or_else(|| ledger::Fault::Law(format!("position {position} of log {partition} is missing")))?;
    let legs = entries::legs(ledger.pool(), partition, &[position]).await?;
    Ok(SampleLine {
        draw,
        index,
        event: heading(&event)?,
        legs: legs.iter().map(|leg| entry(leg.clone(), &legs)).collect(),
    })
}

#[cfg(test)]
mod tests;
