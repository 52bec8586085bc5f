//! `ledger trial-balance`: every account with opening, debit, credit and closing, and the proof that they sum to zero.

use super::amount::written;
use super::period::Period;
use super::{Failure, database};
use ledger::EventLog;
use ledger::balance::AsOf;
use ledger::trial::{self, TrialLine, sums, trial_balance};
use serde_json::json;
use settings::Settings;
use settings::table::Table;

/// Show the trial balance of the whole house, now, as of an earlier moment, or of a period.
///
/// Players' accounts of one name are one line. Every asset must sum to zero; exit code 1 when one does not.
#[derive(clap::Args, Debug)]
pub struct TrialBalance {
    #[command(flatten)]
    period: Period,
    /// Print one JSON object: {list, sums}
    #[arg(long)]
    json: bool,
}

impl TrialBalance {
    /// Sums and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let period = trial::Period {
            after: self.period.from,
            until: self.period.as_of.unwrap_or(AsOf::Latest),
        };
        let read = async |pool: &EventLog| {
            self.period.check(pool).await?;
            trial_balance(pool, period).await.map_err(database::failure)
        };
        let lines = database::reading(settings, read).await?;
        let is_zero = sums(&lines).values().all(|sum| *sum == 0);
        if self.json {
            print_json(&lines);
        } else {
            print_table(&lines);
        }
        if is_zero { Ok(()) } else { Err(Failure::Found) }
    }
}

fn print_json(lines: &[TrialLine]) {
    let listed: Vec<_> = lines
        .iter()
        .map(|line| {
            let money = |minor| written(&line.asset, minor);
            json!({
                "account": line.account, "asset": line.asset, "opening": money(line.opening),
                "debit": money(line.debit), "credit": money(line.credit), "balance": money(line.closing()),
            })
        })
        .collect();
    let sums: serde_json::Map<_, _> = sums(lines)
        .into_iter()
        .map(|(asset, sum)| (asset.to_owned(), json!(zero_or(asset, sum))))
        .collect();
    println!("{}", json!({ "list": listed, "sums": sums }));
}

fn print_table(lines: &[TrialLine]) {
    let mut table = Table::new(&["asset", "account", "opening", "debit", "credit", "closing"]);
    for line in lines {
        let money = |minor| written(&line.asset, minor);
        table.row(vec![
            line.asset.clone(),
            line.account.clone(),
            money(line.opening),
            money(line.debit),
            money(line.credit),
            money(line.closing()),
        ]);
    }
    print!("{table}");
    for (asset, sum) in sums(lines) {
        println!("{asset} sums to {}.", zero_or(asset, sum));
    }
}

/// Nothing is `0` whatever the decimals: the sign by which a program sees that an asset balances.
fn zero_or(asset: &str, sum: i128) -> String {
    if sum == 0 { "0".into() } else { written(asset, sum) }
}
