//! Commands and events of a sample.

use super::Evaluation;
use crate::money::Asset;
use crate::posting::Postings;
use crate::stream::{StreamEvent, catalogue};
use crate::time::Timestamp;
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What is sampled, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub asset: Asset,
    /// What was asked for: an account, a class of the chart, or all players' accounts.
    pub of: String,
    /// The accounts of the journal that it stands for, in order.
    pub accounts: Vec<String>,
    /// The last position of each log before the population.
    pub after: Vec<i64>,
    /// The last position of each log in it.
    pub until: Vec<i64>,
    /// Lines of the population.
    pub lines: i64,
    /// Its monetary units: the sum of its lines' absolute amounts, in minor units.
    pub units: i64,
    /// One of so many units is selected.
    pub interval: i64,
    /// In percent.
    pub confidence: u8,
    /// What the auditor accepts, in minor units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerable: Option<i64>,
    /// SHA-256 of the seed, which nobody has seen.
    pub commit: String,
}

/// A line of the journal that was selected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    pub partition: i32,
    pub position: i64,
    pub leg: i32,
    pub account: String,
    /// As recorded: a credit is positive.
    pub amount: i64,
    /// Units of the population up to the end of the line.
    pub upto: i64,
    /// Selected units that it holds: several where it is larger than the interval.
    pub hits: i64,
}

/// What somebody found of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// The evidence supports the amount.
    Agreed,
    /// The evidence supports another amount; above zero: too much is recorded.
    Difference { minor: i64 },
    /// Nothing supports it.
    Unsupported,
}

/// A result of an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tested {
    #[serde(flatten)]
    pub outcome: Outcome,
    pub note: String,
}

/// What can be asked of a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SampleCommand {
    Plan {
        plan: Plan,
        by: String,
    },
    /// Draws it with words that the auditor chose. The items are what the log has for the start.
    Draw {
        words: String,
        items: Vec<Item>,
        by: String,
    },
    Test {
        item: u16,
        tested: Tested,
        by: String,
    },
    Sign {
        by: String,
    },
}

/// Events of a sample.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SampleEvent {
    /// The population and the interval are fixed, and the seed is committed to.
    SamplePlanned {
        #[serde(flatten)]
        plan: Plan,
        by: String,
        at: Timestamp,
    },
    /// The words were given, the seed is revealed, and the lines follow from both.
    SampleDrawn {
        words: String,
        seed: String,
        start: i64,
        items: Vec<Item>,
        by: String,
        at: Timestamp,
    },
    /// Somebody looked at an item, by its place from 0; the last result of an item counts.
    SampleTested {
        item: u16,
        #[serde(flatten)]
        tested: Tested,
        by: String,
        at: Timestamp,
    },
    /// Every item has a result, and somebody stands for them.
    SampleSigned {
        /// Hex of SHA-256 over plan, draw and results.
        digest: String,
        evaluation: Evaluation,
        by: String,
        at: Timestamp,
    },
}

catalogue!(SampleEvent {
    SamplePlanned = 1,
    SampleDrawn = 1,
    SampleTested = 1,
    SampleSigned = 1,
});

impl StreamEvent for SampleEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        SampleEvent::shapes(name)
    }

    fn postings(&self, _owner: Uuid) -> Postings {
        Postings::NONE
    }
}
