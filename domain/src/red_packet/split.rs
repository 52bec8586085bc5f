//! How a packet's total becomes shares (domain §3.10), exactly and fairly.
//!
//! A lucky packet draws each share between the minimum and twice the mean of what
//! is left, less the minimum; the last takes the rest. A share's mean is then the same
//! at every place, but its spread is not, so a Fisher-Yates shuffle follows and no
//! place in the row is better than another. The draw is the house's: a random seed
//! that came with the command, kept in the event for whoever recomputes the list.

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
        /// The list.
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

/// The list of shares, before it is wrapped.
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
mod tests {
    use super::*;
    use crate::testing::seed;
    use proptest::prelude::*;

    #[test]
    fn one_share_is_the_whole_and_the_smallest_packet_has_no_luck() {
        assert_eq!(draw(700, 1, 1, &seed(1)), [700]);
        assert_eq!(draw(5, 5, 1, &seed(1)), [1; 5]);
        assert_eq!(draw(1_000_000_000_000, 1, 1, &seed(1)), [1_000_000_000_000]);
    }

    #[test]
    fn the_same_seed_draws_the_same_list_and_the_commit_proves_it() {
        let split = Split::lucky(10_000, 7, 10, &seed(3));
        assert_eq!(split, Split::lucky(10_000, 7, 10, &seed(3)));
        let Split::Lucky { shares, seed, commit } = split else {
            panic!("a lucky split");
        };
        let list = shares.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        assert_eq!(hex_digest(format!("{seed}:{list}").as_bytes()), commit);
    }

    proptest! {
        #[test]
        fn shares_sum_to_the_total_and_none_is_below_the_minimum(
            count in 1..2_000_u32, min in 1..1_000_i64, above in 0..1_000_000_000_i64, number in any::<u64>(),
        ) {
            // Law I-30, case T-23.
            let total = min * i64::from(count) + above;
            let shares = draw(total, count, min, &seed(number));
            prop_assert_eq!(shares.len(), count as usize);
            prop_assert_eq!(shares.iter().sum::<i64>(), total);
            prop_assert!(shares.iter().all(|share| *share >= min));
        }
    }

    /// Sums and sums of squares of each place over many packets of ten shares.
    fn places(packets: u64, draw: impl Fn(u64) -> Vec<i64>) -> Vec<(i128, i128)> {
        let mut places = vec![(0, 0); 10];
        for number in 0..packets {
            for (place, share) in places.iter_mut().zip(draw(number)) {
                place.0 += i128::from(share);
                place.1 += i128::from(share) * i128::from(share);
            }
        }
        places
    }

    /// Whether every place has a mean of 1,000 and a variance like all the others, within five sigma.
    fn is_fair(places: &[(i128, i128)], packets: i128) -> bool {
        let mean_of_squares = places.iter().map(|place| place.1).sum::<i128>() / (10 * packets);
        let variance = mean_of_squares - 1_000_000;
        places.iter().all(|(sum, squares)| {
            let off = sum - 1_000 * packets;
            // (off / packets)^2 <= 25 variance / packets; a mean of squares lies within a sixth of the variance.
            let mean_holds = off * off <= 25 * variance * packets;
            let spread = squares / packets - mean_of_squares;
            mean_holds && spread.abs() * 6 <= variance
        })
    }

    #[test]
    fn no_place_in_the_row_is_better_than_another() {
        let shuffled = places(20_000, |number| draw(10_000, 10, 10, &seed(number)));
        assert!(is_fair(&shuffled, 20_000), "{shuffled:?}");
    }

    #[test]
    fn the_test_of_fairness_catches_a_row_that_is_not_shuffled_and_one_that_favours_a_place() {
        let unshuffled = places(20_000, |number| {
            deal(10_000, 10, 10, &mut Words::new(&seed(number), "red_packet", 0))
        });
        assert!(!is_fair(&unshuffled, 20_000), "{unshuffled:?}");
        let favoured = places(20_000, |number| {
            let mut shares = draw(10_000, 10, 10, &seed(number));
            let more = shares[9] / 20;
            shares[0] += more;
            shares[9] -= more;
            shares
        });
        assert!(!is_fair(&favoured, 20_000), "{favoured:?}");
    }
}
