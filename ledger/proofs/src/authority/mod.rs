//! The laws of authority (ledger §5): what staff did was theirs to do, recomputed from events alone.
//!
//! | law | of | finds |
//! |---|---|---|
//! | I-41d, I-41g | each member's own stream ([`members`]) | acts in roles that the member did not have; keys that nobody else approved; acts and logins without a signature that holds |
//! | I-41e | what is approved, proposed or done alone, wherever it stands ([`acts`]) | what no act of its author stands behind, for just that |
//! | I-41f, I-41j | accounts of staff, money that members moved, and what takes two about a person ([`decisions`]) | what no two members decided |
//! | I-41k | approvals of keys (`decisions/keys.rs`) | a key approved without a signature, where another could have signed |
//! | I-41h, I-41i | acts about money ([`sums`]) | sums of 24 hours beyond the limits |
//!
//! Read by the audit from the table, and by the check of an export from its files. Events may come in any order that
//! keeps the order of each stream. Bounded by what staff did, the shares of packets of USDT, and each withdrawal's player
//! and amount, some hundred bytes each.
//!
//! Says nothing about who wrote an event, which its MAC shows, and nothing about what no event has: which accounts are
//! tied (they are personal). Whether members need keys stands in their logins.

mod acts;
mod decisions;
mod members;
mod sums;

use crate::Recorded;
use acts::Acts;
use decisions::Decisions;
use domain::stream::StreamEvent;
use members::Members;
use std::collections::HashMap;
use std::fmt;
use std::ops::RangeInclusive;
use sums::Sums;
use uuid::Uuid;

/// How far clocks of processes, views and the ends of logs may be apart (ASSUMED).
pub(crate) const MINUTE_MS: i64 = 60_000;

/// An event as it is stored, wherever it is read from.
pub trait Stored {
    /// The type of its stream.
    fn stream(&self) -> &str;
    fn key(&self) -> &str;
    fn event_type(&self) -> &str;
    /// Who recorded it.
    fn actor(&self) -> Option<String>;
    /// The request that recorded it.
    fn request(&self) -> Option<Uuid>;
    fn place(&self) -> Place;
    /// The event; nothing when it does not read.
    fn read<E: StreamEvent>(&self) -> Option<E>;
}

impl Stored for Recorded {
    fn stream(&self) -> &str {
        &self.aggregate_type
    }

    fn key(&self) -> &str {
        &self.aggregate_id
    }

    fn event_type(&self) -> &str {
        &self.event_type
    }

    fn actor(&self) -> Option<String> {
        self.context().ok()?.remove("actor")
    }

    fn request(&self) -> Option<Uuid> {
        self.context().ok()?.get("request_id")?.parse().ok()
    }

    fn place(&self) -> Place {
        Place {
            partition: self.partition,
            position: self.position,
            at: self.recorded_at_ms,
        }
    }

    fn read<E: StreamEvent>(&self) -> Option<E> {
        self.decode().ok()
    }
}

/// Where an event stands, and when it was recorded, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub partition: i32,
    pub position: i64,
    pub at: i64,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.partition, self.position)
    }
}

/// What was read of the logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of them up to one moment, or the one that there is.
    Whole,
    /// All of several from their begin, each to an end of its own: what one refers to may be behind the end of another.
    Prefixes,
    /// Something else: only streams of members that begin in it are judged.
    Range,
}

/// A law, and how it held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// Its id in the table of ledger §5.
    pub id: &'static str,
    /// What it says.
    pub says: &'static str,
    /// How many things were checked.
    pub compared: u64,
    /// How many of them break it.
    pub broken: u64,
    /// The first of these, and what is wrong with it.
    pub first: Option<(Place, &'static str)>,
    /// What does not fit so near the ends of several logs that the rest of it may be behind them.
    pub open: u64,
    near_end: Option<RangeInclusive<i64>>,
}

impl Law {
    fn new(id: &'static str, says: &'static str) -> Law {
        Law {
            id,
            says,
            compared: 0,
            broken: 0,
            first: None,
            open: 0,
            near_end: None,
        }
    }

    fn near_end(self, near_end: Option<RangeInclusive<i64>>) -> Law {
        Law { near_end, ..self }
    }

    fn count(&mut self, holds: bool, place: Place, why: &'static str) {
        let is_open = self.near_end.as_ref().is_some_and(|end| end.contains(&place.at));
        self.compared += 1;
        if !holds && is_open {
            self.open += 1;
        } else if !holds {
            self.broken += 1;
            self.first.get_or_insert((place, why));
        }
    }

    /// Events of the law that nobody can read.
    fn unread(&mut self, places: &[Place]) {
        places
            .iter()
            .for_each(|place| self.count(false, *place, "the event does not read"));
    }
}

/// The laws that were judged, with what else was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// All eight, or of a range the two that it can be held to, by their ids.
    pub laws: Vec<Law>,
    /// Approvals and acts whose signature holds.
    pub signatures: u64,
    /// Events of members whose streams began before what was read: nothing is said about them.
    pub skipped: u64,
}

/// What is read of the logs for these laws.
pub struct Authority {
    extent: Extent,
    members: Members,
    acts: Acts,
    decisions: Decisions,
    sums: Sums,
    /// When the newest event of each log was recorded.
    ends: HashMap<i32, i64>,
    /// When it was signed that the logs end there.
    signed_at: Option<i64>,
}

impl Authority {
    /// Nothing is read yet.
    pub fn of(extent: Extent) -> Authority {
        Authority {
            extent,
            members: Members::default(),
            acts: Acts::default(),
            decisions: Decisions::default(),
            sums: Sums::default(),
            ends: HashMap::new(),
            signed_at: None,
        }
    }

    /// The same of logs whose ends were signed at this time, in milliseconds. No event says then when the end was: whoever
    /// writes one may give it any time, and with it the benefit of the doubt.
    pub fn signed_at(self, at: Option<i64>) -> Authority {
        Authority { signed_at: at, ..self }
    }

    /// Takes the next event of a stream; others than those that the laws are about are passed over.
    pub fn take(&mut self, entry: &impl Stored) {
        let place = entry.place();
        self.ends.insert(place.partition, place.at);
        if entry.stream() == "staff" {
            self.members.take(entry, self.extent);
        }
        if self.extent != Extent::Range {
            self.acts.take(entry);
            self.decisions.take(entry);
            self.sums.take(entry);
        }
    }

    /// Everything is read.
    pub fn judge(self) -> Judged {
        let (signatures, skipped) = (self.members.held, self.members.skipped);
        let last = || self.ends.values().max().copied();
        let end = self.signed_at.or_else(last).filter(|_| self.extent == Extent::Prefixes);
        // Clocks may be a minute apart, and so may an event's and that of whoever signed.
        let near_end = end.map(|end| end.saturating_sub(MINUTE_MS)..=end.saturating_add(MINUTE_MS));
        let (kept, [signed, logins]) = self.members.leave();
        let mut laws = vec![signed, logins];
        if self.extent != Extent::Range {
            laws.extend(self.decisions.judge(&kept, near_end.clone()));
            laws.push(self.acts.judge(&kept, near_end.clone()));
            laws.extend(self.sums.judge(near_end));
        }
        laws.sort_by_key(|law| law.id);
        Judged {
            laws,
            signatures,
            skipped,
        }
    }
}
