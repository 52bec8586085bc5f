//! `ledger backup check`: is a restored database the one whose checkpoints are held outside?

use super::amount::counted;
use super::{Failure, checkpoint, database, moment, progress, verify, verify_bundle};
use clap::Subcommand;
use ledger::balance::{self, AsOf};
use ledger::notary::store::{CheckpointStore, Held, LATEST};
use ledger::notary::witnessed::Demand;
use ledger::notary::{Signed, Vkey, audit};
use ledger::verify::{Check as Compared, Report, run};
use ledger::{EventLog, Fault};
use serde_json::{Value, json};
use settings::Settings;
use std::path::PathBuf;

/// Name of the check in the report.
const CHECK: &str = "checkpoints held outside";

/// Prove a restored database against what is held outside of it.
#[derive(clap::Args, Debug)]
pub struct Backup {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand, Debug)]
enum Act {
    Check(Check),
}

/// Recompute a restored database, and compare it with every checkpoint of a folder or bucket: is each the beginning of this log,
/// and what is missing of the last one?
///
/// To be run before the first `ledger serve` on it. Exit code 1 when the database is not whole, or older than what was
/// signed; 2 when no checkpoint lies there, or one that is not of this database.
#[derive(clap::Args, Debug)]
pub struct Check {
    /// A folder or a bucket (`s3://BUCKET/FOLDER`): a copy of LEDGER_CHECKPOINTS, or that one itself when it is absent
    #[arg(value_name = "DIR|URL")]
    place: Option<PathBuf>,
    /// The key to trust, as `ledger checkpoint --vkey` printed it. Absent: that of LEDGER_MASTER_KEY
    #[arg(long, value_name = "KEY")]
    vkey: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What the comparison showed.
struct Outcome {
    report: Report,
    /// Every checkpoint, by number, and whether this log begins with it.
    held: Vec<(Signed, bool)>,
    /// The newest position of each log of the database.
    ends: Vec<u64>,
}

impl Backup {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let Act::Check(check) = self.act;
        let outcome = database::reading(settings, async |pool| check.outcome(settings, pool).await).await?;
        if check.json {
            println!("{}", outcome.json());
        } else {
            verify::print_table(&outcome.report);
            print!("{}", outcome.sentences());
        }
        if outcome.report.is_clean() {
            Ok(())
        } else {
            Err(Failure::Found)
        }
    }
}

impl Check {
    async fn outcome(&self, settings: &Settings, pool: &EventLog) -> Result<Outcome, Failure> {
        let own = &settings.checkpoints;
        let store = match &self.place {
            Some(place) => own.store_at(place)?,
            None => own.store(),
        };
        let held = held(&store, &self.trusted(pool).await?).await?;
        let bar = progress::bar(0);
        let mut report_progress = |read: u64, total: u64| {
            bar.set_length(total);
            bar.set_position(read);
        };
        let outcome = compare(pool, held, &mut report_progress).await;
        bar.finish_and_clear();
        outcome.map_err(database::failure)
    }

    /// The key of whoever asks, else of this installation, else the database's own word.
    async fn trusted(&self, pool: &EventLog) -> Result<Vkey, Failure> {
        if let Some(vkey) = verify_bundle::trusted(self.vkey.as_deref())? {
            return Ok(vkey);
        }
        if pool.key().is_some() {
            return pool.vkey().map_err(database::failure);
        }
        eprintln!("Warning: the key comes from the database itself; pass the key that you trust by --vkey.");
        Ok(checkpoint::newest(pool).await?.1)
    }
}

/// Every checkpoint of a store, each once, by number.
async fn held(store: &CheckpointStore, vkey: &Vkey) -> Result<Vec<Signed>, Failure> {
    let newest = store.place();
    let place = newest
        .strip_suffix(LATEST)
        .map_or(&*newest, |folder| folder.trim_end_matches('/'));
    let unfit = |why: String| Failure::Usage(format!("{place} {why}."));
    let all = store.all().await;
    let all = all.map_err(|fault| unfit(format!("cannot be read: {fault}")))?;
    let held: Result<Vec<Signed>, Failure> = all
        .iter()
        .map(|Held { place, note }| checkpoint::believed(place, note, vkey, &Demand::default()))
        .collect();
    let mut held = held?;
    held.sort_by_key(|signed| signed.checkpoint.number);
    held.dedup();
    if held.is_empty() {
        return Err(unfit("holds no checkpoint".into()));
    }
    Ok(held)
}

async fn compare(pool: &EventLog, held: Vec<Signed>, progress: ledger::verify::Progress<'_>) -> Result<Outcome, Fault> {
    let mut report = run(pool, progress).await?;
    let mut snapshot = pool.begin().await?;
    sqlx::query("set transaction isolation level repeatable read, read only")
        .execute(&mut *snapshot)
        .await?;
    let checkpoints: Vec<_> = held.iter().map(|signed| &signed.checkpoint).collect();
    let findings = audit::prefixes(&mut snapshot, &checkpoints, progress).await?;
    let ends = balance::bounds(pool, AsOf::Latest).await?;
    report.checks.push(Compared {
        name: CHECK,
        compared: held.len() as u64,
        finding: findings.iter().flatten().next().cloned(),
    });
    let held = held.into_iter().zip(findings.iter().map(Option::is_none)).collect();
    let ends = ends.into_iter().map(i64::unsigned_abs).collect();
    Ok(Outcome { report, held, ends })
}

impl Outcome {
    /// The newest checkpoint outside.
    fn newest(&self) -> &Signed {
        &self.held[self.held.len() - 1].0
    }

    /// The newest checkpoint that this log begins with.
    fn continued(&self) -> Option<&Signed> {
        self.held.iter().rev().find(|(_, fits)| *fits).map(|(signed, _)| signed)
    }

    /// Of each log: where it ends, what was signed of it.
    fn logs(&self) -> impl Iterator<Item = (usize, u64, u64)> {
        let signed = self.newest().checkpoint.logs.iter().map(|log| log.size);
        let ends = self.ends.iter().copied();
        ends.zip(signed)
            .enumerate()
            .map(|(partition, (end, signed))| (partition, end, signed))
    }

    fn sentences(&self) -> String {
        let said = |signed: &Signed| {
            let checkpoint = &signed.checkpoint;
            let (number, time, events) = (checkpoint.number, moment::write(checkpoint.time), checkpoint.events());
            format!("{number} of {time} with {}", counted(events, "event"))
        };
        let mut lines = vec![format!(
            "Held outside: {}, the newest is {}.",
            counted(self.held.len(), "checkpoint"),
            said(self.newest())
        )];
        for (partition, end, signed) in self.logs() {
            lines.push(match end.checked_sub(signed) {
                Some(0) => format!("Partition {partition} ends at position {end}, where the newest checkpoint ends."),
                Some(more) => format!(
                    "Partition {partition} ends at position {end}, {} after the end of the newest checkpoint outside.",
                    counted(more, "event")
                ),
                None => format!(
                    "Partition {partition} ends at position {end}: positions {} to {signed} were signed and are MISSING.",
                    end + 1
                ),
            });
        }
        lines.push(match self.continued() {
            Some(newest) if newest == self.newest() => "This database continues every one of them.".into(),
            Some(older) => format!("The newest that this database continues is {}.", said(older)),
            None => "This database continues none of them.".into(),
        });
        lines.join("\n") + "\n"
    }

    fn json(&self) -> Value {
        let one = |signed: &Signed| {
            let checkpoint = &signed.checkpoint;
            json!({ "number": checkpoint.number, "time": moment::write(checkpoint.time), "events": checkpoint.events() })
        };
        let log = |(partition, end, signed): (usize, u64, u64)| {
            let (missing, newer) = (signed.saturating_sub(end), end.saturating_sub(signed));
            json!({ "partition": partition, "position": end, "signed": signed, "missing": missing, "newer": newer })
        };
        json!({
            "ok": self.report.is_clean(), "events": self.report.events, "checkpoints": self.held.len(),
            "newest": one(self.newest()), "continued": self.continued().map(one),
            "partitions": self.logs().map(log).collect::<Vec<_>>(), "first": self.report.first(),
        })
    }
}
