//! The drill of payouts, short: nothing is paid twice or lost while workers die; and a planted second payment is
//! noticed. The long one: `ledger drill payouts --rounds 500`.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output};

fn drill(arguments: &[&str]) -> Output {
    let data = std::env::temp_dir().join(format!("ledger-drill-{}-{}", std::process::id(), arguments.len()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_ledger"));
    command
        .args(["drill", "payouts", "--json"])
        .args(arguments)
        .env("LEDGER_DATA", &data);
    let output = command.output().expect("a drill");
    std::fs::remove_dir_all(&data).ok();
    output
}

fn verdict(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text
        .lines()
        .last()
        .unwrap_or_else(|| panic!("a last line: {}", String::from_utf8_lossy(&output.stderr)));
    serde_json::from_str(last).expect("JSON")
}

#[test]
fn each_named_place_once_pays_and_refunds_once() {
    let output = drill(&["--rounds", "7", "--seed", "20"]);
    let report = verdict(&output);
    assert_eq!(output.status.code(), Some(0), "{report}");
    for count in ["double_payments", "lost", "refunds_without_proof"] {
        assert_eq!(report[count], 0, "{report}");
    }
    assert_eq!(
        (&report["rounds"], &report["other"]),
        (&Value::from(7), &Value::Array(Vec::new()))
    );
    let ends = report["paid"]
        .as_u64()
        .zip(report["refunded"].as_u64())
        .map(|(paid, back)| paid + back);
    assert_eq!(ends, report["withdrawals"].as_u64());
}

/// On an EVM chain, where its packages are installed.
#[test]
fn each_named_place_pays_once_on_an_evm_chain_and_a_second_payment_is_noticed() {
    if let Err(missing) = local_chain::evm::installed() {
        // Around the harness's capture: a test that passes because it did nothing must be seen.
        writeln!(std::io::stderr(), "SKIPPED: the drill on the EVM rail: {missing}").expect("stderr");
        return;
    }
    let output = drill(&["--rail", "evm", "--rounds", "7", "--seed", "21"]);
    let report = verdict(&output);
    assert_eq!(output.status.code(), Some(0), "{report}");
    assert_eq!(
        (&report["rounds"], &report["paid"]),
        (&Value::from(7), &report["withdrawals"])
    );
    let output = drill(&["--rail", "evm", "--rounds", "2", "--seed", "3", "--pay-twice"]);
    let report = verdict(&output);
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report["double_payments"].as_u64() > Some(0), "{report}");
}

#[test]
fn a_second_payment_is_noticed() {
    let output = drill(&["--rounds", "1", "--seed", "3", "--pay-twice"]);
    let report = verdict(&output);
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report["double_payments"].as_u64() > Some(0), "{report}");
}
