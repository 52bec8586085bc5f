//! `ledger verify-dive`: was this dive fair? Recomputed from the revealed seed, by anybody, also offline.

mod from_log;
#[cfg(test)]
mod tests;

use super::{Failure, database, progress};
use anyhow::Context;
use domain::paytable::Paytable;
use serde_json::json;
use settings::Settings;
use settings::table::Table;
use std::io::Read;
use std::path::PathBuf;
use uuid::Uuid;
use workers::audit::dive::{Comparison, Detail, NotVerifiable, parse, recompute};
use workers::audit::tables::Tables;

/// Said where there is no payout to compare.
const NOT_JUDGED: &str = "cancelled: its payout was not judged";

/// Largest file that is read: a dive of 37 casts takes 10 kB.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// Recompute every cast of a revealed dive and compare it with what was recorded.
///
/// Needs the dive's seed pair to be revealed (the player rotates it between dives). With --file the
/// command needs neither a server nor a database: save the answer of /api/v1/fishing/dive_detail and
/// give it here. A dive that staff cancelled paid nothing, so its casts are recomputed and every amount paid must be
/// zero. Exit code 1 and one sentence for each difference when the dive was not as it should be.
#[derive(clap::Args, Debug)]
pub struct VerifyDive {
    /// The dive's id: read from the log of this database
    #[arg(value_name = "DIVE", required_unless_present = "file", conflicts_with = "file")]
    dive: Option<Uuid>,
    /// Answer of fishing/dive_detail, whole or only its `data`; `-` reads stdin
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Paytable the dive of --file was played with, when it is not the built-in one
    #[arg(long, value_name = "FILE", requires = "file")]
    paytable: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl VerifyDive {
    /// Compares and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let (detail, tables) = match (&self.file, self.dive) {
            (Some(file), _) => (parse(&read(file)?)?, self.given_table()?),
            (None, Some(dive)) => from_database(settings, dive).await?,
            (None, None) => return Err(Failure::Usage("Name a dive or give --file.".into())),
        };
        let unfit = |reason: NotVerifiable| Failure::Usage(reason.to_string());
        let comparison = recompute(&detail, &tables).map_err(unfit)?;
        if self.json {
            print_json(&comparison);
        } else {
            print_table(&comparison);
        }
        if comparison.differences.is_empty() {
            Ok(())
        } else {
            Err(Failure::Found)
        }
    }

    fn given_table(&self) -> Result<Tables, Failure> {
        let Some(path) = &self.paytable else {
            return Ok(Tables::new([]));
        };
        let table: Paytable =
            serde_json::from_str(&read(path)?).with_context(|| format!("{} is not a paytable", path.display()))?;
        Ok(Tables::new([table]))
    }
}

async fn from_database(settings: &Settings, dive: Uuid) -> Result<(Detail, Tables), Failure> {
    database::reading(settings, async |pool| {
        let spinner = progress::spinner("looking for the dive");
        let found = from_log::read(pool, dive).await;
        spinner.finish_and_clear();
        found
    })
    .await
}

fn read(path: &PathBuf) -> anyhow::Result<String> {
    let source: Box<dyn Read> = match path.to_str() {
        Some("-") => Box::new(std::io::stdin()),
        _ => Box::new(std::fs::File::open(path).with_context(|| format!("{} cannot be read", path.display()))?),
    };
    let mut text = String::new();
    source
        .take(FILE_BYTES_MAX)
        .read_to_string(&mut text)
        .with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(text)
}

fn print_table(comparison: &Comparison) {
    let mut table = Table::new(&[
        "step",
        "level",
        "nonce",
        "t",
        "outcome",
        "prize",
        "bonus",
        "destroyed",
        "agrees",
    ]);
    for line in &comparison.lines {
        let (recorded, roll) = (&line.recorded, &line.roll);
        table.row(vec![
            recorded.seq.to_string(),
            recorded.level.to_string(),
            recorded.nonce.to_string(),
            roll.t.to_string(),
            roll.id
                .clone()
                .unwrap_or_else(|| format!("{:?}", roll.kind).to_lowercase()),
            roll.value.to_string(),
            roll.bonus.to_string(),
            roll.destroyed.iter().map(u8::to_string).collect::<Vec<_>>().join(" "),
            if line.agrees { "yes" } else { "NO" }.to_owned(),
        ]);
    }
    print!("{table}");
    if comparison.cancelled {
        println!("{NOT_JUDGED}");
    } else {
        println!("payout {} gusd, recomputed", comparison.payout);
    }
    for sentence in &comparison.differences {
        println!("DIFFERENT: {sentence}");
    }
    if comparison.differences.is_empty() {
        let what = if comparison.cancelled {
            "Every cast agrees"
        } else {
            "Every cast and the payout agree"
        };
        println!("{what} with the seed that was committed to.");
    }
}

fn print_json(comparison: &Comparison) {
    let agreeing = comparison.lines.iter().filter(|line| line.agrees).count();
    let differences = &comparison.differences;
    let casts = comparison.lines.len();
    let payout = (!comparison.cancelled).then_some(comparison.payout);
    println!(
        "{}",
        json!({ "ok": differences.is_empty(), "casts": casts, "agreeing": agreeing, "payout": payout, "cancelled": comparison.cancelled, "differences": differences })
    );
}
