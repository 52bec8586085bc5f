//! The command line: one file a command, this one is the table of contents.
//!
//! | exit code | means |
//! |---|---|
//! | 0 | done, nothing to complain about |
//! | 1 | a check found a problem, or the work failed on the way |
//! | 2 | a flag or a setting cannot work; nothing was done |
//!
//! Results go to stdout, the log and progress to stderr. `--json` prints one object for programs.

mod amount;
mod audit;
mod backup;
mod balance;
mod checkpoint;
mod config;
#[cfg(feature = "tools")]
mod demo_witness;
#[cfg(feature = "tools")]
mod dev_login;
mod env_example;
mod erasure;
mod export;
mod financials;
mod health;
mod keys;
mod kyc;
mod liabilities;
#[cfg(feature = "tools")]
mod local_chain;
mod logs;
mod migrate;
mod openapi;
mod ops;
mod period;
mod periods;
mod proposals;
mod prove;
mod rail;
mod rebuild;
mod reconcile;
mod redpacket;
mod replay;
mod restate;
mod serve;
#[cfg(feature = "tools")]
mod simulate;
mod staff;
mod statement;
mod subject;
mod treasury;
mod trial_balance;
#[cfg(feature = "tools")]
mod up;
mod verify;
mod verify_bundle;
mod verify_dive;
mod verify_stock;
#[cfg(feature = "tools")]
mod web_build;
mod withdraw;
mod witness;

use api::moment;
use clap::{Parser, Subcommand};
pub(crate) use settings::{Failure, database, progress};
use settings::{RawSettings, Settings};
use std::process::ExitCode;

const AFTER_HELP: &str = "\
Exit codes: 0 fine; 1 a check found a problem or the work failed; 2 a flag or a setting cannot work.
Results are on stdout, the log is on stderr (RUST_LOG says how much of it).
A newcomer starts with `ledger up`.";

/// The fishing mini-app on its event-sourced ledger, in one program.
#[derive(Parser, Debug)]
#[command(name = "ledger", version, after_help = AFTER_HELP, arg_required_else_help = true)]
struct Line {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    settings: RawSettings,
}

#[derive(Subcommand, Debug)]
enum Command {
    #[cfg(feature = "tools")]
    Up(up::Up),
    Serve(serve::Serve),
    Health(health::Health),
    Migrate(migrate::Migrate),
    #[command(name = "openapi")]
    OpenApi(openapi::OpenApi),
    EnvExample(env_example::EnvExample),
    Ops(ops::Ops),
    #[cfg(feature = "tools")]
    DevLogin(dev_login::DevLogin),
    Replay(replay::Replay),
    Balance(balance::Balance),
    Statement(statement::Statement),
    TrialBalance(trial_balance::TrialBalance),
    Financials(financials::Financials),
    Periods(periods::Periods),
    Restate(restate::Restate),
    Reconcile(reconcile::Reconcile),
    Liabilities(liabilities::Liabilities),
    #[cfg(feature = "tools")]
    Bench(tools::bench::Bench),
    #[cfg(feature = "tools")]
    #[command(hide = true)]
    BenchChild(tools::bench::BenchChild),
    Rebuild(rebuild::Rebuild),
    Keys(keys::Keys),
    Checkpoint(checkpoint::Checkpoint),
    Witness(witness::WitnessCommand),
    Prove(prove::Prove),
    Export(export::Export),
    Verify(verify::Verify),
    Backup(backup::Backup),
    Audit(audit::Audit),
    VerifyDive(verify_dive::VerifyDive),
    #[cfg(feature = "tools")]
    Simulate(tools::simulate::Simulate),
    #[command(name = "redpacket")]
    Redpacket(redpacket::Redpacket),
    Config(config::ConfigCommand),
    Staff(staff::Staff),
    Proposals(proposals::Proposals),
    Kyc(kyc::Kyc),
    Erasure(erasure::Erasure),
    Withdraw(withdraw::Withdraw),
    Treasury(treasury::Treasury),
    Rail(rail::Rail),
    #[cfg(feature = "tools")]
    Drill(tools::drill::Drill),
    #[cfg(feature = "tools")]
    #[command(hide = true)]
    DrillWorker(tools::drill::DrillWorker),
}

/// Reads the command line, does what it says and answers the exit code.
pub fn run() -> ExitCode {
    let line = Line::parse();
    let done = line.settings.check().map_err(Failure::from).and_then(|settings| {
        let otlp = settings.service.otlp.as_deref().filter(|_| line.command.is_service());
        // Dropped after the command: what it did last is sent too.
        let _traces = logs::start(settings.service.log, otlp, line.command.is_quiet())?;
        line.command.run(&settings)
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Found) => ExitCode::from(1),
        Err(Failure::Usage(sentence)) => {
            eprintln!("{sentence}");
            ExitCode::from(2)
        }
        Err(Failure::Fault(fault)) => {
            eprintln!("{}", written(&fault));
            ExitCode::from(1)
        }
    }
}

/// A fault and its causes, each written once: many messages already contain their cause.
fn written(fault: &anyhow::Error) -> String {
    fault
        .chain()
        .map(ToString::to_string)
        .fold(String::new(), |text, cause| {
            let separator = if text.is_empty() { "" } else { ": " };
            if text.contains(&cause) {
                text
            } else {
                text + separator + &cause
            }
        })
}

impl Command {
    /// Whether it answers calls, until it is asked to stop.
    const fn is_service(&self) -> bool {
        match self {
            #[cfg(feature = "tools")]
            Command::Up(_) => true,
            Command::Serve(_) => true,
            _ => false,
        }
    }

    /// Whether it runs the service inside itself and shows its own progress.
    const fn is_quiet(&self) -> bool {
        match self {
            #[cfg(feature = "tools")]
            Command::Simulate(_) => true,
            _ => false,
        }
    }

    fn run(self, settings: &Settings) -> Result<(), Failure> {
        match self {
            #[cfg(feature = "tools")]
            Command::DevLogin(command) => command.run(settings),
            Command::VerifyDive(command) => on_runtime(command.run(settings)),
            #[cfg(feature = "tools")]
            Command::Up(command) => on_runtime(command.run(settings)),
            Command::Serve(command) => on_runtime(command.run(settings)),
            Command::OpenApi(command) => command.run(),
            Command::Ops(command) => command.run(),
            Command::EnvExample(command) => {
                command.run();
                Ok(())
            }
            Command::Health(command) => on_runtime(command.run(settings)),
            Command::Migrate(command) => on_runtime(command.run(settings)),
            Command::Replay(command) => on_runtime(command.run(settings)),
            Command::Balance(command) => on_runtime(command.run(settings)),
            Command::Statement(command) => on_runtime(command.run(settings)),
            Command::TrialBalance(command) => on_runtime(command.run(settings)),
            Command::Financials(command) => on_runtime(command.run(settings)),
            Command::Periods(command) => on_runtime(command.run(settings)),
            Command::Restate(command) => on_runtime(command.run(settings)),
            Command::Reconcile(command) => on_runtime(command.run(settings)),
            Command::Liabilities(command) => on_runtime(command.run(settings)),
            #[cfg(feature = "tools")]
            Command::Bench(command) => on_runtime(command.run(settings)),
            #[cfg(feature = "tools")]
            Command::BenchChild(command) => on_runtime(command.run()),
            Command::Rebuild(command) => on_runtime(command.run(settings)),
            Command::Keys(command) => on_runtime(command.run(settings)),
            Command::Checkpoint(command) => on_runtime(command.run(settings)),
            Command::Witness(command) => on_runtime(command.run()),
            Command::Prove(command) => on_runtime(command.run(settings)),
            Command::Export(command) => on_runtime(command.run(settings)),
            Command::Verify(command) => on_runtime(command.run(settings)),
            Command::Backup(command) => on_runtime(command.run(settings)),
            Command::Audit(command) => on_runtime(command.run(settings)),
            #[cfg(feature = "tools")]
            Command::Simulate(command) => on_runtime(simulate::run(command, settings)),
            Command::Redpacket(command) => on_runtime(command.run(settings)),
            Command::Config(command) => on_runtime(command.run(settings)),
            Command::Staff(command) => on_runtime(command.run(settings)),
            Command::Proposals(command) => on_runtime(command.run(settings)),
            Command::Kyc(command) => on_runtime(command.run(settings)),
            Command::Erasure(command) => on_runtime(command.run(settings)),
            Command::Withdraw(command) => on_runtime(command.run(settings)),
            Command::Treasury(command) => on_runtime(command.run(settings)),
            Command::Rail(command) => on_runtime(command.run(settings)),
            #[cfg(feature = "tools")]
            Command::Drill(command) => on_runtime(command.run(settings)),
            #[cfg(feature = "tools")]
            Command::DrillWorker(command) => on_runtime(command.run()),
        }
    }
}

/// Runs a command that waits for the network or the database.
fn on_runtime(command: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|fault| Failure::Fault(fault.into()))?.block_on(command)
}
