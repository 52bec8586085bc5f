//! Commands and events of a stock.

use super::lot::{Lot, Purpose};
use crate::ids::{PlayerId, TakeId};
use crate::posting::Postings;
use crate::stream::{StreamEvent, catalogue};
use crate::time::Timestamp;
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Commands of a stock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StockCommand {
    /// Opens the lot, or changes its capacity; repeated for every version of the catalogue.
    Offer {
        lot: Lot,
        /// Capacity, units already taken included.
        capacity: i64,
        /// When it closes.
        until: Option<Timestamp>,
    },
    /// Takes units for one player.
    Take {
        take: TakeId,
        /// The caller's request, which may take once.
        request: Option<Uuid>,
        taker: PlayerId,
        purpose: Purpose,
    },
    /// Returns what a refused command did not use.
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
    pub take: TakeId,
    /// The caller's request: it uses one take, whatever its purpose. Takes recorded without it have the id of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<Uuid>,
    pub taker: PlayerId,
    pub purpose: Purpose,
    pub units: i64,
    /// Units left afterwards.
    pub left: i64,
}

/// Events of a stock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StockEvent {
    /// The lot is on offer.
    StockOpened {
        lot: Lot,
        /// Units in all.
        capacity: i64,
        /// When it closes.
        until: Option<Timestamp>,
        /// Version of the configuration in force.
        config_version: u64,
    },
    /// The capacity changed.
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
    /// Units were returned.
    StockGivenBack {
        take: TakeId,
        lot: Lot,
        units: i64,
        /// The lot was closed: its `StockClosed` did not count these units as left.
        late: bool,
    },
    /// The lot was closed.
    StockClosed {
        lot: Lot,
        /// Units that were not taken.
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
