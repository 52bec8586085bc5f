//! What a stored event says it moved, by the rules of its stream.

use crate::recorded::Recorded;
use crate::stream_id::StreamId;
use crate::streams::{self, ForStream, Listed};
use crate::upcast;
use domain::posting::Postings;
use domain::stream::StreamEvent;

/// The postings an event declares, decoded by the type of its stream.
///
/// # Errors
/// What is wrong with an event that does not read back, or of a stream or version nobody knows.
pub fn postings_of(event: &Recorded) -> Result<Postings, String> {
    let unknown = || Err(format!("no stream is called {:?}", event.aggregate_type));
    streams::of_type(&event.aggregate_type, Declared(event)).unwrap_or_else(unknown)
}

struct Declared<'a>(&'a Recorded);

impl ForStream for Declared<'_> {
    type Answer = Result<Postings, String>;

    fn run<S: Listed>(self) -> Self::Answer {
        let event = self.0;
        let fact: S::Event =
            upcast::read(&event.event_type, &event.event_version, &event.payload).map_err(|error| error.to_string())?;
        Ok(fact.postings(StreamId::parse(&event.aggregate_id).owner))
    }
}
