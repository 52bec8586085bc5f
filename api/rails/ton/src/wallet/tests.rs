use proptest::prelude::*;

use super::*;

#[test]
fn slots_are_counted_without_gaps_and_end() {
    let slot = |n| QueryId::nth(n).map(|id| (id.shift(), id.number()));
    assert_eq!(slot(0), Some((0, 0)));
    assert_eq!(slot(1022), Some((0, 1022)));
    assert_eq!(slot(1023), Some((1, 0)));
    assert_eq!(slot(QueryId::COUNT - 1), Some((8191, 1021)));
    assert_eq!(slot(QueryId::COUNT), None);
    assert!(QueryId::from_raw(1023).is_err(), "number 1023 does not exist");
    assert!(QueryId::from_raw(8191 << 10 | 1022).is_err(), "kept for emergencies");
    assert!(QueryId::from_raw(1 << 23).is_err());
}

#[test]
fn the_address_depends_on_every_part() {
    let of = |key: u8, sub, timeout| Wallet::of([key; 32], sub, timeout).address;
    let one = of(1, SUBWALLET_ID, 3600);
    assert_eq!(one, of(1, SUBWALLET_ID, 3600));
    for other in [of(2, SUBWALLET_ID, 3600), of(1, 1, 3600), of(1, SUBWALLET_ID, 3601)] {
        assert_ne!(one, other);
    }
}

proptest! {
    #[test]
    fn every_slot_comes_back(n in 0..QueryId::COUNT) {
        let id = QueryId::nth(n).expect("a slot");
        prop_assert_eq!(id.index(), n);
        prop_assert_eq!(QueryId::from_raw(id.raw().into()), Ok(id));
    }
}
