//! Stock: an allotment that several players compete for (domain §4) - a shard of
//! the day's unlock pool, a limited shop item, the stock of a task.
//!
//! | step | stream | request id |
//! |---|---|---|
//! | 1 `Take` units | stock | the caller's |
//! | 2 the command that uses the take | player | [`TakeId::use_request`] |
//! | 3 `GiveBack`, only if 2 was refused | stock | [`TakeId::back_request`] |
//!
//! The caller makes all three steps, and so does the policy that follows
//! [`StockTaken`] (`policies.rs`): both under the same request ids, so step 2 is
//! decided once, whichever is first, and a crash between the steps is repaired.
//! The recorded answer of step 2 alone decides whether step 3 is due.
//!
//! Invariants: never more units are taken than the capacity (law I-29); a take and
//! its return are recorded once each, by natural keys; a request of a player uses one
//! take, whatever stock it is of (-1007); the state does not grow with
//! the number of takers. How much one player may have is that player's own rule:
//! a key of (stock, player) would remain after a take was returned.
//! Prices, purses and players' states are in other modules.

mod event;
mod lot;
#[cfg(test)]
mod tests;

pub use event::{StockCommand, StockEvent, StockTaken};
pub(crate) use lot::used_once;
pub use lot::{Lot, Purpose};

use crate::ids::{PlayerId, TakeId};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Stream};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// The largest capacity: a million USDT in millionths (ASSUMED).
const CAPACITY_MAX: i64 = 1_000_000_000_000;

/// The stream of one lot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stock {
    /// The limited quantity; `None` before it is opened.
    pub lot: Option<Lot>,
    /// Units in all.
    pub capacity: i64,
    /// Units taken.
    pub taken: i64,
    /// When it closes.
    pub until: Option<Timestamp>,
    /// True after the end.
    pub is_closed: bool,
}

impl Stock {
    /// Units that can still be taken.
    pub fn left(&self) -> i64 {
        (self.capacity - self.taken).max(0)
    }

    /// True while units may be taken.
    pub fn is_open(&self, now: Timestamp) -> bool {
        self.lot.is_some() && !self.is_closed && self.until.is_none_or(|until| now < until)
    }

    fn offer(
        &self,
        lot: &Lot,
        capacity: i64,
        until: Option<Timestamp>,
        context: &Context,
    ) -> Result<StockEvent, Refusal> {
        if !(0..=CAPACITY_MAX).contains(&capacity) {
            return Err(Refusal::InvalidField {
                field: "capacity".into(),
            });
        }
        let config_version = context.config.version;
        match &self.lot {
            None => Ok(StockEvent::StockOpened {
                lot: lot.clone(),
                capacity,
                until,
                config_version,
            }),
            Some(known) if known == lot && !self.is_closed && (self.capacity, self.until) != (capacity, until) => {
                Ok(StockEvent::StockResized {
                    capacity,
                    until,
                    config_version,
                })
            }
            Some(_) => Err(Refusal::StateChanged),
        }
    }

    fn take(&self, take: TakeId, taker: PlayerId, purpose: &Purpose, now: Timestamp) -> Result<StockTaken, Refusal> {
        let units = purpose.units();
        if units <= 0 {
            return Err(Refusal::InvalidField { field: "amount".into() });
        }
        if self.lot.as_ref().is_some_and(|lot| !purpose.is_of(lot)) {
            return Err(Refusal::InvalidField {
                field: "purpose".into(),
            });
        }
        if !self.is_open(now) || units > self.left() {
            return Err(purpose.sold_out());
        }
        Ok(StockTaken {
            take,
            request: None,
            taker,
            purpose: purpose.clone(),
            units,
            left: self.left() - units,
        })
    }

    fn give_back(&self, taken: &StockTaken) -> Result<StockEvent, Refusal> {
        let lot = self.lot.as_ref().filter(|lot| taken.purpose.is_of(lot));
        let lot = lot.ok_or(Refusal::StateChanged)?;
        if taken.units > self.taken {
            return Err(Refusal::StateChanged);
        }
        Ok(StockEvent::StockGivenBack {
            take: taken.take,
            lot: lot.clone(),
            units: taken.units,
            late: self.is_closed,
        })
    }

    fn close(&self, now: Timestamp) -> Result<StockEvent, Refusal> {
        let over = self.until.is_some_and(|until| now >= until);
        let lot = self.lot.as_ref().filter(|_| over && !self.is_closed);
        Ok(StockEvent::StockClosed {
            lot: lot.ok_or(Refusal::StateChanged)?.clone(),
            left: self.left(),
        })
    }
}

impl Stream for Stock {
    const TYPE: &'static str = "stock";
    const STATE_VERSION: u16 = 1;
    type Command = StockCommand;
    type Event = StockEvent;

    fn decide(&self, command: &StockCommand, context: &Context) -> Result<Decision<StockEvent>, Refusal> {
        match command {
            StockCommand::Offer { lot, capacity, until } => Ok(self.offer(lot, *capacity, *until, context)?.into()),
            StockCommand::Take {
                take,
                request,
                taker,
                purpose,
            } => {
                let taken = StockTaken {
                    request: *request,
                    ..self.take(*take, *taker, purpose, context.now)?
                };
                let decision = Decision::from(StockEvent::StockTaken(taken));
                Ok(decision.claiming(format!("stock_take:{take}"), Refusal::StateChanged))
            }
            StockCommand::GiveBack { taken } => {
                let decision = Decision::from(self.give_back(taken)?);
                Ok(decision.claiming(format!("stock_back:{}", taken.take), Refusal::StateChanged))
            }
            StockCommand::Close => Ok(self.close(context.now)?.into()),
        }
    }

    fn evolve(&mut self, event: &StockEvent) {
        match event {
            StockEvent::StockOpened {
                lot, capacity, until, ..
            } => {
                self.lot = Some(lot.clone());
                (self.capacity, self.until) = (*capacity, *until);
            }
            StockEvent::StockResized { capacity, until, .. } => (self.capacity, self.until) = (*capacity, *until),
            StockEvent::StockTaken(taken) => self.taken += taken.units,
            StockEvent::StockGivenBack { units, .. } => self.taken -= units,
            StockEvent::StockClosed { .. } => self.is_closed = true,
        }
    }
}
