use super::*;
use crate::wire::facts::Measured;

fn alert(kind: &str, severity: &str, value: Measured, since_ms: Option<i64>) -> StaffAlert {
    StaffAlert {
        alert: format!("{kind}:mara"),
        kind: kind.into(),
        severity: severity.into(),
        subject: "mara".into(),
        value,
        bound: Measured::text("none"),
        since_ms,
        acknowledged_by: None,
        acknowledged_ms: None,
    }
}

#[test]
fn alerts_of_one_kind_and_urgency_are_one_condition_with_their_sum_and_their_oldest() {
    let usdt = |minor: i64| Measured::new(FactUnit::Usdt, minor);
    let found = of_alerts(&[
        alert("topup_unmatched", "low", usdt(5_000_000), Some(9)),
        alert("topup_unmatched", "low", usdt(250_000), Some(7)),
        alert("view_stopped", "high", Measured::text("x"), None),
        alert(UNDELIVERED, "low", Measured::text("x"), Some(1)),
    ]);
    let [payments, view] = found.as_slice() else {
        panic!("{found:?}")
    };
    assert_eq!((payments.count, payments.since_ms), (2, Some(7)));
    assert_eq!(payments.usdt, Some(Usdt::from_minor(5_250_000)));
    assert_eq!(
        (view.code.as_str(), view.usdt, view.since_ms),
        ("view_stopped", None, None)
    );
    assert!(!format!("{found:?}").contains("mara"));
}
