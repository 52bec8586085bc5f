//! A page of the log on its way to those that follow it: what is read from an event once serves all of them.
//!
//! Most views look at the same few events, and the books and the turnovers at the postings of every one. Knows nothing
//! of where the page came from.

use crate::verify::postings_of;
use domain::posting::Postings;
use domain::stream::StreamEvent;
use proofs::{Recorded, Unreadable};
use std::any::Any;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// Events of one log, in order, without a gap.
pub type LogPage = [Arc<PageEvent>];

/// An event of a page.
#[derive(Debug)]
pub struct PageEvent {
    recorded: Recorded,
    decoded: OnceLock<Box<dyn Any + Send + Sync>>,
    postings: OnceLock<Postings>,
}

impl PageEvent {
    /// As this process wrote it, with the postings that it declared.
    pub(crate) fn written(recorded: Recorded, postings: Postings) -> PageEvent {
        PageEvent {
            postings: OnceLock::from(postings),
            ..PageEvent::from(recorded)
        }
    }

    /// The event in the newest shape of its stream's event type.
    ///
    /// # Errors
    /// As [`Recorded::decode`].
    pub fn event<E: StreamEvent>(&self) -> Result<&E, Unreadable> {
        let decoded = match self.decoded.get() {
            Some(decoded) => decoded,
            None => {
                let decoded: E = self.recorded.decode()?;
                self.decoded.get_or_init(|| Box::new(decoded))
            }
        };
        let other = || self.unreadable("one event was read as events of two streams".to_owned());
        decoded.downcast_ref().ok_or_else(other)
    }

    /// The postings that the event declares.
    ///
    /// # Errors
    /// [`Unreadable`], as [`postings_of`].
    pub fn postings(&self) -> Result<&Postings, Unreadable> {
        if let Some(postings) = self.postings.get() {
            return Ok(postings);
        }
        let postings = postings_of(self).map_err(|reason| self.unreadable(reason))?;
        Ok(self.postings.get_or_init(|| postings))
    }
}

/// As it was read from the log.
impl From<Recorded> for PageEvent {
    fn from(recorded: Recorded) -> PageEvent {
        PageEvent {
            recorded,
            decoded: OnceLock::new(),
            postings: OnceLock::new(),
        }
    }
}

impl Deref for PageEvent {
    type Target = Recorded;

    fn deref(&self) -> &Recorded {
        &self.recorded
    }
}

/// The page of events that were read from the log.
pub fn log_page_of(events: Vec<Recorded>) -> Vec<Arc<PageEvent>> {
    let shared = |event| Arc::new(PageEvent::from(event));
    events.into_iter().map(shared).collect()
}
