//! Golden events: every recorded version can be read; the newest is written back byte for byte.
//!
//! `events.jsonl` holds at least one line for every event and version that was ever
//! recorded. Lines are added, never changed: what is in a log must stay readable. A
//! field added with a default leaves older lines readable; the present version then
//! has a line of its own.

use domain::case::{Case, CaseEvent};
use domain::config::{ConfigDocument, ConfigEvent, SectionDocument, SectionEvent};
use domain::day_close::{CloseEvent, DayClose};
use domain::ids::PlayerId;
use domain::kyc::{KycCheck, KycEvent};
use domain::period::{PeriodEvent, Periods};
use domain::player::visible::VISIBLE;
use domain::player::{Event, Player};
use domain::proposal::{Proposal, ProposalEvent};
use domain::rank::{Rank, RankEvent};
use domain::red_packet::{PacketEvent, RedPacket};
use domain::sample::{Sample, SampleEvent};
use domain::staff::{Staff, StaffEvent};
use domain::stock::{Stock, StockEvent};
use domain::stream::{Stream, StreamEvent};
use domain::topup::{TopUp, TopUpEvent};
use domain::treasury::{Treasury, TreasuryEvent};
use domain::withdrawal::{Withdrawal, WithdrawalEvent};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};

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

/// What the event writes, when that is more than its line: then the line is from before a field with a default.
fn check<F: StreamEvent>(line: &Line) -> Option<String> {
    let text = line.payload.get();
    let lineage = F::lineage(line.name).unwrap_or_else(|| panic!("no event is called {}", line.name));
    let stored = serde_json::from_str(text).expect("json");
    let lifted = lineage.lift(line.version, stored).expect("a version that was recorded");
    let event: F =
        serde_json::from_value(lifted).unwrap_or_else(|error| panic!("{} {}: {error}", line.stream, line.name));
    assert_eq!((event.name(), event.version()), (line.name, lineage.newest()));
    let written = serde_json::to_string(&event).expect("an event writes");
    if line.version < lineage.newest() || written == text {
        return None;
    }
    // A line from before a field existed: the field has a default, all that the line says is kept.
    let value = |text: &str| serde_json::from_str::<Value>(text).expect("a golden line");
    assert!(keeps(&value(&written), &value(text)), "{} {}", line.stream, line.name);
    assert_eq!(serde_json::from_str::<F>(&written).expect("an event reads"), event);
    Some(written)
}

/// Everything that `before` says, `after` says too.
fn keeps(after: &Value, before: &Value) -> bool {
    match (after, before) {
        (Value::Object(after), Value::Object(before)) => before
            .iter()
            .all(|(name, value)| after.get(name).is_some_and(|after| keeps(after, value))),
        (after, before) => after == before,
    }
}

#[test]
fn every_golden_event_reads_and_the_present_shapes_write_byte_for_byte() {
    let mut shapes = BTreeMap::new();
    for line in lines() {
        let longer = match line.stream {
            Player::TYPE => check::<Event>(&line),
            ConfigDocument::TYPE => check::<ConfigEvent>(&line),
            SectionDocument::TYPE => check::<SectionEvent>(&line),
            RedPacket::TYPE => check::<PacketEvent>(&line),
            Stock::TYPE => check::<StockEvent>(&line),
            Treasury::TYPE => check::<TreasuryEvent>(&line),
            Withdrawal::TYPE => check::<WithdrawalEvent>(&line),
            KycCheck::TYPE => check::<KycEvent>(&line),
            TopUp::TYPE => check::<TopUpEvent>(&line),
            Rank::TYPE => check::<RankEvent>(&line),
            Staff::TYPE => check::<StaffEvent>(&line),
            Proposal::TYPE => check::<ProposalEvent>(&line),
            DayClose::TYPE => check::<CloseEvent>(&line),
            Periods::TYPE => check::<PeriodEvent>(&line),
            Case::TYPE => check::<CaseEvent>(&line),
            Sample::TYPE => check::<SampleEvent>(&line),
            other => panic!("no stream is called {other}"),
        };
        shapes.insert((line.stream, line.name, line.version), longer);
    }
    for ((stream, name, version), longer) in shapes {
        assert_eq!(longer, None, "the last line of {stream} {name} {version} lacks fields");
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
    let section = SectionEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (SectionDocument::TYPE, name, version));
    let treasury = TreasuryEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (Treasury::TYPE, name, version));
    let stock = StockEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (Stock::TYPE, name, version));
    let packet = PacketEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (RedPacket::TYPE, name, version));
    let withdrawal = WithdrawalEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (Withdrawal::TYPE, name, version));
    let kyc = KycEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (KycCheck::TYPE, name, version));
    let topup = TopUpEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (TopUp::TYPE, name, version));
    let rank = RankEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (Rank::TYPE, name, version));
    let staff = StaffEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (Staff::TYPE, name, version));
    let proposal = ProposalEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (Proposal::TYPE, name, version));
    let day_close = CloseEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (DayClose::TYPE, name, version));
    let periods = PeriodEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (Periods::TYPE, name, version));
    let cases = CaseEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (Case::TYPE, name, version));
    let samples = SampleEvent::CATALOGUE
        .iter()
        .map(|&(name, version)| (Sample::TYPE, name, version));
    let missing: Vec<_> = player
        .chain(samples)
        .chain(config)
        .chain(section)
        .chain(packet)
        .chain(stock)
        .chain(treasury)
        .chain(withdrawal)
        .chain(kyc)
        .chain(topup)
        .chain(rank)
        .chain(staff)
        .chain(proposal)
        .chain(day_close)
        .chain(periods)
        .chain(cases)
        .flat_map(|(stream, name, newest)| (1..=newest).map(move |version| (stream, name, version)))
        .filter(|event| !golden.contains(event))
        .collect();
    assert!(missing.is_empty(), "without a golden line: {missing:?}");
}

#[test]
fn what_a_player_may_see_exists_in_the_event_and_every_line_has_something_to_see() {
    let player: Vec<(&str, Value)> = lines()
        .iter()
        .filter(|line| line.stream == Player::TYPE)
        .map(|line| (line.name, serde_json::from_str(line.payload.get()).expect("json")))
        .collect();
    for entry in VISIBLE {
        let of_entry = || player.iter().filter(|(name, _)| *name == entry.event);
        for path in entry.fields {
            let pointer = format!("/{}/{}", entry.event, path.replace('.', "/"));
            let is_written = of_entry().any(|(_, payload)| payload.pointer(&pointer).is_some());
            assert!(is_written || path.starts_with("prize."), "{pointer}");
        }
        for (name, payload) in of_entry() {
            let event: Event = serde_json::from_value(payload.clone()).expect("an event reads");
            let moves = !event.postings(PlayerId::of_messenger(1).0).legs().is_empty();
            assert!(!moves || !entry.fields.is_empty(), "{name} moves value");
        }
    }
}

#[test]
fn an_event_of_an_unknown_name_or_with_a_field_too_few_does_not_read() {
    assert!(serde_json::from_str::<Event>(r#"{"CoinsConjured":{"amount":"1"}}"#).is_err());
    assert!(serde_json::from_str::<Event>(r#"{"FreeCoinClaimed":{"day":"2025-01-02"}}"#).is_err());
    assert!(serde_json::from_str::<Event>(r#"{"FreeCoinClaimed":{"day":"2025-01-02","amount":1000}}"#).is_err());
}
