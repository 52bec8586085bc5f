//! Closed months as given, when, then.

use super::*;
use crate::testing::Angler;
use crate::time::DAY_MS;

const FIRST: Month = Month::new(2025, 1);

fn moved(account: &str, debit: i64, credit: i64) -> Moved {
    Moved {
        event: "TopUpCredited".into(),
        account: account.into(),
        debit,
        credit,
    }
}

/// A top-up of 5: custody holds it for the player's coupon.
fn figures() -> Figures {
    Figures {
        moved: vec![moved("h:usdt_customer", 0, 5), moved("h:usdt_custody", 5, 0)],
        ..Figures::default()
    }
}

fn close(period: Month) -> Close {
    Close {
        period,
        begun: FIRST.first(),
        days: period.days().collect(),
        until: vec![10, 20],
        figures: figures(),
        signature: "note".into(),
        proposal: ProposalId(Uuid::from_u128(1)),
        proposer: "ann".into(),
        approver: "bob".into(),
        reason: "month end".into(),
    }
}

fn decide_at(stream: &Periods, close: &Close, now: Timestamp) -> Result<PeriodEvent, Refusal> {
    let mut clock = Angler::new();
    clock.now = now;
    let decision = stream.decide(close, &clock.context(&crate::player::signin::SignIn.into()))?;
    Ok(decision.events[0].clone())
}

/// On the second day after the month.
fn decide(stream: &Periods, close: &Close) -> Result<PeriodEvent, Refusal> {
    decide_at(stream, close, close.period.next().first().start().plus_ms(DAY_MS))
}

fn closed(months: i32) -> Periods {
    let mut stream = Periods::default();
    for back in 1..=months {
        let event = decide(&stream, &close(FIRST.back(1 - back))).expect("closed");
        stream.evolve(&event);
    }
    stream
}

fn says(refused: Result<PeriodEvent, Refusal>) -> String {
    refused.expect_err("a refusal").to_string()
}

#[test]
fn months_are_closed_in_sequence_without_gaps() {
    let two = closed(2);
    assert_eq!((two.sequence, two.last), (2, Some(FIRST.next())));
    assert_eq!(decide(&two, &close(FIRST)), Err(Refusal::StateChanged));
    let later = says(decide(&two, &close(FIRST.back(-3))));
    assert!(later.contains("2025-03 is the next to close"), "{later}");
    let first = says(decide(&Periods::default(), &close(FIRST.next())));
    assert!(first.contains("2025-01 is the next to close"), "{first}");
    let PeriodEvent::PeriodClosed { sequence, after, .. } = decide(&two, &close(FIRST.back(-2))).expect("closed");
    assert_eq!((sequence, after), (3, vec![10, 20]));
}

#[test]
fn a_month_is_closed_after_its_end_with_all_its_days() {
    let end = FIRST.next().first().start();
    let early = decide_at(&Periods::default(), &close(FIRST), end.plus_ms(-1));
    assert_eq!(early, Err(Refusal::NotReadyYet { at: end.0 }));
    let mut without = close(FIRST);
    without.days.remove(16);
    let open = says(decide(&Periods::default(), &without));
    assert!(open.contains("2025-01-17 has no daily close"), "{open}");
    // Days before the log have nothing to close.
    without.begun = Day(FIRST.first().0 + 17);
    assert!(decide(&Periods::default(), &without).is_ok());
}

#[test]
fn two_people_close_a_month_with_a_reason() {
    let alone = Close {
        approver: "ann".into(),
        ..close(FIRST)
    };
    assert_eq!(
        decide(&Periods::default(), &alone),
        Err(Refusal::OtherPersonMustApprove)
    );
    let silent = Close {
        reason: " ".into(),
        ..close(FIRST)
    };
    assert_eq!(decide(&Periods::default(), &silent), Err(Refusal::ReasonMissing));
}

#[test]
fn positions_never_go_back_and_figures_balance() {
    for until in [vec![9, 20], vec![10]] {
        let back = Close {
            until,
            ..close(FIRST.next())
        };
        assert!(says(decide(&closed(1), &back)).contains("until"));
    }
    let mut off = close(FIRST);
    off.figures.moved[0].credit += 1;
    assert!(says(decide(&Periods::default(), &off)).contains("figures"));
    let mut unlisted = close(FIRST);
    unlisted.figures.moved.push(moved("h:nobody", 1, 1));
    assert!(says(decide(&Periods::default(), &unlisted)).contains("figures"));
}

#[test]
fn the_digest_covers_every_figure() {
    let mut other = figures();
    other.cash.push(Cash {
        event: "TopUpCredited".into(),
        account: "h:usdt_customer".into(),
        amount: 5,
    });
    assert_ne!(other.digest(), figures().digest());
    let PeriodEvent::PeriodClosed { digest, .. } = decide(&Periods::default(), &close(FIRST)).expect("closed");
    assert_eq!(digest, figures().digest());
}

#[test]
fn a_span_is_a_month_a_quarter_or_a_year() {
    for (text, first, last, prior) in [
        ("2025-02", "2025-02", "2025-02", "2025-01"),
        ("2025-Q4", "2025-10", "2025-12", "2025-Q3"),
        ("2025-Q1", "2025-01", "2025-03", "2024-Q4"),
        ("2025", "2025-01", "2025-12", "2024"),
    ] {
        let span = Span::parse(text).expect("a span");
        let shown = [
            span.to_string(),
            span.first().to_string(),
            span.last().to_string(),
            span.prior().to_string(),
        ];
        assert_eq!(shown, [text, first, last, prior]);
        assert!(span.has(span.last()) && !span.has(span.last().next()));
        assert!(
            [
                Span::month(span.last()),
                Span::quarter(span.last()),
                Span::year(span.last())
            ]
            .contains(&span)
        );
    }
    for none in [
        "",
        "2025-",
        "2025-13",
        "2025-Q0",
        "2025-Q5",
        "2025-1",
        "25",
        "2025-01-01",
        "2025-q1",
        "02025",
        "2025-Q01",
    ] {
        assert_eq!(Span::parse(none), None, "{none}");
    }
}
