use super::*;
use proptest::prelude::*;

#[test]
fn quantiles_of_small_numbers_are_exact() {
    let mut histogram = Histogram::default();
    (1..=100).for_each(|us| histogram.record(us));
    assert_eq!(
        [500, 990, 1_000].map(|per_mille| histogram.quantile_us(per_mille)),
        [50, 99, 100]
    );
    assert_eq!((histogram.quantile_us(0), histogram.max_us()), (1, 100));
}

#[test]
fn nothing_counted_is_nothing_measured() {
    assert_eq!(
        (Histogram::default().quantile_us(990), Histogram::default().max_us()),
        (0, 0)
    );
    assert_eq!(per_second(5, 0), "5000.0");
}

#[test]
fn a_rate_has_one_decimal() {
    assert_eq!(
        (per_second(1_234, 10_000), per_second(1, 3_000)),
        ("123.4".to_owned(), "0.3".to_owned())
    );
}

proptest! {
    #[test]
    fn a_quantile_is_never_below_the_truth_and_at_most_a_sixtyfourth_above(
        mut latencies in proptest::collection::vec(0..10_000_000u64, 1..200),
        per_mille in 1..=1_000u64,
    ) {
        let mut halves = [Histogram::default(), Histogram::default()];
        latencies.iter().enumerate().for_each(|(index, us)| halves[index % 2].record(*us));
        let [mut all, other] = halves;
        all.merge(&other);
        latencies.sort_unstable();
        let rank = (latencies.len() as u64 * per_mille).div_ceil(1_000).max(1) as usize;
        let truth = latencies[rank - 1];
        let reported = all.quantile_us(per_mille);
        prop_assert!((truth..=truth + truth / 64).contains(&reported), "{reported} for {truth}");
        prop_assert_eq!(all.max_us(), latencies[latencies.len() - 1]);
    }
}
