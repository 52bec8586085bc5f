use super::*;

fn at(minute: i64) -> Timestamp {
    Timestamp(1_700_000_040_000 + minute * 60_000)
}

fn logins(counts: &CallCounts, minutes: std::ops::Range<i64>, each: u32) {
    for minute in minutes {
        for _ in 0..each {
            counts.count(Class::Login, 0, at(minute));
        }
    }
}

#[test]
fn a_burst_is_reported_while_it_lasts_and_is_usual_after_an_hour() {
    let counts = CallCounts::default();
    logins(&counts, 0..60, 4);
    assert_eq!(counts.bursts(at(59)), []);
    logins(&counts, 60..62, 51);
    let burst = Burst {
        kind: CallKind::Login,
        count: 3 * 4 + 2 * 51,
        usual: 20,
    };
    assert_eq!(counts.bursts(at(61)), [burst]);
    assert_eq!(counts.bursts(at(67)), []);
    logins(&counts, 67..140, 51);
    assert_eq!(counts.bursts(at(139)), []);
}

#[test]
fn few_calls_and_a_fresh_process_are_no_burst() {
    let fresh = CallCounts::default();
    logins(&fresh, 0..10, 1_000);
    assert_eq!(fresh.bursts(at(9)), []);
    let few = CallCounts::default();
    logins(&few, 0..20, 1);
    logins(&few, 20..25, (LEAST - 1) / 5);
    assert_eq!(few.bursts(at(24)), []);
}

#[test]
fn codes_are_counted_by_themselves_and_forgotten() {
    let counts = CallCounts::default();
    counts.count(Class::Other, 0, at(0));
    for _ in 0..LEAST {
        counts.count(Class::Other, 4001, at(30));
    }
    let found: Vec<CallKind> = counts.bursts(at(31)).into_iter().map(|burst| burst.kind).collect();
    assert_eq!(found, [CallKind::Code(4001)]);
    assert_eq!(
        (
            counts.recent(CallKind::Code(4001), at(34)),
            counts.recent(CallKind::Code(4001), at(35))
        ),
        (LEAST, 0)
    );
    assert_eq!(counts.recent(CallKind::Code(-1), at(31)), 0);
    counts.count(Class::Other, 4001, at(500));
    assert_eq!(counts.recent(CallKind::Code(4001), at(500)), 1);
}
