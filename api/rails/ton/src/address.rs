//! Accounts of the chain, and the texts they are written as.
//!
//! Raw: `workchain:64 hex digits`. Friendly: 48 characters of base64 (url or standard
//! letters) over 36 bytes: a tag (bounceable or not, test net or not), the workchain,
//! 32 bytes of account and a CRC-16. One account has several friendly texts.
//!
//! Which addresses may be *paid to* is a rule of the product (`domain::withdrawal`): it
//! refuses test net, other workchains and the account of zeros. Here every text is read.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use tycho_types::cell::{Cell, CellBuilder, CellFamily, CellSlice, HashBytes, Load, Store};
use tycho_types::error::Error;
use tycho_types::models::{AnyAddr, IntAddr, StdAddr};

use crate::Malformed;

const BOUNCEABLE: u8 = 0x11;
const NON_BOUNCEABLE: u8 = 0x51;
const TEST_ONLY: u8 = 0x80;
const FRIENDLY_CHARS: usize = 48;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    /// 0 for ordinary accounts, -1 for the masterchain.
    pub workchain: i8,
    /// The hash of the account's first state.
    pub hash: [u8; 32],
}

/// A friendly text, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Friendly {
    /// The account it names.
    pub address: Address,
    /// False for a wallet that may not be deployed yet: money sent must stay there.
    pub bounceable: bool,
    /// True if the writer meant the test net.
    pub test_only: bool,
}

impl Address {
    /// An account of the basic workchain.
    pub const fn new(hash: [u8; 32]) -> Address {
        Address { workchain: 0, hash }
    }

    /// Reads a raw or a friendly text; a test-net text is refused, since we never serve both.
    pub fn parse(text: &str) -> Result<Address, Malformed> {
        if text.contains(':') {
            return Address::parse_raw(text);
        }
        let friendly = Friendly::parse(text)?;
        if friendly.test_only {
            return Err(Malformed("an address of the main net"));
        }
        Ok(friendly.address)
    }

    fn parse_raw(text: &str) -> Result<Address, Malformed> {
        let wrong = Malformed("a raw address");
        let (workchain, hash) = text.split_once(':').ok_or(wrong.clone())?;
        let mut address = Address::new([0; 32]);
        hex::decode_to_slice(hash, &mut address.hash).map_err(|_| wrong.clone())?;
        address.workchain = workchain.parse().map_err(|_| wrong)?;
        Ok(address)
    }

    /// `workchain:hex`, lower case.
    pub fn raw(&self) -> String {
        format!("{}:{}", self.workchain, hex::encode(self.hash))
    }

    /// `EQ…`: the form for contracts; money for a contract that refuses it comes back.
    pub fn bounceable(&self) -> String {
        self.friendly(BOUNCEABLE)
    }

    /// `UQ…`: the form for wallets; money arrives even before the wallet is deployed.
    pub fn non_bounceable(&self) -> String {
        self.friendly(NON_BOUNCEABLE)
    }

    fn friendly(&self, tag: u8) -> String {
        let mut bytes = vec![tag, self.workchain.to_be_bytes()[0]];
        bytes.extend(self.hash);
        bytes.extend(crc16(&bytes).to_be_bytes());
        URL_SAFE.encode(bytes)
    }

    /// The address as the cells of the chain hold it.
    pub(crate) fn store(&self, builder: &mut CellBuilder) -> Result<(), Error> {
        StdAddr::from(*self).store_into(builder, Cell::empty_context())
    }

    /// Reads an address; nothing for `addr_none` and for kinds that name no account.
    pub(crate) fn load(slice: &mut CellSlice<'_>) -> Result<Option<Address>, Error> {
        Ok(match AnyAddr::load_from(slice)? {
            AnyAddr::Std(address) if address.anycast.is_none() => Some(address.into()),
            AnyAddr::None | AnyAddr::Ext(_) | AnyAddr::Std(_) | AnyAddr::Var(_) => None,
        })
    }
}

impl Friendly {
    /// Reads a friendly text: its length, letters, tag and checksum.
    pub fn parse(text: &str) -> Result<Friendly, Malformed> {
        let wrong = Malformed("a friendly address");
        let engine = if text.contains(['+', '/']) {
            &STANDARD
        } else {
            &URL_SAFE
        };
        let bytes = match text.len() {
            FRIENDLY_CHARS => engine.decode(text).map_err(|_| wrong.clone())?,
            _ => return Err(wrong),
        };
        let bytes: [u8; 36] = bytes.try_into().map_err(|_| wrong.clone())?;
        let (body, sum) = bytes.split_at(34);
        let tag = body[0] & !TEST_ONLY;
        if crc16(body).to_be_bytes() != sum || !matches!(tag, BOUNCEABLE | NON_BOUNCEABLE) {
            return Err(wrong);
        }
        let mut address = Address::new([0; 32]);
        address.workchain = i8::from_be_bytes([body[1]]);
        address.hash.copy_from_slice(&body[2..]);
        Ok(Friendly {
            address,
            bounceable: tag == BOUNCEABLE,
            test_only: body[0] & TEST_ONLY != 0,
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.raw())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Address({self})")
    }
}

impl std::str::FromStr for Address {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Address, Malformed> {
        Address::parse(text)
    }
}

impl From<Address> for StdAddr {
    fn from(address: Address) -> StdAddr {
        StdAddr::new(address.workchain, HashBytes(address.hash))
    }
}

impl From<Address> for IntAddr {
    fn from(address: Address) -> IntAddr {
        IntAddr::Std(address.into())
    }
}

impl From<StdAddr> for Address {
    fn from(address: StdAddr) -> Address {
        Address {
            workchain: address.workchain,
            hash: address.address.0,
        }
    }
}

/// CRC-16 with the polynomial 0x1021 and nothing before the first byte (XMODEM).
fn crc16(bytes: &[u8]) -> u16 {
    let step = |crc: u16| if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 };
    bytes.iter().fold(0, |crc, &byte| {
        (0..8).fold(crc ^ u16::from(byte) << 8, |crc, _| step(crc))
    })
}

#[cfg(test)]
mod tests;
