//! What of custody had no other side when a period ended: lines of the chains that the journal does not have, and the other
//! way round, of any age (api §7.21). It stands beside the figures: the log alone cannot say what a chain showed.

use crate::money::Asset;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Open lines that have something in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BreakCount<T> {
    pub of: T,
    pub lines: u64,
    /// Their amounts without signs, in minor units.
    pub amount: i64,
}

/// The break report of a period.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breaks {
    pub lines: u64,
    /// By asset.
    pub assets: Vec<BreakCount<Asset>>,
    /// By kind of break.
    pub kinds: Vec<BreakCount<String>>,
    /// When the oldest happened; none where nothing is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oldest: Option<Timestamp>,
}

fn together<T>(counts: &[BreakCount<T>]) -> (u64, i128) {
    let lines = counts.iter().map(|count| count.lines).sum();
    (lines, counts.iter().map(|count| i128::from(count.amount)).sum())
}

impl Breaks {
    /// Assets and kinds are the same lines, and the oldest is one of before the period's end.
    pub fn hold(&self, end: Timestamp) -> bool {
        let (assets, kinds) = (together(&self.assets), together(&self.kinds));
        let has_oldest = self.oldest.is_some_and(|oldest| oldest < end);
        assets == kinds && assets.0 == self.lines && has_oldest == (self.lines > 0)
    }
}
