//! Creates TON and contracts without a sender, which only a demo chain can.

use ton::{Address, Cell};
use tycho_types::models::{Account, AccountState, StateInit, StorageInfo};
use tycho_types::num::Tokens;

use crate::Chain;
use crate::state::shard_account;

/// Where new TON comes from.
const GIVER: Address = Address::new([0xf1; 32]);

impl Chain {
    /// Sends new TON to an account; there with the next block.
    pub fn faucet(&self, to: Address, nano: u128) {
        self.enqueue(GIVER, to, nano, false, Cell::default());
    }

    /// Sets the TON of an account, from the next block on: a hot wallet short of gas.
    pub fn set_ton(&self, address: Address, nano: u128) {
        let mut state = self.state();
        let seqno = state.head(0).seqno;
        let old = state.account(address, seqno);
        let Some(mut account) = old.load_account().expect("an account of ours") else {
            return;
        };
        account.balance.tokens = Tokens::new(nano);
        let new = shard_account(Some(account), old.last_trans_lt, old.last_trans_hash).expect("an account fits");
        state.accounts.entry(address).or_default().push(seqno, new);
    }

    /// Puts a message between accounts on its way, as if its source had sent it.
    pub(crate) fn enqueue(&self, from: Address, to: Address, nano: u128, bounce: bool, body: Cell) {
        let mut state = self.state();
        let message = self.rules.internal(&mut state, from, to, nano, bounce, body);
        state.queue.push(message);
    }

    /// Puts a contract where its first state says, with some TON for its rent.
    pub(crate) fn place(&self, state_init: StateInit, nano: u128) -> Address {
        let address = ton::contracts::address(&state_init);
        let account = Account {
            address: address.into(),
            storage_stat: StorageInfo::default(),
            last_trans_lt: 0,
            balance: Tokens::new(nano).into(),
            state: AccountState::Active(state_init),
        };
        let account = shard_account(Some(account), 0, Default::default()).expect("an account fits");
        let mut state = self.state();
        let seqno = state.head(0).seqno;
        state.accounts.entry(address).or_default().push(seqno, account);
        address
    }
}
