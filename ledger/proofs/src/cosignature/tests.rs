use super::*;
use crate::key::NotaryKey;

const TEXT: &str = "ledger/a/0\n7\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";

fn witness(byte: u8, name: &str) -> Cosigner {
    Cosigner::of_seed(&[byte; 32], name).expect("a name")
}

#[test]
fn a_cosignature_holds_under_its_key_name_text_and_time_alone() {
    let log = NotaryKey::of_seed([7; 32], "ledger/a/0");
    let note = log.sign("ledger/a/0", TEXT).expect("signed");
    let one = witness(1, "witness.example/1");
    let cosigned = note.clone() + &one.cosign(TEXT, 1_679_315_147).expect("cosigned");
    assert_eq!(one.key().cosigned(&cosigned), Some(1_679_315_147));
    assert_eq!(one.key().cosigned(&note), None, "the log alone");
    assert!(
        log.vkey().open(&cosigned).is_ok(),
        "the log's own signature still holds"
    );
    assert_eq!(witness(2, "witness.example/1").key().cosigned(&cosigned), None);
    assert_eq!(witness(1, "witness.example/2").key().cosigned(&cosigned), None);
    let other = note + &one.cosign(&TEXT.replace("\n7\n", "\n8\n"), 1).expect("cosigned");
    assert_eq!(one.key().cosigned(&other), None, "another size");
    let line = cosigned.rfind("— ").expect("a line");
    let encoded = cosigned.rfind(' ').expect("a signature") + 1;
    for index in encoded..cosigned.len() - 1 {
        let mut changed = cosigned.clone().into_bytes();
        changed[index] = if changed[index] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).expect("text");
        assert_eq!(one.key().cosigned(&changed), None, "{}", &changed[line..]);
    }
}

#[test]
fn keys_of_witnesses_read_back_and_nothing_else_does() {
    let key = witness(1, "witness.example/1").key().clone();
    let good = key.to_string();
    assert_eq!(WitnessKey::parse(&format!(" {good}\n")), Ok(key));
    let of_a_log = NotaryKey::of_seed([1; 32], "witness.example/1").vkey().to_string();
    for text in ["", "a+b+c", &good[1..], &good[..good.len() - 4], &of_a_log] {
        assert!(WitnessKey::parse(text).is_err(), "{text:?}");
    }
    for name in ["", "a b", "a+b"] {
        assert!(Cosigner::of_seed(&[1; 32], name).is_err());
    }
}

/// The example of C2SP tlog-cosignature: a checkpoint, and a cosignature of a witness whose public key is not given
/// there. The line reads, and what it says of its time is the time of the document's example message.
#[test]
fn the_line_of_the_standards_example_has_its_time_where_it_is_read_here() {
    let line = "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==";
    let line = Line::from_bytes(line.as_bytes()).expect("a line");
    let (time, signature) = line.signature().split_at(TIME_BYTES);
    assert_eq!(time, 1_679_315_147_u64.to_be_bytes());
    assert_eq!(signature.len(), 64);
}
