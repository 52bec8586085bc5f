//! `ledger verify`: does the whole database agree with its own log?

use super::table::Table;
use super::{Failure, database, progress};
use crate::config::Settings;
use ledger::verify::{Report, run};
use serde_json::json;

/// Recompute the whole database from its events and name the first place that does not fit.
///
/// Checked are positions and heads, the hash chain of every stream, that every event reads back and
/// balances, every posting, every balance, the floors and the remembered answers. It may run beside a
/// working server: it reads one consistent moment and changes nothing. Exit code 1 when something does not fit.
#[derive(clap::Args, Debug)]
pub struct Verify {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Verify {
    /// Recomputes and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let (opened, pool) = database::open_to_read(settings).await?;
        let bar = progress::bar(0);
        let mut tell = |read: u64, total: u64| {
            bar.set_length(total);
            bar.set_position(read);
        };
        let report = run(&pool, &mut tell).await.map_err(database::failure);
        bar.finish_and_clear();
        pool.close().await;
        opened.close().await?;
        let report = report?;
        if self.json {
            println!(
                "{}",
                json!({ "ok": report.is_clean(), "events": report.events, "checks": report.checks, "first": report.first() })
            );
        } else {
            print_table(&report);
        }
        if report.is_clean() { Ok(()) } else { Err(Failure::Found) }
    }
}

fn print_table(report: &Report) {
    let mut table = Table::new(&["check", "compared", "result"]);
    for check in &report.checks {
        let result = check.finding.as_ref().map_or("fits", |_| "DOES NOT FIT");
        table.row(vec![
            check.name.to_owned(),
            check.compared.to_string(),
            result.to_owned(),
        ]);
    }
    print!("{table}");
    match report.first() {
        None => println!("{} events: everything fits.", report.events),
        Some(finding) => {
            let place = finding
                .position
                .map_or_else(|| "outside the log".into(), |position| format!("position {position}"));
            println!(
                "First bad place: partition {}, {place}, {}: {}.",
                finding.partition, finding.check, finding.what
            );
        }
    }
    for finding in report.checks.iter().filter_map(|check| check.finding.as_ref()) {
        println!("  {}: {}", finding.check, finding.what);
    }
}
