use super::super::dive::{NotVerifiable, recompute};
use super::super::tables::Tables;
use super::*;
use domain::testing::Angler;

fn differences(angler: &Angler, dive: Uuid) -> Result<Vec<String>, NotVerifiable> {
    let detail = detail(dive, &angler.log).expect("the dive has a beginning");
    recompute(&detail, &Tables::new([])).map(|comparison| comparison.differences)
}

#[test]
fn what_the_rules_record_is_what_the_draw_says_for_every_kind_of_dive() {
    let mut angler = Angler::new().with_coins(100_000).with_promo(50_000).with_diamonds(100);
    let mut dives = Vec::new();
    for (stake, start_level, casts) in [
        (100, 1, 37),
        (10, 1, 5),
        (5_000, 28, 10),
        (20, 6, 12),
        (5_000, 1, 8),
        (50, 1, 0),
    ] {
        angler.dives(stake, start_level);
        dives.push(angler.dive_id().0);
        angler.casts(casts);
        if angler.dive().is_some() {
            angler.surfaces();
        }
    }
    assert_eq!(differences(&angler, dives[0]), Err(NotVerifiable::Sealed));
    let rotation = angler.rotation("another");
    angler.must(rotation);
    for dive in dives {
        assert_eq!(differences(&angler, dive), Ok(Vec::new()));
    }
    assert!(detail(Uuid::nil(), &angler.log).is_none());
}
