use super::*;
use std::os::unix::fs::PermissionsExt;

#[test]
fn a_session_is_readable_by_its_owner_alone() {
    let folder = std::env::temp_dir().join(format!("ledger-session-{}", Uuid::new_v4().simple()));
    let file = folder.join(FILE);
    let session = Session {
        url: "http://127.0.0.1:1".into(),
        cookie: "staff=ab".into(),
    };
    for _ in 0..2 {
        store(&file, &session).expect("stored");
        let mode = fs::metadata(&file).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    assert_eq!(fs::read_dir(&folder).expect("listed").count(), 1);
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_refusal_is_one_sentence_that_names_the_field() {
    let refused = |envelope: &str| match answer(serde_json::from_str(envelope).expect("an envelope")) {
        Err(Failure::Fault(fault)) => fault.to_string(),
        _ => panic!("{envelope} is a refusal"),
    };
    let field = r#"{"error":-1006,"message":"Invalid request","data":{"field":"amount"}}"#;
    assert_eq!(refused(field), "Refused with -1006: Invalid request (amount).");
    let plain = r#"{"error":9003,"message":"The state has changed","data":null}"#;
    assert_eq!(refused(plain), "Refused with 9003: The state has changed.");
}
