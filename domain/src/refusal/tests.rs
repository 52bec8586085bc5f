use super::*;
use std::collections::BTreeSet;

#[test]
fn every_code_belongs_to_one_refusal() {
    let codes: BTreeSet<i32> = Refusal::CATALOGUE.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes.len(), Refusal::CATALOGUE.len());
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
