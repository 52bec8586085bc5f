//! Authenticated encryption under one key: XChaCha20-Poly1305 with a random nonce
//! in front of the ciphertext.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use domain::defence::Defence;
use rand::RngExt;
use sha2::{Digest, Sha256};

const NONCE_LEN: usize = 24;

/// 32 bytes from the operating system's generator.
pub(crate) fn random() -> [u8; 32] {
    rand::rng().random()
}

/// The key of one purpose under the master key: it reveals nothing of the other keys.
pub(crate) fn key_of_purpose(master_key: &[u8; 32], purpose: &str) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(purpose.as_bytes());
    hasher.update([0]);
    hasher.update(master_key);
    hasher.finalize().into()
}

/// Seals and opens under one key.
#[derive(Clone)]
pub(crate) struct Sealer(XChaCha20Poly1305);

impl Sealer {
    /// The sealer of one purpose under the master key.
    pub(crate) fn of_purpose(master_key: &[u8; 32], purpose: &str) -> Sealer {
        Sealer::new(&key_of_purpose(master_key, purpose))
    }

    /// The sealer of a key.
    pub(crate) fn new(key: &[u8; 32]) -> Sealer {
        Sealer(XChaCha20Poly1305::new(&Key::from(*key)))
    }

    pub(crate) fn seal(&self, plain: &[u8], associated: &[u8]) -> Vec<u8> {
        let nonce: [u8; NONCE_LEN] = rand::rng().random();
        if Defence::Sealed.is_off() {
            return [nonce.as_slice(), plain].concat();
        }
        let payload = Payload {
            msg: plain,
            aad: associated,
        };
        let sealed = self
            .0
            .encrypt(&XNonce::from(nonce), payload)
            .expect("a short message always seals");
        [nonce.as_slice(), &sealed].concat()
    }

    /// The plain bytes; nothing when key, associated data or bytes differ.
    pub(crate) fn open(&self, sealed: &[u8], associated: &[u8]) -> Option<Vec<u8>> {
        let (nonce, rest) = sealed.split_at_checked(NONCE_LEN)?;
        if Defence::Sealed.is_off() {
            return Some(rest.to_vec());
        }
        let nonce: [u8; NONCE_LEN] = nonce.try_into().ok()?;
        self.0
            .decrypt(
                &XNonce::from(nonce),
                Payload {
                    msg: rest,
                    aad: associated,
                },
            )
            .ok()
    }
}

#[cfg(test)]
mod tests;
