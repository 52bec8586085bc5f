//! Golden events: every recorded shape reads, for ever; the newest writes back byte for byte.
//!
//! `events.jsonl` holds at least one line for every event and version that was ever
//! recorded. Lines are added, never changed: what is in somebody's log must read.

use domain::config::{ConfigDocument, ConfigEvent};
use domain::player::{Event, Player};
use domain::stream::{Fact, Stream};
use domain::treasury::{Treasury, TreasuryEvent};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeSet;

const GOLDEN: &str = include_str!("events.jsonl");

#[derive(Deserialize)]
struct Line<'a> {
    stream: &'a str,
    name: &'a str,
    version: u16,
    #[serde(borrow)]
    payload: &'a RawValue,
}

fn lines() -> Vec<Line<'static>> {
    GOLDEN
        .lines()
        .map(|line| serde_json::from_str(line).expect("a golden line"))
        .collect()
}

fn check<F: Fact>(line: &Line) {
    let text = line.payload.get();
    let lineage = F::lineage(line.name).unwrap_or_else(|| panic!("no event is called {}", line.name));
    let stored = serde_json::from_str(text).expect("json");
    let lifted = lineage.lift(line.version, stored).expect("a version that was recorded");
    let event: F =
        serde_json::from_value(lifted).unwrap_or_else(|error| panic!("{} {}: {error}", line.stream, line.name));
    assert_eq!((event.name(), event.version()), (line.name, lineage.newest()));
    if line.version == lineage.newest() {
        assert_eq!(serde_json::to_string(&event).expect("an event writes"), text);
    }
}

#[test]
fn every_golden_event_reads_and_the_newest_shape_writes_byte_for_byte() {
    for line in lines() {
        match line.stream {
            Player::TYPE => check::<Event>(&line),
            ConfigDocument::TYPE => check::<ConfigEvent>(&line),
            Treasury::TYPE => check::<TreasuryEvent>(&line),
            other => panic!("no stream is called {other}"),
        }
    }
}

#[test]
fn every_event_and_version_has_its_golden_line() {
    let golden: BTreeSet<_> = lines()
        .iter()
        .map(|line| (line.stream, line.name, line.version))
        .collect();
    let player = Event::CATALOGUE
        .iter()
        .map(|&(name, version)| (Player::TYPE, name, version));
    let config = ConfigEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (ConfigDocument::TYPE, name, version));
    let treasury = TreasuryEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (Treasury::TYPE, name, version));
    let missing: Vec<_> = player
        .chain(config)
        .chain(treasury)
        .flat_map(|(stream, name, newest)| (1..=newest).map(move |version| (stream, name, version)))
        .filter(|event| !golden.contains(event))
        .collect();
    assert!(missing.is_empty(), "without a golden line: {missing:?}");
}

#[test]
fn an_event_of_an_unknown_name_or_with_a_field_too_few_does_not_read() {
    assert!(serde_json::from_str::<Event>(r#"{"CoinsConjured":{"amount":"1"}}"#).is_err());
    assert!(serde_json::from_str::<Event>(r#"{"FreeCoinClaimed":{"day":"2025-01-02"}}"#).is_err());
    assert!(serde_json::from_str::<Event>(r#"{"FreeCoinClaimed":{"day":"2025-01-02","amount":1000}}"#).is_err());
}
