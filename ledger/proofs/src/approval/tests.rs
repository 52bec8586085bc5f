//! Signatures of a file and of a passkey, and what each check is for.

use super::*;
use serde_json::json;
use uuid::Uuid;

const ORIGIN: &str = "https://staff.example:8443";

fn statement() -> Statement<'static> {
    Statement {
        call: "withdrawals/approve",
        subject: "w-1",
        digest: "d-1",
        account: "ann",
        request: Uuid::from_u128(7),
    }
}

fn others() -> [Statement<'static>; 5] {
    let of = statement();
    [
        Statement {
            call: "proposals/approve",
            ..of
        },
        Statement { subject: "w-2", ..of },
        Statement { digest: "d-2", ..of },
        Statement { account: "bob", ..of },
        Statement {
            request: Uuid::from_u128(8),
            ..of
        },
    ]
}

fn file(seed: u8) -> (StaffKey, FileKey) {
    let secret = FileKey::of_seed(&[seed; 32]);
    (secret.key(), secret)
}

/// A passkey in memory, which says what it is made to say.
struct Authenticator {
    key: StaffKey,
    secret: p256::ecdsa::SigningKey,
    host: &'static str,
    flags: u8,
    client: serde_json::Value,
}

impl Authenticator {
    fn new() -> Authenticator {
        let secret = p256::ecdsa::SigningKey::from_slice(&[7; 32]).expect("a scalar");
        let point = secret.verifying_key().to_encoded_point(false);
        let key = StaffKey::Passkey {
            public: hex::encode(point.as_bytes()),
            credential: "AQ".into(),
            origin: ORIGIN.into(),
        };
        let client = json!({ "type": "webauthn.get", "origin": ORIGIN, "crossOrigin": false, "of": "a browser" });
        Authenticator {
            key,
            secret,
            host: "staff.example",
            flags: PRESENT_AND_VERIFIED,
            client,
        }
    }

    fn signs(&self, statement: &Statement) -> Signature {
        let mut client = self.client.clone();
        let challenge = BASE64_URL_SAFE_NO_PAD.encode(statement.digest().expect("plain"));
        client
            .as_object_mut()
            .expect("an object")
            .entry("challenge")
            .or_insert(challenge.into());
        let client_data = client.to_string();
        let said = [Sha256::digest(self.host).as_slice(), &[self.flags, 0, 0, 0, 9]].concat();
        let signed = [said.as_slice(), &Sha256::digest(&client_data)].concat();
        let signature: p256::ecdsa::Signature = p256::ecdsa::signature::Signer::sign(&self.secret, &signed);
        Signature {
            key: self.key.id(),
            signature: hex::encode(signature.to_der().as_bytes()),
            passkey: Some(Assertion {
                authenticator_data: hex::encode(said),
                client_data,
            }),
        }
    }

    fn refused(&self) -> String {
        let statement = statement();
        verify(&self.key, &statement, &self.signs(&statement))
            .expect_err("refused")
            .0
    }
}

#[test]
fn a_signature_holds_for_its_own_statement_and_for_no_other() {
    let (key, secret) = file(1);
    let (device, of) = (Authenticator::new(), statement());
    let (filed, touched) = (secret.sign(&of).expect("plain"), device.signs(&of));
    assert_eq!(verify(&key, &of, &filed), Ok(()));
    assert_eq!(verify(&device.key, &of, &touched), Ok(()));
    for other in others() {
        assert!(verify(&key, &other, &filed).is_err(), "{other:?}");
        assert!(verify(&device.key, &other, &touched).is_err(), "{other:?}");
    }
}

#[test]
fn a_signature_holds_under_its_own_key_alone() {
    let ((key, secret), (another, _), of) = (file(1), file(2), statement());
    let filed = secret.sign(&of).expect("plain");
    let claimed = Signature {
        key: another.id(),
        ..filed.clone()
    };
    assert!(verify(&another, &of, &filed).is_err());
    assert!(verify(&another, &of, &claimed).is_err());
    let device = Authenticator::new();
    let touched = Signature {
        key: key.id(),
        ..device.signs(&of)
    };
    assert!(verify(&key, &of, &touched).is_err(), "of another kind");
    let bare = Signature {
        passkey: None,
        ..device.signs(&of)
    };
    assert!(verify(&device.key, &of, &bare).is_err());
}

#[test]
fn a_changed_byte_is_found_wherever_it_is() {
    let (device, of) = (Authenticator::new(), statement());
    let whole = device.signs(&of);
    let changed = |text: &str, at: usize| {
        let mut bytes = text.to_owned().into_bytes();
        bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
        String::from_utf8(bytes).expect("text")
    };
    for at in 0..whole.signature.len() {
        let signature = changed(&whole.signature, at);
        let broken = Signature {
            signature,
            ..whole.clone()
        };
        assert!(verify(&device.key, &of, &broken).is_err(), "signature {at}");
    }
    let assertion = whole.passkey.clone().expect("a passkey");
    for at in 0..assertion.client_data.len() {
        let broken = Signature {
            passkey: Some(Assertion {
                client_data: changed(&assertion.client_data, at),
                ..assertion.clone()
            }),
            ..whole.clone()
        };
        assert!(verify(&device.key, &of, &broken).is_err(), "client data {at}");
    }
}

#[test]
fn a_passkey_signs_at_its_own_address_with_its_person_present_and_verified() {
    let of = |change: fn(&mut Authenticator)| {
        let mut device = Authenticator::new();
        change(&mut device);
        device.refused()
    };
    assert!(of(|device| device.host = "staff.exampl").contains("another host"));
    assert!(of(|device| device.flags = 0b001).contains("nobody was present"));
    assert!(of(|device| device.flags = 0b100).contains("nobody was present"));
    assert!(of(|device| device.client["origin"] = json!("https://staff.example")).contains("another address"));
    assert!(of(|device| device.client["crossOrigin"] = json!(true)).contains("another address"));
    assert!(of(|device| device.client["type"] = json!("webauthn.create")).contains("another ceremony"));
    assert!(of(|device| device.client["challenge"] = json!("AAAA")).contains("something else"));
    assert!(of(|device| device.client = json!({ "type": 1 })).contains("do not read"));
}

#[test]
fn a_key_of_small_order_signs_nothing() {
    let mut identity = [0; 32];
    identity[0] = 1;
    let public = hex::encode(identity);
    let key = StaffKey::Ed25519 { public };
    let signature = Signature {
        key: key.id(),
        signature: hex::encode([identity, [0; 32]].concat()),
        passkey: None,
    };
    assert!(verify(&key, &statement(), &signature).is_err());
}

/// What the console's own code and a browser made of a proposal of a key.
#[derive(Deserialize)]
struct Made {
    account: String,
    request: Uuid,
    key: StaffKey,
    signature: Signature,
}

#[test]
fn what_the_console_and_a_browser_signed_holds() {
    let made: Made = serde_json::from_str(include_str!("chromium.json")).expect("JSON");
    let id = made.key.id();
    let statement = Statement {
        call: "keys/propose",
        subject: &made.account,
        digest: &id,
        account: &made.account,
        request: made.request,
    };
    assert_eq!(verify(&made.key, &statement, &made.signature), Ok(()));
}
