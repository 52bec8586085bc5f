//! New transactions of the house's account: tokens received, and how many of its numbers are executed.
//!
//! Read up to the last block that is final on two nodes. A rail that was never read begins there: what the account
//! held before is the house's opening, which the books have.

use super::node::{Log, NoAnswer, Node};
use super::{Evm, NAME, ask_each, lt};
use crate::{Cursors, Incoming, News, RailFault, agree};
use domain::money::Usdt;
use evm::erc20;

/// Blocks that a node is asked about at once: most public nodes answer so many.
const BLOCKS: u64 = 1_000;
/// Pages of a look; who is further behind goes on with the next one.
const PAGES_MAX: u64 = 64;

impl Evm {
    /// See `Rail::news`.
    pub(super) async fn read_news(&self, since: Cursors) -> Result<News, RailFault> {
        let view = self.view().await?;
        let counted = ask_each!(&view.nodes, node => node.count(self.wallet, view.last_final));
        let used = agree::same(NAME, "how many numbers are executed", counted)?;
        let mut news = News {
            used: Some(used),
            reached: since,
            ..News::default()
        };
        let mut reached = if since.token == 0 { view.last_final } else { since.token };
        for _ in 0..PAGES_MAX {
            if reached >= view.last_final {
                break;
            }
            let (from, to) = (reached + 1, view.last_final.min(reached.saturating_add(BLOCKS)));
            let read = ask_each!(&view.nodes, node => self.incoming(node, from, to));
            news.incoming.extend(agree::same(NAME, "what came", read)?);
            reached = to;
        }
        let reached = reached.max(since.token);
        news.reached = Cursors {
            token: reached,
            wallet: reached,
        };
        Ok(news)
    }

    async fn incoming(&self, node: &Node, from: u64, to: u64) -> Result<Vec<Incoming>, NoAnswer> {
        let topics = [Some(erc20::MOVED), None, Some(erc20::topic(self.wallet))];
        let logs = node.logs(self.access.token, &topics, from, to).await?;
        logs.iter().filter_map(|log| self.payment(log).transpose()).collect()
    }

    /// The payment in a log. A node that answers with logs of other accounts is an error.
    fn payment(&self, log: &Log) -> Result<Option<Incoming>, NoAnswer> {
        let moved = erc20::read_log(&log.topics, &log.data).ok_or("a log that cannot be read")?;
        if log.address != self.access.token || moved.to != self.wallet {
            return Err("a log of another account".to_owned());
        }
        let amount = i64::try_from(moved.amount_minor).map_err(|_| "an amount beyond all USDT")?;
        if amount == 0 || moved.from == self.wallet {
            return Ok(None);
        }
        Ok(Some(Incoming {
            lt: lt(log.block_number, log.log_index),
            tx: log.transaction_hash.to_string(),
            sender: evm::spelling(moved.from),
            amount: Usdt::from_minor(amount),
            comment: None,
        }))
    }
}
