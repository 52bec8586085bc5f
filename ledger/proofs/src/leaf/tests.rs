use super::*;

#[test]
fn moving_a_byte_between_fields_changes_the_leaf() {
    let fields = |event_type, event_version| LeafFields {
        aggregate_type: "player",
        aggregate_id: "a",
        sequence: 1,
        event_id: Uuid::nil(),
        event_type,
        event_version,
        recorded_at_ms: 0,
        payload: "{}",
        metadata: "{}",
    };
    let leaf = |event_type, event_version| fields(event_type, event_version).hash().after(&ROOT);
    assert_ne!(leaf("ab", "c"), leaf("a", "bc"));
}
