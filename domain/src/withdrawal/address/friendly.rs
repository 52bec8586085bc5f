//! The friendly text of an account of the TON chain: 48 letters of base64url over 36 bytes, which are a tag
//! (bounceable or not, test net or not), the workchain, 32 bytes of account and a CRC-16.
//!
//! One account has several such texts. Knows nothing of which of them may be paid.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE;

const BYTES: usize = 36;
/// Bytes of the checksum, at the end.
const SUM: usize = 2;
const BOUNCEABLE: u8 = 0x11;
const NON_BOUNCEABLE: u8 = 0x51;
const TEST_ONLY: u8 = 0x80;

/// A friendly text, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Friendly {
    /// False for a wallet that may not be deployed yet: money sent must stay there.
    pub bounceable: bool,
    /// True if the writer meant the test net.
    pub test_only: bool,
    /// 0 for ordinary accounts, -1 for the masterchain.
    pub workchain: i8,
    pub account: [u8; 32],
}

impl Friendly {
    /// Takes a text apart; `None` when its length, letters, tag or checksum are not those of such a text.
    pub fn parse(text: &str) -> Option<Friendly> {
        let bytes: [u8; BYTES] = URL_SAFE.decode(text).ok()?.try_into().ok()?;
        let (body, sum) = bytes.split_at(BYTES - SUM);
        let tag = body[0] & !TEST_ONLY;
        let is_sound = crc16(body).to_be_bytes() == sum && matches!(tag, BOUNCEABLE | NON_BOUNCEABLE);
        is_sound.then_some(Friendly {
            bounceable: tag == BOUNCEABLE,
            test_only: body[0] != tag,
            workchain: i8::from_be_bytes([body[1]]),
            account: body[2..].try_into().ok()?,
        })
    }
}

/// As it is written.
impl std::fmt::Display for Friendly {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tag = if self.bounceable { BOUNCEABLE } else { NON_BOUNCEABLE };
        let net = if self.test_only { TEST_ONLY } else { 0 };
        let mut bytes = vec![tag | net, self.workchain.to_be_bytes()[0]];
        bytes.extend(self.account);
        bytes.extend(crc16(&bytes).to_be_bytes());
        formatter.write_str(&URL_SAFE.encode(bytes))
    }
}

/// CRC-16 with the polynomial 0x1021 and initial value 0 (XMODEM).
fn crc16(bytes: &[u8]) -> u16 {
    let step = |crc: u16| if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 };
    bytes.iter().fold(0, |crc, &byte| {
        (0..8).fold(crc ^ u16::from(byte) << 8, |crc, _| step(crc))
    })
}
