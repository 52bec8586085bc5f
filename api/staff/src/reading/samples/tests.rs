use super::*;

#[test]
fn a_seed_draws_the_same_places_for_ever() {
    let drawn = draws("2025-Q1", 1_000, 4);
    assert_eq!(drawn, draws("2025-Q1", 1_000, 4));
    assert_ne!(drawn, draws("2025-Q2", 1_000, 4));
    let all: BTreeSet<i64> = draws("x", 5, 200).into_iter().map(|(_, index)| index).collect();
    assert_eq!(all, (0..5).collect(), "a small population is drawn whole, each once");
    assert!(draws("x", 0, 3).is_empty());
}

#[test]
fn a_place_of_several_logs_is_counted_through() {
    let range = Range {
        after: vec![2, 0],
        until: vec![4, 3],
    };
    let population = Population::All(range);
    let places: Vec<_> = (0..6).map(|index| population.place(index)).collect();
    let expected = [
        Some((0, 3)),
        Some((0, 4)),
        Some((1, 1)),
        Some((1, 2)),
        Some((1, 3)),
        None,
    ];
    assert_eq!(places, expected);
}
