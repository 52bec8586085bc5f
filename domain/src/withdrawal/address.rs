//! Addresses of the TON chain in their friendly form (PRODUCT §3.12, RAILS §B3.13).
//!
//! 48 characters of base64url hold 36 bytes: a tag (bounceable or not, test net or not),
//! the workchain, 32 bytes of account and a CRC-16. One account is written in two ways.

use serde::{Deserialize, Serialize};

/// An address that can be paid to: main net, workchain 0, checksum right. Kept as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Address(String);

const LENGTH: usize = 48;
const BYTES: usize = 36;
const BOUNCEABLE: u8 = 0x11;
const NON_BOUNCEABLE: u8 = 0x51;
/// Longest comment in bytes (PRODUCT §3.12).
const COMMENT_MAX: usize = 120;

impl Address {
    /// Reads an address; nothing for one that cannot be paid to, the account of zeros included.
    pub fn parse(text: &str) -> Option<Address> {
        let bytes = decode(text)?;
        let (body, sum) = bytes.split_at(BYTES - 2);
        let right_sum = crc16(body).to_be_bytes() == sum;
        let main_net = matches!(body[0], BOUNCEABLE | NON_BOUNCEABLE);
        let somebody = body[2..].iter().any(|&byte| byte != 0);
        (right_sum && main_net && body[1] == 0 && somebody).then(|| Address(text.to_owned()))
    }

    /// The address as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The account: the same for both ways of writing it.
    pub fn account(&self) -> Option<[u8; 32]> {
        decode(&self.0)?.get(2..34)?.try_into().ok()
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// True for a comment that can go with a payment.
pub fn is_comment(text: &str) -> bool {
    (1..=COMMENT_MAX).contains(&text.len()) && !text.chars().any(char::is_control)
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
        let account = hex::encode(eq.account().expect("an account"));
        assert_eq!(
            account,
            "83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8"
        );
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
