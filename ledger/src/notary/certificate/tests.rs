use super::*;
use proofs::key::NotaryKey;

/// A certificate that the notary of `ledger/a` signed.
fn signed(database: &str) -> (String, Vkey) {
    let key = NotaryKey::of_seed([7; 32], "ledger/a");
    let certificate = Certificate {
        database: database.into(),
        subject: Uuid::nil(),
        issued_at_ms: 1,
        recorded: End {
            event_id: Uuid::nil(),
            partition: 0,
            position: 1,
            at_ms: 1,
        },
        destroyed: Vec::new(),
        remains: Vec::new(),
        backups: None,
    };
    let text = serde_json::to_string(&certificate).expect("JSON");
    let note = key
        .sign(&key.vkey().of_erasures().name, &format!("{text}\n"))
        .expect("signed");
    (note, key.vkey().clone())
}

#[test]
fn a_certificate_is_of_the_database_of_its_key() {
    let (note, vkey) = signed("ledger/a");
    assert_eq!(Certificate::open(&note, &vkey).expect("proven").database, "ledger/a");
    let (note, vkey) = signed("ledger/b");
    let why = Certificate::open(&note, &vkey).expect_err("another database").0;
    assert_eq!(why, "the certificate is of \"ledger/b\", the key of ledger/a");
}
