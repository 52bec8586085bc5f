//! An EVM chain for tests and drills: `anvil`, a real virtual machine and a real pool of transactions, as a process of
//! its own, and a token of our own on it.
//!
//! | module | what it is |
//! |---|---|
//! | here | where the program is, and whether it is there |
//! | [`Anvil`] | the chain: blocks only when they are asked for, reorganisations, money out of nothing |
//! | [`EvmNode`] | a node in front of it, with [`crate::Faults`] |
//!
//! The program comes with `npm install --no-save --ignore-scripts` in `api/rails/local_chain/evm`. A machine without it
//! skips the tests and reports that.

mod anvil;
mod node;

pub use anvil::{Anvil, Manner};
pub use node::EvmNode;

use std::path::{Path, PathBuf};

/// Where its packages are.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/evm");

/// The program, or one line that says what is missing.
///
/// # Errors
/// The line.
pub fn installed() -> Result<PathBuf, String> {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let machine = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    let package = format!("@foundry-rs/anvil-{system}-{machine}");
    let program = Path::new(FOLDER).join("node_modules").join(&package).join("bin/anvil");
    if program.is_file() {
        Ok(program)
    } else {
        Err(format!(
            "the package {package} is not installed: run `npm install --no-save --ignore-scripts` in \
             api/rails/local_chain/evm"
        ))
    }
}
