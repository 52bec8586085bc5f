//! The code of the contracts that we use, and their addresses.
//!
//! Sources, licences and hashes: `contracts/README.md`. A contract's address is the
//! hash of its first state, so an address can be computed without asking a node.

use std::sync::LazyLock;

use tycho_types::boc::Boc;
use tycho_types::cell::{Cell, CellBuilder};
use tycho_types::models::StateInit;

use crate::jetton::coins;
use crate::{Address, build};

/// Highload wallet v3: the hot wallet.
pub static HIGHLOAD_WALLET_V3: LazyLock<Cell> =
    LazyLock::new(|| code(include_str!("../contracts/highload_wallet_v3.hex")));
/// Wallet v4 revision 2: what people's wallet apps deploy.
pub static WALLET_V4: LazyLock<Cell> = LazyLock::new(|| code(include_str!("../contracts/wallet_v4r2.hex")));
/// The minter of Tether USD, as on the main net.
pub static USDT_MASTER: LazyLock<Cell> = LazyLock::new(|| code(include_str!("../contracts/usdt_master.hex")));
/// The jetton wallet of Tether USD in full. On chain it is in a library; see [`USDT_WALLET`].
pub static USDT_WALLET_LIBRARY: LazyLock<Cell> = LazyLock::new(|| code(include_str!("../contracts/usdt_wallet.hex")));
/// The code of every USDT jetton wallet: a reference to the library by its hash.
pub static USDT_WALLET: LazyLock<Cell> = LazyLock::new(|| CellBuilder::build_library(USDT_WALLET_LIBRARY.repr_hash()));

/// The master of Tether USD on the main net. Money of any other master is worthless to us.
pub const USDT_MAIN_NET: &str = "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs";

/// First state of a contract.
pub fn state_init(code: &Cell, data: Cell) -> StateInit {
    StateInit {
        code: Some(code.clone()),
        data: Some(data),
        ..StateInit::default()
    }
}

/// The address of a contract with this first state.
pub fn address(state: &StateInit) -> Address {
    let cell = CellBuilder::build_from(state).expect("a state fits a cell");
    Address::new(cell.repr_hash().0)
}

/// First state of the USDT jetton wallet of an owner: not locked, nothing in it.
pub fn usdt_wallet_state(master: Address, owner: Address) -> StateInit {
    let data = build(|cell| {
        cell.store_zeros(4)?;
        coins(cell, 0)?;
        owner.store(cell)?;
        master.store(cell)
    });
    state_init(&USDT_WALLET, data)
}

/// The USDT jetton wallet of an owner, computed offline. A node's `get_wallet_address`
/// must say the same; a node that does not is not asked again.
pub fn jetton_wallet_address(master: Address, owner: Address) -> Address {
    address(&usdt_wallet_state(master, owner))
}

fn code(hex: &str) -> Cell {
    Boc::decode_hex(hex.trim()).expect("a committed file")
}

#[cfg(test)]
mod tests;
