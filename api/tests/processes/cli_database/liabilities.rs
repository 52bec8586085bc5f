//! `ledger liabilities` on the database of a running product.

use super::{Data, assert_says};

/// What the players are owed is signed, and one of them finds his coins in it without the database. The
/// statement's file.
pub fn are_proven(data: &Data, player: &str) -> String {
    let file = |name: &str| data.0.join(name).to_string_lossy().into_owned();
    let (statement, proof) = (file("liabilities.note"), file("liabilities.proof"));
    assert_says(
        &data.ledger(&["liabilities", "build", "--out", &statement]),
        0,
        "Owed to players at checkpoint",
    );
    let prove = [
        "liabilities",
        "prove",
        "--statement",
        &statement,
        "--player",
        player,
        "--asset",
    ];
    let prove = |asset: &'static str, more: &[&str]| data.ledger(&[&prove[..], &[asset], more].concat());
    assert_says(&prove("coin", &["--out", &proof]), 0, "Written to");
    assert_says(&prove("shell", &[]), 2, "possible values: coin, diamond");
    let vkey = data.ledger(&["checkpoint", "--vkey"]);
    let vkey = String::from_utf8(vkey.stdout).expect("a key");
    let verify = [
        "liabilities",
        "verify",
        "--vkey",
        vkey.trim(),
        "--statement",
        &statement,
        "--proof",
        &proof,
    ];
    assert_says(&data.ledger(&verify), 0, "are in that total.");
    let honest = std::fs::read_to_string(&proof).expect("a proof");
    let more = honest.replacen("\"amount\":\"", "\"amount\":\"1", 1);
    std::fs::write(&proof, more).expect("written");
    assert_says(&data.ledger(&[&verify[..], &["--json"]].concat()), 1, "\"ok\":false");
    std::fs::write(&proof, "{}").expect("written");
    assert_says(&data.ledger(&verify), 2, "is not a proof");
    std::fs::write(&proof, honest).expect("written");
    assert_says(&data.ledger(&verify), 0, "Proven: ");
    // A moment has one statement: publishing it again changes nothing.
    for _ in 0..2 {
        assert_says(
            &data.ledger(&["liabilities", "build", "--publish"]),
            0,
            "Owed to players",
        );
    }
    statement
}

/// After somebody changed the books.
pub fn are_no_longer_what_was_stated(data: &Data, statement: &str, player: &str) {
    let again = [
        "liabilities",
        "prove",
        "--statement",
        statement,
        "--player",
        player,
        "--asset",
        "coin",
    ];
    assert_says(&data.ledger(&again), 1, "The books no longer come to what was stated");
}
