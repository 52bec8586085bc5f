use super::*;

fn had(balance: i64, position: i64) -> Vec<AccountBalance> {
    vec![AccountBalance {
        account: "usdt".into(),
        asset: "usdt".into(),
        balance,
        position,
    }]
}

fn moved(position: i64, amount: i64, after: i64) -> StatementLine {
    StatementLine {
        position,
        at_ms: 0,
        event: "Exchanged".into(),
        account: "usdt".into(),
        asset: "usdt".into(),
        amount,
        after,
    }
}

#[test]
fn a_statement_adds_up_or_says_where_it_does_not() {
    let mut statement = Statement {
        opening: had(5, 1),
        lines: vec![moved(2, 10, 15), moved(4, -3, 12)],
        closing: had(12, 4),
    };
    assert_eq!(statement.problem(), None);
    statement.closing = had(13, 4);
    assert!(statement.problem().expect("a problem").contains("closing"));
    statement.lines[0].after = 16;
    assert!(statement.problem().expect("a problem").contains("position 2"));
    let unopened = Statement {
        opening: Vec::new(),
        lines: vec![moved(2, 10, 10)],
        closing: had(10, 2),
    };
    assert_eq!(unopened.problem(), None);
}
