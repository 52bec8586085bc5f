//! Staff on the command line: every act is a call of a logged-in account, two people are two accounts, refusals are
//! sentences.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

/// A data directory of one test, removed at its end.
struct Data(PathBuf);

/// A served ledger on a data directory, killed at the end of its test.
struct Desk {
    data: Data,
    server: Child,
    url: String,
}

impl Data {
    fn new(name: &str) -> Data {
        let path = std::env::temp_dir().join(format!("ledger-staff-{name}-{}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        Data(path)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ledger"));
        // Programs of PostgreSQL are looked for along PATH.
        let path = std::env::var_os("PATH").unwrap_or_default();
        command
            .env_clear()
            .env("PATH", path)
            .env("LEDGER_DATA", &self.0)
            .args(arguments);
        command
    }

    /// What a command that works prints.
    fn prints(&self, arguments: &[&str]) -> String {
        succeeded(arguments, &self.command(arguments).output().expect("the program runs"))
    }

    /// The data of a call of the staff service.
    fn calls(&self, arguments: &[&str]) -> Value {
        let printed = self.prints(&[arguments, &["--json"]].concat());
        serde_json::from_str(&printed).expect("JSON")
    }

    /// The one sentence with which a command ends; nothing was done.
    fn fails(&self, code: i32, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().expect("the program runs");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?} {stderr}");
        let sentence = stderr.lines().last().unwrap_or_default().to_owned();
        assert!(sentence.ends_with('.'), "{stderr}");
        sentence
    }

    /// The sentence of a command that cannot work as it was given.
    fn refuses(&self, arguments: &[&str]) -> String {
        self.fails(2, arguments)
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

fn succeeded(arguments: &[&str], output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?} {stderr}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

impl Desk {
    /// Serves a new database; its first account is `ann`, who keeps accounts and is logged in.
    fn open(name: &str) -> Desk {
        let data = Data::new(name);
        let first = data.prints(&["staff", "add", "ann", "--role", "security"]);
        let password = first.lines().find_map(|line| line.strip_prefix("password"));
        let password = password.expect("a password").trim().to_owned();
        let mut server = data
            .command(&["serve", "--http", "127.0.0.1:0", "--staff-http", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(server.stdout.take().expect("a pipe")).lines();
        let url = lines
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("Serving staff on ").map(str::to_owned));
        let desk = Desk {
            url: url.expect("the address of the staff service"),
            data,
            server,
        };
        desk.log_in("ann", &password);
        desk
    }

    fn log_in(&self, name: &str, password: &str) {
        let code = self.data.prints(&["staff", "code", name]);
        let arguments = ["staff", "login", name, "--url", &self.url, "--code", code.trim()];
        let output = self
            .data
            .command(&arguments)
            .env("LEDGER_STAFF_PASSWORD", password)
            .output();
        let printed = succeeded(&arguments, &output.expect("the program runs"));
        assert_eq!(printed, format!("{name} is logged in.\n"));
    }

    /// New accounts of these roles, with their passwords. Needs a session of who keeps accounts.
    fn hire<const N: usize>(&self, accounts: [(&str, &str); N]) -> [String; N] {
        accounts.map(|(name, role)| {
            let issued = self.data.calls(&["staff", "add", name, "--role", role]);
            issued["password"].as_str().expect("a password").to_owned()
        })
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.server.kill().ok();
        self.server.wait().ok();
    }
}

#[test]
fn numbers_are_proposed_by_one_account_and_approved_by_another() {
    let desk = Desk::open("config");
    let data = &desk.data;
    let [cara, dan] = desk.hire([("cara", "config_admin"), ("dan", "config_admin")]);
    desk.log_in("cara", &cara);
    let body = data.prints(&["config", "show", "withdraw"]);
    let mut body: Value = serde_json::from_str(&body).expect("JSON");
    body["min"] = json!("6.000000");
    let good = data.file("good.json", &body);
    body["step"] = json!("0.000000");
    let bad = data.file("bad.json", &body);
    let propose = ["config", "propose", "withdraw", "--reason", "dust", "--file"];
    let sentence = data.fails(1, &[&propose[..], &[bad.as_str()]].concat());
    assert!(sentence.contains("step is above nothing"), "{sentence}");
    let proposed = data.calls(&[&propose[..], &[good.as_str()]].concat());
    assert_eq!((&proposed["version"], &proposed["author"]), (&json!(1), &json!("cara")));
    assert!(data.prints(&["config", "list"]).contains("1 by cara"));
    let waiting = data.prints(&["proposals", "list"]);
    assert!(waiting.contains("config.withdraw.1"), "{waiting}");

    let approve = ["config", "approve", "withdraw", "1", "--reason", "checked"];
    let own = data.fails(1, &approve);
    assert!(own.starts_with("Refused with 9002"), "{own}");
    desk.log_in("dan", &dan);
    assert_eq!(data.calls(&approve)["state"], "done");
    let shown = data.prints(&["config", "show", "withdraw"]);
    assert!(shown.contains("\"min\": \"6.000000\""), "{shown}");
    let again = data.fails(1, &["config", "reject", "withdraw", "1", "--reason", "late"]);
    assert!(again.starts_with("Refused with 9003"), "{again}");
}

#[test]
fn the_first_account_is_made_on_the_database_and_the_others_by_an_account() {
    let desk = Desk::open("accounts");
    let data = &desk.data;
    let session = data.0.join("staff_session");
    let mode = std::fs::metadata(&session).expect("a session").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "others read the session");

    let issued = data.prints(&["staff", "add", "bob", "--role", "support", "--role", "risk"]);
    assert!(issued.contains("otpauth://totp/ledger:bob?secret="), "{issued}");
    let again = data.fails(1, &["staff", "add", "bob", "--role", "support"]);
    assert!(again.starts_with("Refused with 9003"), "{again}");
    data.prints(&["staff", "disable", "bob", "--reason", "left"]);
    let list = data.calls(&["staff", "list"]);
    let bob = &list["list"][1];
    assert_eq!(
        (&bob["name"], &bob["disabled"]),
        (&json!("bob"), &json!(true)),
        "{list}"
    );
    data.prints(&["staff", "enable", "bob", "--reason", "is back"]);
    data.prints(&["staff", "roles", "bob", "--role", "auditor", "--reason", "moved"]);
    let list = data.prints(&["staff", "list"]);
    let bob = list.lines().find(|line| line.starts_with("bob")).expect("bob");
    assert!(bob.contains("auditor") && bob.contains("no"), "{list}");
    let reset = data.calls(&["staff", "reset", "bob", "--reason", "lost the telephone"]);
    assert!(
        !issued.contains(reset["password"].as_str().expect("a password")),
        "{reset}"
    );
    let unknown = data.fails(1, &["staff", "disable", "carl", "--reason", "no"]);
    assert!(unknown.starts_with("Refused with 4007"), "{unknown}");
    let own = data.fails(1, &["staff", "reset", "ann", "--reason", "mine"]);
    assert!(own.starts_with("Refused with 9002"), "{own}");
    let others = data.fails(1, &["withdraw", "list"]);
    assert!(others.starts_with("Refused with 9001"), "{others}");

    let called = data.prints(&["staff", "--json", "call", "session/me"]);
    assert!(called.contains("\"name\":\"ann\""), "{called}");
    let unknown = data.refuses(&["staff", "call", "staff/promote"]);
    assert!(unknown.starts_with("There is no call staff/promote"), "{unknown}");
    data.prints(&["staff", "logout"]);
    assert!(!session.exists());
    // Somebody is on the list now, so the database alone makes nobody any more.
    let late = data.refuses(&["staff", "add", "eve", "--role", "security"]);
    assert_eq!(late, "Log in first: `ledger staff login NAME`.");
}

#[test]
fn a_wrong_password_opens_no_session() {
    let desk = Desk::open("password");
    let data = &desk.data;
    data.prints(&["staff", "logout"]);
    let login = ["staff", "login", "ann", "--url", &desk.url, "--code", "000000"];
    let output = data.command(&login).env("LEDGER_STAFF_PASSWORD", "guessed").output();
    let output = output.expect("the program runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.starts_with("Refused with 9006"), "{stderr}");
    assert!(!data.0.join("staff_session").exists());
}

#[test]
fn nobody_acts_without_a_session() {
    let data = Data::new("nobody");
    let id = "0193f0c2-0000-7000-8000-000000000001";
    let why = ["--reason", "none"];
    for act in [
        &["staff", "list"][..],
        &["staff", "me"],
        &["staff", "logout"],
        &["staff", "call", "kyc/list"],
        &["kyc", "list"],
        &["kyc", "show", "tg:7"],
        &["withdraw", "list"],
        &["withdraw", "info", id],
        &["redpacket", "list"],
        &["rail", "unmatched"],
        &["proposals", "list"],
        &["proposals", "show", id],
    ] {
        assert_eq!(data.refuses(act), "Log in first: `ledger staff login NAME`.", "{act:?}");
    }
    for act in [
        &["staff", "disable", "bob"][..],
        &["kyc", "decide", "tg:7", "--submission", id, "--verdict", "approve"],
        &["withdraw", "approve", id, "--seen", "0123456789abcdef"],
        &["withdraw", "flag", id],
        &["withdraw", "reject", id],
        &["config", "approve", "withdraw", "1"],
        &["config", "reject", "withdraw", "1"],
        &["proposals", "approve", id, "--seen", "0123456789abcdef"],
        &["proposals", "reject", id],
        &["redpacket", "stop", "AB12CD34EF"],
        &["rail", "pause"],
        &["rail", "resume"],
        &["rail", "assign", "tx", "7"],
    ] {
        let act = [act, &why[..]].concat();
        assert_eq!(
            data.refuses(&act),
            "Log in first: `ledger staff login NAME`.",
            "{act:?}"
        );
    }
    assert!(!data.0.exists(), "a refused act makes no database");
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
        data.prints(&fund("ann", "1000")),
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
    let balances = data.prints(&["trial-balance"]);
    assert!(
        balances.contains("51000.000000") || balances.contains("50500.000000"),
        "{balances}"
    );
}

#[test]
fn a_database_of_one_mode_is_not_opened_in_the_other() {
    let data = Data::new("mode");
    data.prints(&["rail", "status"]);
    let secrets = [
        "--bot-token",
        "7000000001:AAH0000000000000000000000000000000x",
        "--master-key",
    ];
    let key = "5c6d".repeat(16);
    let production = [
        &["rail", "status", "--mode", "production"][..],
        &secrets[..],
        &[key.as_str()],
    ]
    .concat();
    assert_eq!(
        data.refuses(&production),
        "this database was made with LEDGER_MODE=development, which cannot change to production."
    );
    data.prints(&["rail", "status"]);
}

#[test]
fn the_queues_of_a_new_database_are_empty_and_unknown_things_are_refused() {
    let desk = Desk::open("queues");
    let data = &desk.data;
    let [finance, risk, content] = desk.hire([("fay", "finance"), ("rob", "risk"), ("con", "content")]);
    let id = "0193f0c2-0000-7000-8000-000000000001";
    desk.log_in("fay", &finance);
    assert_eq!(data.prints(&["withdraw", "list"]), "The list is empty.\n");
    assert_eq!(data.prints(&["rail", "unmatched"]), "The list is empty.\n");
    let why = ["--reason", "no"];
    for act in [
        &["withdraw", "info", id][..],
        &[&["withdraw", "approve", id, "--seen", "0123456789abcdef"][..], &why].concat(),
        &[&["withdraw", "reject", id][..], &why].concat(),
        &[&["rail", "assign", "tx", "7"][..], &why].concat(),
    ] {
        let sentence = data.fails(1, act);
        assert!(sentence.starts_with("Refused with"), "{act:?} {sentence}");
    }
    desk.log_in("rob", &risk);
    assert_eq!(data.prints(&["kyc", "list"]), "The list is empty.\n");
    let show = data.fails(1, &["kyc", "show", "tg:7"]);
    assert!(show.starts_with("Refused with 4007"), "{show}");
    desk.log_in("con", &content);
    let create = [
        "redpacket",
        "create",
        "--kind",
        "equal",
        "--asset",
        "coin",
        "--total",
        "1000",
        "--shares",
        "10",
        "--title",
        "Ten",
        "--title-zh",
        "十",
        "--reason",
        "a feast",
    ];
    let code = data.calls(&create)["code"].as_str().expect("a code").to_owned();
    let list = data.prints(&["redpacket", "list"]);
    assert!(list.contains(&code) && list.contains("con"), "{list}");
    data.prints(&["redpacket", "stop", &code, "--reason", "over"]);
    let again = data.fails(1, &["redpacket", "stop", &code, "--reason", "over"]);
    assert!(again.starts_with("Refused with 720"), "{again}");
}
