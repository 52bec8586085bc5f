//! Records from the inviter's side: once, in time, within the day's limits.

use super::super::{CancelRecord, CountInvite, ExpireRecord, ReceiveRecord};
use super::*;
use crate::money::Asset;
use crate::player::limits::{Break, TakeBreak};
use crate::posting::{House, Purse};
use crate::stream::StreamEvent;
use crate::testing::{Angler, START};
use proptest::prelude::*;

fn friend(number: i64) -> Option<PlayerId> {
    Some(PlayerId::of_messenger(number))
}

/// The record of an invite that became valid today.
fn invite(number: i64) -> Record {
    Record {
        kind: RecordKind::Invite,
        day: START.day(),
        friend: friend(number),
        diamonds: Diamond::from_minor(2),
        usdt: Usdt::ZERO,
        received: Usdt::ZERO,
    }
}

/// A rebate of yesterday in micro-USDT.
fn rebate(micro: i64) -> Record {
    Record {
        kind: RecordKind::RebateL1,
        day: Day(START.day().0 - 1),
        diamonds: Diamond::ZERO,
        usdt: Usdt::from_minor(micro),
        ..invite(1)
    }
}

fn receive(record: Record) -> ReceiveRecord {
    ReceiveRecord { record }
}

fn cancel(record: Record) -> CancelRecord {
    CancelRecord {
        record,
        case_id: "case-1".into(),
        proposer: "ann".into(),
        approver: "bob".into(),
        reason: "Ring of accounts".into(),
    }
}

fn cap(text: &str) -> Refusal {
    Refusal::InviteLimitReached { cap: text.into() }
}

#[test]
fn a_record_pays_its_amount_once() {
    // Law I-28, threat T-24.
    let mut angler = Angler::new();
    angler.must(receive(invite(1)));
    angler.must(receive(rebate(20_652)));
    assert_eq!((angler.has(Purse::Diamond), angler.has(Purse::Usdt)), (2, 20_652));
    for record in [invite(1), rebate(20_652), rebate(99)] {
        assert_eq!(angler.give(receive(record.clone())), Err(Refusal::AlreadyReceived));
        assert_eq!(angler.give(cancel(record)), Err(Refusal::AlreadyReceived));
    }
}

#[test]
fn the_money_comes_out_of_what_is_due_and_goes_back_to_where_it_came_from() {
    let mut angler = Angler::new();
    let owner = angler.player.id;
    let legs = |event: &Event| -> Vec<(Account, i64)> {
        let postings = event.postings(owner.0);
        Asset::ALL.iter().for_each(|asset| assert_eq!(postings.sum(*asset), 0));
        postings.legs().iter().map(|leg| (leg.account, leg.amount)).collect()
    };
    let due = Account::ReferralDue(owner);
    let received = angler.must(receive(rebate(7)));
    assert_eq!(legs(&received), [(due, -7), (Account::Player(owner, Purse::Usdt), 7)]);
    let second = Record {
        kind: RecordKind::RebateL2,
        friend: None,
        ..rebate(9)
    };
    let cancelled = angler.must(cancel(second));
    assert_eq!(legs(&cancelled), [(due, -9), (Account::House(House::UsdtReserve), 9)]);
    let cancelled = angler.must(cancel(invite(1)));
    let house = Account::House(House::DiamondIssueInvite);
    assert_eq!(legs(&cancelled), [(Account::InviteDue(owner), -2), (house, 2)]);
}

#[test]
fn a_rebate_opens_ten_minutes_after_its_day_and_an_invite_at_once() {
    let mut angler = Angler::new();
    let record = Record {
        day: START.day(),
        ..rebate(7)
    };
    let at = START.day().next().start().plus_ms(600_000);
    assert_eq!(
        angler.decide(receive(record.clone())),
        Err(Refusal::NotReadyYet { at: at.0 })
    );
    assert!(angler.decide(receive(invite(1))).is_ok());
    angler.wait(at.since(START) - 1);
    assert_eq!(
        angler.decide(receive(record.clone())),
        Err(Refusal::NotReadyYet { at: at.0 })
    );
    assert!(angler.wait(1).decide(receive(record)).is_ok());
}

#[test]
fn a_record_expires_30_days_after_its_day_and_then_goes_to_the_house() {
    let mut angler = Angler::new();
    let end = START.day().next().start().plus_ms(30 * DAY_MS);
    let expire = ExpireRecord { record: invite(1) };
    angler.wait(end.since(START) - 1);
    assert_eq!(angler.decide(expire.clone()), Err(Refusal::NotReadyYet { at: end.0 }));
    assert!(angler.decide(receive(invite(1))).is_ok());
    angler.wait(1);
    assert_eq!(angler.decide(receive(invite(1))), Err(Refusal::Expired));
    angler.must(expire.clone());
    assert_eq!(angler.give(expire), Err(Refusal::AlreadyReceived), "exactly once");
    assert_eq!(angler.give(cancel(invite(1))), Err(Refusal::AlreadyReceived));
}

#[test]
fn no_more_than_50_diamonds_are_received_on_a_day_whoever_joins_at_midnight() {
    // Law I-27, threat T-40: 60 friends become valid around midnight.
    let mut angler = Angler::new();
    angler.wait(12 * crate::time::HOUR_MS - 1);
    let friends: Vec<Record> = (0..60).map(invite).collect();
    for record in &friends[..25] {
        angler.must(receive(record.clone()));
    }
    assert_eq!(angler.decide(receive(friends[25].clone())), Err(cap("50")));
    angler.wait(1);
    for record in &friends[25..50] {
        angler.must(receive(record.clone()));
    }
    assert_eq!(angler.decide(receive(friends[50].clone())), Err(cap("50")));
    assert_eq!(angler.has(Purse::Diamond), 100);
    angler.wait(-1);
    assert_eq!(
        angler.decide(receive(friends[50].clone())),
        Err(cap("50")),
        "no way back"
    );
    assert!(angler.wait(DAY_MS + 1).decide(receive(friends[50].clone())).is_ok());
}

#[test]
fn a_rebate_beyond_the_days_limit_is_paid_up_to_it_and_the_rest_stays_pending() {
    let mut angler = Angler::new();
    let Event::TeamRecordReceived(first) = angler.must(receive(rebate(250_000_000))) else {
        panic!("a receipt is recorded as TeamRecordReceived");
    };
    assert_eq!((first.usdt.minor(), first.rest.minor()), (200_000_000, 50_000_000));
    let rest = Record {
        received: first.usdt,
        ..rebate(250_000_000)
    };
    assert_eq!(angler.decide(receive(rest.clone())), Err(cap("200.000000")));
    assert!(
        angler.decide(receive(invite(1))).is_ok(),
        "diamonds have a limit of their own"
    );
    angler.wait(DAY_MS).must(receive(rest.clone()));
    assert_eq!(angler.has(Purse::Usdt), 250_000_000);
    assert_eq!(angler.give(receive(rest.clone())), Err(Refusal::AlreadyReceived));
    assert_eq!(angler.give(cancel(rest)), Err(Refusal::AlreadyReceived));
}

#[test]
fn the_rest_of_a_record_is_cancelled_and_what_was_received_stays() {
    let mut angler = Angler::new();
    angler.must(receive(rebate(250_000_000)));
    let rest = Record {
        received: Usdt::from_minor(200_000_000),
        ..rebate(250_000_000)
    };
    let cancelled = angler.must(cancel(rest));
    let returned = cancelled.postings(angler.player.id.0);
    assert_eq!(returned.legs()[1].amount, 50_000_000);
    assert_eq!(angler.has(Purse::Usdt), 200_000_000);
}

#[test]
fn a_record_that_is_none_is_refused() {
    type Change = fn(&mut Record);
    let wrong: [(Record, Change); 12] = [
        (invite(1), |record| record.friend = None),
        (invite(1), |record| record.diamonds = Diamond::ZERO),
        (invite(1), |record| record.diamonds = Diamond::from_minor(i64::MAX)),
        (invite(1), |record| record.usdt = Usdt::from_minor(1)),
        (invite(1), |record| record.received = Usdt::from_minor(1)),
        (rebate(5), |record| record.friend = None),
        (rebate(5), |record| record.kind = RecordKind::RebateL2),
        (rebate(5), |record| record.diamonds = Diamond::from_minor(1)),
        (rebate(5), |record| record.received = Usdt::from_minor(5)),
        (rebate(5), |record| record.received = Usdt::from_minor(-1)),
        (rebate(5), |record| record.usdt = Usdt::ZERO),
        (rebate(5), |record| record.usdt = Usdt::from_minor(i64::MAX)),
    ];
    let angler = Angler::new();
    for (mut record, change) in wrong {
        change(&mut record);
        let refused = Err(Refusal::InvalidField { field: "record".into() });
        assert_eq!(angler.decide(receive(record.clone())), refused);
        assert_eq!(angler.decide(ExpireRecord { record: record.clone() }), refused);
        assert_eq!(angler.decide(cancel(record)), refused);
    }
    for (proposer, case_id, reason, refused) in [
        ("bob", "", "", Refusal::OtherPersonMustApprove),
        ("ann", " ", "A ring", Refusal::ReasonMissing),
        ("ann", "case-1", " ", Refusal::ReasonMissing),
    ] {
        let cancel = CancelRecord {
            proposer: proposer.into(),
            case_id: case_id.into(),
            reason: reason.into(),
            ..cancel(invite(1))
        };
        assert_eq!(angler.decide(cancel), Err(refused));
    }
}

#[test]
fn a_rebate_is_money_and_diamonds_are_a_gift() {
    // domain §3.14: no referral money in a region of promo play; a break closes gifts and leaves withdrawals open.
    let play = Angler::new().under(|config| config.region.default_mode = crate::config::region::Mode::Play);
    assert_eq!(play.decide(receive(rebate(5))), Err(Refusal::RegionNotAvailable));
    assert!(play.decide(receive(invite(1))).is_ok());
    let mut resting = Angler::new();
    resting.must(TakeBreak {
        kind: Break::CoolOff,
        days: 1,
    });
    assert!(resting.decide(receive(rebate(5))).is_ok());
    let until = Some(START.plus_ms(DAY_MS).0);
    assert_eq!(
        resting.decide(receive(invite(1))),
        Err(Refusal::BlockedByPlayLimits { until })
    );
}

#[test]
fn a_cancelled_invite_no_longer_counts() {
    let mut angler = Angler::new();
    let friend = PlayerId::of_messenger(1);
    angler.must(CountInvite { friend });
    angler.must(cancel(invite(1)));
    assert_eq!(angler.player.team.valid_invites, 0);
    angler.must(cancel(rebate(5)));
    assert_eq!(angler.player.team.valid_invites, 0);
}

#[test]
fn records_differ_by_inviter_kind_friend_and_day() {
    let (one, other) = (PlayerId::of_messenger(1), PlayerId::of_messenger(2));
    let second = Record {
        kind: RecordKind::RebateL2,
        friend: None,
        ..rebate(5)
    };
    let ids = [
        invite(1).id(one),
        invite(1).id(other),
        invite(2).id(one),
        rebate(5).id(one),
        second.id(one),
        Record {
            day: START.day(),
            ..second.clone()
        }
        .id(one),
    ];
    assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), ids.len());
    assert_eq!(
        rebate(5).id(one),
        rebate(6).id(one),
        "an amount does not make another record"
    );
}

proptest! {
    #[test]
    fn whatever_the_order_nothing_is_paid_twice_and_no_day_exceeds_its_limit(
        acts in prop::collection::vec((0..4_u8, 0..6_i64, 0..3_i64), 1..60),
    ) {
        // Laws I-27 and I-28, checked by independent sums over six rebates of 90 USDT each.
        const EACH: i64 = 90_000_000;
        let mut angler = Angler::new();
        let mut received = [0_i64; 6];
        let (mut open, mut day) = ([true; 6], (START.day(), 0));
        for (act, number, days) in acts {
            let record = Record {
                friend: friend(number),
                received: Usdt::from_minor(received[number as usize]),
                ..rebate(EACH)
            };
            let accepted = match act {
                0 => angler.give(cancel(record)),
                1 => {
                    angler.wait(days * DAY_MS);
                    continue;
                }
                _ => angler.give(receive(record)),
            };
            prop_assert!(accepted.is_err() || open[number as usize], "a closed record pays nothing");
            let Ok(events) = accepted else { continue };
            match &events[0] {
                Event::TeamRecordReceived(paid) => {
                    received[number as usize] += paid.usdt.minor();
                    open[number as usize] = !paid.rest.is_zero();
                    day = if day.0 == paid.on { (day.0, day.1 + paid.usdt.minor()) } else { (paid.on, paid.usdt.minor()) };
                    prop_assert!(day.1 <= 200_000_000);
                }
                _ => open[number as usize] = false,
            }
        }
        prop_assert_eq!(received.iter().sum::<i64>(), angler.has(Purse::Usdt));
        prop_assert!(received.iter().all(|paid| *paid <= EACH));
    }
}
