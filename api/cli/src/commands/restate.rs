//! `ledger restate`: what was reported of a period as known at one moment, what as known at another, and which events
//! made the difference.

use super::amount::written;
use super::period::check_come;
use super::periods::span;
use super::staff::refused;
use super::{Failure, database};
use domain::period::Span;
use ledger::EventLog;
use settings::Settings;
use settings::table::Table;
use staff::periods::{KnownAt, restate};
use staff::wire::periods::{PeriodKnown, PeriodsRestateData, RestatedAmount, RestatingEvent};

/// Show what is said of a period as known at two moments, and the events between them that changed it.
///
/// A closed month is never changed: what is said of it later is what was closed, with the corrections that name it. A
/// month whose closing was not known yet has no figures.
#[derive(clap::Args, Debug)]
pub struct Restate {
    /// YYYY-MM, YYYY-Q1 to YYYY-Q4, or YYYY
    #[arg(long, value_parser = span)]
    period: Span,
    /// A closed month (YYYY-MM: right after its closing), a position of the log, a time (RFC 3339), or `now`; twice: the
    /// earlier moment and the later one
    #[arg(long, required = true, num_args = 1, value_name = "MOMENT", value_parser = KnownAt::parse)]
    known_at: Vec<KnownAt>,
    /// Print one JSON object, the answer of `/staff/v1/periods/restate`: amounts are minor units
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
            let moments = self.known_at.iter().map(|known| ("--known-at", known.moment()));
            check_come(pool, &moments.collect::<Vec<_>>()).await?;
            let found = restate(pool, self.period, earlier, later).await;
            found.map_err(refused)
        };
        let found = PeriodsRestateData::from(&database::reading(settings, read).await?);
        match self.json {
            true => println!(
                "{}",
                serde_json::to_string(&found).map_err(|fault| Failure::Fault(fault.into()))?
            ),
            false => print(&found),
        }
        match found.holds {
            true => Ok(()),
            false => Err(Failure::Found),
        }
    }
}

/// Minor units as people read them.
fn money(asset: &str, minor: &str) -> String {
    minor
        .parse()
        .map_or_else(|_| minor.to_owned(), |minor| written(asset, minor))
}

fn print(found: &PeriodsRestateData) {
    let mut table = Table::new(&["asset", "code", "name", "earlier", "later", "difference"]);
    for line in &found.lines {
        let amounts = [&line.earlier, &line.later, &line.difference].map(|minor| money(&line.asset, minor));
        let names = [line.asset.clone(), line.code.to_string(), line.name.clone()];
        table.row(names.into_iter().chain(amounts).collect());
    }
    print!("{table}");
    for PeriodKnown {
        positions, closings, ..
    } in [&found.earlier, &found.later]
    {
        println!("At {positions:?}: {} of its months closed.", closings.len());
    }
    found.events.iter().for_each(print_event);
    if !found.unnamed.is_empty() {
        println!("Corrections since then that name no month: {}", found.unnamed.len());
    }
    found.unnamed.iter().for_each(print_event);
    if !found.holds {
        println!("The events do NOT make up the difference.");
    }
}

fn print_event(event: &RestatingEvent) {
    let case = event.case_id.as_ref().map(|case| format!(", case {case}"));
    println!(
        "{}/{} {} of {}{}",
        event.partition,
        event.position,
        event.event_type,
        event.month.as_deref().unwrap_or("no closed month"),
        case.unwrap_or_default()
    );
    for RestatedAmount {
        code,
        name,
        asset,
        amount,
        ..
    } in &event.amounts
    {
        println!("  {code} {name} {} {asset}", money(asset, amount));
    }
}
