//! What the days made: counted, checked by the product's own checks, and printed.

use super::Calendar;
use super::desk::Desk;
use super::house::House;
use crate::commands::{Failure, database, serve};
use domain::period::Span;
use domain::time::Month;
use ledger::balance::AsOf;
use ledger::trial::{Period, trial_balance};
use serde_json::json;
use settings::table::Table;
use std::collections::BTreeMap;
use std::time::Duration;
use tools::simulate::tally::Tally;
use tools::simulate::year::Crowd;
use workers::audit;

/// The figures at the end.
pub struct Outcome {
    calendar: Calendar,
    players: usize,
    events: i64,
    months: Vec<Month>,
    spans: Vec<Span>,
    restated: Option<Month>,
    /// What the trial balance sums to, by asset, where it is not nothing.
    unbalanced: BTreeMap<String, i128>,
    laws: usize,
    broken: Vec<&'static str>,
    /// What the verification found first.
    finding: Option<String>,
    tally: Tally,
}

/// Counts and checks.
///
/// # Errors
/// A fault of the database.
pub async fn of(house: &House, calendar: Calendar, desk: Desk, crowd: Crowd) -> Result<Outcome, Failure> {
    house.sign().await?;
    serve::settle(&house.ledger).await;
    let log = house.ledger.pool();
    let mut events = 0;
    for partition in 0..i32::from(house.ledger.partitions()) {
        events += projections::cursor::head(&house.ledger, partition)
            .await
            .map_err(database::failure)?;
    }
    let whole = Period {
        after: None,
        until: AsOf::Latest,
    };
    let mut sums: BTreeMap<String, i128> = BTreeMap::new();
    for line in trial_balance(log, whole).await.map_err(database::failure)? {
        *sums.entry(line.asset.clone()).or_default() += line.closing();
    }
    let laws = audit::run(log, &mut |_| {}).await.map_err(database::failure)?;
    let report = ledger::verify::run(log, &mut |_, _| {}).await;
    let report = report.map_err(database::failure)?;
    let finding = report.first();
    Ok(Outcome {
        calendar,
        players: crowd.known(),
        events,
        months: desk.months(),
        spans: desk.spans(),
        restated: desk.restated(),
        unbalanced: sums.into_iter().filter(|(_, sum)| *sum != 0).collect(),
        laws: laws.len(),
        broken: laws
            .iter()
            .filter(|law| !law.holds())
            .map(|law| law.law)
            .collect::<Vec<_>>(),
        finding: finding.map(|finding| format!("{}: {}", finding.check, finding.what)),
        tally: crowd.tally(),
    })
}

impl Outcome {
    /// Nothing is as it must not be.
    pub fn is_good(&self) -> bool {
        self.unbalanced.is_empty() && self.broken.is_empty() && self.finding.is_none() && self.tally.is_clean()
    }

    /// To the standard output.
    pub fn print(&self, json: bool, took: Duration) {
        let took_s = took.as_secs();
        if json {
            println!(
                "{}",
                json!({
                    "ok": self.is_good(), "first": self.calendar.first, "last": self.calendar.last,
                    "days": self.days(), "players": self.players, "events": self.events, "months_closed": self.months,
                    "spans_closed": self.spans, "restated": self.restated,
                    "trial_balance_zero": self.unbalanced.is_empty(), "laws": self.laws, "laws_broken": self.broken,
                    "finding": self.finding, "took_s": took_s, "calls": self.tally.json(self.players, took_ms(took)),
                })
            );
            return;
        }
        let mut table = Table::new(&["what", "figure"]);
        let mut row = |what: &str, figure: String| table.row(vec![what.to_owned(), figure]);
        let Calendar { first, last, .. } = self.calendar;
        row("days", format!("{}, {first} to {last}", self.days()));
        row("players", self.players.to_string());
        row("events", self.events.to_string());
        row("months closed", among(&self.months));
        row("quarters and years closed", among(&self.spans));
        row(
            "restated",
            self.restated.map_or("none".to_owned(), |month| month.to_string()),
        );
        row(
            "trial balance",
            said(self.unbalanced.is_empty(), "sums to zero in every asset"),
        );
        row("laws", said(self.broken.is_empty(), &format!("all {} hold", self.laws)));
        row("verification", said(self.finding.is_none(), "every event and row fits"));
        row("calls of players", self.tally.total().count.to_string());
        row("took", format!("{took_s} s"));
        print!("{table}");
        self.complain();
    }

    fn days(&self) -> usize {
        self.calendar.days().count()
    }

    fn complain(&self) {
        for (asset, sum) in &self.unbalanced {
            println!("The trial balance of {asset} sums to {sum} minor units.");
        }
        self.broken.iter().for_each(|law| println!("{law} is broken."));
        self.finding.iter().for_each(|finding| println!("{finding}."));
        let wrong = [
            &self.tally.mismatches,
            &self.tally.balances_wrong,
            &self.tally.dives_unfair,
            &self.tally.gave_up,
        ];
        wrong.into_iter().flatten().for_each(|sentence| println!("{sentence}"));
    }
}

fn took_ms(took: Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
}

fn said(holds: bool, what: &str) -> String {
    if holds { what.to_owned() } else { format!("NOT: {what}") }
}

/// How many, and the first and the last of them.
fn among<T: ToString>(periods: &[T]) -> String {
    match periods {
        [] => "none".to_owned(),
        [first, .., last] => format!("{}, {} to {}", periods.len(), first.to_string(), last.to_string()),
        [only] => only.to_string(),
    }
}
