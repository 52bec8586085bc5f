//! Every leg of every golden event has its entry in the chart of accounts, and each type of event in the chart exists.

use domain::chart::{Amounts, Chart};
use domain::money::Asset;
use domain::player::{Event, Player};
use domain::red_packet::{PacketEvent, RedPacket};
use domain::stream::{Stream, StreamEvent};
use domain::topup::{TopUp, TopUpEvent};
use domain::treasury::{Treasury, TreasuryEvent};
use domain::withdrawal::{Withdrawal, WithdrawalEvent};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use uuid::Uuid;

#[derive(Deserialize)]
struct Line {
    stream: String,
    name: String,
    version: u16,
    payload: Value,
}

/// The legs of a golden event: account and minor units.
fn legs<F: StreamEvent>(line: Line) -> Vec<(&'static str, i64)> {
    let lineage = F::lineage(&line.name).expect("a known event");
    let lifted = lineage.lift(line.version, line.payload).expect("a known version");
    let event: F = serde_json::from_value(lifted).expect("an event");
    let postings = event.postings(Uuid::from_u128(7));
    let legs = postings.legs().iter();
    legs.map(|leg| (leg.account.name(), leg.amount)).collect()
}

#[test]
fn every_leg_of_every_golden_event_is_in_the_chart_and_every_event_of_the_chart_exists() {
    let chart = Chart::built_in();
    let (mut amounts, mut used) = (Amounts::default(), BTreeSet::new());
    for text in include_str!("events.jsonl").lines() {
        let line: Line = serde_json::from_str(text).expect("a golden line");
        let name = line.name.clone();
        let legs = match line.stream.as_str() {
            Player::TYPE => legs::<Event>(line),
            RedPacket::TYPE => legs::<PacketEvent>(line),
            Treasury::TYPE => legs::<TreasuryEvent>(line),
            TopUp::TYPE => legs::<TopUpEvent>(line),
            Withdrawal::TYPE => legs::<WithdrawalEvent>(line),
            _ => continue,
        };
        for (account, amount) in legs {
            amounts.add(chart, account, &name, amount.into()).expect(&name);
            used.insert((account, name.clone()));
        }
    }
    assert!(used.len() > 40, "{used:?}");
    for asset in Asset::ALL {
        assert!(amounts.totals(chart, asset).hold(), "{asset:?}");
    }
    for event in chart.entries.iter().flat_map(|entry| &entry.events) {
        assert!(used.iter().any(|(_, name)| name == event), "{event} moves nothing");
    }
}
