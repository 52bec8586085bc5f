//! Golden streams: whole histories with the balances and the state they lead to.
//!
//! `streams.jsonl` holds one line for each stream type and version of its state,
//! written when that version was the newest. Lines are added, never changed: the
//! events of every release lead to the same balances for ever (F-30, I-18), and a
//! state that comes out differently needs another `STATE_VERSION`, or snapshots
//! taken before would be believed (I-11).

use domain::case::Case;
use domain::config::{ConfigDocument, SectionDocument};
use domain::day_close::DayClose;
use domain::kyc::KycCheck;
use domain::period::Periods;
use domain::player::Player;
use domain::proposal::Proposal;
use domain::rank::Rank;
use domain::red_packet::RedPacket;
use domain::sample::Sample;
use domain::staff::Staff;
use domain::stock::Stock;
use domain::stream::{Stream, StreamEvent};
use domain::testing::Angler;
use domain::time::DAY_MS;
use domain::topup::TopUp;
use domain::treasury::Treasury;
use domain::withdrawal::Withdrawal;
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
fn balances<F: StreamEvent>(owner: Uuid, events: &[F]) -> BTreeMap<String, i64> {
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
            SectionDocument::TYPE => check::<SectionDocument>(line),
            Stock::TYPE => check::<Stock>(line),
            RedPacket::TYPE => check::<RedPacket>(line),
            Withdrawal::TYPE => check::<Withdrawal>(line),
            TopUp::TYPE => check::<TopUp>(line),
            KycCheck::TYPE => check::<KycCheck>(line),
            Rank::TYPE => check::<Rank>(line),
            Staff::TYPE => check::<Staff>(line),
            Proposal::TYPE => check::<Proposal>(line),
            DayClose::TYPE => check::<DayClose>(line),
            Periods::TYPE => check::<Periods>(line),
            Case::TYPE => check::<Case>(line),
            Sample::TYPE => check::<Sample>(line),
            other => panic!("no stream is called {other}"),
        })
        .collect();
    let expected = [
        (Player::TYPE, Player::STATE_VERSION),
        (ConfigDocument::TYPE, ConfigDocument::STATE_VERSION),
        (Treasury::TYPE, Treasury::STATE_VERSION),
        (SectionDocument::TYPE, SectionDocument::STATE_VERSION),
        (Stock::TYPE, Stock::STATE_VERSION),
        (RedPacket::TYPE, RedPacket::STATE_VERSION),
        (Withdrawal::TYPE, Withdrawal::STATE_VERSION),
        (TopUp::TYPE, TopUp::STATE_VERSION),
        (KycCheck::TYPE, KycCheck::STATE_VERSION),
        (Rank::TYPE, Rank::STATE_VERSION),
        (Staff::TYPE, Staff::STATE_VERSION),
        (Proposal::TYPE, Proposal::STATE_VERSION),
        (DayClose::TYPE, DayClose::STATE_VERSION),
        (Periods::TYPE, Periods::STATE_VERSION),
        (Case::TYPE, Case::STATE_VERSION),
        (Sample::TYPE, Sample::STATE_VERSION),
    ];
    let missing: Vec<_> = expected.into_iter().filter(|newest| !found.contains(newest)).collect();
    assert!(missing.is_empty(), "without a golden stream: {missing:?}");
}

/// Not all of a state can be full at once, so the golden players of the newest version fill it together.
#[test]
fn the_golden_players_leave_no_part_of_the_state_empty() {
    let newest = lines().filter(|line| (line.stream, line.state_version) == (Player::TYPE, Player::STATE_VERSION));
    let (mut empty, mut filled) = (BTreeSet::new(), BTreeSet::new());
    for line in newest {
        let state: Value = serde_json::from_str(line.state.get()).expect("json");
        sort_places("player", &state, &mut empty, &mut filled);
    }
    assert!(!filled.is_empty(), "a golden player");
    let never: Vec<_> = empty.difference(&filled).collect();
    assert!(never.is_empty(), "a change of these would not be noticed: {never:?}");
}

fn sort_places(place: &str, value: &Value, empty: &mut BTreeSet<String>, filled: &mut BTreeSet<String>) {
    let is_empty = match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                sort_places(&format!("{place}.{name}"), value, empty, filled);
            }
            fields.is_empty()
        }
        Value::Array(items) => items.is_empty(),
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    };
    let places = if is_empty { empty } else { filled };
    places.insert(place.to_owned());
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
            let rotation = angler.rotation(&format!("{day:x>64}"));
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
