use super::*;

fn vkey_of(byte: u8, name: &str) -> Vkey {
    NotaryKey::of_seed([byte; 32], name).vkey().clone()
}

#[test]
fn a_note_opens_under_its_own_key_and_name_only_and_unchanged() {
    let key = NotaryKey::of_seed([7; 32], "ledger/a");
    let note = key.sign("ledger/a", "ledger/a\n1\n").expect("signed");
    let vkey = Vkey::parse(&key.vkey().to_string()).expect("its own notation");
    assert_eq!(vkey, vkey_of(7, "ledger/a"));
    assert_eq!(vkey.open(&note).as_deref(), Ok("ledger/a\n1\n"));
    assert!(vkey_of(8, "ledger/a").open(&note).is_err());
    assert!(vkey_of(7, "ledger/b").open(&note).is_err());
    assert!(vkey.of_partition(0).open(&note).is_err());
    assert!(vkey.of_erasures().open(&note).is_err());
    for index in 0..note.len() {
        let mut changed = note.clone().into_bytes();
        changed[index] ^= 1;
        let changed = String::from_utf8_lossy(&changed).into_owned();
        assert!(vkey.open(&changed).is_err(), "byte {index}");
    }
}

#[test]
fn texts_that_are_no_key_are_refused() {
    let good = vkey_of(7, "ledger/a").to_string();
    assert!(Vkey::parse(&format!(" {good}\n")).is_ok());
    for text in [
        "",
        "ledger/a",
        "ledger/a+00000000+AQ==",
        &good[1..],
        &good[..good.len() - 4],
    ] {
        assert!(Vkey::parse(text).is_err(), "{text:?}");
    }
}
