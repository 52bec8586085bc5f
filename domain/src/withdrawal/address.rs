//! Addresses that can be paid, of the supported chains (domain §3.12, rails §3.13).
//!
//! | chain | how it is written |
//! |---|---|
//! | TON | the friendly text ([`Friendly`]); one account is written in two ways |
//! | EVM | `0x` and 40 hex digits whose capital letters are the checksum (EIP-55). One account is written in one way |
//!
//! No text is an address of both.

mod friendly;

pub use friendly::Friendly;

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
    let friendly = Friendly::parse(text)?;
    let may_be_paid = !friendly.test_only && friendly.workchain == 0 && friendly.account != [0; 32];
    may_be_paid.then_some(friendly.account)
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

#[cfg(test)]
mod tests;
