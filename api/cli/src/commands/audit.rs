//! `ledger audit`: do the books keep their laws?

use super::amount::counted;
use super::{Failure, database, progress};
use serde_json::json;
use settings::Settings;
use settings::table::Table;
use workers::audit::{self, LawResult};

/// Ask every law of the books of the whole database, one query each, and recompute every revealed dive.
///
/// The queries share no code with the service: `ledger verify` folds the events by its rules, this asks postings,
/// balances and events whether the outcome is lawful. It may run beside a working server: it reads one
/// consistent moment and changes nothing. Exit code 1 when a law is broken.
#[derive(clap::Args, Debug)]
pub struct Audit {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Audit {
    /// Asks and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let results = database::reading(settings, async |pool| {
            let bar = progress::bar(audit::count() as u64);
            let results = audit::run(pool, &mut |checked| bar.set_position(checked as u64)).await;
            bar.finish_and_clear();
            results.map_err(database::failure)
        });
        let results = results.await?;
        let holds = results.iter().all(LawResult::holds);
        if self.json {
            println!("{}", json!({ "ok": holds, "laws": results }));
        } else {
            print_table(&results);
        }
        if holds { Ok(()) } else { Err(Failure::Found) }
    }
}

fn print_table(results: &[LawResult]) {
    let mut table = Table::new(&["law", "compared", "broken", "what it says"]);
    for result in results {
        table.row(vec![
            result.law.to_owned(),
            result.compared.to_string(),
            result.broken.to_string(),
            result.says.to_owned(),
        ]);
    }
    print!("{table}");
    let broken: Vec<&LawResult> = results.iter().filter(|result| !result.holds()).collect();
    for result in &broken {
        let first = result.first.as_deref().unwrap_or("a place without a name");
        let times = counted(result.broken, "time");
        println!("{} is broken {times}, first at {first}: {}.", result.law, result.says);
    }
    if broken.is_empty() {
        println!("All {} laws hold.", results.len());
    }
}
