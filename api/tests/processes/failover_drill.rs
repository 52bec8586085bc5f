//! The drill of failovers notices a service without its defences (ledger §4.13). The checks run this one alone, after the
//! drill without a defect: both take the whole machine.

use serde_json::Value;
use std::io::Write;
use std::process::Command;

/// After a failover that lost what was acknowledged, services go on from what they remember.
#[test]
fn a_service_that_writes_on_top_of_a_loss_is_noticed() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ledger"));
    command
        .args(["drill", "failover", "--asynchronous", "--json"])
        .env("LEDGER_DEFECT", "trusted_memory");
    let output = command.output().expect("a drill");
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(2) && said.contains("apt-get install") {
        // Around the harness's capture: a test that passes because it did nothing must be seen.
        writeln!(std::io::stderr(), "SKIPPED: the drill of failovers: {said}").expect("stderr");
        return;
    }
    assert_eq!(output.status.code(), Some(1), "{said}");
    let lines = String::from_utf8_lossy(&output.stdout);
    let last = lines.lines().last().unwrap_or_else(|| panic!("no report: {said}"));
    let report: Value = serde_json::from_str(last).expect("JSON");
    // Whether a stream gets a gap as well depends on what the failover interrupted: a command that failed makes the
    // service read its stream anew.
    assert!(report["acknowledged_after_loss"].as_u64() > Some(0), "{report}");
}
