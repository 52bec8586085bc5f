use super::*;

const FOUNDATION: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const FOUNDATION_UQ: &str = "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI";

#[test]
fn one_account_is_written_in_two_ways() {
    let [eq, uq] = [FOUNDATION, FOUNDATION_UQ].map(|text| Address::parse(text).expect("an address"));
    assert_ne!(eq, uq);
    assert_eq!(eq.account(), uq.account());
    let Some(Account::Ton(account)) = eq.account() else {
        panic!("an account of TON")
    };
    assert_eq!(
        hex::encode(account),
        "83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8"
    );
    assert_eq!(eq.chain(), Some(Chain::Ton));
    assert_eq!(eq.as_str(), FOUNDATION);
}

#[test]
fn test_net_other_workchains_unknown_tags_and_nobody_are_refused_t_10() {
    for text in [
        "kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH",
        "Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF",
        "EgCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKnD",
        "EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c",
    ] {
        assert_eq!(Address::parse(text), None, "{text}");
    }
}

#[test]
fn every_single_wrong_letter_is_caught_by_the_checksum_t_10() {
    for place in 0..FOUNDATION.len() {
        for letter in b"AZaz09-_+/= \0" {
            let mut text = FOUNDATION.as_bytes().to_vec();
            if text[place] == *letter {
                continue;
            }
            text[place] = *letter;
            let text = String::from_utf8(text).expect("ASCII");
            assert_eq!(Address::parse(&text), None, "{text:?}");
        }
    }
    for text in ["", &FOUNDATION[1..], &format!("{FOUNDATION}A"), &"日".repeat(16)] {
        assert_eq!(Address::parse(text), None, "{text:?}");
    }
}

/// The examples of EIP-55.
const CHECKSUMMED: [&str; 4] = [
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
];

#[test]
fn an_evm_address_is_taken_with_its_checksum_alone_t_10() {
    for text in CHECKSUMMED {
        let address = Address::parse(text).expect("an address");
        let Some(Account::Evm(account)) = address.account() else {
            panic!("an account of an EVM chain")
        };
        assert_eq!(format!("0x{}", hex::encode(account)), text.to_lowercase());
        assert_eq!((address.chain(), address.as_str()), (Some(Chain::Evm), text));
        let digits = &text[2..];
        for wrong in [
            text.to_lowercase(),
            format!("0x{}", digits.to_uppercase()),
            format!("0X{digits}"),
            digits.to_owned(),
            format!("{text}0"),
            format!(" {text}"),
            format!("{text}\u{200b}"),
            text[..41].to_owned(),
        ] {
            assert_eq!(Address::parse(&wrong), None, "{wrong:?}");
        }
    }
    assert_eq!(Address::parse(&format!("0x{}", "0".repeat(40))), None, "nobody");
}

#[test]
fn every_capital_is_part_of_the_checksum_t_10() {
    for text in CHECKSUMMED {
        for place in 2..text.len() {
            let mut letters = text.as_bytes().to_vec();
            let letter = letters[place];
            letters[place] = if letter.is_ascii_lowercase() {
                letter.to_ascii_uppercase()
            } else {
                letter.to_ascii_lowercase()
            };
            let wrong = String::from_utf8(letters).expect("ASCII");
            assert!(wrong == text || Address::parse(&wrong).is_none(), "{wrong}");
        }
    }
}

#[test]
fn a_comment_is_short_and_plain() {
    for (text, fits) in [
        ("", false),
        ("1", true),
        (&"x".repeat(120), true),
        (&"x".repeat(121), false),
        (&"鱼".repeat(40), true),
        (&"鱼".repeat(41), false),
        ("a\0", false),
        ("a\nb", false),
    ] {
        assert_eq!(is_comment(text), fits, "{text:?}");
    }
}
