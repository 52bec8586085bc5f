//! A dive is checked without a server, by what the app shows of it.

use super::{Folder, assert_refused, stderr, stdout};

#[test]
fn verify_dive_works_offline_and_answers_with_its_exit_code() {
    let folder = Folder::new("dive");
    let dive = |file: &str, text: &str| {
        std::fs::write(folder.0.join(file), text).expect("written");
        folder.ledger(&["verify-dive", "--file", file, "--json"], &[])
    };
    let fair = dive("fair.json", GOLDEN);
    assert_eq!(
        (fair.status.code(), stdout(&fair).contains("\"ok\":true")),
        (Some(0), true),
        "{}{}",
        stdout(&fair),
        stderr(&fair)
    );
    let forged = dive(
        "forged.json",
        &GOLDEN.replace("\"payout\":\"0.00\"", "\"payout\":\"0.01\""),
    );
    assert_eq!(
        (
            forged.status.code(),
            stdout(&forged).contains("The payout should be 0.00")
        ),
        (Some(1), true)
    );
    let sealed = dive(
        "sealed.json",
        &GOLDEN.replace("\"server_seed\":\"c0", "\"server_seed\":null,\"x\":\"c0"),
    );
    assert_refused(&sealed, "The seed of this dive is not revealed yet");
    assert_eq!(
        folder
            .ledger(&["verify-dive", "--file", "nowhere.json"], &[])
            .status
            .code(),
        Some(1)
    );
}

/// The first cast of the golden dive of domain §2.6: t=726676, nothing.
const GOLDEN: &str = r#"{"result":{"dive_id":"d","reason":"surfaced","casts":1,"staked":100,"fish":"0.00","bonus":"0.00","chest_gusd":"0.00","chest_usdt":"0.000000","payout":"0.00","credited_as":"gusd","profit":"0.00","capped":false,"closed_at":0},"casts":[{"seq":1,"level":1,"nonce":0,"t":726676,"kind":"empty","id":null,"x10":0,"value":"0.00","bonus":"0.00","destroyed":[],"shield":false}],"commit":"53cd3b418bb2d1ed2a1e49f6ab241ae86b0f46eb4c198b4baf4dd471265d703d","server_seed":"c0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ff","client_seed":"angler-1","table_hash":"666794e899423c4ae32ed0457a1eb529ea575a3ec25dc1c18e9e223ca8c78511"}"#;
