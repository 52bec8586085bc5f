//! `ledger verify`: does the whole database agree with its own log?

use super::amount::counted;
use super::verify_bundle::Macs;
use super::{Failure, checkpoint, database, progress, verify_bundle, verify_stock};
use ledger::notary::witnessed::Demand;
use ledger::notary::{Checkpoint, WitnessKey, audit};
use ledger::verify::{Check, Finding, Progress, Report, run};
use ledger::{EventLog, Fault};
use serde_json::json;
use settings::Settings;
use settings::table::Table;
use std::path::{Path, PathBuf};
use workers::audit::{draws, shares};

/// Recompute the whole database from its events and name the first place that does not fit.
///
/// Checked are positions and heads, the hash chain of every stream, that every event reads back and
/// balances, every posting, every balance, the floors and the remembered answers; with the master key also that
/// this service wrote every event and answer (their MACs). If all of that fits, every draw whose seed was revealed
/// is recomputed, of dives and of red packets. It may run beside a working server: it reads consistent moments and
/// changes nothing. Exit code 1 when something does not fit.
#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("held").args(["checkpoint", "bundle"])))]
pub struct Verify {
    /// Compare every stream with what the published postgres-es repository makes of it, and check nothing else
    #[arg(long)]
    stock: bool,
    /// Also compare the log with a checkpoint that was held elsewhere: whatever was changed in what it covers is found
    #[arg(long, value_name = "FILE", conflicts_with = "stock")]
    checkpoint: Option<PathBuf>,
    /// Check a proof of `ledger prove`, every one in a folder, or an export of `ledger export`, without any database
    #[arg(long, value_name = "PATH", conflicts_with = "stock")]
    bundle: Option<PathBuf>,
    /// The key to trust for it, as `ledger checkpoint --vkey` printed it. With this key, an export fails unless a checkpoint signed by the key covers all of it. Check an export of a range or of one player without --vkey: its rows are then compared with each other only
    #[arg(long, value_name = "KEY", requires = "held")]
    vkey: Option<String>,
    /// Also make the MAC of every event and refusal of an export anew, with the master key (LEDGER_MASTER_KEY; those before it in LEDGER_OTHER_MASTER_KEYS)
    #[arg(long, requires = "bundle")]
    with_seals: bool,
    /// Key of a witness whose cosignature counts for the checkpoint, as `ledger witness --print-key` prints it; may be repeated. Absent: those of LEDGER_WITNESSES. --witnesses-needed or LEDGER_WITNESSES_NEEDED says how many of them each log needs; absent: all that are named here
    #[arg(long, value_name = "KEY", requires = "checkpoint")]
    witness: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Verify {
    /// Recomputes and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        if self.stock {
            return verify_stock::run(settings, self.json).await;
        }
        if let Some(path) = &self.bundle {
            let seals = match self.with_seals {
                true => Macs::Asked(settings.known_master_keys()?),
                false => Macs::Unasked,
            };
            return verify_bundle::run(path, self.vkey.as_deref(), seals, self.json);
        }
        let demand = self.demand(settings)?;
        let report = database::reading(settings, async |pool| {
            let report = self.report(pool, &demand).await;
            if pool.key().is_none() {
                eprintln!("Without the master key (LEDGER_MASTER_KEY) it is not checked who wrote the events.");
            }
            report
        });
        let report = report.await?;
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

impl Verify {
    /// The witnesses that the checkpoint needs.
    fn demand(&self, settings: &Settings) -> Result<Demand, Failure> {
        let unfit = |why| Failure::Usage(format!("--witness: {why}."));
        let named = self.witness.iter().map(|key| WitnessKey::parse(key).map_err(unfit));
        let mut demand = settings.witnesses.demand();
        if !self.witness.is_empty() {
            demand.witnesses = named.collect::<Result<_, Failure>>()?;
            demand.needed = settings.witnesses.needed.unwrap_or(demand.witnesses.len());
        }
        if demand.needed > demand.witnesses.len() {
            return Err(Failure::Usage(format!(
                "--witnesses-needed {}: there are {} witnesses.",
                demand.needed,
                demand.witnesses.len()
            )));
        }
        Ok(demand)
    }

    async fn report(&self, pool: &EventLog, demand: &Demand) -> Result<Report, Failure> {
        let held = match &self.checkpoint {
            Some(path) => Some(held(path, self.vkey.as_deref(), pool, demand).await?),
            None => None,
        };
        let bar = progress::bar(0);
        let mut report_progress = |read: u64, total: u64| {
            bar.set_length(total);
            bar.set_position(read);
        };
        let report = compare(pool, held.as_ref(), &mut report_progress).await;
        bar.finish_and_clear();
        report.map_err(database::failure)
    }
}

/// The checkpoint of a file, believed on the word of the key that was passed, else of the database.
async fn held(path: &Path, vkey: Option<&str>, pool: &EventLog, demand: &Demand) -> Result<Checkpoint, Failure> {
    let vkey = match verify_bundle::trusted(vkey)? {
        Some(vkey) => vkey,
        None => {
            eprintln!("Warning: the key comes from the database itself; pass the key that you trust by --vkey.");
            checkpoint::newest(pool).await?.1
        }
    };
    Ok(checkpoint::witnessed(path, &vkey, demand)?.checkpoint)
}

/// The database with its own log, and its log with what was held outside.
async fn compare(pool: &EventLog, held: Option<&Checkpoint>, progress: Progress<'_>) -> Result<Report, Fault> {
    let mut report = run(pool, progress).await?;
    if let Some(held) = held {
        let mut snapshot = pool.begin().await?;
        sqlx::query("set transaction isolation level repeatable read, read only")
            .execute(&mut *snapshot)
            .await?;
        report.checks.extend(audit::run(&mut snapshot, held, progress).await?);
    }
    // Of a log that does not fit nothing is recomputed.
    if report.is_clean() {
        report.checks.extend(recomputed(pool).await?);
    }
    Ok(report)
}

/// What revealed seeds drew, of dives and of packets.
async fn recomputed(pool: &EventLog) -> Result<[Check; 2], Fault> {
    let tables = draws::tables(pool).await?;
    let mut snapshot = pool.begin().await?;
    sqlx::query("set transaction isolation level repeatable read, read only")
        .execute(&mut *snapshot)
        .await?;
    let dives = draws::check(&mut snapshot, &tables).await?;
    let packets = shares::check(&mut snapshot).await?;
    Ok(
        [("revealed dives", dives), ("shares of packets", packets)].map(|(name, law)| Check {
            name,
            compared: law.compared.unsigned_abs(),
            finding: law.first.map(|place| {
                // The place of an event, or the id of a dive.
                let (partition, position) = place.split_once('/').unwrap_or_default();
                Finding {
                    check: name,
                    partition: partition.parse().unwrap_or_default(),
                    position: position.parse().ok(),
                    what: format!("{place}: not so that {}", law.says),
                }
            }),
        }),
    )
}

/// Each check with what it compared, and what does not fit.
pub fn print_table(report: &Report) {
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
        None => println!("{}: everything fits.", counted(report.events, "event")),
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
