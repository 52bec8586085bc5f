//! Accounts of the chain, and the texts they are written as.
//!
//! Raw: `workchain:64 hex digits`. Friendly: [`Friendly`], with the letters of base64url or of plain base64. One
//! account has several friendly texts.
//!
//! Which addresses may be *paid to* is a rule of the product (`domain::withdrawal`): it
//! refuses test net, other workchains and the account of zeros. Here every text is read.

use std::fmt;

use domain::withdrawal::Friendly;
use tycho_types::cell::{Cell, CellBuilder, CellFamily, CellSlice, HashBytes, Load, Store};
use tycho_types::error::Error;
use tycho_types::models::{AnyAddr, IntAddr, StdAddr};

use crate::Malformed;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    /// 0 for ordinary accounts, -1 for the masterchain.
    pub workchain: i8,
    /// The hash of the account's first state.
    pub hash: [u8; 32],
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
        // Some write it with the letters of plain base64.
        let letters = text.replace('+', "-").replace('/', "_");
        let friendly = Friendly::parse(&letters).ok_or(Malformed("a friendly address"))?;
        if friendly.test_only {
            return Err(Malformed("an address of the main net"));
        }
        Ok(Address {
            workchain: friendly.workchain,
            hash: friendly.account,
        })
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
        self.friendly(true)
    }

    /// `UQ…`: the form for wallets; money arrives even before the wallet is deployed.
    pub fn non_bounceable(&self) -> String {
        self.friendly(false)
    }

    fn friendly(&self, bounceable: bool) -> String {
        let friendly = Friendly {
            bounceable,
            test_only: false,
            workchain: self.workchain,
            account: self.hash,
        };
        friendly.to_string()
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

#[cfg(test)]
mod tests;
