//! USDT on this chain: Tether's own minter and jetton wallets, with an admin of ours.
//!
//! The admin's orders are put on their way by the chain itself, without a signature:
//! whoever holds this chain is its central bank.

use ton::jetton::InternalTransfer;
use ton::{Address, Cell, build, contracts};
use tycho_types::cell::{CellBuilder, CellFamily, Load, Store};
use tycho_types::error::Error;
use tycho_types::models::{StateInit, StdAddr};
use tycho_types::num::Tokens;

use crate::{Chain, DemoWallet};

const MINT: u32 = 0x642b_7d07;
const CALL_TO: u32 = 0x235c_af52;
const SET_STATUS: u32 = 0xeed2_36d3;
/// TON that goes with an order of the admin; the rest comes back to the admin.
const ORDER_NANO: u128 = 1_000_000_000;
/// TON that goes with new money to its jetton wallet.
const MINT_NANO: u128 = 100_000_000;
/// TON that a contract holds from the start, for its rent.
const RENT_NANO: u128 = 1_000_000_000;
const ADMIN: u8 = u8::MAX;

/// What an owner may do with its USDT: Tether can lock both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// Both ways are free.
    Open = 0,
    /// May not send.
    Outgoing = 1,
    /// May not receive: a payout bounces.
    Incoming = 2,
}

impl Chain {
    /// The master of USDT here: the pinned master of a rail on this chain.
    pub fn usdt_master() -> Address {
        contracts::address(&master_state())
    }

    /// The jetton wallet of an owner.
    pub fn usdt_wallet(owner: Address) -> Address {
        contracts::jetton_wallet_address(Chain::usdt_master(), owner)
    }

    pub(crate) fn deploy_usdt(&self) {
        self.place(master_state(), RENT_NANO);
    }

    /// Makes new USDT for an owner; there after two blocks.
    pub fn mint(&self, owner: Address, amount_minor: u128) {
        let transfer = InternalTransfer {
            query_id: 0,
            amount_minor,
            from: None,
            response_to: None,
            forward_nano: 0,
        };
        self.order(MINT, owner, MINT_NANO, transfer.body());
    }

    /// Locks an owner's USDT in one direction or opens it; in force after two blocks.
    pub fn lock(&self, owner: Address, lock: Lock) {
        // The minter does not deploy a jetton wallet to lock it: minting nothing does.
        self.mint(owner, 0);
        let order = build(|cell| {
            cell.store_u32(SET_STATUS)?;
            cell.store_u64(0)?;
            cell.store_small_uint(lock as u8, 4)
        });
        self.order(CALL_TO, owner, MINT_NANO, order);
    }

    fn order(&self, operation: u32, owner: Address, nano: u128, message: Cell) {
        let body = build(|cell| {
            cell.store_u32(operation)?;
            cell.store_u64(0)?;
            StdAddr::from(owner).store_into(cell, Cell::empty_context())?;
            coins(cell, nano)?;
            cell.store_reference(message)
        });
        let admin = DemoWallet::nth(ADMIN).address();
        self.enqueue(admin, Chain::usdt_master(), ORDER_NANO, true, body);
    }

    /// Millionths of USDT of an owner; 0 before its first payment.
    pub fn usdt_balance(&self, owner: Address) -> u128 {
        let data = self.standing(Chain::usdt_wallet(owner)).data;
        data.map_or(0, |data| read_balance(&data).expect("the data of a jetton wallet"))
    }
}

/// Status, then the balance.
fn read_balance(data: &Cell) -> Result<u128, Error> {
    let mut slice = data.as_slice()?;
    slice.load_small_uint(4)?;
    Tokens::load_from(&mut slice).map(Tokens::into_inner)
}

fn master_state() -> StateInit {
    let admin = DemoWallet::nth(ADMIN).address();
    let content = ton::comment::comment("USDT of a local chain");
    let data = build(|cell| {
        coins(cell, 0)?;
        StdAddr::from(admin).store_into(cell, Cell::empty_context())?;
        // Nobody is about to become the admin.
        cell.store_zeros(2)?;
        cell.store_reference(contracts::USDT_WALLET.clone())?;
        cell.store_reference(content)
    });
    contracts::state_init(&contracts::USDT_MASTER, data)
}

fn coins(cell: &mut CellBuilder, amount: u128) -> Result<(), Error> {
    Tokens::new(amount).store_into(cell, Cell::empty_context())
}
