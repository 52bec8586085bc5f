//! `ledger bench`: what the ledger does in a second, beside stock and beside the physical limit.
//!
//! Every figure that is compared comes from one run: contestants take turns in shuffled rounds on one
//! server ([`contest`]), ratios are taken round by round ([`figures`]). The cases are in [`Case`]; what
//! they are held against is in [`promises`]. Works on scratch databases only ([`scratch`]).

mod books;
mod casts;
mod child;
mod conditions;
mod contest;
mod custody;
mod double_entry;
mod draws;
mod figures;
mod http;
mod lag;
mod liabilities;
mod limit;
mod load;
mod machine;
mod ours;
mod processes;
mod promises;
mod reading;
mod report;
mod rows;
mod seals;
mod stock;
mod streams;
mod sustained;
#[cfg(test)]
mod tests;
mod writing;

pub use child::BenchChild;

use crate::scratch;
use anyhow::Context;
use clap::ValueEnum;
use contest::Contest;
use load::Timing;
use rand::SeedableRng;
use rand::rngs::StdRng;
use report::{Figure, Report};
use scratch::Scratch;
use settings::Settings;
use settings::{Failure, progress};
use std::path::PathBuf;

/// Rounds of a full bench: the least number with a median that one bad round cannot move.
const ROUNDS: usize = 3;
/// Warm-up before each measured run, in thousandths of it.
const WARM_PER_MILLE: u64 = 350;
/// Measured time of a run of `--quick`.
const QUICK_MS: u64 = 300;
/// Pages of 8 kB that the server writes before the cases begin: more than one comparison writes.
const WORN_PAGES: usize = 500_000;
/// What `--quick` divides numbers of events and players by.
const QUICK_SCALE: usize = 100;

/// Measure the ledger beside stock cqrs-es with postgres-es and beside bare inserts, on one server.
///
/// Works on an embedded PostgreSQL of its own in the temp folder, or on scratch databases of the server
/// that DATABASE_URL names; both are removed at the end. Nothing else should run on the machine: ratios
/// survive a busy one roughly, absolute figures do not. Use a release build.
#[derive(clap::Args, Debug)]
pub struct Bench {
    /// Run only this case; may be given several times
    #[arg(long = "case", value_name = "NAME", value_enum)]
    cases: Vec<Case>,
    /// Length of a measured run
    #[arg(long, value_name = "S", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Rounds of every comparison
    #[arg(long, value_name = "N", default_value_t = ROUNDS, value_parser = rounds)]
    rounds: usize,
    /// A look at everything: one short round, a hundredth of the events and players
    #[arg(long, conflicts_with_all = ["seconds", "rounds"])]
    quick: bool,
    /// Players of the cases memory and liabilities
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = players)]
    players: usize,
    /// Decides the order within each round; a random one is printed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print one JSON object a case; the machine is described on stderr
    #[arg(long)]
    json: bool,
    /// Write the results to this file, as a page to keep
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Exit with 1 when a promise is missed by the cases that ran
    #[arg(long)]
    check: bool,
}

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
enum Case {
    /// Credits over 1,024 streams by 1, 8, 64 and 512 clients, beside stock, bare and batched inserts
    WriteSpread,
    /// Credits over 10 streams by 64 and 512 clients, beside the same over 1,024
    WriteHot10,
    /// Casts of the game by 64 clients
    WriteCast,
    /// Credits by 64 and 512 clients with everything on, beside the same without MACs
    Seals,
    /// A command on a stream of 10, 10,000 and 1,000,000 events, in memory and not
    StreamLength,
    /// Credits by one process and by two, on players of their own and on the same ones
    TwoProcesses,
    /// A log of 1,000,000 events folded into states, beside stock
    Replay,
    /// Balances made again from the same log while it grows, and compared
    Rebuild,
    /// The same log verified
    Verify,
    /// Balances of a player at some moment of the same log
    AsOf,
    /// Pages of the journal of the same log, filtered
    Journal,
    /// The trial balance of the same log at some position
    Trial,
    /// The same log written to files, in each form
    Export,
    /// How far the views are behind 1,000 casts a second
    Lag,
    /// Credits by 512 clients on 1, 4 and 8 logs in one database
    Partitions,
    /// Credits by 512 clients where each commit takes a millisecond more, beside stock
    SlowCommit,
    /// Ten times as long a run: memory and lag at its begin and its end
    Soak,
    /// Casts over HTTP by 8 and 64 clients, beside the command handler alone
    HttpCast,
    /// Balances read over HTTP by 8 and 64 clients
    HttpBalance,
    /// Memory of a process that meets all players
    Memory,
    /// What all players are owed, stated and published; a player's proof
    Liabilities,
    /// A statement of 10,000 lines matched with the journal of custody, 50 of them not in it
    Custody,
    /// Every cast of a log of revealed dives, recomputed as the audit does it
    Draws,
}

/// What the cases work with.
struct Meter {
    scratch: Scratch,
    contest: Contest,
    timing: Timing,
    partitions: u16,
    /// Numbers of events and players are divided by it.
    scale: usize,
    /// Players of the cases memory and liabilities.
    players: usize,
    figures: Vec<Figure>,
}

impl Meter {
    fn record(&mut self, figure: Figure) {
        self.figures.push(figure);
    }

    fn progress(&self, message: impl Into<String>) {
        self.contest.progress.set_message(message.into());
    }
}

impl Bench {
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        if self.check && cfg!(debug_assertions) {
            let sentence = "A debug build keeps no promise of speed: build with `cargo build --release -p cli`.";
            return Err(Failure::Usage(sentence.into()));
        }
        let seed = self.seed.unwrap_or_else(rand::random);
        let scratch = Scratch::start(settings).await?;
        let mut meter = Meter {
            scratch,
            contest: Contest {
                rounds: if self.quick { 1 } else { self.rounds },
                dice: StdRng::seed_from_u64(seed),
                progress: progress::spinner("probing the machine"),
            },
            timing: self.timing(),
            partitions: settings.store.partitions,
            scale: if self.quick { QUICK_SCALE } else { 1 },
            players: if self.quick {
                self.players / QUICK_SCALE
            } else {
                self.players
            },
            figures: Vec::new(),
        };
        let facts = machine::facts(meter.scratch.server(), meter.scratch.folder()).await;
        let measured = match &facts {
            Ok(_) => self.measure(&mut meter).await,
            Err(_) => Ok(()),
        };
        meter.contest.progress.finish_and_clear();
        let closed = meter.scratch.close().await;
        let report = Report {
            command: self.command(seed),
            facts: facts?,
            verdicts: promises::judge(&meter.figures, self.quick),
            figures: meter.figures,
        };
        // Figures that were measured before a fault are still worth reading.
        self.publish(&report)?;
        measured?;
        closed?;
        self.gate(&report)
    }

    async fn measure(&self, meter: &mut Meter) -> anyhow::Result<()> {
        let all = Case::value_variants();
        let cases = if self.cases.is_empty() { all } else { &self.cases };
        meter.progress("wearing the server in");
        meter.scratch.wear_in(WORN_PAGES / meter.scale).await?;
        let wanted = |case| cases.contains(&case);
        // A group of cases that fails keeps no other group from being measured.
        let mut failed = vec![writing::run(meter, cases).await];
        if wanted(Case::Seals) {
            failed.push(seals::run(meter).await.context("seals"));
        }
        if wanted(Case::StreamLength) {
            failed.push(streams::run(meter).await.context("stream_length"));
        }
        if wanted(Case::TwoProcesses) {
            failed.push(processes::two(meter).await.context("two_processes"));
        }
        failed.push(reading::run(meter, cases).await);
        if wanted(Case::Lag) {
            failed.push(lag::run(meter).await.context("lag"));
        }
        if wanted(Case::Partitions) {
            failed.push(conditions::partitions(meter).await.context("partitions"));
        }
        if wanted(Case::SlowCommit) {
            failed.push(conditions::slow_commit(meter).await.context("slow_commit"));
        }
        if wanted(Case::Soak) {
            failed.push(conditions::soak(meter).await.context("soak"));
        }
        failed.push(http::run(meter, cases).await);
        if wanted(Case::Memory) {
            failed.push(processes::memory(meter).await.context("memory"));
        }
        if wanted(Case::Liabilities) {
            failed.push(liabilities::run(meter).await.context("liabilities"));
        }
        if wanted(Case::Custody) {
            failed.push(custody::run(meter).await.context("custody"));
        }
        if wanted(Case::Draws) {
            failed.push(draws::run(meter).await.context("draws"));
        }
        all_of(failed)
    }

    fn timing(&self) -> Timing {
        let measure_ms = if self.quick { QUICK_MS } else { self.seconds * 1_000 };
        Timing {
            warm_ms: measure_ms * WARM_PER_MILLE / 1_000,
            measure_ms,
        }
    }

    /// The command line that repeats this run, order included.
    fn command(&self, seed: u64) -> String {
        let mut command = String::from("cargo run --release -p cli --bin ledger -- bench");
        for case in &self.cases {
            let name = case.to_possible_value().map(|value| value.get_name().to_owned());
            command += &format!(" --case {}", name.unwrap_or_default());
        }
        if self.quick {
            command += " --quick";
        } else {
            command += &format!(" --seconds {} --rounds {}", self.seconds, self.rounds);
        }
        command + &format!(" --seed {seed}")
    }

    fn publish(&self, report: &Report) -> Result<(), Failure> {
        if self.json {
            report.print_json();
        } else {
            report.print();
        }
        if let Some(file) = &self.table {
            std::fs::write(file, report.page()).with_context(|| format!("{} cannot be written", file.display()))?;
        }
        Ok(())
    }

    fn gate(&self, report: &Report) -> Result<(), Failure> {
        let missed: Vec<&str> = report
            .verdicts
            .iter()
            .filter(|verdict| verdict.kept == Some(false))
            .map(|verdict| verdict.promise.as_str())
            .collect();
        if self.check && !missed.is_empty() {
            missed.iter().for_each(|promise| eprintln!("missed: {promise}"));
            return Err(Failure::Found);
        }
        Ok(())
    }
}

/// One error that names every failure, or success when there is none.
fn all_of(results: Vec<anyhow::Result<()>>) -> anyhow::Result<()> {
    let failures: Vec<String> = results
        .into_iter()
        .filter_map(|result| result.err().map(|fault| format!("{fault:#}")))
        .collect();
    anyhow::ensure!(failures.is_empty(), "{}", failures.join("; "));
    Ok(())
}

fn players(text: &str) -> Result<usize, String> {
    let players = text
        .parse()
        .ok()
        .filter(|players| (1_000..=10_000_000).contains(players));
    players.ok_or_else(|| "1,000 to 10,000,000 players".into())
}

fn rounds(text: &str) -> Result<usize, String> {
    let rounds = text.parse().ok().filter(|rounds| (1..=99).contains(rounds));
    rounds.ok_or_else(|| "1 to 99 rounds".into())
}
