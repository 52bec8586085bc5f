//! SCRAM-SHA-256 verifiers (RFC 5802), as PostgreSQL stores them: nobody can log in with one, and no password is made of
//! it without guessing.

use base64::prelude::{BASE64_STANDARD, Engine};
use hmac::{Hmac, KeyInit, Mac};
use rand::RngExt;
use sha2::{Digest, Sha256};

/// PostgreSQL's own number of rounds.
const ROUNDS: u32 = 4_096;

/// What the server is given in place of a password of printable ASCII characters.
pub(super) fn of(password: &str) -> String {
    salted(password, &rand::rng().random())
}

fn salted(password: &str, salt: &[u8; 16]) -> String {
    let salted = stretched(password.as_bytes(), salt);
    let stored = Sha256::digest(keyed(&salted, &[b"Client Key"]));
    let server = keyed(&salted, &[b"Server Key"]);
    let [salt, stored, server] = [&salt[..], &stored[..], &server[..]].map(|bytes| BASE64_STANDARD.encode(bytes));
    format!("SCRAM-SHA-256${ROUNDS}:{salt}${stored}:{server}")
}

/// PBKDF2 with HMAC-SHA-256, its first block.
fn stretched(password: &[u8], salt: &[u8]) -> [u8; 32] {
    let mut last = keyed(password, &[salt, &1_u32.to_be_bytes()]);
    let mut sum = last;
    for _ in 1..ROUNDS {
        last = keyed(password, &[&last]);
        sum.iter_mut().zip(last).for_each(|(sum, byte)| *sum ^= byte);
    }
    sum
}

fn keyed(key: &[u8], texts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    texts.iter().for_each(|text| mac.update(text));
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests;
