//! Golden streams: whole histories with the balances and the state they lead to.
//!
//! `streams.jsonl` holds one line for each stream type and version of its state,
//! written when that version was the newest. Lines are added, never changed: the
//! events of every release lead to the same balances for ever (F-30, I-18), and a
//! state that comes out differently needs another `STATE_VERSION`, or snapshots
//! taken before would be believed (I-11).

use domain::config::ConfigDocument;
use domain::player::Player;
use domain::stream::{Fact, Stream};
use domain::testing::Angler;
use domain::time::DAY_MS;
use domain::treasury::Treasury;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

const GOLDEN: &str = include_str!("streams.jsonl");

/// A player's state in bytes at most: every field full and 37 fish on the line.
const PLAYER_BYTES_MAX: usize = 4_096;

#[derive(Deserialize)]
struct Line<'a> {
    stream: &'a str,
    owner: Uuid,
    state_version: u16,
    balances: BTreeMap<String, i64>,
    #[serde(borrow)]
    state: &'a RawValue,
    events: Vec<Recorded>,
}

#[derive(Deserialize)]
struct Recorded {
    name: String,
    version: u16,
    payload: Value,
}

fn lines() -> impl Iterator<Item = Line<'static>> {
    GOLDEN
        .lines()
        .map(|line| serde_json::from_str(line).expect("a golden line"))
}

/// The events in their newest shape.
fn read<S: Stream>(line: Line) -> Vec<S::Event> {
    let lift = |recorded: Recorded| {
        let lineage = S::Event::lineage(&recorded.name).expect("a known name");
        let lifted = lineage
            .lift(recorded.version, recorded.payload)
            .expect("a known version");
        serde_json::from_value(lifted).expect("an event")
    };
    line.events.into_iter().map(lift).collect()
}

/// Account by account what the events of `owner` move.
fn balances<F: Fact>(owner: Uuid, events: &[F]) -> BTreeMap<String, i64> {
    let mut balances = BTreeMap::new();
    for posting in events.iter().flat_map(|event| event.postings(owner).legs().to_vec()) {
        *balances.entry(posting.account.name().to_owned()).or_insert(0) += posting.amount;
    }
    balances
}

fn check<S: Stream>(line: Line) -> (&'static str, u16) {
    let (state_version, written) = (line.state_version, line.state.get());
    let (owner, expected) = (line.owner, line.balances.clone());
    let events = read::<S>(line);
    assert_eq!(balances(owner, &events), expected, "I-18: {}", S::TYPE);
    if state_version == S::STATE_VERSION {
        let mut state = S::default();
        for event in &events {
            state.evolve(event);
            let kept = serde_json::to_vec(&state).expect("a state writes");
            assert_eq!(
                serde_json::from_slice::<S>(&kept).expect("a state reads"),
                state,
                "I-11"
            );
        }
        let state = serde_json::to_string(&state).expect("a state writes");
        let advice = "the state came out differently: raise STATE_VERSION and add a line";
        assert_eq!(state, written, "{}: {advice}", S::TYPE);
    }
    (S::TYPE, state_version)
}

#[test]
fn every_golden_stream_leads_to_its_balances_and_its_state() {
    let found: BTreeSet<_> = lines()
        .map(|line| match line.stream {
            Player::TYPE => check::<Player>(line),
            ConfigDocument::TYPE => check::<ConfigDocument>(line),
            Treasury::TYPE => check::<Treasury>(line),
            other => panic!("no stream is called {other}"),
        })
        .collect();
    let expected = [
        (Player::TYPE, Player::STATE_VERSION),
        (ConfigDocument::TYPE, ConfigDocument::STATE_VERSION),
        (Treasury::TYPE, Treasury::STATE_VERSION),
    ];
    let missing: Vec<_> = expected.into_iter().filter(|newest| !found.contains(newest)).collect();
    assert!(missing.is_empty(), "without a golden stream: {missing:?}");
}

#[test]
fn the_golden_player_leaves_no_part_of_the_state_empty() {
    let newest = lines().find(|line| (line.stream, line.state_version) == (Player::TYPE, Player::STATE_VERSION));
    let state: Value = serde_json::from_str(newest.expect("a golden player").state.get()).expect("json");
    let empty = empty_places("player", &state);
    assert!(empty.is_empty(), "a change of these would not be noticed: {empty:?}");
}

fn empty_places(place: &str, value: &Value) -> Vec<String> {
    let here = |empty: bool| if empty { vec![place.to_owned()] } else { Vec::new() };
    match value {
        Value::Object(fields) => (fields.iter())
            .flat_map(|(name, value)| empty_places(&format!("{place}.{name}"), value))
            .collect(),
        Value::Array(items) => here(items.is_empty()),
        Value::Null => here(true),
        Value::String(text) => here(text.is_empty()),
        Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

#[test]
fn a_players_state_does_not_grow_with_its_history() {
    let elder = Angler::registered(1, None, domain::testing::START);
    let elder = Angler::registered(2, Some(elder.as_inviter()), domain::testing::START.plus_ms(1));
    let mut angler = Angler::registered(3, Some(elder.as_inviter()), domain::testing::START.plus_ms(2));
    angler = angler.with_coins(1_000_000_000).with_diamonds(1_000_000);
    let mut heaviest = 0;
    for day in 0..200 {
        angler.wait(DAY_MS);
        angler.must(domain::player::signin::SignIn);
        if day % 10 == 0 {
            let rotation = angler.rotation(&"x".repeat(64));
            angler.must(rotation);
        }
        angler.dives(10, 1);
        for _ in 0..37 {
            angler.wait(2_500);
            angler.must(angler.cast(true));
            heaviest = heaviest.max(angler.player.weight());
        }
    }
    assert!(angler.log.len() > 7_000, "{} events", angler.log.len());
    assert!((1_000..PLAYER_BYTES_MAX).contains(&heaviest), "{heaviest} bytes");
}
