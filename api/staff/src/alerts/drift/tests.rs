use super::*;

fn dives(number: u32, pays: impl Fn(u32) -> i64) -> Returned {
    let mut returned = Returned::default();
    for dive in 0..number {
        returned.add(1_000_000, pays(dive), 940_000);
    }
    returned
}

#[test]
fn what_chance_explains_is_no_drift() {
    assert_eq!(dives(2_000, |dive| i64::from(dive % 2) * 1_880_000).drifted_ppm(), None);
    assert_eq!(
        dives(2_000, |dive| i64::from(dive % 100 == 0) * 90_000_000).drifted_ppm(),
        None
    );
}

#[test]
fn too_much_and_too_little_are_reported_once_there_are_enough_dives() {
    assert_eq!(
        dives(2_000, |dive| i64::from(dive % 2) * 2_400_000).drifted_ppm(),
        Some(1_200_000)
    );
    assert_eq!(dives(2_000, |_| 0).drifted_ppm(), Some(0));
    assert_eq!(dives(DIVES_MIN - 1, |_| 0).drifted_ppm(), None);
}
