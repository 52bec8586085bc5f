use super::*;
use crate::append::rows::EventRow;
use domain::posting::Postings;
use tokio::sync::oneshot;
use uuid::Uuid;

/// A command that recorded so many events.
fn entry(events: i64) -> Entry {
    let event = |sequence| EventRow {
        aggregate_type: "player",
        aggregate_id: "somebody".into(),
        sequence,
        event_id: Uuid::nil(),
        event_type: "Happened",
        event_version: "1".into(),
        payload: "{}".into(),
        metadata: "{}".into(),
        recorded_at_ms: 0,
        leaf: [0; 32],
        mac_input: [0; 32],
        postings: Postings::NONE,
    };
    Entry {
        events: (1..=events).map(event).collect(),
        ..Entry::blank(oneshot::channel().0)
    }
}

/// First and last position of what is kept after a position, and how many there are.
fn kept(tail: &Tail, after: i64, limit: i64) -> (i64, i64, usize) {
    let events = tail.after(0, after, limit);
    let position = |event: Option<&Arc<PageEvent>>| event.map_or(0, |event| event.position);
    (position(events.first()), position(events.last()), events.len())
}

#[test]
fn what_was_written_is_read_from_any_position_that_is_kept() {
    let tail = Tail::default();
    tail.keep(0, 0, &[entry(5)]);
    assert_eq!(kept(&tail, 0, 100), (0, 0, 0), "nobody had read");
    tail.keep(0, 5, &[entry(2), entry(1)]);
    tail.keep(0, 8, &[entry(4)]);
    assert_eq!(kept(&tail, 4, 100), (0, 0, 0), "the event at 5 is not here");
    assert_eq!(kept(&tail, 5, 100), (6, 12, 7));
    assert_eq!(kept(&tail, 7, 2), (8, 9, 2));
    assert_eq!(kept(&tail, 12, 100), (0, 0, 0));
    assert_eq!(tail.after(1, 5, 100).len(), 0, "another log");
}

#[test]
fn nothing_is_kept_over_a_gap_or_after_it_was_lost_or_without_bound() {
    let tail = Tail::default();
    tail.after(0, 0, 1);
    tail.keep(0, 0, &[entry(3)]);
    // Another process wrote positions 4 and 5.
    tail.keep(0, 5, &[entry(1)]);
    assert_eq!(kept(&tail, 2, 100), (0, 0, 0));
    assert_eq!(kept(&tail, 5, 100), (6, 6, 1));
    tail.forget(0);
    assert_eq!(kept(&tail, 5, 100), (0, 0, 0));
    tail.keep(0, 6, &[entry(KEPT_MAX as i64), entry(10)]);
    assert_eq!(kept(&tail, 6, 1), (0, 0, 0));
    assert_eq!(kept(&tail, 16, i64::MAX), (17, 16 + KEPT_MAX as i64, KEPT_MAX));
}
