use super::*;
use std::collections::BTreeSet;

#[test]
fn every_code_has_one_text_and_belongs_to_one_refusal_but_that_of_a_wrong_field() {
    let codes: Vec<i32> = Refusal::CATALOGUE.iter().map(|(code, _)| *code).collect();
    let texts: BTreeSet<&(i32, &str)> = Refusal::CATALOGUE.iter().collect();
    let known: BTreeSet<&i32> = codes.iter().collect();
    // A field that is wrong is named alone or with the rule that it breaks.
    assert_eq!((known.len(), texts.len()), (codes.len() - 1, codes.len() - 1));
}

#[test]
fn a_broken_rule_is_read_as_a_field_and_as_a_code_with_its_values() {
    let finding = Finding::new("next_to_close", "2026-03 is the next to close").of("period");
    let refusal = Refusal::from(finding.with("next", "2026-03"));
    let written = serde_json::to_value(&refusal).expect("writes");
    assert_eq!(written["field"], "period: 2026-03 is the next to close");
    assert_eq!(written["finding"]["code"], "next_to_close");
    assert_eq!(written["finding"]["values"]["next"], "2026-03");
    assert_eq!(serde_json::from_value::<Refusal>(written).expect("reads"), refusal);
}

#[test]
fn a_refusal_reads_back_as_written() {
    let refusal = Refusal::BalanceNotUnderFloor { floor: 1_000 };
    let text = serde_json::to_string(&refusal).expect("writes");
    assert_eq!(serde_json::from_str::<Refusal>(&text).expect("reads"), refusal);
    assert_eq!(
        (refusal.code(), refusal.to_string().as_str()),
        (4003, "Balance must be under 1000")
    );
}
