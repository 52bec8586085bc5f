//! Cosignatures of witnesses over checkpoints of single logs (C2SP tlog-cosignature, version 1, Ed25519).
//!
//! A cosignature says: at this time, this was the largest tree of this log that the witness had seen, and everything it
//! had cosigned before is a beginning of it. Who believes one of two trees of the same log asks how many witnesses say
//! so of the one that is shown ([`WitnessKey::cosigned`]).

use crate::Unproven;
use base64::prelude::{BASE64_STANDARD, Engine};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use signed_note::{Note, Signature as Line, Verifier, VerifierList, is_key_name_valid, key_id};
use std::fmt;

/// Marks an Ed25519 key of a cosigner in the notation of signed notes.
const ED25519_COSIGNER: u8 = 4;
/// Bytes of the time before the signature.
const TIME_BYTES: usize = 8;

/// Signs for one witness.
pub struct Cosigner {
    secret: SigningKey,
    key: WitnessKey,
}

/// Verifies what one witness cosigned. Printed as `<name>+<id>+<key>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessKey {
    /// Who the witness is, by convention an address without a scheme.
    pub name: String,
    key: [u8; 32],
}

impl Cosigner {
    /// The witness called `name` with the key of 32 random bytes, which no other witness shares.
    ///
    /// # Errors
    /// A name that is empty, or holds spaces or a plus.
    pub fn of_seed(seed: &[u8; 32], name: &str) -> Result<Cosigner, Unproven> {
        if !is_key_name_valid(name) {
            return Err(Unproven(format!("{name:?} cannot name a witness")));
        }
        let secret = SigningKey::from_bytes(seed);
        let key = WitnessKey {
            name: name.to_owned(),
            key: secret.verifying_key().to_bytes(),
        };
        Ok(Cosigner { secret, key })
    }

    /// What verifies its cosignatures.
    pub fn key(&self) -> &WitnessKey {
        &self.key
    }

    /// The line that cosigns the text of a checkpoint at a time, in seconds since 1970.
    ///
    /// # Errors
    /// A name that no note can hold.
    pub fn cosign(&self, text: &str, at_s: u64) -> Result<String, Unproven> {
        let signature = self.secret.sign(&cosigned_message(at_s, text.as_bytes()));
        let bytes = [at_s.to_be_bytes().as_slice(), &signature.to_bytes()].concat();
        let line = Line::new(self.key.name.clone(), self.key.key_id(), bytes);
        let line = line.map_err(|error| Unproven(format!("{} cannot sign: {error}", self.key.name)))?;
        Ok(String::from_utf8_lossy(&line.to_bytes()).into_owned())
    }
}

impl WitnessKey {
    /// Reads the notation `<name>+<id>+<key>`.
    ///
    /// # Errors
    /// A text that is no key of a witness.
    pub fn parse(text: &str) -> Result<WitnessKey, Unproven> {
        let text = text.trim();
        let unfit = || {
            Unproven(format!(
                "{text:?} is not the key of a witness such as `ledger witness --print-key` prints"
            ))
        };
        let mut parts = text.splitn(3, '+');
        let (name, _, marked) = match (parts.next(), parts.next(), parts.next()) {
            (Some(name), Some(id), Some(marked)) => (name, id, marked),
            _ => return Err(unfit()),
        };
        let bytes = BASE64_STANDARD.decode(marked).map_err(|_| unfit())?;
        let key = match bytes.split_first() {
            Some((&ED25519_COSIGNER, key)) => key.try_into().map_err(|_| unfit())?,
            _ => return Err(unfit()),
        };
        let name = name.to_owned();
        let read = WitnessKey { name, key };
        let is_key = is_key_name_valid(&read.name) && VerifyingKey::from_bytes(&read.key).is_ok();
        if is_key && read.to_string() == text {
            Ok(read)
        } else {
            Err(unfit())
        }
    }

    /// Whether both are one key, whatever their names.
    pub fn is_same_key(&self, other: &WitnessKey) -> bool {
        self.key == other.key
    }

    /// When this witness cosigned a note, in seconds since 1970; nothing when it did not.
    pub fn cosigned(&self, note: &str) -> Option<u64> {
        let note = Note::from_bytes(note.as_bytes()).ok()?;
        let verifiers = VerifierList::new(vec![Box::new(self.clone())]);
        let (held, _) = note.verify(&verifiers).ok()?;
        let (time, _) = held.first()?.signature().split_at_checked(TIME_BYTES)?;
        Some(u64::from_be_bytes(time.try_into().ok()?))
    }
}

impl Verifier for WitnessKey {
    fn name(&self) -> &str {
        &self.name
    }

    fn key_id(&self) -> u32 {
        key_id(&self.name, &[&[ED25519_COSIGNER], self.key.as_slice()].concat())
    }

    fn verify(&self, message: &[u8], signature: &[u8]) -> bool {
        let Some((time, signature)) = signature.split_at_checked(TIME_BYTES) else {
            return false;
        };
        let time = time.try_into().map(u64::from_be_bytes);
        let key = VerifyingKey::from_bytes(&self.key);
        match (time, key, Signature::from_slice(signature)) {
            // A time has 63 bits (C2SP).
            (Ok(time), Ok(key), Ok(signature)) if i64::try_from(time).is_ok() => {
                key.verify_strict(&cosigned_message(time, message), &signature).is_ok()
            }
            _ => false,
        }
    }
}

impl fmt::Display for WitnessKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = BASE64_STANDARD.encode([&[ED25519_COSIGNER], self.key.as_slice()].concat());
        write!(formatter, "{}+{:08x}+{key}", self.name, self.key_id())
    }
}

fn cosigned_message(at_s: u64, text: &[u8]) -> Vec<u8> {
    [format!("cosignature/v1\ntime {at_s}\n").as_bytes(), text].concat()
}

#[cfg(test)]
mod tests;
