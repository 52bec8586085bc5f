//! An ERC-20 token: the call that moves money, and the log that proves it.
//!
//! `transfer` is declared without a return value: Tether's own contract has none. Only the receipt and the `Transfer`
//! log show whether money moved, never a boolean (rails §1.4).

use alloy_primitives::{Address, B256, U256};
use alloy_sol_types::{SolCall, SolEvent, sol};

sol! {
    function transfer(address to, uint256 amount);
    function balanceOf(address account) returns (uint256 balance);
    function decimals() returns (uint8 decimals);
    event Transfer(address indexed from, address indexed to, uint256 value);
}

/// Length of one value in an answer.
const WORD: usize = 32;

/// First topic of the log that says that money moved.
pub const MOVED: B256 = Transfer::SIGNATURE_HASH;

/// Money that a token moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Whose it was.
    pub from: Address,
    /// Whose it is.
    pub to: Address,
    /// How much, in the token's smallest unit.
    pub amount_minor: U256,
}

/// The call that moves the caller's money.
pub fn transfer(to: Address, amount_minor: u128) -> Vec<u8> {
    let amount = U256::from(amount_minor);
    transferCall { to, amount }.abi_encode()
}

/// What a transfer moves, and to whom; nothing for any other call.
pub fn read_transfer(call: &[u8]) -> Option<(Address, u128)> {
    let read = transferCall::abi_decode_validate(call).ok()?;
    let amount = u128::try_from(read.amount).ok()?;
    // The same bytes back: nothing stands behind the call that a node would read otherwise.
    (transfer(read.to, amount) == call).then_some((read.to, amount))
}

/// The call that asks what an account holds.
pub fn balance_of(account: Address) -> Vec<u8> {
    balanceOfCall { account }.abi_encode()
}

/// The call that asks how many decimals an amount has.
pub fn decimals() -> Vec<u8> {
    decimalsCall {}.abi_encode()
}

/// A number that a call answered.
pub fn read_number(answer: &[u8]) -> Option<u128> {
    let word: [u8; WORD] = answer.try_into().ok()?;
    u128::try_from(U256::from_be_bytes(word)).ok()
}

/// True when a tried transfer answered nothing, as Tether's, or `true`, as the standard's.
pub fn is_yes(answer: &[u8]) -> bool {
    answer.is_empty() || read_number(answer) == Some(1)
}

/// The topic under which logs about an account are found.
pub fn topic(account: Address) -> B256 {
    account.into_word()
}

/// What a log says, when it is one of moved money.
pub fn read_log(topics: &[B256], data: &[u8]) -> Option<Moved> {
    let log = Transfer::decode_raw_log_validate(topics.iter().copied(), data).ok()?;
    Some(Moved {
        from: log.from,
        to: log.to,
        amount_minor: log.value,
    })
}

#[cfg(test)]
mod tests;
