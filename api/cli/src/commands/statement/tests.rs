use super::*;
use ledger::balance::AccountBalance;

fn had(balance: i64) -> AccountBalance {
    AccountBalance {
        account: "referral_due".into(),
        asset: "usdt".into(),
        balance,
        position: 1,
    }
}

fn moved(position: i64, at_ms: i64, amount: i64, after: i64) -> StatementLine {
    StatementLine {
        position,
        at_ms,
        event: "DiveClosed".into(),
        account: "referral_due".into(),
        asset: "usdt".into(),
        amount,
        after,
    }
}

fn log(opening: i64, lines: Vec<StatementLine>, closing: i64) -> OfLog {
    OfLog {
        opening: vec![had(opening)],
        lines,
        closing: vec![had(closing)],
    }
}

#[test]
fn lines_of_several_logs_come_in_order_of_time_with_what_the_account_has_over_all() {
    // The second line of the friend's log was written by a process whose clock is behind.
    let friends = log(5, vec![moved(2, 40, 1, 6), moved(3, 30, 4, 10)], 10);
    let own = log(-2, vec![moved(7, 35, -3, -5), moved(8, 50, -5, -10)], -10);
    let whole = Whole::of(vec![friends, own]);
    let printed: Vec<_> = whole
        .lines
        .iter()
        .map(|line| (line.partition, line.of.position, line.after))
        .collect();
    assert_eq!(printed, [(1, 7, 0), (0, 2, 1), (0, 3, 5), (1, 8, 0)]);
    assert_eq!((whole.opening[0].balance, whole.closing[0].balance), (3, 0));
    assert_eq!(whole.problem, None);
}

#[test]
fn a_log_that_does_not_add_up_is_named_even_where_the_sum_of_all_does() {
    let two = || vec![log(0, Vec::new(), 1), log(0, Vec::new(), -1)];
    let problem = Whole::of(two()).problem.expect("a problem");
    assert!(problem.starts_with("In partition 0 opening and lines"), "{problem}");
    let alone = Whole::of(two().split_off(1)).problem.expect("a problem");
    assert!(alone.starts_with("opening and lines"), "{alone}");
}
