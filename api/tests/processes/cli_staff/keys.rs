//! Keys of members on the command line: what is approved, and each login, is signed with a file of one's own.

use super::approval;
use super::desk::Desk;
use serde_json::json;
use std::os::unix::fs::PermissionsExt;

#[test]
fn approvals_and_acts_are_signed_with_a_key_file_that_another_person_approved() {
    let desk = Desk::open("key-file");
    let data = &desk.data;
    let [fay, lea, sam] = desk.hire([("fay", "finance"), ("lea", "finance_lead"), ("sam", "security")]);
    let path = |name: &str| data.0.join(name).to_string_lossy().into_owned();
    let (file, other) = (path("lea.key"), path("other.key"));
    let id = data.prints(&["staff", "key", "new", &file]).trim().to_owned();
    data.prints(&["staff", "key", "new", &other]);
    let mode = std::fs::metadata(&file).expect("a key").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "others read the key");
    let again = data.refuses(&["staff", "key", "new", &file]);
    assert!(again.contains("cannot be made"), "{again}");
    let approve = ["staff", "key", "approve", "lea", &id, "--reason", "read out by herself"];

    desk.log_in("fay", &fay);
    let made = data.calls(&["treasury", "fund", "1000.50", "--reason", "season two"]);
    desk.log_in("lea", &lea);
    let proposed = data.calls(&["staff", "key", "propose", &file, "--reason", "my scripts"]);
    assert_eq!(proposed["key"], json!(id));
    desk.log_in("sam", &sam);
    assert_eq!(data.calls(&approve)["done"], true);
    desk.log_in_with(&file, "lea", &lea);

    let yes = approval(&made);
    let bare = data.fails(1, &yes);
    assert!(bare.starts_with("Refused with 9007"), "{bare}");
    let foreign = data.fails(1, &[&yes[..], &["--key", &other]].concat());
    assert!(foreign.starts_with("Refused with 9008"), "{foreign}");
    let none = data.refuses(&[&yes[..], &["--key", "/dev/null"]].concat());
    assert!(none.contains("is no key file"), "{none}");
    let done = data.calls(&[&yes[..], &["--key", &file]].concat());
    assert_eq!((&done["state"], &done["code"]), (&json!("done"), &json!(0)));
    // What she proposes or does alone is signed as well.
    let promote = ["treasury", "promote", "1", "--reason", "a campaign"];
    let bare = data.fails(1, &promote);
    assert!(bare.starts_with("Refused with 9007"), "{bare}");
    assert!(data.calls(&[&promote[..], &["--key", &file]].concat())["proposal"].is_string());
    let stop = ["rail", "pause", "--reason", "the node lies"];
    let bare = data.fails(1, &stop);
    assert!(bare.starts_with("Refused with 9007"), "{bare}");
    assert!(data.calls(&[&stop[..], &["--key", &file]].concat())["wallets"].is_number());
    let resume = [
        "staff",
        "call",
        "--key",
        &file,
        "withdrawals/resume",
        "--reason",
        "the wallets are right",
    ];
    let resumed = data.prints(&resume);
    assert!(resumed.contains("wallets"), "{resumed}");
}

#[test]
fn who_has_a_key_logs_in_with_it() {
    let desk = Desk::open("key-login");
    let data = &desk.data;
    let file = data.0.join("ann.key").to_string_lossy().into_owned();
    let id = data.prints(&["staff", "key", "new", &file]).trim().to_owned();
    let [rob] = desk.hire([("rob", "security")]);
    desk.log_in("rob", &rob);
    data.calls(&["staff", "key", "propose", &file, "--reason", "my scripts"]);
    let approve = ["staff", "key", "approve", "rob", &id, "--reason", "read out by himself"];
    let second = data.0.join("second_session");
    let approved = data.command(&approve).env("LEDGER_STAFF_SESSION", &second).output();
    assert_eq!(approved.expect("the program runs").status.code(), Some(0));
    let revoke = ["staff", "key", "revoke", "rob", &id, "--reason", "a new telephone"];
    let ended = || data.refuses(&["staff", "me"]).starts_with("The session has ended");
    assert!(ended(), "no key opened it");
    desk.log_in_with(&file, "rob", &rob);
    data.prints(&["staff", "me"]);
    let revoked = data.command(&revoke).env("LEDGER_STAFF_SESSION", &second).output();
    assert_eq!(revoked.expect("the program runs").status.code(), Some(0));
    assert!(ended(), "its key is revoked");
}
