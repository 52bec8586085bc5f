//! Keys of members: who approves signs with a key of his own (api §7.19).
//!
//! | state of a key | event | signs |
//! |---|---|---|
//! | - | `StaffKeyProposed`, by the member | nothing |
//! | waiting | `StaffKeyApproved`, by another person | what the member approves or does alone, and each login |
//! | waiting, in force | `StaffKeyRevoked`, by another person | nothing, ever again |
//!
//! Whoever issued the member's code of activation could sign in as the member, so this person approves none of the keys
//! that the member proposed then, whoever issued another code since, nor those that wait while the code is the newest: a key
//! in force is the word of two people. A member who ever had a key in force approves nothing without a
//! signature, also when every key was revoked: else a stolen session would only have to lose the key.
//!
//! [`Statement`] is what is signed. The check of a signature is in `proofs`, which has the curves; here is which
//! key may sign at all.

use super::{Decided, Ruling, Staff, StaffEvent, field};
use crate::defence::Defence;
use crate::draw::hex_digest;
use crate::refusal::Refusal;
use crate::stream::Decision;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// Keys of one member, waiting and in force (ASSUMED): a telephone, a security key, a file for scripts, and two more.
pub const KEYS_MAX: usize = 5;
/// The first line of what is signed: no signature of another use or version is one of an approval.
const STATEMENT: &str = "ledger staff approval 1";
/// The first line of what a key's id is the digest of.
const KEY: &str = "ledger staff key 1";
/// The first word of what stands for an act of one person.
const ACT: &str = "ledger staff act 1";
/// Longest id of a passkey, in characters (WebAuthn allows 1,023 bytes).
const CREDENTIAL_CHARS_MAX: usize = 1_400;
/// Longest origin, in bytes.
const ORIGIN_BYTES_MAX: usize = 200;
/// Hex characters of a signature, at most: 72 bytes of DER.
const SIGNATURE_CHARS_MAX: usize = 144;
/// Hex characters of what an authenticator says, at most.
const AUTHENTICATOR_CHARS_MAX: usize = 1_024;
/// Bytes of what a browser says, at most.
const CLIENT_BYTES_MAX: usize = 1_024;

/// A public key of a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StaffKey {
    /// A key file, for scripts.
    Ed25519 {
        /// Hex of 32 bytes.
        public: String,
    },
    /// A passkey of the console: ES256 (ECDSA over P-256).
    Passkey {
        /// Hex of the uncompressed point, 65 bytes.
        public: String,
        /// By which the browser finds it, in base64url.
        credential: String,
        /// The console's address that it is bound to, such as `https://staff.example`. Whoever approves the key sees it.
        origin: String,
    },
}

impl StaffKey {
    /// The permanent name of its kind.
    pub const fn kind(&self) -> &'static str {
        match self {
            StaffKey::Ed25519 { .. } => "ed25519",
            StaffKey::Passkey { .. } => "passkey",
        }
    }

    /// The public key, in hex.
    pub fn public(&self) -> &str {
        match self {
            StaffKey::Ed25519 { public } | StaffKey::Passkey { public, .. } => public,
        }
    }

    /// Its id: hex of SHA-256 over all of it, so whoever approves the id approves the whole key.
    pub fn id(&self) -> String {
        let (credential, origin) = match self {
            StaffKey::Ed25519 { .. } => ("", ""),
            StaffKey::Passkey { credential, origin, .. } => (credential.as_str(), origin.as_str()),
        };
        let lines = [KEY, self.kind(), self.public(), credential, origin];
        hex::encode(Sha256::digest(written(&lines)))
    }

    fn check(&self) -> Result<(), Refusal> {
        let chars = match self {
            StaffKey::Ed25519 { .. } => 64,
            StaffKey::Passkey { .. } => 130,
        };
        if self.public().len() != chars || !is_hex(self.public()) {
            return Err(field("public"));
        }
        let StaffKey::Passkey { credential, origin, .. } = self else {
            return Ok(());
        };
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if !(1..=CREDENTIAL_CHARS_MAX).contains(&credential.len()) || !credential.bytes().all(is_plain) {
            return Err(field("credential"));
        }
        if rp_id(origin).is_none() {
            return Err(field("origin"));
        }
        Ok(())
    }
}

/// The host to which an authenticator binds the passkeys of an origin; nothing for an origin that no console has. A
/// browser offers passkeys over TLS, and on the machine itself without.
pub fn rp_id(origin: &str) -> Option<&str> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-:".contains(&byte);
    let (scheme, rest) = origin.split_once("://")?;
    let (host, port) = rest.split_once(':').unwrap_or((rest, "0"));
    let is_secure = scheme == "https" || scheme == "http" && host == "localhost";
    let is_fit = is_secure && !host.is_empty() && rest.bytes().all(plain) && port.parse::<u16>().is_ok();
    Some(host).filter(|_| is_fit && origin.len() <= ORIGIN_BYTES_MAX)
}

/// What a member signs. One digest stands for exactly one approval: of this object in this state, by this person, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement<'a> {
    /// The call, such as `withdrawals/approve`: a yes is never a yes to something else.
    pub call: &'a str,
    /// The withdrawal, the proposal, or the member whose key it is.
    pub subject: &'a str,
    /// What is approved: the digest of the withdrawal's terms and revision, of the whole proposal, or the key's id; of an
    /// act of one person [`act_digest`].
    pub digest: &'a str,
    /// Who approves.
    pub account: &'a str,
    /// The request id: a request has one effect, so a signature has one.
    pub request: Uuid,
}

impl Statement<'_> {
    /// SHA-256 over six lines; nothing when a part has a line break of its own, which could be read in two ways.
    pub fn digest(&self) -> Option<[u8; 32]> {
        let request = self.request.to_string();
        let lines = [STATEMENT, self.call, self.subject, self.digest, self.account, &request];
        let is_plain = lines.iter().all(|line| !line.contains(['\n', '\r']));
        is_plain.then(|| Sha256::digest(written(&lines)).into())
    }
}

/// What stands for the digest of an act of one person: hex of SHA-256 over one JSON list of a fixed word, the call, its
/// subject and the reason. All of them stand in the event of the act, so the digest is recomputed from that event alone.
pub fn act_digest(call: &str, subject: &str, reason: &str) -> String {
    hex_digest(&serde_json::to_vec(&(ACT, call, subject, reason)).expect("texts write"))
}

fn written(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// A signature with one of the member's keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// The key's id.
    pub key: String,
    /// Hex: 64 bytes of Ed25519, or the DER of ECDSA.
    pub signature: String,
    /// What a passkey signed around the statement's digest; nothing for a key file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey: Option<Assertion>,
}

/// What browser and authenticator said with a passkey's signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assertion {
    /// The authenticator's data, in hex.
    pub authenticator_data: String,
    /// The browser's JSON, byte for byte.
    pub client_data: String,
}

impl Signature {
    /// True for what may stand in an event for ever.
    pub fn is_short(&self) -> bool {
        let is_fit = |assertion: &Assertion| {
            let said = &assertion.authenticator_data;
            said.len() <= AUTHENTICATOR_CHARS_MAX && is_hex(said) && assertion.client_data.len() <= CLIENT_BYTES_MAX
        };
        let is_signature = self.signature.len() <= SIGNATURE_CHARS_MAX && is_hex(&self.signature);
        is_digest(&self.key) && is_signature && self.passkey.as_ref().is_none_or(is_fit)
    }
}

/// What an act approves, and the signature for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approval {
    /// As in [`Statement::digest`].
    pub digest: String,
    /// Nothing when the member has no key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
}

fn is_hex(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

pub(super) fn is_digest(text: &str) -> bool {
    text.len() == 64 && is_hex(text)
}

/// A key that a member has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldKey {
    pub id: String,
    pub key: StaffKey,
    pub proposed_at: Timestamp,
    /// Who had issued the member's code of activation then: could have proposed it as the member.
    pub proposed_under: Option<String>,
    /// Who approved it; nothing while it waits and signs nothing.
    pub approved_by: Option<String>,
}

/// A key that a member proposes for the own account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposeKey {
    pub key: StaffKey,
    /// By the key itself, so nobody enrols a key that he does not have.
    pub signature: Signature,
    /// The request under which it was signed.
    pub request: Uuid,
}

/// Acts that only stop something wait for no key.
const WITHOUT_KEY: [&str; 5] = [
    "withdrawals/flag",
    "withdrawals/pause",
    "freezes/set",
    "staff/disable",
    "keys/revoke",
];
/// The first keys are approved by people who have none yet.
const FIRST: &str = "keys/approve";

/// Whether a member needs a key for what this call approves or does, where keys are demanded (api §7.19): for the approval
/// of keys once another person could give it with a key.
pub fn needs_key(call: &str, keyed_other: bool) -> bool {
    !WITHOUT_KEY.contains(&call) && (call != FIRST || keyed_other)
}

impl Staff {
    /// The key of an id, if it may sign.
    pub fn signing_key(&self, id: &str) -> Option<&StaffKey> {
        let held = self
            .keys
            .iter()
            .find(|held| held.id == id && held.approved_by.is_some());
        held.map(|held| &held.key)
    }

    /// From here on a session is bound to a key.
    pub(super) fn put_in_force(&mut self, key: &str, by: &str) {
        self.signs = true;
        let waiting = self.keys.iter_mut().filter(|held| held.id == key);
        waiting.for_each(|held| held.approved_by = Some(by.to_owned()));
        self.sessions.retain(|open| open.key.is_some());
    }

    /// Whether a key of the member is in force.
    pub fn has_key(&self) -> bool {
        self.keys.iter().any(|held| held.approved_by.is_some())
    }

    fn may_sign(&self, key: &str) -> bool {
        self.signing_key(key).is_some() || Defence::Signature.is_off()
    }

    /// Order of checks: the digest, whether a signature is needed, its key.
    pub(super) fn signed(&self, approval: &Approval, needs_key: bool) -> Result<(), Refusal> {
        if !is_digest(&approval.digest) {
            return Err(Refusal::StateChanged);
        }
        match &approval.signature {
            None if (self.signs || needs_key) && !Defence::Signed.is_off() => Err(Refusal::SignatureMissing),
            None => Ok(()),
            Some(signature) if signature.is_short() && self.may_sign(&signature.key) => Ok(()),
            Some(_) => Err(Refusal::SignatureInvalid),
        }
    }

    /// While a key is in force, each login is signed with one. A member whose keys were all revoked, because the device
    /// was lost, signs in without: such a session approves nothing that needs a signature.
    pub(super) fn proved(&self, proof: Option<&Approval>) -> Result<(), Refusal> {
        let signature = proof.and_then(|proof| proof.signature.as_ref());
        match (proof, signature) {
            (None, _) if self.has_key() => Err(Refusal::SignatureMissing),
            (None, _) => Ok(()),
            (Some(proof), Some(signature))
                if is_digest(&proof.digest) && signature.is_short() && self.signing_key(&signature.key).is_some() =>
            {
                Ok(())
            }
            (Some(_), _) => Err(Refusal::SignatureInvalid),
        }
    }

    /// A key belongs to one account for ever, and comes back to none.
    pub(super) fn propose_key(&self, propose: &ProposeKey, at: Timestamp) -> Ruling {
        if self.name.is_none() || self.is_disabled {
            return Err(Refusal::NoPermission);
        }
        propose.key.check()?;
        let id = propose.key.id();
        if propose.signature.key != id || !propose.signature.is_short() {
            return Err(Refusal::SignatureInvalid);
        }
        if self.keys.len() >= KEYS_MAX {
            return Err(Refusal::StateChanged);
        }
        let proposed = StaffEvent::StaffKeyProposed {
            key: propose.key.clone(),
            signature: propose.signature.clone(),
            request: propose.request,
            at,
        };
        Ok(Decision::from(proposed).claiming(format!("staff_key:{id}"), Refusal::StateChanged))
    }

    /// Order of checks: another person, who did not issue the code either, now or when the key was proposed; the key.
    pub(super) fn approve_key(&self, id: &str, decided: &Decided, at: Timestamp) -> Ruling {
        self.decided(decided)?;
        let held = self.key(id);
        let proposed_under = held.as_ref().ok().and_then(|held| held.proposed_under.as_ref());
        if [self.issued_by.as_ref(), proposed_under].contains(&Some(&decided.by)) {
            return Err(Refusal::OtherPersonMustApprove);
        }
        match held?.approved_by {
            Some(_) => Err(Refusal::StateChanged),
            None => Ok(StaffEvent::StaffKeyApproved {
                key: id.to_owned(),
                account: self.name.clone().unwrap_or_default(),
                by: decided.by.clone(),
                reason: decided.reason.clone(),
                acts: true,
                all_acts: true,
                at,
            }
            .into()),
        }
    }

    pub(super) fn revoke_key(&self, id: &str, decided: &Decided, at: Timestamp) -> Ruling {
        self.decided(decided)?;
        self.key(id)?;
        Ok(StaffEvent::StaffKeyRevoked {
            key: id.to_owned(),
            by: decided.by.clone(),
            reason: decided.reason.clone(),
            at,
        }
        .into())
    }

    fn key(&self, id: &str) -> Result<&HeldKey, Refusal> {
        self.keys
            .iter()
            .find(|held| held.id == id)
            .ok_or(Refusal::RecordNotFound)
    }
}

#[cfg(test)]
mod tests;
