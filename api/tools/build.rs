//! Records for the bench which compiler built it.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=RUSTC");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(rustc).arg("--version").output();
    let version = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    println!(
        "cargo:rustc-env=LEDGER_RUSTC={}",
        version.unwrap_or_else(|_| "an unknown compiler".to_owned())
    );
}
