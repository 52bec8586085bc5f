use super::*;
use domain::money::Usdt;

fn condition(code: &str, count: i64) -> Condition {
    Condition {
        count,
        since_ms: Some(5),
        ..Condition::ended(code, "high")
    }
}

fn sent(code: &str, state: &str, count: i64, at: i64) -> ((String, String), LastSent) {
    let sent = LastSent {
        state: state.into(),
        count,
        at: Timestamp(at),
    };
    ((code.into(), "high".into()), sent)
}

fn of(found: &[Condition], known: Vec<((String, String), LastSent)>, now: i64) -> Vec<(&'static str, String)> {
    let news = news(found, &known.into_iter().collect(), Timestamp(now));
    news.into_iter().map(|(state, of)| (state, of.code)).collect()
}

fn said(state: &'static str, code: &str) -> Vec<(&'static str, String)> {
    vec![(state, code.to_owned())]
}

#[test]
fn what_begins_and_what_ends_is_sent_once() {
    let stopped = [condition("view_stopped", 1)];
    assert_eq!(of(&stopped, vec![], 0), said("open", "view_stopped"));
    assert_eq!(of(&stopped, vec![sent("view_stopped", "open", 1, 0)], 9), vec![]);
    assert_eq!(
        of(&[], vec![sent("view_stopped", "open", 1, 0)], 9),
        said("closed", "view_stopped")
    );
    assert_eq!(
        of(&[], vec![sent("view_stopped", "more", 2, 0)], 9),
        said("closed", "view_stopped")
    );
    assert_eq!(of(&[], vec![sent("view_stopped", "closed", 0, 0)], 9), vec![]);
    assert_eq!(
        of(&stopped, vec![sent("view_stopped", "closed", 0, 0)], 9),
        said("open", "view_stopped")
    );
}

#[test]
fn what_grows_is_sent_once_an_hour() {
    let (found, before) = ([condition("withdrawal_due", 3)], || {
        vec![sent("withdrawal_due", "open", 2, 0)]
    });
    assert_eq!(of(&found, before(), HOUR_MS - 1), vec![]);
    assert_eq!(of(&found, before(), HOUR_MS), said("more", "withdrawal_due"));
    assert_eq!(of(&[condition("withdrawal_due", 1)], before(), HOUR_MS), vec![]);
}

#[test]
fn an_urgent_one_is_another_than_one_that_is_not() {
    let low = Condition {
        severity: "low".into(),
        ..condition("withdrawal_due", 1)
    };
    let known = vec![sent("withdrawal_due", "open", 1, 0)];
    let news = of(&[low], known, 9);
    assert_eq!(
        news.iter().map(|(state, _)| *state).collect::<Vec<_>>(),
        ["closed", "open"]
    );
}

#[test]
fn a_message_has_counts_sums_and_a_path_and_nothing_else() {
    let of = Condition {
        usdt: Some(Usdt::from_minor(7)),
        ..condition("topup_unmatched", 2)
    };
    let written = body(Uuid::nil(), 4, "open", &of, Timestamp(9));
    assert_eq!(
        serde_json::from_str::<Value>(&written).expect("JSON"),
        json!({
            "id": Uuid::nil(), "sequence": 4, "state": "open", "code": "topup_unmatched", "severity": "high", "count": 2,
            "since_ms": 5, "asset": "usdt", "amount": "7", "path": "/desks/topups", "at_ms": 9,
        })
    );
}
