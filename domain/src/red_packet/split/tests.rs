use super::*;
use crate::testing::seed;
use proptest::prelude::*;

#[test]
fn one_share_is_the_whole_and_the_smallest_packet_has_no_luck() {
    assert_eq!(draw(700, 1, 1, &seed(1)), [700]);
    assert_eq!(draw(5, 5, 1, &seed(1)), [1; 5]);
    assert_eq!(draw(1_000_000_000_000, 1, 1, &seed(1)), [1_000_000_000_000]);
}

proptest! {
    #[test]
    fn shares_sum_to_the_total_and_none_is_below_the_minimum(
        count in 1..2_000_u32, min in 1..1_000_i64, above in 0..1_000_000_000_i64, number in any::<u64>(),
    ) {
        // Law I-30, threat T-23.
        let total = min * i64::from(count) + above;
        let shares = draw(total, count, min, &seed(number));
        prop_assert_eq!(shares.len(), count as usize);
        prop_assert_eq!(shares.iter().sum::<i64>(), total);
        prop_assert!(shares.iter().all(|share| *share >= min));
    }
}

/// Sums and sums of squares of each position over many packets of ten shares.
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

/// Whether every position has a mean of 1,000 and a variance like all the others, within five sigma.
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
