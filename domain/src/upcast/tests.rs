use super::*;
use serde_json::json;

const LINEAGE: Lineage = Lineage::new(3, &[|value| json!([value, 2]), |value| json!([value, 3])]);

#[test]
fn a_payload_climbs_from_its_own_version_step_by_step() {
    assert_eq!(LINEAGE.lift(1, json!("old")), Some(json!([["old", 2], 3])));
    assert_eq!(LINEAGE.lift(2, json!("old")), Some(json!(["old", 3])));
    assert_eq!(LINEAGE.lift(3, json!("old")), Some(json!("old")));
}

#[test]
fn a_version_that_was_never_recorded_is_not_guessed() {
    assert_eq!(
        [0, 4, u16::MAX].map(|version| LINEAGE.lift(version, json!("old"))),
        [None, None, None]
    );
}
