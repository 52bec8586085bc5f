//! Provably fair draws (domain §2.6): integers only, recomputable by anybody
//! once the server seed is revealed.
//!
//! Commit first, reveal later: the player sees SHA-256 of the seed before the
//! first cast, and the next pair's commit before choosing a client seed. Each dive
//! adds a value that the player's device draws when it begins: whoever chose the
//! server seed could not know it, so no choice of seeds helps him.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// Parts per draw: a cast's number is below this (paytable `draw_total`).
pub const DRAW_TOTAL: u64 = 1_000_000;

/// Hex of SHA-256.
pub fn hex_digest(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// A server seed: 64 hex characters of 32 random bytes. Never printed, never in an event before its reveal.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerSeed(String);

impl ServerSeed {
    /// The seed of 32 random bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> ServerSeed {
        ServerSeed(hex::encode(bytes))
    }

    /// Reads a revealed seed; `None` unless it is 64 lower-case hex characters.
    pub fn parse(text: &str) -> Option<ServerSeed> {
        let lower_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == 64 && text.bytes().all(lower_hex)).then(|| ServerSeed(text.to_owned()))
    }

    /// What is shown before use: SHA-256 of the ASCII hex.
    pub fn commit(&self) -> String {
        hex_digest(self.0.as_bytes())
    }

    /// The seed itself, for the reveal.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for ServerSeed {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("ServerSeed(sealed)")
    }
}

/// A client seed is 1-64 characters of `[A-Za-z0-9_-]` (domain §2.6).
pub fn is_client_seed(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(allowed)
}

/// A value of the player's device for one dive: 32 lower-case hex characters of 16 random bytes (domain §2.6).
pub fn is_device_value(text: &str) -> bool {
    let lower_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == 32 && text.bytes().all(lower_hex)
}

/// The client seed of one dive: the player's, and behind a dot what his device drew for this dive. No client seed has a
/// dot of its own, so the parts are never confused.
pub fn seed_of_dive(client_seed: &str, device_value: &str) -> String {
    format!("{client_seed}.{device_value}")
}

/// The client seed of a dive's pair, and what the device drew for the dive: nothing in a dive of before devices took part.
pub fn parts_of_dive(seed_of_dive: &str) -> (&str, &str) {
    seed_of_dive.split_once('.').unwrap_or((seed_of_dive, ""))
}

/// The endless sequence of big-endian words of one cast.
pub struct Words<'a> {
    seed: &'a ServerSeed,
    client_seed: &'a str,
    nonce: u64,
    block: u64,
    ready: Vec<u64>,
}

impl<'a> Words<'a> {
    /// The words of the cast with this nonce.
    pub fn new(seed: &'a ServerSeed, client_seed: &'a str, nonce: u64) -> Self {
        Words {
            seed,
            client_seed,
            nonce,
            block: 0,
            ready: Vec::new(),
        }
    }

    /// The next word; blocks are HMAC-SHA256 of `client_seed:nonce:k` under the seed.
    pub fn draw(&mut self) -> u64 {
        if self.ready.is_empty() {
            let bytes = block(self.seed, self.client_seed, self.nonce, self.block);
            self.block += 1;
            self.ready = bytes.chunks_exact(8).rev().map(word).collect();
        }
        self.ready.pop().unwrap_or_default()
    }

    /// The cast's number below [`DRAW_TOTAL`]: the high half of a 128-bit product.
    pub fn number(&mut self) -> u32 {
        let product = u128::from(self.draw()) * u128::from(DRAW_TOTAL);
        (product >> 64) as u32
    }

    /// A fair coin: the top bit of the next word.
    pub fn coin(&mut self) -> bool {
        self.draw() >> 63 == 1
    }
}

/// Block `k` of a cast.
pub fn block(seed: &ServerSeed, client_seed: &str, nonce: u64, k: u64) -> [u8; 32] {
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(seed.0.as_bytes()).expect("any key length fits");
    mac.update(format!("{client_seed}:{nonce}:{k}").as_bytes());
    mac.finalize().into_bytes().into()
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests;
