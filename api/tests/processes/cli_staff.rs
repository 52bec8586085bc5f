//! Staff on the command line: numbers are proposed and approved, queues are listed, refusals are sentences.

use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::{Command, Output};

/// A data directory of one test, removed at its end.
struct Data(PathBuf);

impl Data {
    fn new(name: &str) -> Data {
        let path = std::env::temp_dir().join(format!("ledger-staff-{name}-{}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        Data(path)
    }

    fn ledger(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ledger"));
        // Programs of PostgreSQL are looked for along PATH.
        let path = std::env::var_os("PATH").unwrap_or_default();
        command
            .env_clear()
            .env("PATH", path)
            .env("LEDGER_DATA", &self.0)
            .args(arguments);
        command.output().expect("the program runs")
    }

    /// What a command that works prints.
    fn says(&self, arguments: &[&str]) -> String {
        let output = self.ledger(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?} {stderr}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The one sentence with which a command is refused; nothing was done.
    fn refuses(&self, arguments: &[&str]) -> String {
        let output = self.ledger(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {stderr}");
        let sentence = stderr.lines().last().unwrap_or_default().to_owned();
        assert!(sentence.ends_with('.'), "{stderr}");
        sentence
    }

    fn file(&self, name: &str, body: &Value) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, body.to_string()).expect("written");
        path.to_string_lossy().into_owned()
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

#[test]
fn numbers_are_proposed_by_one_person_and_approved_by_another() {
    let data = Data::new("config");
    let body = data.says(&["config", "show", "withdraw"]);
    let mut body: Value = serde_json::from_str(&body).expect("JSON");
    body["min"] = json!("6.000000");
    let good = data.file("good.json", &body);
    body["step"] = json!("0.000000");
    let bad = data.file("bad.json", &body);
    let propose = [
        "config", "propose", "withdraw", "--by", "ann", "--reason", "dust", "--file",
    ];
    let sentence = data.refuses(&[&propose[..], &[bad.as_str()]].concat());
    assert!(sentence.contains("step is above nothing"), "{sentence}");
    let said = data.says(&[&propose[..], &[good.as_str()]].concat());
    assert!(said.starts_with("Version 1 of withdraw waits"), "{said}");
    assert!(data.says(&["config", "list"]).contains("1 by ann"));

    let approve = |by: &'static str| ["config", "approve", "withdraw", "1", "--by", by];
    assert!(data.refuses(&approve("ann")).starts_with("Refused with 9002"));
    assert!(
        data.says(&approve("bo"))
            .starts_with("Version 1 of withdraw is in force from")
    );
    assert!(
        data.says(&["config", "show", "withdraw"])
            .contains("\"min\": \"6.000000\"")
    );
    let again = data.refuses(&["config", "reject", "withdraw", "1", "--by", "bo", "--reason", "late"]);
    assert!(again.starts_with("Refused with 9003"), "{again}");
}

#[test]
fn the_first_account_of_staff_is_made_here_and_its_secrets_are_told_once() {
    let data = Data::new("accounts");
    let told = data.says(&["staff", "add", "ann", "--role", "security", "--role", "auditor"]);
    let line = |name: &str| {
        told.lines()
            .find(|line| line.starts_with(name))
            .expect("a line")
            .to_owned()
    };
    assert!(
        line("password").len() > 30 && told.contains("otpauth://totp/ledger:ann?secret="),
        "{told}"
    );
    let again = data.refuses(&["staff", "add", "ann", "--role", "support"]);
    assert!(again.starts_with("Refused with 9003"), "{again}");
    let code = data.says(&["staff", "code", "ann"]);
    assert!(
        code.trim().len() == 6 && code.trim().bytes().all(|byte| byte.is_ascii_digit()),
        "{code}"
    );
    data.says(&["staff", "disable", "ann", "--reason", "left"]);
    let list = data.says(&["staff", "list"]);
    assert!(list.contains("security auditor") && list.contains("closed"), "{list}");
    data.says(&["staff", "enable", "ann", "--reason", "is back"]);
    let reset = data.says(&["staff", "reset", "ann", "--reason", "lost the telephone"]);
    assert!(
        reset.contains("password") && reset.lines().nth(1) != told.lines().nth(1),
        "{reset}"
    );
    assert!(
        data.refuses(&["staff", "disable", "bob", "--reason", "no"])
            .starts_with("Refused with 4007")
    );
}

#[test]
fn money_for_prizes_is_booked_by_two_people() {
    let data = Data::new("treasury");
    let fund = |by: &'static str, amount: &'static str| {
        [
            "treasury",
            "fund",
            amount,
            "--by",
            by,
            "--approver",
            "bo",
            "--reason",
            "season two",
        ]
    };
    assert_eq!(
        data.says(&fund("ann", "1000")),
        "1000.000000 USDT more are there for prizes.\n"
    );
    assert!(data.refuses(&fund("bo", "1000")).starts_with("Refused with 9002"));
    let promote = [
        "treasury",
        "promote",
        "70000",
        "--by",
        "ann",
        "--approver",
        "bo",
        "--reason",
        "packets",
    ];
    assert!(
        data.refuses(&promote).starts_with("Refused with"),
        "more than the reserve holds"
    );
    let balances = data.says(&["trial-balance"]);
    assert!(
        balances.contains("51000.000000") || balances.contains("50500.000000"),
        "{balances}"
    );
}

#[test]
fn a_database_of_one_mode_is_not_opened_in_the_other() {
    let data = Data::new("mode");
    data.says(&["withdraw", "list"]);
    let secrets = [
        "--bot-token",
        "7000000001:AAH0000000000000000000000000000000x",
        "--master-key",
    ];
    let key = "5c6d".repeat(16);
    let production = [
        &["withdraw", "list", "--mode", "production"][..],
        &secrets[..],
        &[key.as_str()],
    ]
    .concat();
    assert_eq!(
        data.refuses(&production),
        "this database was made with LEDGER_MODE=development, which cannot change to production."
    );
    data.says(&["withdraw", "list"]);
}

#[test]
fn the_queues_of_a_new_database_are_empty_and_unknown_things_are_named() {
    let data = Data::new("queues");
    assert_eq!(data.says(&["withdraw", "list"]).lines().count(), 1);
    assert_eq!(data.says(&["kyc", "list"]).lines().count(), 1);
    let id = "0193f0c2-0000-7000-8000-000000000001";
    let approve = ["withdraw", "approve", id, "--by", "ann", "--seen", "0123456789abcdef"];
    assert_eq!(data.refuses(&approve), format!("There is no withdrawal {id}."));
    let reject = ["withdraw", "reject", id, "--by", "ann", "--reason", "no"];
    assert!(data.refuses(&reject).starts_with("Refused with 6011"));
    let show = data.refuses(&["kyc", "show", "tg:7", "--by", "ann"]);
    assert!(show.starts_with("There is no form of"), "{show}");
}
