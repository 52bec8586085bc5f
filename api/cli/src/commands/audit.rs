//! `ledger audit`: do the books keep their laws?

use super::{Failure, database, progress};
use serde_json::json;
use settings::Settings;
use settings::table::Table;
use workers::audit::{self, Verdict};

/// Ask every law of the books of the whole database, one query each.
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
        let (opened, pool) = database::open_to_read(settings).await?;
        let bar = progress::bar(audit::laws().count() as u64);
        let verdicts = audit::run(&pool, &mut |asked| bar.set_position(asked as u64)).await;
        bar.finish_and_clear();
        pool.close().await;
        opened.close().await?;
        let verdicts = verdicts.map_err(database::failure)?;
        let holds = verdicts.iter().all(Verdict::holds);
        if self.json {
            println!("{}", json!({ "ok": holds, "laws": verdicts }));
        } else {
            print_table(&verdicts);
        }
        if holds { Ok(()) } else { Err(Failure::Found) }
    }
}

fn print_table(verdicts: &[Verdict]) {
    let mut table = Table::new(&["law", "compared", "broken", "what it says"]);
    for verdict in verdicts {
        table.row(vec![
            verdict.law.to_owned(),
            verdict.compared.to_string(),
            verdict.broken.to_string(),
            verdict.says.to_owned(),
        ]);
    }
    print!("{table}");
    let broken: Vec<&Verdict> = verdicts.iter().filter(|verdict| !verdict.holds()).collect();
    for verdict in &broken {
        let first = verdict.first.as_deref().unwrap_or("a place without a name");
        println!(
            "{} is broken {} times, first at {first}: {}.",
            verdict.law, verdict.broken, verdict.says
        );
    }
    if broken.is_empty() {
        println!("All {} laws hold.", verdicts.len());
    }
}
