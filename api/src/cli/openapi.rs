//! `ledger openapi`: the contract of the HTTP service.

use super::Failure;
use anyhow::Context;
use std::fs;

/// The checked-in contract in the source tree this binary was built from.
const CHECKED_IN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");

/// Print the OpenAPI document of the players' service.
///
/// The web application's types are generated from the checked-in copy: `ledger openapi > api/openapi.json`.
#[derive(clap::Args, Debug)]
pub struct OpenApi {
    /// Print nothing; exit code 1 when the checked-in copy is out of date
    #[arg(long)]
    check: bool,
}

impl OpenApi {
    /// Prints or compares.
    pub fn run(self) -> Result<(), Failure> {
        let document = api::openapi::document();
        if !self.check {
            print!("{document}");
            return Ok(());
        }
        let checked_in = fs::read_to_string(CHECKED_IN).with_context(|| format!("{CHECKED_IN} cannot be read"))?;
        if checked_in == document {
            return Ok(());
        }
        println!("api/openapi.json is out of date: run `ledger openapi > api/openapi.json`.");
        Err(Failure::Found)
    }
}
