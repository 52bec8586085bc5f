//! Signatures of staff over what they approve: does this one hold for this statement under this key?
//!
//! | kind | signed bytes | checked beside the signature |
//! |---|---|---|
//! | Ed25519 (a key file) | the statement's digest | |
//! | passkey (ES256 of WebAuthn) | authenticator data, then SHA-256 of the client data | the client data are of a `webauthn.get` at the key's origin, not framed by another one, and their challenge is the statement's digest; the authenticator data are of the origin's host, with a person present and verified |
//!
//! Checked by the staff service before an approval is recorded, by the audit afterwards, and by whoever has the events.
//! So nothing here keeps a ceremony's state, as libraries for servers do: the challenge is not random but the digest of
//! what is approved, and all that a check needs stands in the events, for ever. Attestation of devices is not looked at;
//! who enrols a key shows with an assertion that he has it, and another person approves it. The counter of an
//! authenticator is not looked at either: most passkeys have none, and a signature counts once by its request id.
//!
//! Knows nothing of which key may sign, and whether one must: that is decided in `domain::staff`.

mod keyring;

pub use keyring::{
    ACTS, APPROVE, APPROVE_KEY, APPROVE_PROPOSAL, APPROVE_WITHDRAWAL, Keyring, LATER_ACTS, LOGIN, Signed, act_of,
};

use crate::Unproven;
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use domain::staff::key::rp_id;
use domain::staff::{Assertion, Signature, StaffKey, Statement};
use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
use p256::ecdsa::signature::Verifier;
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// Bytes of authenticator data before extensions: the hash of the host, the flags, the counter.
const AUTHENTICATOR_BYTES_MIN: usize = 37;
/// A person touched the authenticator, and it knew the person by a PIN or a body part.
const PRESENT_AND_VERIFIED: u8 = 0b101;

/// What a browser says about the assertion; it may say more.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    r#type: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

/// The secret of a key file, with which scripts sign.
pub struct FileKey {
    secret: SigningKey,
}

impl FileKey {
    /// The key of 32 random bytes.
    pub fn of_seed(seed: &[u8; 32]) -> FileKey {
        let secret = SigningKey::from_bytes(seed);
        FileKey { secret }
    }

    /// What verifies its signatures.
    pub fn key(&self) -> StaffKey {
        let public = hex::encode(self.secret.verifying_key().to_bytes());
        StaffKey::Ed25519 { public }
    }

    /// A signature of the statement; nothing for one that cannot be signed.
    pub fn sign(&self, statement: &Statement) -> Option<Signature> {
        let signature = self.secret.sign(&statement.digest()?);
        Some(Signature {
            key: self.key().id(),
            signature: hex::encode(signature.to_bytes()),
            passkey: None,
        })
    }
}

/// Checks that `signature` is one of `key` over `statement`.
///
/// # Errors
/// What does not hold.
pub fn verify(key: &StaffKey, statement: &Statement, signature: &Signature) -> Result<(), Unproven> {
    if signature.key != key.id() {
        return refuse("the signature is of another key");
    }
    let Some(digest) = statement.digest() else {
        return refuse("a part of the statement has a line break");
    };
    match (key, &signature.passkey) {
        (StaffKey::Ed25519 { public }, None) => ed25519(public, &digest, &signature.signature),
        (StaffKey::Passkey { public, origin, .. }, Some(assertion)) => {
            check_client(assertion, origin, &digest)?;
            let said = check_authenticator(assertion, origin)?;
            let signed = [said.as_slice(), &Sha256::digest(&assertion.client_data)].concat();
            es256(public, &signed, &signature.signature)
        }
        _ => refuse("the signature is not of the key's kind"),
    }
}

fn refuse<T>(why: &str) -> Result<T, Unproven> {
    Err(Unproven(why.to_owned()))
}

fn bytes(hex: &str) -> Result<Vec<u8>, Unproven> {
    hex::decode(hex).map_err(|_| Unproven("it is not hexadecimal".to_owned()))
}

/// Strict: a key of small order, under which one signature holds for many texts, is none.
fn ed25519(public: &str, digest: &[u8; 32], signature: &str) -> Result<(), Unproven> {
    let public = bytes(public)?.try_into().ok();
    let key = public.and_then(|public| VerifyingKey::from_bytes(&public).ok());
    let signature = ed25519_dalek::Signature::from_slice(&bytes(signature)?).ok();
    match key.zip(signature) {
        Some((key, signature)) if key.verify_strict(digest, &signature).is_ok() => Ok(()),
        _ => refuse("the signature does not hold"),
    }
}

fn es256(public: &str, signed: &[u8], signature: &str) -> Result<(), Unproven> {
    let key = p256::ecdsa::VerifyingKey::from_sec1_bytes(&bytes(public)?).ok();
    let signature = p256::ecdsa::Signature::from_der(&bytes(signature)?).ok();
    match key.zip(signature) {
        Some((key, signature)) if key.verify(signed, &signature).is_ok() => Ok(()),
        _ => refuse("the signature does not hold"),
    }
}

fn check_client(assertion: &Assertion, origin: &str, digest: &[u8; 32]) -> Result<(), Unproven> {
    let Ok(client) = serde_json::from_str::<ClientData>(&assertion.client_data) else {
        return refuse("the browser's data do not read");
    };
    if client.r#type != "webauthn.get" {
        return refuse("it was signed for another ceremony");
    }
    if client.challenge != BASE64_URL_SAFE_NO_PAD.encode(digest) {
        return refuse("something else was signed");
    }
    if client.origin != origin || client.cross_origin {
        return refuse("it was signed at another address");
    }
    Ok(())
}

fn check_authenticator(assertion: &Assertion, origin: &str) -> Result<Vec<u8>, Unproven> {
    let said = bytes(&assertion.authenticator_data)?;
    let (Some(host), true) = (rp_id(origin), said.len() >= AUTHENTICATOR_BYTES_MIN) else {
        return refuse("the authenticator's data are too short");
    };
    if said[..32] != *Sha256::digest(host) {
        return refuse("it was signed for another host");
    }
    if said[32] & PRESENT_AND_VERIFIED != PRESENT_AND_VERIFIED {
        return refuse("nobody was present and verified");
    }
    Ok(said)
}

#[cfg(test)]
mod tests;
