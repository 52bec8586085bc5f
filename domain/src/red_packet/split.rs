//! How a packet's total becomes shares (domain §3.10), exactly and fairly.
//!
//! A lucky packet draws each share between the minimum and twice the mean of what
//! is left, less the minimum; the last takes the rest. A share's mean is then the same
//! at every position, but its variance is not, so a Fisher-Yates shuffle follows and no
//! position is better than another. The server draws with a random seed
//! from the command, stored in the event so that the list can be recomputed.

use crate::draw::{ServerSeed, Words, hex_digest};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The shares of a packet in minor units, in the order they are given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    /// All the same.
    Each(i64),
    /// Drawn at creation.
    Lucky {
        shares: Arc<[i64]>,
        /// The seed it was drawn with.
        seed: String,
        /// SHA-256 of `seed:share,share,...`; shown from the start, proved at the end.
        commit: String,
    },
}

impl Split {
    /// Draws `count` shares of at least `min` out of `total`.
    ///
    /// `count` shares of `min` must fit into `total`: checked by the packet's rules.
    pub(super) fn lucky(total: i64, count: u32, min: i64, seed: &ServerSeed) -> Split {
        let shares = draw(total, count, min, seed);
        let list: Vec<String> = shares.iter().map(i64::to_string).collect();
        let seed = seed.reveal().to_owned();
        Split::Lucky {
            commit: hex_digest(format!("{seed}:{}", list.join(",")).as_bytes()),
            shares: shares.into(),
            seed,
        }
    }

    /// The share of a slot, counted from 0.
    pub(super) fn share(&self, slot: u32) -> Option<i64> {
        match self {
            Split::Each(share) => Some(*share),
            Split::Lucky { shares, .. } => shares.get(slot as usize).copied(),
        }
    }
}

/// The list of shares.
fn draw(total: i64, count: u32, min: i64, seed: &ServerSeed) -> Vec<i64> {
    let mut words = Words::new(seed, "red_packet", 0);
    let mut shares = deal(total, count, min, &mut words);
    shuffle(&mut shares, &mut words);
    shares
}

fn deal(total: i64, count: u32, min: i64, words: &mut Words) -> Vec<i64> {
    let mut rest = total;
    let mut shares: Vec<i64> = (2..=i64::from(count))
        .rev()
        .map(|left| {
            let most = 2 * rest / left - min;
            let share = min + below(words, most - min + 1);
            rest -= share;
            share
        })
        .collect();
    shares.push(rest);
    shares
}

fn shuffle(shares: &mut [i64], words: &mut Words) {
    for last in (1..shares.len()).rev() {
        let place = below(words, last as i64 + 1);
        shares.swap(last, place as usize);
    }
}

/// A number from 0 up to below `bound`: the high half of a 128-bit product (bias below 2^-23 for any packet).
fn below(words: &mut Words, bound: i64) -> i64 {
    let product = u128::from(words.draw()) * u128::from(bound.unsigned_abs());
    (product >> 64) as i64
}

#[cfg(test)]
mod tests;
