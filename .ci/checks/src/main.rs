//! Every check of the project, in one command: `cargo ci`.
//!
//! Runs the checks of the [`catalogue`] in order, stops at the first failure unless asked to
//! keep going, and ends with a table whose last line is `N passed, M failed`. The exit
//! code is 0 when all passed, 1 after a failure, 2 for a command line it does not understand.
//! Knows nothing of what the checks mean, and depends on nothing but the standard library.

mod catalogue;
mod changes;
mod failover_programs;
mod ledger_program;
mod options;
mod postgres_programs;
mod report;
mod run;
mod scratch;
mod web_packages;

use catalogue::{CHECKS, Check, Step};
use options::{Request, Selection};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    match options::parse(std::env::args().skip(1), CHECKS) {
        Ok(Request::Help) => print!("{}", options::USAGE),
        Ok(Request::List) => print!("{}", CHECKS.iter().map(listed).collect::<String>()),
        Ok(Request::Run { selection, keep_going }) => return run_checks(&selection, keep_going),
        Err(sentence) => {
            eprintln!("{sentence}\n\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn run_checks(selection: &Selection, keep_going: bool) -> ExitCode {
    let root = root();
    let checks = match selected(&root, selection) {
        Ok(checks) => checks,
        Err(sentence) => {
            eprintln!("{sentence}");
            return ExitCode::from(2);
        }
    };
    let report = run::run(&root, &checks, keep_going);
    println!("\n{report}");
    if report.is_clean() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The checks to run, in the order of the catalogue.
fn selected(root: &Path, selection: &Selection) -> Result<Vec<Check>, String> {
    match selection {
        Selection::All => Ok(CHECKS.to_vec()),
        Selection::Only(names) => Ok(CHECKS
            .iter()
            .filter(|check| names.contains(&check.name))
            .copied()
            .collect()),
        Selection::Changed => {
            let changes = changes::since_main(root)?;
            let checks: Vec<Check> = changes.affected(CHECKS);
            println!(
                "{} files changed since {}: {} of {} checks.",
                changes.paths.len(),
                changes.base,
                checks.len(),
                CHECKS.len()
            );
            Ok(checks)
        }
    }
}

/// Two folders above this program's manifest.
fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR");
    let checks = manifest.map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    checks
        .ancestors()
        .nth(2)
        .map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

fn listed(check: &Check) -> String {
    let line = |step: &Step| match step {
        Step::WebPackages | Step::ChainPackages | Step::PostgresPrograms | Step::FailoverPrograms => {
            format!("    {}  # when needed\n", step.typed())
        }
        Step::Root(_) | Step::Web(_) | Step::Chain(_) | Step::BuiltLedger | Step::Ledger(_) => {
            format!("    {}\n", step.typed())
        }
    };
    format!("{}\n{}", check.name, check.steps.iter().map(line).collect::<String>())
}
