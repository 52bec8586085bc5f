//! `ledger ops`: the files that watch the service, made from the list of its figures.
//!
//! [`alerts`] is what wakes somebody, [`dashboard`] shows every figure. What to do about an alert stands in
//! `api/deploy/README.md`, one row each.

mod alerts;
mod dashboard;
#[cfg(test)]
mod tests;

use super::Failure;
use anyhow::Context;
use clap::Subcommand;
use std::fs;

/// The folder of the checked-in copies in the source tree this binary was built from.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy");

/// Print what Prometheus and Grafana watch the service with.
///
/// The checked-in copies: `ledger ops alerts > api/deploy/alerts.yaml` and `ledger ops dashboard >
/// api/deploy/dashboard.json`.
#[derive(clap::Args, Debug)]
pub struct Ops {
    #[command(subcommand)]
    file: File,
    /// Print nothing; exit code 1 when the checked-in copy is out of date
    #[arg(long, global = true)]
    check: bool,
}

#[derive(Clone, Copy, Subcommand, Debug)]
enum File {
    /// Alert rules for Prometheus
    Alerts,
    /// A dashboard for Grafana, with a panel for each figure
    Dashboard,
}

impl Ops {
    /// Prints or compares.
    pub fn run(self) -> Result<(), Failure> {
        let (text, name, word) = match self.file {
            File::Alerts => (alerts::text(), "alerts.yaml", "alerts"),
            File::Dashboard => (dashboard::text(), "dashboard.json", "dashboard"),
        };
        if !self.check {
            print!("{text}");
            return Ok(());
        }
        let checked_in = fs::read_to_string(format!("{FOLDER}/{name}"));
        if checked_in.with_context(|| format!("{FOLDER}/{name} cannot be read"))? == text {
            return Ok(());
        }
        println!("api/deploy/{name} is out of date: run `ledger ops {word} > api/deploy/{name}`.");
        Err(Failure::Found)
    }
}
