//! The code of a packet: ten random characters of base 32, 50 bits (domain §3.10).

use crate::ids::{ALPHABET, PacketId, derived};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A packet's code. The id of the packet's stream is derived from it.
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

    /// The packet of this code.
    pub fn packet(&self) -> PacketId {
        PacketId(derived(&format!("red_packet:{}", self.0), Uuid::nil()))
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
