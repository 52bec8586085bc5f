//! Looking at the chain: blocks, accounts, transactions. Changes nothing.

use ton::transaction::{Message, Transaction};
use ton::{Address, Cell};

use crate::Chain;
use crate::state::{Block, Standing};

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

impl Chain {
    pub fn head(&self) -> Block {
        self.state().head(0)
    }

    /// The last block as a node sees it that is some blocks behind.
    pub(crate) fn head_behind(&self, behind: u32) -> Block {
        self.state().head(usize::try_from(behind).unwrap_or(usize::MAX))
    }

    /// True while a message from outside waits for the next block.
    pub fn waits_for(&self, address: Address) -> bool {
        let state = self.state();
        let mut waiting = state.inbox.iter().filter_map(|root| Message::read(root).ok());
        waiting.any(|message| message.destination == Some(address))
    }

    pub(crate) fn block(&self, seqno: u32) -> Option<Block> {
        self.state().block(seqno)
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
}
