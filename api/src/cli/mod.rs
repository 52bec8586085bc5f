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
mod balance;
mod bench;
mod checkpoint;
mod config;
mod database;
mod demo;
mod dev_login;
mod drill;
mod erasure;
mod export;
mod game;
mod kyc;
mod local_chain;
mod logs;
mod migrate;
mod openapi;
mod progress;
mod prove;
mod rail;
mod rebuild;
mod redpacket;
mod replay;
mod scratch;
mod serve;
mod simulate;
mod staff;
mod statement;
mod subject;
mod table;
mod treasury;
mod trial_balance;
mod up;
mod verify;
mod verify_bundle;
mod verify_dive;
mod verify_stock;
mod web_build;
mod withdraw;

use crate::config::{BadSetting, RawSettings, Settings};
use api::moment;
use clap::{Parser, Subcommand};
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
    Up(up::Up),
    Serve(serve::Serve),
    Migrate(migrate::Migrate),
    #[command(name = "openapi")]
    OpenApi(openapi::OpenApi),
    DevLogin(dev_login::DevLogin),
    Replay(replay::Replay),
    Balance(balance::Balance),
    Statement(statement::Statement),
    TrialBalance(trial_balance::TrialBalance),
    Bench(bench::Bench),
    #[command(hide = true)]
    BenchChild(bench::BenchChild),
    Rebuild(rebuild::Rebuild),
    Checkpoint(checkpoint::Checkpoint),
    Prove(prove::Prove),
    Export(export::Export),
    Verify(verify::Verify),
    Audit(audit::Audit),
    VerifyDive(verify_dive::VerifyDive),
    Simulate(simulate::Simulate),
    #[command(name = "redpacket")]
    Redpacket(redpacket::Redpacket),
    #[command(name = "config")]
    Numbers(config::Numbers),
    Staff(staff::Staff),
    Kyc(kyc::Kyc),
    Erasure(erasure::Erasure),
    Withdraw(withdraw::Withdraw),
    Treasury(treasury::Treasury),
    Rail(rail::Rail),
    Drill(drill::Drill),
    #[command(hide = true)]
    DrillWorker(drill::DrillWorker),
}

/// Why a command did not end well.
#[derive(Debug)]
pub enum Failure {
    /// A check did its work and found a problem, which it has printed.
    Found,
    /// The request cannot be served as asked; the sentence says why.
    Usage(String),
    /// The work failed on the way.
    Fault(anyhow::Error),
}

impl From<BadSetting> for Failure {
    fn from(bad: BadSetting) -> Failure {
        Failure::Usage(bad.to_string())
    }
}

impl From<anyhow::Error> for Failure {
    fn from(fault: anyhow::Error) -> Failure {
        Failure::Fault(fault)
    }
}

/// Reads the command line, does what it says and answers the exit code.
pub fn run() -> ExitCode {
    let line = Line::parse();
    let done = line.settings.check().map_err(Failure::from).and_then(|settings| {
        logs::start(settings.log);
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
            eprintln!("{}", told(&fault));
            ExitCode::from(1)
        }
    }
}

/// A fault and its causes, each said once: many messages already contain their cause.
fn told(fault: &anyhow::Error) -> String {
    fault
        .chain()
        .map(ToString::to_string)
        .fold(String::new(), |said, cause| {
            let separator = if said.is_empty() { "" } else { ": " };
            if said.contains(&cause) {
                said
            } else {
                said + separator + &cause
            }
        })
}

impl Command {
    fn run(self, settings: &Settings) -> Result<(), Failure> {
        match self {
            Command::DevLogin(command) => command.run(settings),
            Command::VerifyDive(command) => on_runtime(command.run(settings)),
            Command::Up(command) => on_runtime(command.run(settings)),
            Command::Serve(command) => on_runtime(command.run(settings)),
            Command::OpenApi(command) => command.run(),
            Command::Migrate(command) => on_runtime(command.run(settings)),
            Command::Replay(command) => on_runtime(command.run(settings)),
            Command::Balance(command) => on_runtime(command.run(settings)),
            Command::Statement(command) => on_runtime(command.run(settings)),
            Command::TrialBalance(command) => on_runtime(command.run(settings)),
            Command::Bench(command) => on_runtime(command.run(settings)),
            Command::BenchChild(command) => on_runtime(command.run()),
            Command::Rebuild(command) => on_runtime(command.run(settings)),
            Command::Checkpoint(command) => on_runtime(command.run(settings)),
            Command::Prove(command) => on_runtime(command.run(settings)),
            Command::Export(command) => on_runtime(command.run(settings)),
            Command::Verify(command) => on_runtime(command.run(settings)),
            Command::Audit(command) => on_runtime(command.run(settings)),
            Command::Simulate(command) => on_runtime(command.run(settings)),
            Command::Redpacket(command) => on_runtime(command.run(settings)),
            Command::Numbers(command) => on_runtime(command.run(settings)),
            Command::Staff(command) => on_runtime(command.run(settings)),
            Command::Kyc(command) => on_runtime(command.run(settings)),
            Command::Erasure(command) => on_runtime(command.run(settings)),
            Command::Withdraw(command) => on_runtime(command.run(settings)),
            Command::Treasury(command) => on_runtime(command.run(settings)),
            Command::Rail(command) => on_runtime(command.run(settings)),
            Command::Drill(command) => on_runtime(command.run(settings)),
            Command::DrillWorker(command) => on_runtime(command.run()),
        }
    }
}

/// Runs a command that waits for the network or the database.
fn on_runtime(command: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|fault| Failure::Fault(fault.into()))?.block_on(command)
}
