//! Every check of the project, in one command: `cargo ci`.
//!
//! Runs the checks of the [`catalogue`] in order, stops at the first failure unless told to
//! keep going, and ends with a table whose last line is `N passed, M failed`. The exit
//! code is 0 when all passed, 1 after a failure, 2 for a command line it does not understand.
//! Knows nothing of what the checks mean, and depends on nothing but the standard library.

mod catalogue;
mod options;
mod report;
mod run;
mod web_packages;

use catalogue::{CHECKS, Check, Step};
use options::Request;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    match options::parse(std::env::args().skip(1), CHECKS) {
        Ok(Request::Help) => print!("{}", options::USAGE),
        Ok(Request::List) => print!("{}", CHECKS.iter().map(listed).collect::<String>()),
        Ok(Request::Run { only, keep_going }) => return run_checks(&only, keep_going),
        Err(sentence) => {
            eprintln!("{sentence}\n\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn run_checks(only: &[&str], keep_going: bool) -> ExitCode {
    let asked = |check: &&Check| only.is_empty() || only.contains(&check.name);
    let checks: Vec<Check> = CHECKS.iter().filter(asked).copied().collect();
    let report = run::run(&root(), &checks, keep_going);
    println!("\n{report}");
    if report.is_clean() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
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
        Step::Root(line) => format!("    {line}\n"),
        Step::Web(line) => format!("    {line}  (in web)\n"),
        Step::Chain(line) => format!("    {line}  (in chain/evm)\n"),
        Step::ChainPackages => format!("    {}  (in chain/evm, when needed)\n", web_packages::INSTALL_CHAIN),
        Step::WebPackages => format!("    {}  (in web, when needed)\n", web_packages::INSTALL),
    };
    format!("{}\n{}", check.name, check.steps.iter().map(line).collect::<String>())
}
