//! The chain as its users see it: send, mine, look.
//!
//! One lock guards everything; nothing waits while it is held.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ton::transaction::Transaction;
use ton::{Address, Boc, Cell};
use tycho_types::models::{Account, AccountState, MsgInfo, OwnedMessage, StateInit, StorageInfo};
use tycho_types::num::Tokens;

use crate::execute::Rules;
use crate::state::{Block, Standing, State, shard_account};
use crate::{DemoWallet, file};

/// Where new TON comes from.
const GIVER: Address = Address::new([0xf1; 32]);
/// Blocks that [`Chain::settle`] mines at most; a payout takes five.
const SETTLE_BLOCKS_MAX: usize = 64;

/// How a chain begins.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Chain seconds of the first block.
    pub genesis_time: u64,
    /// Wallets with TON and USDT from the start: [`DemoWallet::nth`] from 0.
    pub demo_wallets: u8,
    /// Millionths of USDT of each of them.
    pub demo_usdt: u128,
    /// Nanotons of each of them.
    pub demo_nano: u128,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            genesis_time: 1_800_000_000,
            demo_wallets: 3,
            demo_usdt: 10_000_000_000,
            demo_nano: 100_000_000_000,
        }
    }
}

/// Which transactions of an account; all of them by default.
pub(crate) struct Page {
    /// The last block that is seen.
    pub seqno: u32,
    /// The newest one, itself included.
    pub from_lt: u64,
    /// Where to stop, itself left out.
    pub to_lt: u64,
    pub limit: usize,
}

impl Default for Page {
    fn default() -> Page {
        Page {
            seqno: u32::MAX,
            from_lt: u64::MAX,
            to_lt: 0,
            limit: usize::MAX,
        }
    }
}

/// A message that the contract did not take. Nothing happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The contract's own code, if it ran.
    pub exit: Option<i32>,
    /// For people.
    pub why: String,
}

/// The chain.
#[derive(Debug)]
pub struct Chain {
    pub(crate) rules: Rules,
    state: Mutex<State>,
    /// Where every block with transactions is written before anybody sees it.
    kept_at: Option<PathBuf>,
}

impl Chain {
    /// A new chain in memory, with USDT and the demo wallets.
    pub fn new(settings: &Settings) -> Chain {
        let chain = Chain::of(State::new(settings.genesis_time), None);
        chain.genesis(settings);
        chain
    }

    /// The chain in a file; a new one is begun there if the file does not exist.
    pub fn open(path: PathBuf, settings: &Settings) -> anyhow::Result<Chain> {
        if let Some(state) = file::load(&path)? {
            return Ok(Chain::of(state, Some(path)));
        }
        let chain = Chain::of(State::new(settings.genesis_time), Some(path));
        chain.genesis(settings);
        Ok(chain)
    }

    fn of(state: State, kept_at: Option<PathBuf>) -> Chain {
        Chain {
            rules: Rules::new().expect("the configuration is a constant"),
            state: Mutex::new(state),
            kept_at,
        }
    }

    fn genesis(&self, settings: &Settings) {
        self.deploy_usdt();
        for n in 0..settings.demo_wallets {
            let wallet = DemoWallet::nth(n);
            self.faucet(wallet.address(), settings.demo_nano);
            self.mint(wallet.address(), settings.demo_usdt);
        }
        self.settle();
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere must not hide the chain from the test that looks for its cause.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a message from outside, if its contract would take it now. It is executed
    /// in the next block, where it may still be refused.
    pub fn send(&self, boc: &[u8]) -> Result<(), Refused> {
        let refused = |why: &str| Refused {
            exit: None,
            why: why.to_owned(),
        };
        let root = Boc::decode(boc).map_err(|_| refused("not a bag of cells"))?;
        let message = root.parse::<OwnedMessage>().map_err(|_| refused("not a message"))?;
        if !matches!(message.info, MsgInfo::ExtIn(_)) {
            return Err(refused("not an external message"));
        }
        let mut state = self.state();
        self.rules.check(&state, &root)?;
        if !state.inbox.contains(&root) {
            state.inbox.push(root);
        }
        Ok(())
    }

    /// One block, one second later. Nothing if the chain is halted.
    pub fn mine(&self) -> Block {
        self.advance(1)
    }

    /// One block, some seconds later. Nothing if the chain is halted.
    pub fn advance(&self, seconds: u64) -> Block {
        let now = self.state().head(0).now.saturating_add(seconds);
        self.mine_at(now)
    }

    /// One block at a time of the wall clock; time never goes back.
    pub fn mine_at(&self, now: u64) -> Block {
        let mut state = self.state();
        if state.halted {
            return state.head(0);
        }
        state.now = now.max(state.head(0).now);
        let before = state.lt;
        let block = self.rules.mine(&mut state);
        if let (Some(path), true) = (&self.kept_at, state.lt != before) {
            // Written before the lock falls: what a ledger has seen survives a crash.
            file::save(path, &state).expect("the chain's file can be written");
        }
        block
    }

    /// Mines until no message is under way.
    pub fn settle(&self) -> Block {
        for _ in 0..SETTLE_BLOCKS_MAX {
            let idle = {
                let state = self.state();
                state.halted || (state.queue.is_empty() && state.inbox.is_empty())
            };
            if idle {
                break;
            }
            self.mine();
        }
        self.head()
    }

    /// After a restart: blocks that were empty were not written, but were seen.
    pub(crate) fn skip_blocks(&self, blocks: u32, now: u64) {
        let mut state = self.state();
        let head = state.head(0);
        state.push_block(Block {
            seqno: head.seqno.saturating_add(blocks),
            now: now.max(head.now),
            lt: head.lt,
        });
    }

    /// The last block.
    pub fn head(&self) -> Block {
        self.state().head(0)
    }

    /// The last block as a node sees it that is some blocks behind.
    pub(crate) fn head_behind(&self, behind: u32) -> Block {
        self.state().head(usize::try_from(behind).unwrap_or(usize::MAX))
    }

    pub(crate) fn block(&self, seqno: u32) -> Option<Block> {
        self.state().block(seqno)
    }

    /// Stops and restarts the making of blocks.
    pub fn halt(&self, halted: bool) {
        self.state().halted = halted;
    }

    /// An account as of the last block.
    pub fn standing(&self, address: Address) -> Standing {
        self.standing_at(address, self.head().seqno)
    }

    pub(crate) fn standing_at(&self, address: Address, seqno: u32) -> Standing {
        let account = self.state().account(address, seqno);
        Standing::of(&account).expect("an account of ours")
    }

    /// All transactions of an account, from old to new.
    pub fn transactions(&self, address: Address) -> Vec<Transaction> {
        let mut roots = self.page(address, &Page::default());
        roots.reverse();
        let read = roots.iter().map(Transaction::read);
        read.map(|transaction| transaction.expect("a transaction of ours"))
            .collect()
    }

    /// Some transactions of an account, from new to old.
    pub(crate) fn page(&self, address: Address, page: &Page) -> Vec<Cell> {
        let state = self.state();
        let past = state.accounts.get(&address);
        let entries = past.into_iter().flat_map(|past| past.transactions.iter().rev());
        entries
            .filter(|entry| entry.seqno <= page.seqno)
            .skip_while(|entry| entry.lt > page.from_lt)
            .take_while(|entry| entry.lt > page.to_lt)
            .take(page.limit)
            .map(|entry| entry.root.clone())
            .collect()
    }

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
