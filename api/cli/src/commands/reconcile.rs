//! `ledger reconcile`: a statement of a chain, a custodian or a bank against the journal, line by line.

use super::amount::{counted, written};
use super::{Failure, database};
use api::moment;
use domain::time::{DAY_MS, HOUR_MS, Timestamp};
use ledger::EventLog;
use serde_json::{Value, json};
use settings::Settings;
use settings::table::Table;
use staff::reconciliation::{AGES, Compared, name, of_statement, statement};
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
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = Timestamp(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX));
        let read = async |log: &EventLog| {
            let compared = of_statement(log, statement, window_ms, now).await;
            compared.map_err(database::failure)
        };
        let compared = database::reading(settings, read).await?;
        match self.json {
            true => println!("{}", as_json(&compared)),
            false => print(&compared),
        }
        if compared.matched.breaks.is_empty() {
            Ok(())
        } else {
            Err(Failure::Found)
        }
    }
}

fn as_json(compared: &Compared) -> Value {
    let mut pairs: BTreeMap<String, usize> = BTreeMap::new();
    for pair in &compared.matched.pairs {
        *pairs.entry(name(pair.rule)).or_default() += 1;
    }
    let breaks = compared.matched.breaks.iter().map(|one| {
        let (at, amount) = compared.of(one);
        let line = one.statement.map(|place| {
            let line = &compared.statement[place];
            json!({
                "number": line.number, "transaction": line.transaction, "reference": line.reference,
                "time": moment::write(line.at), "amount": line.amount.to_string(), "asset": line.asset,
            })
        });
        json!({
            "kind": one.kind, "age_days": compared.now.since(at).div_euclid(DAY_MS), "amount": amount.to_string(),
            "statement": line, "journal": one.journal.map(|place| &compared.journal[place]),
        })
    });
    let ages = compared.ages().into_iter().enumerate().map(
        |(place, count)| json!({ "days": AGES.get(place), "breaks": count.lines, "amount": count.sum.to_string() }),
    );
    let [statement, journal] = compared.sides();
    json!({
        "lines": {
            "statement": statement.lines, "journal": journal.lines, "journal_outside": compared.matched.outside,
        },
        "pairs": pairs, "breaks": breaks.collect::<Vec<_>>(), "ages": ages.collect::<Vec<_>>(),
        "sums": { "statement": statement.sum.to_string(), "journal": journal.sum.to_string() },
    })
}

fn print(compared: &Compared) {
    let mut table = Table::new(&["break", "time", "amount", "statement", "journal"]);
    for one in &compared.matched.breaks {
        let (at, amount) = compared.of(one);
        let line = one.statement.map(|place| &compared.statement[place]);
        let booked = one.journal.map(|place| &compared.journal[place]);
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
    let ages = compared.ages().into_iter().enumerate();
    for (place, count) in ages.filter(|(_, count)| count.lines > 0) {
        let days = AGES
            .get(place)
            .map_or("older".to_owned(), |days| format!("up to {}", counted(days, "day")));
        let breaks = counted(count.lines, "break");
        println!("{days}: {breaks}, {} USDT", written("usdt", count.sum));
    }
    let [statement, journal] = compared.sides();
    println!(
        "{} of the statement ({}) and {} of the journal ({}): {}, {}, {} outside its time.",
        counted(statement.lines, "line"),
        written("usdt", statement.sum),
        journal.lines,
        written("usdt", journal.sum),
        counted(compared.matched.pairs.len(), "pair"),
        counted(compared.matched.breaks.len(), "break"),
        compared.matched.outside,
    );
}
