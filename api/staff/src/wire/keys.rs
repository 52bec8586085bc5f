//! `keys/…`: keys with which members sign what they approve (api §7.19).

use super::ask;
use domain::staff::{Assertion, HeldKey, Signature, StaffKey};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

ask! {
    /// Proposes a key for the own account.
    KeysProposeBody(write) {
        /// The key.
        key: StaffPublicKey,
        /// By the key itself, over `keys/propose`, the own name and the key's id.
        signature: StaffSignature,
    }
}

ask! {
    /// A second person's yes to a key.
    KeysApproveBody(signed) {
        /// Whose.
        account: String,
        /// The key's id.
        key: String,
    }
}

ask! {
    /// The key signs nothing any more.
    KeysRevokeBody(signed) {
        /// Whose.
        account: String,
        /// The key's id.
        key: String,
    }
}

/// A public key.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum StaffPublicKey {
    /// Of a key file.
    Ed25519 {
        /// Hex of 32 bytes.
        public: String,
    },
    /// Of a passkey.
    Passkey {
        /// Hex of the uncompressed point of P-256, 65 bytes.
        public: String,
        /// The passkey's id, in base64url.
        credential: String,
        /// The console's address at which it was made.
        origin: String,
    },
}

impl From<&StaffPublicKey> for StaffKey {
    fn from(key: &StaffPublicKey) -> StaffKey {
        match key.clone() {
            StaffPublicKey::Ed25519 { public } => StaffKey::Ed25519 { public },
            StaffPublicKey::Passkey {
                public,
                credential,
                origin,
            } => StaffKey::Passkey {
                public,
                credential,
                origin,
            },
        }
    }
}

/// A signature of an approval: over SHA-256 of six lines, each with its end: `ledger staff approval 1`, the call, its
/// subject, the digest of what is approved, the member's name, the request id.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffSignature {
    /// The key's id.
    pub key: String,
    /// Hex: 64 bytes of Ed25519, or the DER of ECDSA.
    pub signature: String,
    /// What a passkey says beside it.
    pub passkey: Option<StaffAssertion>,
}

/// What authenticator and browser say beside a passkey's signature.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffAssertion {
    /// `authenticatorData`, in hex.
    pub authenticator_data: String,
    /// `clientDataJSON`, as text.
    pub client_data: String,
}

impl From<&StaffSignature> for Signature {
    fn from(signature: &StaffSignature) -> Signature {
        let StaffSignature {
            key,
            signature,
            passkey,
        } = signature.clone();
        let passkey = passkey.map(|said| Assertion {
            authenticator_data: said.authenticator_data,
            client_data: said.client_data,
        });
        Signature {
            key,
            signature,
            passkey,
        }
    }
}

impl StaffSignature {
    /// As it is recorded.
    pub fn shown(signature: &Signature) -> StaffSignature {
        let passkey = signature.passkey.clone().map(|said| StaffAssertion {
            authenticator_data: said.authenticator_data,
            client_data: said.client_data,
        });
        StaffSignature {
            key: signature.key.clone(),
            signature: signature.signature.clone(),
            passkey,
        }
    }
}

/// What became of a key that was proposed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KeysProposed {
    /// The key's id, which a second person compares.
    pub key: String,
}

/// A key of a member, waiting or in force.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffHeldKey {
    /// Its id.
    pub key: String,
    /// ed25519 or passkey.
    pub kind: String,
    /// The passkey's id, by which the browser finds it.
    pub credential: Option<String>,
    /// The address at which a passkey signs.
    pub origin: Option<String>,
    /// When it was proposed.
    pub proposed_ms: i64,
    /// Who approved it; nothing while it waits.
    pub approved_by: Option<String>,
}

impl StaffHeldKey {
    /// As the console shows it.
    pub fn shown(held: &HeldKey) -> StaffHeldKey {
        let (credential, origin) = match &held.key {
            StaffKey::Ed25519 { .. } => (None, None),
            StaffKey::Passkey { credential, origin, .. } => (Some(credential.clone()), Some(origin.clone())),
        };
        StaffHeldKey {
            key: held.id.clone(),
            kind: held.key.kind().to_owned(),
            credential,
            origin,
            proposed_ms: held.proposed_at.0,
            approved_by: held.approved_by.clone(),
        }
    }
}
