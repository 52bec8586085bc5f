//! `ledger openapi`: the contract of the HTTP service.

use super::Failure;
use anyhow::Context;
use std::fs;

/// The folder of the checked-in contracts in the source tree this binary was built from.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Print the OpenAPI document of the players' service, or of the staff service.
///
/// The web applications' types are generated from the checked-in copies: `ledger openapi > api/openapi.json` and
/// `ledger openapi --staff > api/openapi-staff.json`.
#[derive(clap::Args, Debug)]
pub struct OpenApi {
    /// Print nothing; exit code 1 when the checked-in copy is out of date
    #[arg(long)]
    check: bool,
    /// The staff service's document
    #[arg(long)]
    staff: bool,
}

impl OpenApi {
    /// Prints or compares.
    pub fn run(self) -> Result<(), Failure> {
        let (document, name, flag) = match self.staff {
            false => (api::openapi::document(), "openapi.json", ""),
            true => (::staff::openapi::document(), "openapi-staff.json", " --staff"),
        };
        if !self.check {
            print!("{document}");
            return Ok(());
        }
        let checked_in = fs::read_to_string(format!("{FOLDER}/{name}"));
        let checked_in = checked_in.with_context(|| format!("{FOLDER}/{name} cannot be read"))?;
        if checked_in == document {
            return Ok(());
        }
        println!("api/{name} is out of date: run `ledger openapi{flag} > api/{name}`.");
        Err(Failure::Found)
    }
}
