//! How a packet's total becomes shares (domain §3.10), exactly and fairly.
//!
//! A lucky packet draws each share between the minimum and twice the mean of what
//! is left, less the minimum; the last takes the rest. A share's mean is then the same
//! at every position, but its variance is not, so a Fisher-Yates shuffle follows and no
//! position is better than another. The seed is sealed before anybody claims, its hash stands in the packet's terms,
//! and it is revealed when the packet ends: then anybody draws the same list.

use super::create::Kind;
use super::event::Terms;
use super::secrets::Secrets;
use crate::draw::{ServerSeed, Words};
use std::sync::{Arc, OnceLock};

impl Terms {
    /// The seed of a lucky packet, if it is the one that was promised; `opened` is what the ledger took out of its seal.
    pub(super) fn seed(&self, opened: Option<&ServerSeed>) -> Option<ServerSeed> {
        let seed = match &self.secrets {
            Secrets::Open { seed, .. } => ServerSeed::parse(seed),
            Secrets::Sealed { .. } => opened.cloned(),
        };
        seed.filter(|seed| self.secrets.commit() == Some(seed.commit()))
    }

    /// All shares of a lucky packet, in the order they are given: what the seed draws.
    pub fn drawn(&self, seed: &ServerSeed) -> Vec<i64> {
        draw(self.total.minor(), self.shares, self.min, seed)
    }
}

/// The shares of a lucky packet, once a claim has drawn them: up to 10,000, the same each time, so no part of the state.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawn(OnceLock<Arc<[i64]>>);

impl Drawn {
    /// The share of a slot, counted from 0, in minor units; of a lucky packet nothing without its seed.
    pub(super) fn share(&self, terms: &Terms, slot: u32, seed: Option<&ServerSeed>) -> Option<i64> {
        match terms.kind {
            Kind::Lucky => {
                let seed = seed?;
                let drawn = self.0.get_or_init(|| terms.drawn(seed).into());
                drawn.get(slot as usize).copied()
            }
            Kind::Equal | Kind::Code => (slot < terms.shares).then(|| terms.total.minor() / i64::from(terms.shares)),
        }
    }
}

impl PartialEq for Drawn {
    fn eq(&self, _other: &Drawn) -> bool {
        true
    }
}

impl Eq for Drawn {}

/// The list of shares. `count` shares of `min` must fit into `total`: checked by the packet's rules.
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
