//! Runs checks one after the other; the children write to the same terminal.

use crate::catalogue::{Check, Step};
use crate::report::{Line, Outcome, Report};
use crate::web_packages;
use std::env;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Runs `checks` in the repository at `root`.
pub fn run(root: &Path, checks: &[Check], keep_going: bool) -> Report {
    let mut report = Report::default();
    for check in checks {
        let stopped = !keep_going && !report.is_clean();
        let began = Instant::now();
        let outcome = if stopped {
            Outcome::NotRun
        } else {
            run_check(root, check)
        };
        report.0.push(Line {
            name: check.name,
            outcome,
            took: began.elapsed(),
        });
    }
    report
}

fn run_check(root: &Path, check: &Check) -> Outcome {
    println!("\n==> {}", check.name);
    let ended = check.steps.iter().find_map(|step| run_step(root, *step).err());
    ended.unwrap_or(Outcome::Passed)
}

/// How the check ends, when it ends with this step.
fn run_step(root: &Path, step: Step) -> Result<(), Outcome> {
    let (web, chain) = (root.join("web"), root.join("chain/evm"));
    match step {
        Step::Root(line) => run_command(root, line).map_err(Outcome::Failed),
        Step::Web(line) => run_command(&web, line).map_err(Outcome::Failed),
        Step::Chain(line) => run_command(&chain, line).map_err(Outcome::Failed),
        Step::WebPackages => install(&web, web_packages::INSTALL).map_err(Outcome::Failed),
        Step::ChainPackages => install(&chain, web_packages::INSTALL_CHAIN)
            .map_err(|why| Outcome::Skipped(format!("the tests of the EVM rail do nothing: {why}"))),
    }
}

fn install(folder: &Path, line: &str) -> Result<(), String> {
    if web_packages::are_installed(folder) {
        println!("The packages of the lock file are installed.");
        return Ok(());
    }
    run_command(folder, line)?;
    web_packages::leave_mark(folder).map_err(|error| format!("the mark of the install was not written: {error}"))
}

fn run_command(directory: &Path, line: &str) -> Result<(), String> {
    println!("    {line}");
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).current_dir(directory);
    for (name, _) in env::vars_os() {
        if is_of_this_program(&name.to_string_lossy()) {
            command.env_remove(name);
        }
    }
    // Test runners are stricter then: a test marked "only this one" fails the run.
    if env::var_os("CI").is_none() {
        command.env("CI", "true");
    }
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` ended with {status}")),
        Err(error) => Err(format!("`{line}` could not be started: {error}")),
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
        steps: &[Step::Root("true"), Step::Root("true")],
    };
    const BAD: Check = Check {
        name: "bad",
        steps: &[Step::Root("true"), Step::Root("false")],
    };
    const ABSENT: Check = Check {
        name: "absent",
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
    fn goes_on_after_a_failure_when_told_so() {
        assert_eq!(last_line(&[GOOD, BAD, GOOD, BAD], true), "2 passed, 2 failed");
    }

    #[test]
    fn a_check_fails_with_any_of_its_steps_and_says_which() {
        let report = run(Path::new("."), &[BAD], false);
        let Outcome::Failed(why) = &report.0[0].outcome else {
            panic!("bad passed")
        };
        assert!(why.starts_with("`false` ended with exit status"), "{why}");
    }

    #[test]
    fn packages_that_cannot_be_had_skip_a_check() {
        let check = Check {
            name: "evm chain",
            steps: &[Step::ChainPackages, Step::Root("false")],
        };
        // No such folder: nothing can be installed there.
        assert_eq!(last_line(&[check], false), "0 passed, 0 failed, 1 skipped");
    }

    #[test]
    fn a_program_that_is_missing_is_a_failure() {
        assert_eq!(last_line(&[ABSENT], false), "0 passed, 1 failed");
    }

    #[test]
    fn children_are_told_that_nobody_watches() {
        let asks = Check {
            name: "asks",
            steps: &[Step::Root("printenv CI")],
        };
        assert_eq!(last_line(&[asks], false), "1 passed, 0 failed");
        let about_us = Check {
            name: "us",
            steps: &[Step::Root("printenv CARGO_MANIFEST_DIR")],
        };
        assert_eq!(last_line(&[about_us], false), "0 passed, 1 failed");
    }
}
