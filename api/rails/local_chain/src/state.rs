//! What the chain remembers: accounts with their past, messages under way, blocks.
//!
//! Cells are shared, so a past state costs a pointer. The past is kept for
//! [`BLOCKS_KEPT`] blocks: enough for a node that lags behind.

use std::collections::{BTreeMap, VecDeque};

use ton::{Address, Cell};
use tycho_types::cell::{HashBytes, Lazy};
use tycho_types::error::Error;
use tycho_types::models::{Account, AccountState, OptionalAccount, ShardAccount};

/// How far back a lagging node can be.
pub const BLOCKS_KEPT: usize = 256;

/// A block: final as soon as it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Counts blocks.
    pub seqno: u32,
    /// Chain seconds.
    pub now: u64,
    /// Logical time after the last transaction.
    pub lt: u64,
}

/// An account as of some block.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Nanotons.
    pub balance: u128,
    /// `active`, `uninitialized` or `frozen`: the words of the node's answers.
    pub word: &'static str,
    /// Code, if deployed.
    pub code: Option<Cell>,
    /// Data, if deployed.
    pub data: Option<Cell>,
    /// Of the last transaction; 0 if there is none.
    pub last_lt: u64,
    /// Of the last transaction.
    pub last_hash: [u8; 32],
}

/// One transaction, and the block it is in.
#[derive(Clone, Debug)]
pub struct Entry {
    pub seqno: u32,
    pub lt: u64,
    pub root: Cell,
}

/// One account: its states from new to old, and its transactions from old to new.
#[derive(Clone, Debug, Default)]
pub struct Past {
    states: VecDeque<(u32, ShardAccount)>,
    pub transactions: Vec<Entry>,
}

#[derive(Debug)]
pub struct State {
    pub blocks: VecDeque<Block>,
    pub accounts: BTreeMap<Address, Past>,
    /// Messages between accounts, to be delivered in the next block.
    pub queue: Vec<Cell>,
    /// Messages from outside, to be tried in the next block.
    pub inbox: Vec<Cell>,
    /// Logical time of the next transaction.
    pub lt: u64,
    /// Chain seconds of the next block at the earliest.
    pub now: u64,
    pub halted: bool,
}

impl State {
    pub fn new(now: u64) -> State {
        State {
            blocks: VecDeque::from([Block { seqno: 0, now, lt: 0 }]),
            accounts: BTreeMap::new(),
            queue: Vec::new(),
            inbox: Vec::new(),
            lt: 1,
            now,
            halted: false,
        }
    }

    /// The block that a node `behind` blocks back would call the last one.
    pub fn head(&self, behind: usize) -> Block {
        let at = self.blocks.len().saturating_sub(1 + behind);
        self.blocks[at]
    }

    pub fn block(&self, seqno: u32) -> Option<Block> {
        self.blocks.iter().rev().find(|block| block.seqno == seqno).copied()
    }

    pub fn push_block(&mut self, block: Block) {
        self.blocks.push_back(block);
        if self.blocks.len() > BLOCKS_KEPT {
            self.blocks.pop_front();
        }
    }

    /// The account as of a block; the empty account if nothing ever touched it.
    pub fn account(&self, address: Address, seqno: u32) -> ShardAccount {
        let past = self.accounts.get(&address);
        past.and_then(|past| past.at(seqno)).cloned().unwrap_or_else(empty)
    }
}

impl Past {
    pub fn at(&self, seqno: u32) -> Option<&ShardAccount> {
        let mut states = self.states.iter();
        states.find(|(since, _)| *since <= seqno).map(|(_, state)| state)
    }

    /// Remembers a state, and forgets those that no node can ask for any more.
    pub fn push(&mut self, seqno: u32, state: ShardAccount) {
        self.states.retain(|(since, _)| *since != seqno);
        self.states.push_front((seqno, state));
        let kept = u32::try_from(BLOCKS_KEPT).unwrap_or(u32::MAX);
        let oldest = seqno.saturating_sub(kept);
        while self.states.len() > 1 && self.states[self.states.len() - 2].0 <= oldest {
            self.states.pop_back();
        }
    }
}

impl Standing {
    pub(crate) fn of(state: &ShardAccount) -> Result<Standing, Error> {
        let mut standing = Standing {
            balance: 0,
            word: "uninitialized",
            code: None,
            data: None,
            last_lt: state.last_trans_lt,
            last_hash: state.last_trans_hash.0,
        };
        if let Some(account) = state.load_account()? {
            standing.balance = account.balance.tokens.into_inner();
            match account.state {
                AccountState::Active(init) => {
                    standing.word = "active";
                    (standing.code, standing.data) = (init.code, init.data);
                }
                AccountState::Frozen(_) => standing.word = "frozen",
                AccountState::Uninit => {}
            }
        }
        Ok(standing)
    }
}

fn empty() -> ShardAccount {
    shard_account(None, 0, HashBytes::ZERO).expect("an empty cell")
}

/// An account with the end of its chain of transactions.
pub fn shard_account(account: Option<Account>, last_lt: u64, last_hash: HashBytes) -> Result<ShardAccount, Error> {
    Ok(ShardAccount {
        account: Lazy::new(&OptionalAccount(account))?,
        last_trans_lt: last_lt,
        last_trans_hash: last_hash,
    })
}
