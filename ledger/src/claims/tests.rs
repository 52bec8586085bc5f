//! What an event says that its command claims.

use super::*;
use domain::refusal::Refusal;

fn claims(keys: &[&str]) -> Vec<ClaimRow> {
    let claim = |key: &&str| ClaimRow {
        key: (*key).to_owned(),
        taken: Refusal::AlreadyReceived,
    };
    keys.iter().map(claim).collect()
}

fn event(metadata: &str) -> Recorded {
    Recorded {
        partition: 0,
        position: 7,
        aggregate_type: "player".into(),
        aggregate_id: "somebody".into(),
        sequence: 1,
        event_id: uuid::Uuid::nil(),
        event_type: "SignedIn".into(),
        event_version: "1".into(),
        payload: "{}".into(),
        metadata: metadata.into(),
        recorded_at_ms: 1,
        leaf: Vec::new(),
    }
}

fn keys(metadata: &str) -> Vec<String> {
    of_event(&event(metadata)).into_iter().map(|claim| claim.key).collect()
}

#[test]
fn what_is_written_reads_back() {
    for names in [&["invite:a"][..], &["packet:\"1\":player", "packet:1:cluster"]] {
        let text = text(&claims(names)).expect("plain").expect("some");
        let metadata = serde_json::json!({ "actor": "player", "claims": text }).to_string();
        assert_eq!(keys(&metadata), names);
    }
    assert_eq!(text(&[]).expect("plain"), None);
}

#[test]
fn a_key_that_would_read_back_as_two_is_not_written() {
    assert!(text(&claims(&["a", "b\nc"])).is_err());
}

#[test]
fn an_event_that_names_nothing_claims_nothing() {
    for metadata in [
        "{\"actor\":\"player\"}",
        "{\"actor\":\"\\\"claims\\\"\"}",
        "{\"claims\":7}",
        "no json",
    ] {
        assert_eq!(keys(metadata), [""; 0], "{metadata}");
    }
}
