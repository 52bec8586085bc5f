//! EVM chains for the payout rail (rails §1.4, §3): bytes in, facts out.
//!
//! | module      | what it knows                                                          |
//! |-------------|------------------------------------------------------------------------|
//! | here        | accounts, and the texts they are written as                            |
//! | [`erc20`]   | the calls and the one log of a token that we use                       |
//! | [`payout`]  | the one signed transaction that pays a withdrawal or takes its number, and its re-check |
//!
//! The same inputs give the same bytes on every machine, for ever (RFC 6979).
//!
//! Knows nothing of HTTP, nodes, clocks, dice, databases or the ledger.

pub mod erc20;
pub mod payout;

pub use alloy_primitives::{Address, B256};
pub use payout::Key;

/// Bytes or a text that are not what they should be. Says which thing could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not {0}")]
pub struct Malformed(pub &'static str);

/// Reads an address in the spelling of EIP-55, and in no other.
///
/// # Errors
/// [`Malformed`] for another spelling, a wrong checksum or the account of zeros.
pub fn address(text: &str) -> Result<Address, Malformed> {
    let read = Address::parse_checksummed(text, None).ok();
    let read = read.filter(|address| !address.is_zero());
    read.ok_or(Malformed("an address with its checksum"))
}

/// The spelling of EIP-55.
pub fn spelling(address: Address) -> String {
    address.to_checksum(None)
}

#[cfg(test)]
mod tests;
