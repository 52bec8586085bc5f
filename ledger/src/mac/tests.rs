use super::*;
use uuid::Uuid;

const MASTER: [u8; 32] = [7; 32];

fn event() -> Recorded {
    let mut event = Recorded {
        partition: 0,
        position: 9,
        aggregate_type: "player".into(),
        aggregate_id: "somebody".into(),
        sequence: 3,
        event_id: Uuid::nil(),
        event_type: "CheckedIn".into(),
        event_version: "1".into(),
        payload: "{\"gold\":5}".into(),
        metadata: "{}".into(),
        recorded_at_ms: 1,
        leaf: Vec::new(),
    };
    event.leaf = event.leaf_after(&[1; 32]).to_vec();
    event
}

fn key() -> MacKeys {
    MacKeys::of(&MASTER, "ledger/one")
}

#[test]
fn an_event_passes_under_its_own_mac_wherever_it_stands() {
    let mut event = event();
    let mac = key().of_recorded(&event).expect("a leaf");
    assert!(key().check(&event, Some(&mac)).is_ok());
    event.position = 10;
    assert!(key().check(&event, Some(&mac)).is_ok(), "the server gives positions");
}

#[test]
fn any_other_field_under_the_same_mac_is_found() {
    let mac = key().of_recorded(&event()).expect("a leaf");
    let changes: [fn(&mut Recorded); 10] = [
        |event| event.partition = 1,
        |event| event.aggregate_type = "treasury".into(),
        |event| event.aggregate_id = "nobody".into(),
        |event| event.sequence = 4,
        |event| event.event_id = Uuid::max(),
        |event| event.event_type = "Gifted".into(),
        |event| event.payload = "{\"gold\":6}".into(),
        |event| event.metadata = "{\"actor\":\"staff:x\"}".into(),
        |event| event.recorded_at_ms = 2,
        // A leaf that fits the changed payload, as somebody makes who can write the table.
        |event| {
            event.payload = "{\"gold\":6}".into();
            event.leaf = event.leaf_after(&[1; 32]).to_vec();
        },
    ];
    for change in changes {
        let mut event = event();
        change(&mut event);
        let found = key().check(&event, Some(&mac)).expect_err("a changed event");
        assert!(found.to_string().ends_with("somebody else changed it"), "{found}");
    }
}

#[test]
fn no_mac_and_the_mac_of_another_key_or_database_are_told_apart() {
    let event = event();
    let missing = key().check(&event, None).expect_err("no MAC").to_string();
    assert!(
        missing.ends_with("it has no MAC: this service did not write it"),
        "{missing}"
    );
    for other in [MacKeys::of(&[8; 32], "ledger/one"), MacKeys::of(&MASTER, "ledger/two")] {
        let mac = other.of_recorded(&event).expect("a leaf");
        let found = key().check(&event, Some(&mac)).expect_err("another key").to_string();
        assert!(found.ends_with("its MAC is of another key"), "{found}");
        assert!(!key().is_of(&mac));
    }
}

#[test]
fn an_answer_passes_under_its_own_mac_alone() {
    let answer = RequestRow {
        scope: Uuid::nil(),
        request_id: Uuid::max(),
        digest: [3; 32],
        code: 0,
        message: String::new(),
        answer: "{\"gold\":5}".into(),
        version: 3,
        recorded_at_ms: 1,
    };
    let mac = key().of_request(0, &answer);
    assert!(key().check_request(0, &answer, Some(&mac)).is_ok());
    let changes: [fn(&mut RequestRow); 6] = [
        |answer| answer.scope = Uuid::max(),
        |answer| answer.digest = [4; 32],
        |answer| answer.code = 20,
        |answer| answer.message = "no".into(),
        |answer| answer.answer = "{\"gold\":6}".into(),
        |answer| answer.version = 4,
    ];
    for change in changes {
        let mut changed = answer.clone();
        change(&mut changed);
        assert!(key().check_request(0, &changed, Some(&mac)).is_err(), "{changed:?}");
    }
}
