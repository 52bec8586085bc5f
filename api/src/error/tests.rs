use super::*;
use domain::testing::is_product_chinese;
use std::collections::BTreeSet;

#[test]
fn every_code_stands_once_with_both_texts() {
    let codes: BTreeSet<i32> = CATALOGUE.iter().map(|entry| entry.code).collect();
    assert_eq!(codes.len(), CATALOGUE.len());
    for entry in CATALOGUE {
        assert!(!entry.en.is_empty() && !entry.zh.is_ascii(), "{}", entry.code);
        assert!(is_product_chinese(entry.zh), "{}", entry.zh);
    }
}

#[test]
fn every_refusal_of_the_rules_and_every_code_of_ours_is_in_the_table() {
    let known = |code: i32| CATALOGUE.iter().any(|entry| entry.code == code);
    for (code, text) in Refusal::CATALOGUE {
        assert!(known(*code), "{code} {text}");
    }
    for code in [
        FAULT,
        UNAUTHENTICATED,
        LAUNCH_INVALID,
        MAINTENANCE,
        TOO_MANY,
        INVALID,
        KEY_REUSED,
        BUSY,
    ] {
        assert!(known(code), "{code}");
    }
}

#[test]
fn the_text_speaks_the_player_s_language_and_names_the_value() {
    assert_eq!(
        message(4003, Lang::En, r#"{"floor":1000}"#),
        "Balance must be under 1000"
    );
    assert_eq!(message(4003, Lang::Zh, r#"{"floor":1000}"#), "余额低于1000才可领取");
    assert_eq!(message(-1000, Lang::En, "null"), "Session expired, please reopen");
    assert_eq!(message(0, Lang::En, "{}"), "");
}
