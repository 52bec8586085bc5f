//! Runs checks one after the other; the children write to the same terminal.

use crate::catalogue::{CHAIN, Check, Step};
use crate::report::{Line, Outcome, Report};
use crate::scratch::Scratch;
use crate::{failover_programs, ledger_program, postgres_programs, web_packages};
use std::env;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Instant;

/// Runs `checks` in the repository at `root`, with a line when one begins and when it ends.
pub fn run(root: &Path, checks: &[Check], keep_going: bool) -> Report {
    let mut report = Report::default();
    for (at, check) in checks.iter().enumerate() {
        let stopped = !keep_going && !report.is_clean();
        let began = Instant::now();
        let place = format!("[{:>2}/{}]", at + 1, checks.len());
        let outcome = if stopped {
            Outcome::NotRun
        } else {
            println!("\n{place} {}", check.name);
            run_check(root, check)
        };
        let line = Line {
            name: check.name,
            outcome,
            took: began.elapsed(),
        };
        if !stopped {
            println!("{place} {line}");
        }
        report.0.push(line);
    }
    report
}

fn run_check(root: &Path, check: &Check) -> Outcome {
    let ended = check.steps.iter().find_map(|step| run_step(root, *step).err());
    match ended {
        None => Outcome::Passed,
        Some(Outcome::Failed(why)) => Outcome::Failed(format!("{why}; again: {}", check.alone())),
        Some(other) => other,
    }
}

/// How the check ends, when it ends with this step.
fn run_step(root: &Path, step: Step) -> Result<(), Outcome> {
    match step {
        Step::Root(_) | Step::Web(_) | Step::Chain(_) | Step::BuiltLedger | Step::Ledger(_) => {
            run_command(root, step).map_err(Outcome::Failed)
        }
        Step::WebPackages => install(root, step, "web").map_err(Outcome::Failed),
        Step::PostgresPrograms if postgres_programs::are_installed() => Ok(()),
        Step::PostgresPrograms => Err(Outcome::Skipped(format!(
            "the tests of api/deploy/README.md do nothing: install PostgreSQL 15 or newer with {}",
            postgres_programs::NAMED
        ))),
        Step::FailoverPrograms => match &failover_programs::missing()[..] {
            [] => Ok(()),
            missing => Err(Outcome::Skipped(format!(
                "no failover was tried without {}: {}",
                missing.join(", "),
                failover_programs::INSTALL
            ))),
        },
        Step::ChainPackages => install(root, step, CHAIN)
            .map_err(|why| Outcome::Skipped(format!("the tests of the EVM rail do nothing: {why}"))),
    }
}

fn install(root: &Path, step: Step, folder: &str) -> Result<(), String> {
    let folder = root.join(folder);
    if web_packages::are_installed(&folder) {
        return Ok(());
    }
    run_command(root, step)?;
    web_packages::leave_mark(&folder).map_err(|error| format!("the mark of the install was not written: {error}"))
}

fn run_command(root: &Path, step: Step) -> Result<(), String> {
    let ((folder, line), typed) = (step.command(), step.typed());
    println!("    {typed}");
    let mut words = line.split_whitespace();
    let ledger = ledger_program::path(root);
    let program = match step {
        Step::Ledger(_) => ledger.as_os_str(),
        _ => OsStr::new(words.next().unwrap_or_default()),
    };
    let mut command = Command::new(program);
    command.args(words).current_dir(root.join(folder));
    // The web and the generated requests use it too, instead of building one.
    if env::var_os("LEDGER_BIN").is_none() {
        command.env("LEDGER_BIN", &ledger);
    }
    for (name, _) in env::vars_os() {
        if is_of_this_program(&name.to_string_lossy()) {
            command.env_remove(name);
        }
    }
    // Test runners are stricter then: a test marked "only this one" fails the run.
    if env::var_os("CI").is_none() {
        command.env("CI", "true");
    }
    // A test waits for its database about a third of its time.
    if env::var_os("RUST_TEST_THREADS").is_none() {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        command.env("RUST_TEST_THREADS", (cores + cores.div_ceil(2)).to_string());
    }
    let scratch = Scratch::open();
    if let Some(scratch) = &scratch {
        command.env("TMPDIR", scratch.path());
    }
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{typed}` ended with {status}")),
        Err(error)
            if error.kind() == ErrorKind::NotFound && ["node", "npm", "npx"].iter().any(|node| program == *node) =>
        {
            Err(format!(
                "`{typed}` could not be started: install Node 20.19 or newer (nodejs.org)"
            ))
        }
        Err(error) => Err(format!("`{typed}` could not be started: {error}")),
    }
}

/// `cargo run` describes this program to its children; the product must not see that.
fn is_of_this_program(name: &str) -> bool {
    ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Check = Check {
        name: "good",
        inputs: &[],
        steps: &[Step::Root("true"), Step::Root("true")],
    };
    const BAD: Check = Check {
        name: "bad",
        inputs: &[],
        steps: &[Step::Root("true"), Step::Root("false")],
    };
    const ABSENT: Check = Check {
        name: "absent",
        inputs: &[],
        steps: &[Step::Root("no-such-program-here")],
    };

    fn last_line(checks: &[Check], keep_going: bool) -> String {
        let report = run(Path::new(env!("CARGO_MANIFEST_DIR")), checks, keep_going);
        report.to_string().lines().last().unwrap_or_default().to_owned()
    }

    #[test]
    fn stops_at_the_first_failure() {
        assert_eq!(last_line(&[GOOD, BAD, GOOD, BAD], false), "1 passed, 1 failed");
    }

    #[test]
    fn goes_on_after_a_failure_when_asked_to() {
        assert_eq!(last_line(&[GOOD, BAD, GOOD, BAD], true), "2 passed, 2 failed");
    }

    #[test]
    fn a_check_fails_with_any_of_its_steps_and_says_which() {
        let report = run(Path::new("."), &[BAD], false);
        let Outcome::Failed(why) = &report.0[0].outcome else {
            panic!("bad passed")
        };
        assert!(why.starts_with("`false` ended with exit status"), "{why}");
        assert!(why.ends_with("; again: cargo ci --only bad"), "{why}");
    }

    #[test]
    fn packages_that_cannot_be_had_skip_a_check() {
        let check = Check {
            name: "evm chain",
            inputs: &[],
            steps: &[Step::ChainPackages, Step::Root("false")],
        };
        // No such folder: nothing can be installed there.
        assert_eq!(last_line(&[check], false), "0 passed, 0 failed");
    }

    #[test]
    fn a_program_that_is_missing_is_a_failure() {
        assert_eq!(last_line(&[ABSENT], false), "0 passed, 1 failed");
    }

    #[test]
    fn children_run_without_a_terminal_and_without_the_variables_of_this_program() {
        let asks = Check {
            name: "asks",
            inputs: &[],
            steps: &[Step::Root("printenv CI")],
        };
        assert_eq!(last_line(&[asks], false), "1 passed, 0 failed");
        let about_us = Check {
            name: "us",
            inputs: &[],
            steps: &[Step::Root("printenv CARGO_MANIFEST_DIR")],
        };
        assert_eq!(last_line(&[about_us], false), "0 passed, 1 failed");
    }
}
