//! Exports: written on the database, checked without it.

use super::{Data, assert_says};

/// Of everything and of one player.
pub fn are_checked(data: &Data, player: &str) {
    for (format, name) in [("ndjson", "all"), ("csv", "own")] {
        let folder = data.0.join(name).to_string_lossy().into_owned();
        let whose = if name == "own" {
            vec!["--player", player]
        } else {
            Vec::new()
        };
        let export = ["export", "--out", folder.as_str(), "--format", format];
        assert_says(
            &data.ledger(&[&export[..], &whose].concat()),
            0,
            "ledger verify --bundle",
        );
        assert_says(&data.ledger(&["verify", "--bundle", &folder]), 0, "everything fits");
        let vkey = data.ledger(&["checkpoint", "--vkey"]);
        let vkey = String::from_utf8_lossy(&vkey.stdout).trim().to_owned();
        let trusting = data.ledger(&["verify", "--bundle", &folder, "--vkey", &vkey]);
        match name {
            "own" => assert_says(&trusting, 1, "nothing that the trusted key signed covers this export"),
            _ => assert_says(&trusting, 0, "They are all that checkpoint"),
        }
        assert_says(&data.ledger(&export), 2, "it is not empty");
        std::fs::write(data.0.join(name).join(format!("postings.{format}")), "").expect("written");
        assert_says(
            &data.ledger(&["verify", "--bundle", &folder, "--json"]),
            1,
            "\"ok\":false",
        );
    }
    macs_need_the_key(data);
}

/// Who wrote what an export holds, whoever has the key learns from it, and nobody else.
fn macs_need_the_key(data: &Data) {
    let folder = data.0.join("sealed").to_string_lossy().into_owned();
    let export = ["export", "--out", folder.as_str(), "--with-seals"];
    assert_says(&data.ledger(&export), 0, "refusals.ndjson");
    let check = ["verify", "--bundle", folder.as_str(), "--with-seals"];
    assert_says(&data.ledger(&check), 0, "were made with the master key.");
    let keyless = data.command(&check).env_remove("LEDGER_DATA").output();
    assert_says(
        &keyless.expect("the program runs"),
        0,
        "Without the master key its MACs were not recomputed",
    );
    let key = "11".repeat(32);
    let other = data.command(&check).env("LEDGER_MASTER_KEY", key).output();
    assert_says(
        &other.expect("the program runs"),
        1,
        "partition 0 position 1: its MAC is of another key",
    );
}
