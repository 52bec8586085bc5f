//! Addresses that can be paid to, of the chains that the house knows (domain §3.12, rails §3.13).
//!
//! | chain | how it is written |
//! |---|---|
//! | TON | 48 characters of base64url hold 36 bytes: a tag (bounceable or not, test net or not), the workchain, 32 bytes of account and a CRC-16. One account is written in two ways |
//! | EVM | `0x` and 40 hex digits whose capital letters are the checksum (EIP-55). One account is written in one way |
//!
//! No text is an address of both.

use serde::{Deserialize, Serialize};
use sha3::{Digest, Keccak256};

/// An address that can be paid to: main net, checksum right, not nobody's. Kept as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Address(String);

/// A kind of chain: it decides how accounts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chain {
    /// The chain of the messenger.
    Ton,
    /// A chain with the virtual machine of Ethereum.
    Evm,
}

/// Who is paid: the same for all ways of writing an address.
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
    /// Reads an address; nothing for one that cannot be paid to, the account of zeros included.
    pub fn parse(text: &str) -> Option<Address> {
        account(text).map(|_| Address(text.to_owned()))
    }

    /// The address as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The account; nothing for a text that came around [`Address::parse`].
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
    /// True for a comment that can go with a payment: a token transfer of an EVM chain has no place for one.
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

/// Main net, workchain 0, checksum right, somebody's.
fn ton_account(text: &str) -> Option<[u8; 32]> {
    let bytes = decode(text)?;
    let (body, sum) = bytes.split_at(BYTES - 2);
    let right_sum = crc16(body).to_be_bytes() == sum;
    let main_net = matches!(body[0], BOUNCEABLE | NON_BOUNCEABLE);
    let account: [u8; 32] = body.get(2..)?.try_into().ok()?;
    (right_sum && main_net && body[1] == 0 && account != [0; 32]).then_some(account)
}

/// Exactly the spelling of EIP-55: one in small letters alone has no checksum and is refused like a wrong one.
fn evm_account(text: &str) -> Option<[u8; 20]> {
    let digits = text.strip_prefix("0x")?;
    let mut account = [0; 20];
    hex::decode_to_slice(digits, &mut account).ok()?;
    (account != [0; 20] && checksummed(&account) == digits).then_some(account)
}

/// A hex letter is a capital where the hash of the small spelling has a digit of eight or more (EIP-55).
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

/// CRC-16 with the polynomial 0x1021 and nothing before the first byte (XMODEM).
fn crc16(bytes: &[u8]) -> u16 {
    let step = |crc: u16| if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 };
    bytes.iter().fold(0, |crc, &byte| {
        (0..8).fold(crc ^ u16::from(byte) << 8, |crc, _| step(crc))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUNDATION: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
    const FOUNDATION_UQ: &str = "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI";

    #[test]
    fn one_account_is_written_in_two_ways() {
        let [eq, uq] = [FOUNDATION, FOUNDATION_UQ].map(|text| Address::parse(text).expect("an address"));
        assert_ne!(eq, uq);
        assert_eq!(eq.account(), uq.account());
        let Some(Account::Ton(account)) = eq.account() else {
            panic!("an account of TON")
        };
        assert_eq!(
            hex::encode(account),
            "83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8"
        );
        assert_eq!(eq.chain(), Some(Chain::Ton));
        assert_eq!(eq.as_str(), FOUNDATION);
    }

    #[test]
    fn test_net_other_workchains_unknown_tags_and_nobody_are_refused_t_10() {
        for text in [
            "kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH",
            "Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF",
            "EgCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKnD",
            "EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c",
        ] {
            assert_eq!(Address::parse(text), None, "{text}");
        }
    }

    #[test]
    fn every_single_wrong_letter_is_caught_by_the_checksum_t_10() {
        for place in 0..LENGTH {
            for letter in b"AZaz09-_+/= \0" {
                let mut text = FOUNDATION.as_bytes().to_vec();
                if text[place] == *letter {
                    continue;
                }
                text[place] = *letter;
                let text = String::from_utf8(text).expect("ASCII");
                assert_eq!(Address::parse(&text), None, "{text:?}");
            }
        }
        for text in ["", &FOUNDATION[1..], &format!("{FOUNDATION}A"), &"日".repeat(16)] {
            assert_eq!(Address::parse(text), None, "{text:?}");
        }
    }

    /// The examples of EIP-55.
    const CHECKSUMMED: [&str; 4] = [
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
        "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    ];

    #[test]
    fn an_evm_address_is_taken_with_its_checksum_alone_t_10() {
        for text in CHECKSUMMED {
            let address = Address::parse(text).expect("an address");
            let Some(Account::Evm(account)) = address.account() else {
                panic!("an account of an EVM chain")
            };
            assert_eq!(format!("0x{}", hex::encode(account)), text.to_lowercase());
            assert_eq!((address.chain(), address.as_str()), (Some(Chain::Evm), text));
            let digits = &text[2..];
            for wrong in [
                text.to_lowercase(),
                format!("0x{}", digits.to_uppercase()),
                format!("0X{digits}"),
                digits.to_owned(),
                format!("{text}0"),
                format!(" {text}"),
                format!("{text}\u{200b}"),
                text[..41].to_owned(),
            ] {
                assert_eq!(Address::parse(&wrong), None, "{wrong:?}");
            }
        }
        assert_eq!(Address::parse(&format!("0x{}", "0".repeat(40))), None, "nobody");
    }

    #[test]
    fn every_capital_is_part_of_the_checksum_t_10() {
        for text in CHECKSUMMED {
            for place in 2..text.len() {
                let mut letters = text.as_bytes().to_vec();
                let letter = letters[place];
                letters[place] = if letter.is_ascii_lowercase() {
                    letter.to_ascii_uppercase()
                } else {
                    letter.to_ascii_lowercase()
                };
                let wrong = String::from_utf8(letters).expect("ASCII");
                assert!(wrong == text || Address::parse(&wrong).is_none(), "{wrong}");
            }
        }
    }

    #[test]
    fn a_comment_is_short_and_plain() {
        for (text, fits) in [
            ("", false),
            ("1", true),
            (&"x".repeat(120), true),
            (&"x".repeat(121), false),
            (&"鱼".repeat(40), true),
            (&"鱼".repeat(41), false),
            ("a\0", false),
            ("a\nb", false),
        ] {
            assert_eq!(is_comment(text), fits, "{text:?}");
        }
    }
}
