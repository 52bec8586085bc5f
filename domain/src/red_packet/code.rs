//! The code of a packet: ten random characters of base 32, 50 bits (domain §3.10).

use crate::ids::ALPHABET;
use serde::{Deserialize, Serialize};

/// A packet's code: whoever has it claims. The packet's id is a keyed digest of it, which the ledger makes.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PacketCode(String);

const LENGTH: u32 = 10;

impl PacketCode {
    /// The code of 50 random bits; more are ignored.
    pub fn from_bits(bits: u64) -> PacketCode {
        let character = |index: u32| char::from(ALPHABET[(bits >> (5 * index) & 31) as usize]);
        PacketCode((0..LENGTH).rev().map(character).collect())
    }

    /// Parses a code as typed: case does not matter.
    pub fn parse(text: &str) -> Option<PacketCode> {
        let code = text.to_ascii_uppercase();
        let known = code.len() == LENGTH as usize && code.bytes().all(|byte| ALPHABET.contains(&byte));
        known.then_some(PacketCode(code))
    }

    /// The code as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for PacketCode {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests;
