use super::*;
use crate::staff::tests::Account;
use crate::staff::{Role, StaffCommand as Do};

fn moment(text: &str, hour: i64) -> Timestamp {
    let day = Day::try_from(text.to_owned()).expect("a day");
    day.start().plus_ms(hour * HOUR_MS)
}

fn schedule(every: Every) -> Schedule {
    Schedule {
        id: Uuid::from_u128(9),
        what: "books/trial".into(),
        filters: "{}".into(),
        format: "xlsx".into(),
        every,
        hour: 6,
        kept_days: 30,
        reason: "the bank asks for it".into(),
    }
}

fn make(session: Option<u128>, run: Option<Run>, allowed: &[&[Role]]) -> Do {
    Do::MakeExport(MakeExport {
        session: session.map(Uuid::from_u128),
        allowed: allowed.iter().map(|roles| roles.iter().copied().collect()).collect(),
        export: Uuid::from_u128(3),
        what: "books/trial".into(),
        filters: "{}".into(),
        format: "csv".into(),
        reason: "audit".into(),
        files: Vec::new(),
        run,
    })
}

#[test]
fn is_due_at_its_hour_of_each_day_monday_or_first() {
    let cases = [
        (Every::Day, "2026-02-27", 5, "2026-02-27"),
        (Every::Day, "2026-02-27", 6, "2026-02-28"),
        (Every::Week, "2026-02-27", 0, "2026-03-02"),
        (Every::Week, "2026-03-02", 6, "2026-03-09"),
        (Every::Month, "2026-02-27", 0, "2026-03-01"),
        (Every::Month, "2026-01-01", 6, "2026-02-01"),
    ];
    for (every, day, hour, due) in cases {
        let found = every.next(6, moment(day, hour));
        assert_eq!(found, moment(due, 6), "{every:?} after {day} {hour}");
    }
}

#[test]
fn refuses_files_to_who_lost_session_or_one_of_the_roles() {
    let account = Account::of(&[Role::Finance]).with_session(1);
    let finance: &[&[Role]] = &[&[Role::Finance, Role::Auditor], &[Role::Finance]];
    assert!(account.decide(&make(Some(1), None, finance)).is_ok());
    assert_eq!(account.refused(make(Some(2), None, finance)), 9001);
    assert_eq!(account.refused(make(None, None, finance)), 9001);
    let half: &[&[Role]] = &[&[Role::Finance], &[Role::Auditor]];
    assert_eq!(account.refused(make(Some(1), None, half)), 9001);
}

#[test]
fn a_run_is_made_or_missed_once_and_only_when_it_is_due() {
    let mut account = Account::of(&[Role::Finance]);
    account.must(Do::ScheduleExport(schedule(Every::Day)));
    let due = account.staff.schedules[0].due();
    let run = Run {
        schedule: Uuid::from_u128(9),
        due,
    };
    let roles: &[&[Role]] = &[&[Role::Finance]];
    let later = Run {
        due: due.plus_ms(DAY_MS),
        ..run
    };
    assert_eq!(account.refused(make(None, Some(later), roles)), 9003);
    assert_eq!(account.refused(make(None, Some(run), &[&[Role::Auditor]])), 9001);
    account.must(make(None, Some(run), roles));
    assert_eq!(account.refused(make(None, Some(run), roles)), 9003);
    let problem = "too_many_rows".to_owned();
    account.must(Do::MissExport { run: later, problem });
    assert_eq!(account.staff.schedules[0].due(), due.plus_ms(2 * DAY_MS));
    let stop = |reason: &str| Do::StopSchedule {
        schedule: Uuid::from_u128(9),
        by: "bob".into(),
        reason: reason.into(),
    };
    assert_eq!(account.refused(stop(" ")), 9004);
    account.must(stop("no longer"));
    assert_eq!(account.refused(stop("again")), 4007);
}

#[test]
fn refuses_a_schedule_without_an_hour_of_the_day_or_an_end_of_its_files() {
    let account = Account::of(&[Role::Finance]);
    let good = schedule(Every::Month);
    assert!(account.decide(&Do::ScheduleExport(good.clone())).is_ok());
    for wrong in [
        Schedule {
            hour: 24,
            ..good.clone()
        },
        Schedule {
            kept_days: 0,
            ..good.clone()
        },
        Schedule {
            kept_days: KEPT_DAYS_MAX + 1,
            ..good.clone()
        },
        Schedule {
            filters: "x".repeat(FILTERS_BYTES_MAX + 1),
            ..good
        },
    ] {
        assert_eq!(account.refused(Do::ScheduleExport(wrong)), -1006);
    }
}
