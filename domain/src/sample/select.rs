//! Systematic selection of monetary units: which lines an interval and a start select, and where the start comes from.

use super::{Item, Plan};
use crate::draw::ServerSeed;
use sha2::{Digest, Sha256};

/// The first unit that is selected, 1 to the interval: SHA-256 of the seed's hex, a zero byte and the words; its first
/// 16 bytes as a number, big end first, modulo the interval, and one. The seed was committed to before anybody knew the
/// words, and whoever chose the words did not know the seed.
pub fn start_of(seed: &ServerSeed, words: &str, interval: i64) -> i64 {
    let hash = Sha256::new()
        .chain_update(seed.reveal())
        .chain_update([0])
        .chain_update(words)
        .finalize();
    let mut first = [0; 16];
    first.copy_from_slice(&hash[..16]);
    let interval = u128::from(interval.unsigned_abs().max(1));
    i64::try_from(u128::from_be_bytes(first) % interval).unwrap_or_default() + 1
}

/// How many of the units `start`, `start + interval`, … are at most `units`.
pub fn units_to(units: i64, start: i64, interval: i64) -> i64 {
    (units - start).div_euclid(interval.max(1)) + 1
}

/// Whether the items are in the order of the logs, each with the units that it holds, and together all units that are
/// selected: so no line that is selected is missing.
pub(super) fn is_whole(items: &[Item], plan: &Plan, start: i64) -> bool {
    let until = |units: i64| units_to(units, start, plan.interval);
    let counts = |item: &Item| {
        let (size, upto) = (item.amount.checked_abs().unwrap_or_default(), item.upto);
        let hits = until(upto) - until(upto - size);
        size > 0 && upto >= size && hits > 0 && hits == item.hits
    };
    let follows = |pair: &[Item]| {
        let (one, next) = (&pair[0], &pair[1]);
        let size = next.amount.checked_abs().unwrap_or_default();
        (one.partition, one.position, one.leg) < (next.partition, next.position, next.leg)
            && one.upto <= next.upto - size
    };
    items.iter().all(counts)
        && items.windows(2).all(follows)
        && items.last().is_none_or(|last| last.upto <= plan.units)
        && items.iter().map(|item| item.hits).sum::<i64>() == until(plan.units)
}
