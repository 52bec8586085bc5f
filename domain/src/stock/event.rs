//! What is asked of a stock, and what happened to it.

use super::lot::{Lot, Purpose};
use crate::ids::{PlayerId, TakeId};
use crate::posting::Postings;
use crate::stream::{StreamEvent, catalogue};
use crate::time::Timestamp;
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What is asked of a stock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StockCommand {
    /// Opens the lot, or changes how much there is; asked again for every version of the catalogue.
    Offer {
        /// What.
        lot: Lot,
        /// Units in all, those already out included.
        capacity: i64,
        /// When it closes.
        until: Option<Timestamp>,
    },
    /// Takes units for one player.
    Take {
        /// Which take.
        take: TakeId,
        /// Who.
        taker: PlayerId,
        /// What for.
        purpose: Purpose,
    },
    /// Puts back what a refused command did not use.
    GiveBack {
        /// The take as it was recorded.
        taken: StockTaken,
    },
    /// Ends the lot once its time is over.
    Close,
}

/// Units were taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockTaken {
    /// Which take.
    pub take: TakeId,
    /// Who.
    pub taker: PlayerId,
    /// What for.
    pub purpose: Purpose,
    /// How many.
    pub units: i64,
    /// Units left afterwards.
    pub left: i64,
}

/// What happened to a stock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StockEvent {
    /// The lot is on offer.
    StockOpened {
        /// What.
        lot: Lot,
        /// Units in all.
        capacity: i64,
        /// When it closes.
        until: Option<Timestamp>,
        /// Version of the configuration in force.
        config_version: u64,
    },
    /// There is more or less of it.
    StockResized {
        /// Units in all.
        capacity: i64,
        /// When it closes.
        until: Option<Timestamp>,
        /// Version of the configuration in force.
        config_version: u64,
    },
    /// Units were taken.
    StockTaken(StockTaken),
    /// Units came back.
    StockGivenBack {
        /// Which take.
        take: TakeId,
        /// What of.
        lot: Lot,
        /// How many.
        units: i64,
        /// The lot had closed: its end did not count these units as left.
        late: bool,
    },
    /// The lot is over.
    StockClosed {
        /// What.
        lot: Lot,
        /// Units nobody took.
        left: i64,
    },
}

catalogue!(StockEvent {
    StockOpened = 1,
    StockResized = 1,
    StockTaken = 1,
    StockGivenBack = 1,
    StockClosed = 1,
});

impl StreamEvent for StockEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    /// None: value moves where the take is used.
    fn lineage(name: &str) -> Option<Lineage> {
        StockEvent::shapes(name)
    }

    fn postings(&self, _owner: Uuid) -> Postings {
        Postings::NONE
    }
}
