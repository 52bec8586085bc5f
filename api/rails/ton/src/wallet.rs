//! The hot wallet: a highload wallet v3, and its query ids.
//!
//! The wallet remembers each query id for at least `timeout_s`: a second message with
//! the same id is refused (exit 36) and one older than the timeout too (exit 35). So
//! the query id is the idempotency key *on chain* (rails §1.5.4).

use tycho_types::models::StateInit;

use crate::{Address, Malformed, build, contracts};

/// Subwallet of the wrappers everybody uses; a part of the address.
pub const SUBWALLET_ID: u32 = 0x10ad;
/// Longest timeout: the contract keeps it in 22 bits.
pub const TIMEOUT_S_MAX: u32 = (1 << 22) - 1;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wallet {
    pub address: Address,
    /// Its first state: goes with the first message, which deploys it.
    pub state_init: StateInit,
    /// Part of what is signed.
    pub subwallet_id: u32,
    /// Part of what is signed, in seconds.
    pub timeout_s: u32,
}

impl Wallet {
    /// The wallet of a key. A timeout beyond [`TIMEOUT_S_MAX`] is cut to it.
    pub fn of(public_key: [u8; 32], subwallet_id: u32, timeout_s: u32) -> Wallet {
        let timeout_s = timeout_s.min(TIMEOUT_S_MAX);
        let data = build(|cell| {
            cell.store_raw(&public_key, 256)?;
            cell.store_u32(subwallet_id)?;
            // No query yet, neither old nor new, and never cleaned.
            cell.store_zeros(1 + 1 + 64)?;
            cell.store_uint(timeout_s.into(), 22)
        });
        let state_init = contracts::state_init(&contracts::HIGHLOAD_WALLET_V3, data);
        Wallet {
            address: contracts::address(&state_init),
            state_init,
            subwallet_id,
            timeout_s,
        }
    }
}

/// One slot of a hot wallet: a 13-bit shift and a 10-bit number below 1023.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QueryId(u32);

impl QueryId {
    /// Usable slots of one wallet. The contract reserves the very last one for emergencies.
    pub const COUNT: u64 = 8_380_415;
    const NUMBERS: u64 = 1023;
    const NUMBER_BITS: u32 = 10;

    /// The n-th slot; nothing when the wallet is used up.
    pub fn nth(n: u64) -> Option<QueryId> {
        if n >= QueryId::COUNT {
            return None;
        }
        let (shift, number) = (n / QueryId::NUMBERS, n % QueryId::NUMBERS);
        u32::try_from(shift << QueryId::NUMBER_BITS | number).ok().map(QueryId)
    }

    /// Which slot in order this is: the inverse of [`QueryId::nth`].
    pub fn index(self) -> u64 {
        u64::from(self.shift()) * QueryId::NUMBERS + u64::from(self.number())
    }

    /// The 23 bits as the contract and its getter `processed?` read them.
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// Reads the 23 bits.
    pub fn from_raw(raw: u64) -> Result<QueryId, Malformed> {
        let query_id = QueryId(u32::try_from(raw).map_err(|_| Malformed("a query id"))?);
        match QueryId::nth(query_id.index()) {
            Some(known) if known == query_id => Ok(query_id),
            _ => Err(Malformed("a query id")),
        }
    }

    /// The upper 13 bits.
    pub const fn shift(self) -> u16 {
        (self.0 >> QueryId::NUMBER_BITS) as u16
    }

    /// The lower 10 bits.
    pub const fn number(self) -> u16 {
        (self.0 & ((1 << QueryId::NUMBER_BITS) - 1)) as u16
    }
}

#[cfg(test)]
mod tests;
