//! The code of the contracts we speak to, and where they live.
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
/// The jetton wallet of Tether USD in full. On chain it lives in a library; see [`USDT_WALLET`].
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

/// Where a contract with this first state lives.
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
mod tests {
    use super::*;

    /// A code that is not exactly the known one must never be paid with.
    #[test]
    fn every_code_has_its_known_hash() {
        for (code, hash) in [
            (
                &HIGHLOAD_WALLET_V3,
                "11acad7955844090f283bf238bc1449871f783e7cc0979408d3f4859483e8525",
            ),
            (
                &WALLET_V4,
                "feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0",
            ),
            (
                &USDT_WALLET_LIBRARY,
                "8f452d7a4dfd74066b682365177259ed05734435be76b5fd4bd5d8af2b7c3d68",
            ),
            (
                &USDT_WALLET,
                "89468f02c78e570802e39979c8516fc38df07ea76a48357e0536f2ba7b3ee37b",
            ),
            (
                &USDT_MASTER,
                "18d5b6e780ff0bb451254c2c760d09d6e485638cd1407abb97078752c3c1c9ee",
            ),
        ] {
            assert_eq!(hex::encode(code.repr_hash().0), hash);
        }
    }

    /// Owners and jetton wallets of the main net, as its own minter answers.
    #[test]
    fn the_jetton_wallet_of_an_owner_is_computed_as_the_main_net_does() {
        let master = Address::parse(USDT_MAIN_NET).expect("an address");
        for (owner, wallet) in [
            (
                "UQAj-peZGPH-cC25EAv4Q-h8cBXszTmkch6ba6wXC8BM40qt",
                "EQAmJs8wtwK93thF78iD76RQKf9Z3v2sxM57iwpZZtdQAiVM",
            ),
            (
                "EQB2BtXDXaQuIcMYW7JEWhHmwHfPPwa-eoCdefiAxOhU3pQg",
                "0:89c154a4225ebfa810891236ba01975f1f8860d2b090be3036fa05c36b53c77c",
            ),
        ] {
            let [owner, wallet] = [owner, wallet].map(|text| Address::parse(text).expect("an address"));
            assert_eq!(jetton_wallet_address(master, owner), wallet);
        }
    }
}
