use super::*;

#[test]
fn a_statement_that_does_not_add_up_names_its_account() {
    let had = |balance| AccountBalance {
        account: "usdt".into(),
        asset: "usdt".into(),
        balance,
        position: 1,
    };
    let moved = |sum| BTreeMap::from([("usdt".to_owned(), Movement { sum, lines: 2 })]);
    assert_eq!(problem(&[had(5)], &moved(7), &[had(12)]), None);
    assert_eq!(problem(&[], &BTreeMap::new(), &[]), None);
    let why = problem(&[had(5)], &moved(7), &[had(13)]).expect("a problem");
    assert_eq!(why.to_string(), "usdt: opening and lines are 12, the closing is 13");
    assert_eq!(
        (why.code.as_str(), why.values["closing"].as_str()),
        ("statement_off", "13")
    );
    assert!(problem(&[had(5)], &moved(7), &[]).is_some());
}
