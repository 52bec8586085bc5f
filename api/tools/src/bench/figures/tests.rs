use super::*;

#[test]
fn a_percentile_is_a_measured_value() {
    let values: Vec<u64> = (1..=100).collect();
    assert_eq!((percentile(&values, 50), percentile(&values, 99)), (50, 99));
    assert_eq!(percentile(&[7], 99), 7);
    assert_eq!(percentile(&[], 50), 0);
    assert_eq!(percentile(&[1, 1_000], 99), 1_000, "two values have no better 99th");
}

#[test]
fn a_run_counts_units_over_the_time_they_took() {
    let run = Run::of(3_000, Duration::from_millis(1_500), vec![30, 10, 20]);
    assert_eq!((run.per_s, run.p50_us, run.p99_us), (2_000, 20, 30));
    assert_eq!(per_second(1, Duration::from_secs(3)), 1, "slow work is not no work");
}

#[test]
fn rounds_are_compared_with_their_own_neighbours() {
    let series = |rates: [u64; 3]| {
        Series(
            rates
                .map(|per_s| Run {
                    per_s,
                    ..Run::default()
                })
                .to_vec(),
        )
    };
    // A round in which the machine was busy slows both and leaves the ratio alone.
    let ratios = series([100, 10, 110]).over(&series([50, 5, 50]));
    assert_eq!(
        (ratios.min, ratios.median, ratios.max),
        (Ratio(2_000), Ratio(2_000), Ratio(2_200))
    );
    assert_eq!(series([5, 1, 3]).median().per_s, 3);
}

#[test]
fn a_ratio_is_written_as_a_number() {
    let written = |ratio| serde_json::to_string(&ratio).expect("JSON");
    assert_eq!(written(Ratio::of(1, 3)), "0.333");
    assert_eq!(written(Ratio::of(31, 2)), "15.500");
    assert_eq!(Ratio::of(5, 0), Ratio(5_000));
}
