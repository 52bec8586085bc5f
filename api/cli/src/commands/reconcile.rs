//! `ledger reconcile`: a statement of a chain, a custodian or a bank against the journal, line by line.

use super::amount::written;
use super::{Failure, database};
use api::moment;
use domain::time::{DAY_MS, HOUR_MS, Timestamp};
use ledger::EventLog;
use serde::Serialize;
use serde_json::{Value, json};
use settings::Settings;
use settings::table::Table;
use staff::reconciliation::{AGES, Break, JournalLine, Matched, StatementLine, age, books, reconcile, statement};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// Match a statement of custody with the journal, line by line, and list what does not fit.
///
/// The statement is camt.053, or CSV with the columns transaction, time, amount, and, if known, reference and asset.
/// The journal is read from a window before the statement's first line to a window after its last one. Changes nothing.
/// Exit code 1 when something does not fit.
#[derive(clap::Args, Debug)]
pub struct Reconcile {
    /// The statement's file
    statement: PathBuf,
    /// Hours that a line of the statement and its journal line may be apart
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..=720))]
    window: u16,
    /// Print one JSON object: {lines, pairs, breaks, ages, sums}
    #[arg(long)]
    json: bool,
}

/// What was compared.
struct Compared {
    statement: Vec<StatementLine>,
    journal: Vec<JournalLine>,
    matched: Matched,
    now: Timestamp,
}

impl Reconcile {
    /// Reads both and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let name = self.statement.display();
        let unread = |error| Failure::Usage(format!("{name} cannot be read: {error}."));
        let bytes = std::fs::metadata(&self.statement).map_err(unread)?.len();
        if bytes > statement::BYTES_MAX {
            let most = statement::BYTES_MAX;
            let what = format!("{name} has {bytes} bytes, more than {most}: split it by its time.");
            return Err(Failure::Usage(what));
        }
        let text = std::fs::read_to_string(&self.statement).map_err(unread)?;
        let statement = statement::read(&text).map_err(|error| Failure::Usage(format!("{name}: {error}.")))?;
        let window_ms = i64::from(self.window) * HOUR_MS;
        let times = statement.iter().map(|line| line.at.0);
        let first = Timestamp(times.clone().min().unwrap_or(0) - window_ms - 1);
        let last = Timestamp(times.max().unwrap_or(0) + DAY_MS + window_ms);
        let read = async |log: &EventLog| books::lines(log, first, last).await.map_err(database::failure);
        let journal = database::reading(settings, read).await?;
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let compared = Compared {
            matched: reconcile(&statement, &journal, window_ms),
            now: Timestamp(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX)),
            statement,
            journal,
        };
        match self.json {
            true => println!("{}", compared.as_json()),
            false => compared.print(),
        }
        if compared.matched.breaks.is_empty() {
            Ok(())
        } else {
            Err(Failure::Found)
        }
    }
}

impl Compared {
    /// Lines, and their sum.
    fn sides(&self) -> [(usize, i128); 2] {
        let sum = |amounts: &mut dyn Iterator<Item = i64>| amounts.map(i128::from).sum();
        let statement = sum(&mut self.statement.iter().map(|line| line.amount));
        let journal = sum(&mut self.journal.iter().map(|line| line.amount));
        [(self.statement.len(), statement), (self.journal.len(), journal)]
    }

    /// When a break happened, and its amount: the statement's where it has one.
    fn of(&self, one: &Break) -> (Timestamp, i64) {
        let line = one.statement.map(|place| &self.statement[place]);
        let booked = one.journal.map(|place| &self.journal[place]);
        let of_line = line.map(|line| (line.at, line.amount));
        of_line
            .or_else(|| booked.map(|line| (Timestamp(line.at_ms), line.amount)))
            .unwrap_or((self.now, 0))
    }

    /// Breaks by age: how many, and their amounts' sum without signs.
    fn ages(&self) -> [(usize, i128); AGES.len() + 1] {
        let mut ages = [(0, 0); AGES.len() + 1];
        for one in &self.matched.breaks {
            let (at, amount) = self.of(one);
            let (count, sum) = &mut ages[age(at, self.now)];
            *count += 1;
            *sum += i128::from(amount.unsigned_abs());
        }
        ages
    }

    fn as_json(&self) -> Value {
        let mut pairs: BTreeMap<String, usize> = BTreeMap::new();
        for pair in &self.matched.pairs {
            *pairs.entry(name(pair.rule)).or_default() += 1;
        }
        let breaks = self.matched.breaks.iter().map(|one| {
            let (at, amount) = self.of(one);
            let line = one.statement.map(|place| {
                let line = &self.statement[place];
                json!({
                    "number": line.number, "transaction": line.transaction, "reference": line.reference,
                    "time": moment::write(line.at), "amount": line.amount.to_string(), "asset": line.asset,
                })
            });
            json!({
                "kind": one.kind, "age_days": self.now.since(at).div_euclid(DAY_MS), "amount": amount.to_string(),
                "statement": line, "journal": one.journal.map(|place| &self.journal[place]),
            })
        });
        let ages = self.ages().into_iter().enumerate().map(
            |(place, (count, sum))| json!({ "days": AGES.get(place), "breaks": count, "amount": sum.to_string() }),
        );
        let [(lines, sum), (booked, booked_sum)] = self.sides();
        json!({
            "lines": { "statement": lines, "journal": booked, "journal_outside": self.matched.outside },
            "pairs": pairs, "breaks": breaks.collect::<Vec<_>>(), "ages": ages.collect::<Vec<_>>(),
            "sums": { "statement": sum.to_string(), "journal": booked_sum.to_string() },
        })
    }

    fn print(&self) {
        let mut table = Table::new(&["break", "time", "amount", "statement", "journal"]);
        for one in &self.matched.breaks {
            let (at, amount) = self.of(one);
            let line = one.statement.map(|place| &self.statement[place]);
            let booked = one.journal.map(|place| &self.journal[place]);
            table.row(vec![
                name(one.kind),
                moment::write(at),
                written("usdt", amount.into()),
                line.map(|line| format!("line {} {}", line.number, line.transaction))
                    .unwrap_or_default(),
                booked
                    .map(|line| format!("{}/{} {}", line.partition, line.position, line.event))
                    .unwrap_or_default(),
            ]);
        }
        print!("{table}");
        for (place, (count, sum)) in self.ages().into_iter().enumerate().filter(|(_, (count, _))| *count > 0) {
            let days = AGES
                .get(place)
                .map_or("older".to_owned(), |days| format!("up to {days} days"));
            println!("{days}: {count} breaks, {} USDT", written("usdt", sum));
        }
        let [(lines, sum), (booked, booked_sum)] = self.sides();
        println!(
            "{lines} lines of the statement ({}) and {booked} of the journal ({}): {} pairs, {} breaks, {} outside its time.",
            written("usdt", sum),
            written("usdt", booked_sum),
            self.matched.pairs.len(),
            self.matched.breaks.len(),
            self.matched.outside,
        );
    }
}

/// A name as it stands in JSON.
fn name(of: impl Serialize) -> String {
    let value = serde_json::to_value(of).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}
