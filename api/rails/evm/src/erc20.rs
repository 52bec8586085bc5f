//! A token: how it is asked to move money, and how it tells that it did.
//!
//! `transfer` is declared without an answer: Tether's own contract gives none. Whether money moved is told by the
//! receipt and by the `Transfer` log alone, never by a boolean (rails §1.4).

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
mod tests {
    use super::*;

    const PAYEE: Address = Address::repeat_byte(0x11);

    #[test]
    fn a_transfer_is_the_standards_call_and_reads_back() {
        let call = transfer(PAYEE, 11_500_000);
        let amount = format!("{:064x}", 11_500_000);
        let wanted = format!("a9059cbb{}{}{amount}", "0".repeat(24), "11".repeat(20));
        assert_eq!(hex::encode(&call), wanted);
        assert_eq!(read_transfer(&call), Some((PAYEE, 11_500_000)));
        let longer = [call.as_slice(), &[0]].concat();
        for wrong in [&call[..67], &longer, &balance_of(PAYEE), &[]] {
            assert_eq!(read_transfer(wrong), None);
        }
    }

    #[test]
    fn a_tried_transfer_says_yes_by_silence_or_by_true() {
        let word = |last: u8| [vec![0; 31], vec![last]].concat();
        assert!(is_yes(&[]) && is_yes(&word(1)));
        assert!(!is_yes(&word(0)) && !is_yes(&word(2)) && !is_yes(&[1]));
    }

    #[test]
    fn a_log_of_another_shape_says_nothing() {
        let topics = [MOVED, topic(PAYEE), topic(Address::repeat_byte(0x22))];
        let data = U256::from(7).to_be_bytes::<WORD>();
        let moved = read_log(&topics, &data).expect("a log");
        assert_eq!((moved.from, moved.amount_minor), (PAYEE, U256::from(7)));
        assert_eq!(read_log(&topics[..2], &data), None);
        assert_eq!(read_log(&topics, &data[..31]), None);
        assert_eq!(read_log(&[B256::ZERO, topics[1], topics[2]], &data), None);
    }
}
