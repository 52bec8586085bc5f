//! The notary's keys: Ed25519, in the notation of C2SP signed notes.
//!
//! The signing key comes from a seed that the ledger derives from its master key.
//! One public key serves several names: `ledger/<database>` for what covers all
//! partitions, `ledger/<database>/<partition>` for a single log, since readers of
//! transparency logs expect a log and its key to have the same name.

use crate::Unproven;
use base64::prelude::{BASE64_STANDARD, Engine};
use ed25519_dalek::SigningKey;
use signed_note::{Note, StandardSigner, StandardVerifier, VerifierList, key_id};
use std::fmt;

/// Marks an Ed25519 key in the notation of signed notes.
const ED25519: u8 = 1;

/// Signs for one database.
#[derive(Clone)]
pub struct NotaryKey {
    seed: [u8; 32],
    vkey: Vkey,
}

/// Verifies what the notary of one database signed. Printed as `<name>+<id>+<key>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vkey {
    /// The database: `ledger/<id>`.
    pub name: String,
    key: [u8; 32],
}

impl NotaryKey {
    /// The key of the database called `name` from its seed.
    pub fn of_seed(seed: [u8; 32], name: &str) -> NotaryKey {
        let key = SigningKey::from_bytes(&seed).verifying_key().to_bytes();
        let name = name.to_owned();
        NotaryKey {
            seed,
            vkey: Vkey { name, key },
        }
    }

    /// What verifies its signatures.
    pub fn vkey(&self) -> &Vkey {
        &self.vkey
    }

    /// `text` with a signature under `name`.
    ///
    /// # Errors
    /// A text or a name that no note can hold.
    pub fn sign(&self, name: &str, text: &str) -> Result<String, Unproven> {
        let unfit = |error: String| Unproven(format!("{name} cannot be signed: {error}"));
        let secret = [&[ED25519], self.seed.as_slice()].concat();
        let id = self.vkey.id(name);
        let notation = format!("PRIVATE+KEY+{name}+{id:08x}+{}", BASE64_STANDARD.encode(secret));
        let signer = StandardSigner::new(&notation).map_err(|error| unfit(error.to_string()))?;
        let mut note = Note::new(text.as_bytes(), &[]).map_err(|error| unfit(error.to_string()))?;
        note.add_sigs(&[&signer]).map_err(|error| unfit(error.to_string()))?;
        String::from_utf8(note.to_bytes()).map_err(|error| unfit(error.to_string()))
    }
}

impl Vkey {
    /// Reads the notation `<name>+<id>+<key>`.
    ///
    /// # Errors
    /// A text that is no such key.
    pub fn parse(text: &str) -> Result<Vkey, Unproven> {
        let unfit = |why: &str| {
            Unproven(format!(
                "{text:?} is not a verification key such as `ledger checkpoint --vkey` prints: {why}"
            ))
        };
        let text = text.trim();
        StandardVerifier::new(text).map_err(|error| unfit(&error.to_string()))?;
        let mut parts = text.splitn(3, '+');
        let (name, key) = parts
            .next()
            .zip(parts.nth(1))
            .ok_or_else(|| unfit("parts are missing"))?;
        let bytes = BASE64_STANDARD.decode(key).map_err(|error| unfit(&error.to_string()))?;
        let key = bytes.get(1..).and_then(|key| key.try_into().ok());
        let key = key.ok_or_else(|| unfit("the key is not 32 bytes"))?;
        let name = name.to_owned();
        Ok(Vkey { name, key })
    }

    /// The same key under the name of a partition's log.
    pub fn of_partition(&self, partition: i32) -> Vkey {
        let name = format!("{}/{partition}", self.name);
        Vkey { name, key: self.key }
    }

    /// The same key under the name that certificates of erasure are signed with: no note of one kind is one of another.
    pub fn of_erasures(&self) -> Vkey {
        let name = format!("{}/erasures", self.name);
        Vkey { name, key: self.key }
    }

    /// The same key under the name that reports of closed days are signed with.
    pub fn of_days(&self) -> Vkey {
        let name = format!("{}/days", self.name);
        Vkey { name, key: self.key }
    }

    /// The same key under the name that reports of closed months are signed with.
    pub fn of_periods(&self) -> Vkey {
        let name = format!("{}/periods", self.name);
        Vkey { name, key: self.key }
    }

    /// The same key under the name that pages of the public log of server seeds are signed with.
    pub fn of_seeds(&self) -> Vkey {
        let name = format!("{}/seeds", self.name);
        Vkey { name, key: self.key }
    }

    /// The same key under the name that statements of what players are owed are signed with.
    pub fn of_liabilities(&self) -> Vkey {
        let name = format!("{}/liabilities", self.name);
        Vkey { name, key: self.key }
    }

    /// The text of a note that carries a good signature of this key.
    ///
    /// # Errors
    /// A note that is malformed, changed, or signed by others only.
    pub fn open(&self, note: &str) -> Result<String, Unproven> {
        let refused = |error: String| Unproven(format!("the signature does not hold under {}: {error}", self.name));
        let note = Note::from_bytes(note.as_bytes()).map_err(|error| refused(error.to_string()))?;
        let verifier = StandardVerifier::new(&self.to_string()).map_err(|error| refused(error.to_string()))?;
        note.verify(&VerifierList::new(vec![Box::new(verifier)]))
            .map_err(|error| refused(error.to_string()))?;
        String::from_utf8(note.text().to_vec()).map_err(|error| refused(error.to_string()))
    }

    fn marked(&self) -> Vec<u8> {
        [&[ED25519], self.key.as_slice()].concat()
    }

    fn id(&self, name: &str) -> u32 {
        key_id(name, &self.marked())
    }
}

impl fmt::Display for Vkey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (id, key) = (self.id(&self.name), BASE64_STANDARD.encode(self.marked()));
        write!(formatter, "{}+{id:08x}+{key}", self.name)
    }
}

#[cfg(test)]
mod tests;
