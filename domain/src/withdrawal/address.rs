//! Addresses that can be paid, of the supported chains (domain §3.12, rails §3.13).
//!
//! | chain | how it is written |
//! |---|---|
//! | TON | 48 characters of base64url hold 36 bytes: a tag (bounceable or not, test net or not), the workchain, 32 bytes of account and a CRC-16. One account is written in two ways |
//! | EVM | `0x` and 40 hex digits whose capital letters are the checksum (EIP-55). One account is written in one way |
//!
//! No text is an address of both.

use serde::{Deserialize, Serialize};
use sha3::{Digest, Keccak256};

/// An address that can be paid: main net, checksum correct, not the zero account. Stored as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Address(String);

/// A kind of chain: it decides how accounts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chain {
    /// The TON chain, used by the messenger.
    Ton,
    /// A chain with the virtual machine of Ethereum.
    Evm,
}

/// The account that is paid: the same for all written forms of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// An account of workchain 0.
    Ton([u8; 32]),
    /// An account of an EVM chain.
    Evm([u8; 20]),
}

const LENGTH: usize = 48;
const BYTES: usize = 36;
const BOUNCEABLE: u8 = 0x11;
const NON_BOUNCEABLE: u8 = 0x51;
/// Longest comment in bytes (domain §3.12).
const COMMENT_MAX: usize = 120;

impl Address {
    /// Parses an address; `None` for one that cannot be paid, the zero account included.
    pub fn parse(text: &str) -> Option<Address> {
        account(text).map(|_| Address(text.to_owned()))
    }

    /// The address as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The account; `None` for a text that did not pass [`Address::parse`].
    pub fn account(&self) -> Option<Account> {
        account(&self.0)
    }

    /// On which chain it is; the same caveat.
    pub fn chain(&self) -> Option<Chain> {
        self.account().map(|account| match account {
            Account::Ton(_) => Chain::Ton,
            Account::Evm(_) => Chain::Evm,
        })
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Chain {
    /// True for a comment that a payment can have: a token transfer of an EVM chain has none.
    pub fn carries(self, comment: &str) -> bool {
        self == Chain::Ton && is_comment(comment)
    }
}

fn is_comment(text: &str) -> bool {
    (1..=COMMENT_MAX).contains(&text.len()) && !text.chars().any(char::is_control)
}

fn account(text: &str) -> Option<Account> {
    ton_account(text)
        .map(Account::Ton)
        .or_else(|| evm_account(text).map(Account::Evm))
}

/// Main net, workchain 0, checksum correct, not the zero account.
fn ton_account(text: &str) -> Option<[u8; 32]> {
    let bytes = decode(text)?;
    let (body, sum) = bytes.split_at(BYTES - 2);
    let right_sum = crc16(body).to_be_bytes() == sum;
    let main_net = matches!(body[0], BOUNCEABLE | NON_BOUNCEABLE);
    let account: [u8; 32] = body.get(2..)?.try_into().ok()?;
    (right_sum && main_net && body[1] == 0 && account != [0; 32]).then_some(account)
}

/// Exactly the EIP-55 form: lower case alone has no checksum and is refused like a wrong one.
fn evm_account(text: &str) -> Option<[u8; 20]> {
    let digits = text.strip_prefix("0x")?;
    let mut account = [0; 20];
    hex::decode_to_slice(digits, &mut account).ok()?;
    (account != [0; 20] && checksummed(&account) == digits).then_some(account)
}

/// A hex letter is a capital where the hash of the lower-case form has a digit of eight or more (EIP-55).
fn checksummed(account: &[u8; 20]) -> String {
    let small = hex::encode(account);
    let hash = hex::encode(Keccak256::digest(small.as_bytes()));
    let capital = |(letter, digit): (char, char)| {
        if digit >= '8' {
            letter.to_ascii_uppercase()
        } else {
            letter
        }
    };
    small.chars().zip(hash.chars()).map(capital).collect()
}

fn decode(text: &str) -> Option<[u8; BYTES]> {
    if text.len() != LENGTH {
        return None;
    }
    let mut bytes = [0; BYTES];
    for (four, three) in text.as_bytes().chunks(4).zip(bytes.chunks_mut(3)) {
        let bits = four
            .iter()
            .try_fold(0_u32, |bits, &letter| Some(bits << 6 | value(letter)?))?;
        three.copy_from_slice(&bits.to_be_bytes()[1..]);
    }
    Some(bytes)
}

const fn value(letter: u8) -> Option<u32> {
    let value = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    };
    Some(value as u32)
}

/// CRC-16 with the polynomial 0x1021 and initial value 0 (XMODEM).
fn crc16(bytes: &[u8]) -> u16 {
    let step = |crc: u16| if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 };
    bytes.iter().fold(0, |crc, &byte| {
        (0..8).fold(crc ^ u16::from(byte) << 8, |crc, _| step(crc))
    })
}

#[cfg(test)]
mod tests;
