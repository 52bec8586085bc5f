use super::rate;

#[test]
fn writes_rates_without_idle_zeros() {
    let written = [940_000, 50_000, 10_000, 1, 0, 1_000_000].map(rate);
    assert_eq!(written, ["0.94", "0.05", "0.01", "0.000001", "0", "1"]);
}
