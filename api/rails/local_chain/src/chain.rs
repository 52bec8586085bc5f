//! The chain as its users see it: create, send, mine. Reading is in `look.rs`, creating
//! money in `give.rs`.
//!
//! One lock guards everything; nothing waits while it is held.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ton::Boc;
use tycho_types::models::{MsgInfo, OwnedMessage};

use crate::execute::Rules;
use crate::state::{Block, State};
use crate::{DemoWallet, file};

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

/// A message that the contract rejected. The state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The contract's own code, if it ran.
    pub exit: Option<i32>,
    /// For people.
    pub why: String,
}

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
        // Written when it is whole: half a beginning would be kept for ever.
        let mut chain = Chain::new(settings);
        chain.save(&path)?;
        chain.kept_at = Some(path);
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
            // Written before the lock is released: what a ledger has seen survives a crash.
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

    /// Writes a chain in memory to a file, where [`Chain::open`] finds it; one that is there is replaced.
    pub fn save(&self, path: &Path) -> anyhow::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        file::save(path, &self.state())
    }

    /// Stops and restarts the making of blocks.
    pub fn halt(&self, halted: bool) {
        self.state().halted = halted;
    }
}
