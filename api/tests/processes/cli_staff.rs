//! Staff on the command line: every act is a call of a logged-in account, two people are two accounts, refusals are
//! sentences.

mod crash;
pub mod desk;
mod keys;

use desk::{Data, Desk};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;

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
fn the_first_two_are_made_on_the_database_and_the_others_by_two_accounts() {
    let desk = Desk::open("accounts");
    let data = &desk.data;
    let session = data.0.join("staff_session");
    let mode = std::fs::metadata(&session).expect("a session").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "others read the session");

    let made = data.calls(&["staff", "add", "bob", "--role", "support", "--role", "risk"]);
    let code = made["code"].as_str().expect("a code");
    let activate = [
        "staff", "activate", "bob", "--code", code, "--url", &desk.url, "--secret",
    ];
    let secret = ["JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"];
    let early = data
        .command(&[&activate[..], &secret].concat())
        .env("LEDGER_STAFF_PASSWORD", "long enough for bob")
        .output()
        .expect("the program runs");
    assert_eq!(early.status.code(), Some(1), "nobody approved it yet");
    let own = ["proposals", "approve", made["proposal"].as_str().expect("an id")];
    let own = data.fails(
        1,
        &[
            &own[..],
            &["--seen", made["digest"].as_str().expect("a digest"), "--reason", "mine"],
        ]
        .concat(),
    );
    assert!(own.starts_with("Refused with 9002"), "{own}");
    assert_eq!(desk.approve(&made)["code"], 0);
    let password = desk.activate("bob", code);
    let again = data.fails(1, &["staff", "add", "bob", "--role", "support"]);
    assert!(again.starts_with("Refused with 9003"), "{again}");
    data.prints(&["staff", "disable", "bob", "--reason", "left"]);
    let list = data.calls(&["staff", "list"]);
    let bob = &list["list"][2];
    assert_eq!(
        (&bob["name"], &bob["disabled"]),
        (&json!("bob"), &json!(true)),
        "{list}"
    );
    for change in [
        &["staff", "enable", "bob", "--reason", "is back"][..],
        &["staff", "roles", "bob", "--role", "auditor", "--reason", "moved"],
    ] {
        assert_eq!(desk.approve(&data.calls(change))["code"], 0, "{change:?}");
    }
    let list = data.prints(&["staff", "list"]);
    let bob = list.lines().find(|line| line.starts_with("bob")).expect("bob");
    assert!(bob.contains("auditor") && bob.contains("no"), "{list}");
    let reset = data.calls(&["staff", "reset", "bob", "--reason", "lost the telephone"]);
    assert_ne!(reset["code"], made["code"]);
    assert_eq!(desk.approve(&reset)["code"], 0);
    let session = data.0.join("staff_session");
    let of_ann = std::fs::read(&session).expect("a session");
    desk.activate("bob", reset["code"].as_str().expect("a code"));
    desk.log_in("bob", &password);
    let change = |code: &str| {
        data.command(&["staff", "password", "--code", code])
            .env("LEDGER_STAFF_PASSWORD", &password)
            .env("LEDGER_STAFF_NEW_PASSWORD", "another one of bob")
            .output()
            .expect("the program runs")
    };
    let wrong = String::from_utf8_lossy(&change("000").stderr).into_owned();
    assert!(wrong.starts_with("Refused with 9006"), "{wrong}");
    assert_eq!(change(&desk::next_code()).status.code(), Some(0));
    std::fs::write(&session, of_ann).expect("written");
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
        &["redpacket", "stop", id],
        &["redpacket", "code", id],
        &["rail", "pause"],
        &["rail", "resume"],
        &["rail", "assign", "tx", "7"],
        &["rail", "return", "tx"],
        &["treasury", "fund", "1000"],
        &["treasury", "promote", "1000"],
        &["erasure", "request", "tg:7"],
        &["erasure", "cancel", "tg:7"],
        &["kyc", "reset", "tg:7"],
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

/// The command that approves what was proposed.
fn approval(made: &Value) -> [&str; 7] {
    let text = |field: &str| made[field].as_str().expect("a text");
    [
        "proposals",
        "approve",
        text("proposal"),
        "--seen",
        text("digest"),
        "--reason",
        "checked",
    ]
}

#[test]
fn money_for_prizes_is_proposed_by_one_account_and_approved_by_another() {
    let desk = Desk::open("treasury");
    let data = &desk.data;
    let [finance, lead] = desk.hire([("fay", "finance"), ("lea", "finance_lead")]);
    desk.log_in("fay", &finance);
    let made = data.calls(&["treasury", "fund", "1000.50", "--reason", "season two"]);
    let too_much = data.calls(&["treasury", "promote", "70000", "--reason", "packets"]);
    let refused = data.fails(1, &approval(&made));
    assert!(refused.starts_with("Refused with 9001"), "{refused}");

    desk.log_in("lea", &lead);
    let shown = data.prints(&["proposals", "show", made["proposal"].as_str().expect("an id")]);
    for part in [
        "reserve_fund",
        "1000.500000",
        "season two",
        "50500.500000  at least 0.000000",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let mut unseen = approval(&made);
    unseen[4] = "0123456789abcdef";
    let other = data.refuses(&unseen);
    assert!(other.starts_with("The digest is another"), "{other}");
    let done = data.calls(&approval(&made));
    assert_eq!((&done["state"], &done["code"]), (&json!("done"), &json!(0)));
    let done = data.calls(&approval(&too_much));
    assert_eq!(done["code"], 2004, "more than the reserve holds");
    let own = data.calls(&["treasury", "fund", "1", "--reason", "one more"]);
    let refused = data.fails(1, &approval(&own));
    assert!(refused.starts_with("Refused with 9002"), "{refused}");
    let balances = data.prints(&["trial-balance"]);
    assert!(balances.contains("50500.500000"), "{balances}");
}

#[test]
fn an_end_of_an_account_is_proposed_by_support_approved_by_risk_and_taken_back() {
    let desk = Desk::open("erasure");
    let data = &desk.data;
    let [support, risk] = desk.hire([("sue", "support"), ("rob", "risk")]);
    desk.register("7");
    let why = ["--reason", "letter 12"];
    let act = |noun, verb, player| [&[noun, verb, player][..], &why].concat();
    desk.log_in("sue", &support);
    for (command, code) in [
        (act("erasure", "request", "tg:8"), 4007),
        (act("kyc", "reset", "tg:7"), 9001),
        (act("erasure", "cancel", "tg:7"), 9001),
    ] {
        let sentence = data.fails(1, &command);
        assert!(sentence.starts_with(&format!("Refused with {code}")), "{sentence}");
    }
    let made = data.calls(&act("erasure", "request", "tg:7"));

    desk.log_in("rob", &risk);
    assert_eq!(data.calls(&approval(&made))["code"], 0);
    let again = data.fails(1, &act("erasure", "request", "tg:7"));
    assert!(again.starts_with("Refused with 4001"), "{again}");
    assert_eq!(data.calls(&act("erasure", "cancel", "tg:7"))["done"], true);
    for command in [act("erasure", "cancel", "tg:7"), act("kyc", "reset", "tg:7")] {
        let sentence = data.fails(1, &command);
        assert!(sentence.starts_with("Refused with 9003"), "{sentence}");
    }
    let story = data.prints(&["replay", "player/tg:7"]);
    for part in ["ErasureRequested", "ErasureCancelled"] {
        assert!(story.contains(part), "{story}");
    }
    let certified = data
        .command(&["erasure", "certify", "tg:7"])
        .output()
        .expect("the program runs");
    assert_eq!(certified.status.code(), Some(1), "nothing was destroyed");
}

#[test]
fn a_database_of_one_mode_is_not_opened_in_the_other() {
    let data = Data::new("mode");
    let none = data.refuses(&["rail", "status"]);
    assert!(
        none.starts_with("There is no database in "),
        "a list makes none: {none}"
    );
    data.prints(&["migrate"]);
    let secrets = [
        "--bot-token",
        "7000000001:AAH0000000000000000000000000000000x",
        "--master-key",
    ];
    let key = "5c6d".repeat(16);
    let production = [&["migrate", "--mode", "production"][..], &secrets[..], &[key.as_str()]].concat();
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
    assert!(data.prints(&["withdraw", "list"]).ends_with("The list is empty.\n"));
    assert!(data.prints(&["rail", "unmatched"]).ends_with("The list is empty.\n"));
    let why = ["--reason", "no"];
    for act in [
        &["withdraw", "info", id][..],
        &[&["withdraw", "approve", id, "--seen", "0123456789abcdef"][..], &why].concat(),
        &[&["withdraw", "reject", id][..], &why].concat(),
        &[&["rail", "assign", "tx", "7"][..], &why].concat(),
        &[&["rail", "return", "tx"][..], &why].concat(),
    ] {
        let sentence = data.fails(1, act);
        assert!(sentence.starts_with("Refused with"), "{act:?} {sentence}");
    }
    desk.log_in("rob", &risk);
    assert!(data.prints(&["kyc", "list"]).ends_with("The list is empty.\n"));
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
    let made = data.calls(&create);
    let (id, code) = (
        made["packet"].as_str().expect("an id"),
        made["code"].as_str().expect("a code"),
    );
    let list = data.prints(&["redpacket", "list"]);
    assert!(
        list.contains(id) && list.contains("con") && !list.contains(code),
        "{list}"
    );
    assert!(
        data.prints(&["redpacket", "code", id, "--reason", "printing it"])
            .contains(code)
    );
    data.prints(&["redpacket", "stop", id, "--reason", "over"]);
    let again = data.fails(1, &["redpacket", "stop", id, "--reason", "over"]);
    assert!(again.starts_with("Refused with 9003"), "{again}");
}
