use super::*;

#[test]
fn the_standard_table_has_the_published_hash_and_passes_its_checks() {
    let table = Paytable::standard();
    assert_eq!(
        table.hash(),
        "666794e899423c4ae32ed0457a1eb529ea575a3ec25dc1c18e9e223ca8c78511"
    );
    assert_eq!(table.check(), Ok(()));
}

#[test]
fn any_changed_weight_changes_the_hash_and_is_refused() {
    let standard = Paytable::standard();
    let mut table = standard.clone();
    table.bands[2].fish[1].w += 1;
    assert_ne!(table.hash(), standard.hash());
    assert_eq!(table.check(), Err(PaytableError::Weights("C".into(), 1_000_001)));
    table.bands[2].empty_w -= 1;
    assert_eq!(table.check(), Err(PaytableError::Return("C".into(), 9_400_020)));
}

#[test]
fn refuses_prizes_above_the_promise_and_wrong_fish_values() {
    let mut table = Paytable::standard();
    table.bands[4].chest[4].x10 = 100_000;
    assert!(matches!(table.check(), Err(PaytableError::Return(..))));
    let mut table = Paytable::standard();
    table.bands[0].fish[0].base = "0.6".into();
    assert_eq!(
        table.check(),
        Err(PaytableError::FishValue("A".into(), "anchovy".into()))
    );
    let mut table = Paytable::standard();
    table.bands[1].levels = [6, 9];
    assert_eq!(table.check(), Err(PaytableError::Levels));
    let mut table = Paytable::standard();
    table.bands[4].levels = [28, 255];
    assert_eq!(table.check(), Err(PaytableError::Levels));
    for cap in [0, 4_999, 1_000_001, i64::MAX] {
        let table = Paytable {
            max_dive_payout_x: cap,
            ..Paytable::standard()
        };
        assert_eq!(table.check(), Err(PaytableError::PayoutCap(cap)));
    }
}

#[test]
fn the_walk_meets_every_border_of_the_band() {
    let table = Paytable::standard();
    let band = table.band(1).expect("level 1");
    assert!(matches!(band.outcome(0), Outcome::Fish(fish) if fish.id == "anchovy"));
    assert!(matches!(band.outcome(199_999), Outcome::Fish(fish) if fish.id == "anchovy"));
    assert!(matches!(band.outcome(200_000), Outcome::Fish(fish) if fish.id == "sardine"));
    assert!(matches!(band.outcome(495_999), Outcome::Chest(chest) if chest.x10 == 500));
    assert_eq!(band.outcome(496_000), Outcome::Mine);
    assert_eq!(band.outcome(525_999), Outcome::Mine);
    assert_eq!(band.outcome(526_000), Outcome::Empty);
    assert_eq!(band.outcome(999_999), Outcome::Empty);
}
