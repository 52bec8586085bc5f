//! What is said of a period at two moments, as the command and the console show it.

use super::restate::{CORRECTED, Restatement, Restating, Said};
use crate::wire::periods::{
    PeriodKnown, PeriodKnownClosing, PeriodsRestateData, RestatedAmount, RestatedLine, RestatedResult, RestatedUsdt,
    RestatingEvent, UsdtRestated,
};
use domain::chart::{Amounts, Chart, Entry, Rates};
use domain::money::Asset;

const CLOSED: &str = "PeriodClosed";

impl From<&Restatement> for PeriodsRestateData {
    fn from(found: &Restatement) -> PeriodsRestateData {
        let chart = Chart::built_in();
        let (earlier, later) = (&found.earlier.amounts, &found.later.amounts);
        let is_used = |entry: &&Entry| earlier.of(entry) != 0 || later.of(entry) != 0;
        let used: Vec<&Entry> = chart.entries.iter().filter(is_used).collect();
        let has_line = |asset: &Asset| used.iter().any(|entry| entry.asset == *asset);
        let changed = |entry: &Entry| found.events.iter().map(|event| event.amounts.of(entry)).sum();
        let holds = |entry: &Entry| later.of(entry) - earlier.of(entry) == changed(entry);
        PeriodsRestateData {
            period: found.period.to_string(),
            earlier: known(&found.earlier),
            later: known(&found.later),
            lines: used.iter().map(|entry| line(entry, earlier, later)).collect(),
            results: Asset::ALL
                .into_iter()
                .filter(has_line)
                .map(|asset| result(asset, earlier, later))
                .collect(),
            usdt: in_usdt(found, &used),
            events: found.events.iter().map(event).collect(),
            events_left_off: 0,
            unnamed: found.unnamed.iter().map(event).collect(),
            unnamed_left_off: 0,
            holds: chart.entries.iter().all(holds),
        }
    }
}

impl PeriodsRestateData {
    /// With so many events at most.
    #[must_use]
    pub fn with_events(mut self, most: usize) -> PeriodsRestateData {
        self.events_left_off = self.events.len().saturating_sub(most);
        self.events.truncate(most);
        self.unnamed_left_off = self.unnamed.len().saturating_sub(most);
        self.unnamed.truncate(most);
        self
    }
}

fn known(said: &Said) -> PeriodKnown {
    let closings = said.closings.iter().map(|(closing, _)| PeriodKnownClosing {
        sequence: closing.sequence,
        period: closing.period.to_string(),
        digest: closing.digest.clone(),
    });
    PeriodKnown {
        positions: super::by_log(&said.positions),
        recorded_ms: said.recorded_at.0,
        closings: closings.collect(),
    }
}

fn line(entry: &Entry, earlier: &Amounts, later: &Amounts) -> RestatedLine {
    RestatedLine {
        code: entry.code,
        key: entry.key.clone(),
        name: entry.name.en.clone(),
        name_zh: entry.name.zh.clone(),
        class: entry.class.name().to_owned(),
        asset: entry.asset.name().to_owned(),
        earlier: earlier.of(entry).to_string(),
        later: later.of(entry).to_string(),
        difference: (later.of(entry) - earlier.of(entry)).to_string(),
    }
}

fn result(asset: Asset, earlier: &Amounts, later: &Amounts) -> RestatedResult {
    let of = |amounts: &Amounts| amounts.totals(Chart::built_in(), asset).result();
    difference(asset, of(earlier), of(later))
}

fn difference(asset: Asset, earlier: i128, later: i128) -> RestatedResult {
    RestatedResult {
        asset: asset.name().to_owned(),
        earlier: earlier.to_string(),
        later: later.to_string(),
        difference: (later - earlier).to_string(),
    }
}

/// Nothing where a closing that was known stores no rates.
fn in_usdt(found: &Restatement, used: &[&Entry]) -> Option<RestatedUsdt> {
    let chart = Chart::built_in();
    let rates = |said: &'_ Said| said.closings.last()?.0.rates.clone();
    let later = rates(&found.later)?;
    // Before the first closing there is no figure, at whatever rate.
    let earlier: Rates = match found.earlier.closings.is_empty() {
        true => later.clone(),
        false => rates(&found.earlier)?,
    };
    let (earlier, later) = (
        found.earlier.amounts.valued(chart, &earlier),
        found.later.amounts.valued(chart, &later),
    );
    let line = |entry: &&Entry| {
        let line = line(entry, &earlier, &later);
        UsdtRestated {
            code: line.code,
            earlier: line.earlier,
            later: line.later,
            difference: line.difference,
        }
    };
    let [was, is] = [&earlier, &later].map(|amounts| amounts.in_usdt(chart).result());
    Some(RestatedUsdt {
        lines: used.iter().map(line).collect(),
        result: difference(Asset::Usdt, was, is),
    })
}

fn event(event: &Restating) -> RestatingEvent {
    let entries = Chart::built_in().entries.iter();
    let moved = entries.filter(|entry| event.amounts.of(entry) != 0);
    let (player, case_id) = event.correction.clone().unzip();
    RestatingEvent {
        partition: event.partition,
        position: event.position,
        event_type: if case_id.is_some() { CORRECTED } else { CLOSED }.to_owned(),
        recorded_ms: event.recorded_at.0,
        month: event.month.map(|month| month.to_string()),
        player,
        case_id,
        amounts: moved
            .map(|entry| RestatedAmount {
                code: entry.code,
                name: entry.name.en.clone(),
                name_zh: entry.name.zh.clone(),
                asset: entry.asset.name().to_owned(),
                amount: event.amounts.of(entry).to_string(),
            })
            .collect(),
    }
}
