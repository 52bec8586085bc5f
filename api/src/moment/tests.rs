use super::*;
use proptest::prelude::*;

#[test]
fn a_moment_is_a_position_or_a_time() {
    assert_eq!(of_log("17"), Ok(AsOf::Position(17)));
    assert_eq!(of_log("2025-01-01T00:00:00Z"), Ok(AsOf::Time(1_735_689_600_000)));
    assert!(of_log("-1").is_err() && of_log("yesterday").is_err() && of_log("").is_err());
}

#[test]
fn reads_moments_with_fractions_and_offsets() {
    let midnight = Timestamp(1_735_689_600_000);
    for text in [
        "2025-01-01T00:00:00Z",
        "2025-01-01 00:00:00.000Z",
        "2025-01-01T02:00:00+02:00",
        "2024-12-31T23:30:00-00:30",
    ] {
        assert_eq!(read(text), Some(midnight), "{text}");
    }
    assert_eq!(read("2025-01-01T00:00:00.5Z"), Some(midnight.plus_ms(500)));
    assert_eq!(read("2025-01-01T00:00:00.123999Z"), Some(midnight.plus_ms(123)));
}

#[test]
fn refuses_what_is_no_moment() {
    for text in [
        "",
        "now",
        "2025-01-01",
        "2025-01-01T00:00:00",
        "2025-02-29T00:00:00Z",
        "2025-01-01T24:00:00Z",
        "2025-01-01T00:60:00Z",
        "2025-01-01T0:00:00Z",
        "2025-01-01T00:00:00.Z",
        "2025-01-01T00:00:00.5é0Z",
        "2025-01-01T00:00:00+2:00",
        "2025-01-01T00:00:00:00Z",
    ] {
        assert_eq!(read(text), None, "{text:?}");
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back(ms in 0..4_102_444_800_000i64) {
        prop_assert_eq!(read(&write(Timestamp(ms))), Some(Timestamp(ms)));
    }
}
