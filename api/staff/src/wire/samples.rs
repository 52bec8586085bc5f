//! Samples that anybody can draw again.

mod units;

pub use units::*;

use super::ask;
use super::at::At;
use super::entries::Entry;
use super::events::EventHeading;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Draws events.
    SamplesDrawBody(plain) {
        /// A position of the log or an RFC 3339 time: the population ends with it. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// The population begins after this position or time.
        #[schema(nullable = false)]
        from: Option<String>,
        /// What the draw follows from; say it before the period ends.
        seed: String,
        /// Events to draw, 1 to 200.
        #[schema(minimum = 1, maximum = 200)]
        count: u32,
        /// Events of this type alone; not `CastResolved`.
        #[schema(nullable = false)]
        event_type: Option<String>,
    }
}

/// An event that was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SampleLine {
    /// The number that was hashed with the seed.
    pub draw: i64,
    /// Its place in the population, from 0.
    pub index: i64,
    /// The event.
    pub event: EventHeading,
    /// What it moved.
    pub legs: Vec<Entry>,
}

/// A sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SamplesDrawData {
    /// The moment of the answer.
    pub at: At,
    /// The begin of the population; null when it begins with the log.
    pub from: Option<At>,
    /// Events to draw from.
    pub population: i64,
    /// How to draw it again, in sentences.
    pub method: String,
    /// In the order of the draw; fewer than asked for when the population is smaller.
    pub list: Vec<SampleLine>,
}
