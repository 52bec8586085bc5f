//! `ledger restate`: what was reported of a period as known at one moment, what as known at another, and which events
//! made the difference.

use super::amount::written;
use super::periods::span;
use super::{Failure, database};
use api::moment;
use domain::chart::{Chart, Entry};
use domain::period::{PeriodEvent, Span};
use ledger::EventLog;
use ledger::balance::AsOf;
use ledger::periods::Correction;
use serde_json::{Value, json};
use settings::Settings;
use settings::table::Table;
use staff::periods::{Restatement, Said, restate};

/// Show what is said of a period as known at two moments, and the events between them that changed it.
///
/// A closed month is never changed: what is said of it later is what was closed, with the corrections that name it. A
/// month whose closing was not known yet has no figures.
#[derive(clap::Args, Debug)]
pub struct Restate {
    /// YYYY-MM, YYYY-Q1 to YYYY-Q4, or YYYY
    #[arg(long, value_parser = span)]
    period: Span,
    /// A position of the log, or a time (RFC 3339); twice: the earlier moment and the later one
    #[arg(long, required = true, num_args = 1, value_name = "POSITION or TIME", value_parser = moment::of_log)]
    known_at: Vec<AsOf>,
    /// Print one JSON object: {period, known, lines, events}
    #[arg(long)]
    json: bool,
}

impl Restate {
    /// Reads both and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let [earlier, later] = self.known_at[..] else {
            return Err(Failure::Usage(
                "--known-at is needed twice: the earlier moment and the later one.".into(),
            ));
        };
        let read = async |pool: &EventLog| {
            let found = restate(pool, self.period, earlier, later).await;
            found.map_err(database::failure)
        };
        let found = database::reading(settings, read).await?;
        if found.later.positions < found.earlier.positions {
            return Err(Failure::Usage("The second moment is before the first.".into()));
        }
        match self.json {
            true => println!("{}", as_json(self.period, &found)),
            false => print(&found),
        }
        Ok(())
    }
}

/// Entries of which either moment has a figure.
fn entries(found: &Restatement) -> impl Iterator<Item = &'static Entry> {
    let entries = Chart::built_in().entries.iter();
    entries.filter(|entry| found.earlier.amounts.of(entry) != 0 || found.later.amounts.of(entry) != 0)
}

fn money(entry: &Entry, known: &Said) -> String {
    written(entry.asset.name(), known.amounts.of(entry))
}

fn as_json(period: Span, found: &Restatement) -> Value {
    let (one, other) = (&found.earlier, &found.later);
    let known = |known: &Said| {
        let closings = known.closings.iter().map(|closing| {
            let PeriodEvent::PeriodClosed {
                sequence,
                period,
                digest,
                ..
            } = closing;
            json!({ "sequence": sequence, "period": period, "digest": digest })
        });
        json!({ "positions": known.positions, "closings": closings.collect::<Vec<_>>() })
    };
    let line = |entry: &Entry| {
        let difference = other.amounts.of(entry) - one.amounts.of(entry);
        json!({
            "code": entry.code, "key": entry.key, "name": entry.name.en, "class": entry.class, "asset": entry.asset,
            "earlier": money(entry, one), "later": money(entry, other),
            "difference": written(entry.asset.name(), difference),
        })
    };
    let event = |leg: &Correction| {
        json!({
            "partition": leg.partition, "position": leg.position, "event": leg.event, "recorded_ms": leg.recorded_at.0,
            "player": leg.stream, "case_id": leg.case_id, "restates": leg.restates, "account": leg.account,
            "amount": leg.amount.to_string(),
        })
    };
    json!({
        "period": period.to_string(), "known": [known(one), known(other)],
        "lines": entries(found).map(line).collect::<Vec<_>>(),
        "events": found.corrections.iter().map(event).collect::<Vec<_>>(),
    })
}

fn print(found: &Restatement) {
    let mut table = Table::new(&["asset", "code", "name", "earlier", "later"]);
    for entry in entries(found) {
        table.row(vec![
            entry.asset.name().to_owned(),
            entry.code.to_string(),
            entry.name.en.clone(),
            money(entry, &found.earlier),
            money(entry, &found.later),
        ]);
    }
    print!("{table}");
    for known in [&found.earlier, &found.later] {
        println!(
            "At {:?}: {} of its months closed.",
            known.positions,
            known.closings.len()
        );
    }
    for leg in &found.corrections {
        println!(
            "{}/{} {} {} {} (case {})",
            leg.partition, leg.position, leg.event, leg.account, leg.amount, leg.case_id
        );
    }
}
