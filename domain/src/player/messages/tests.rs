use super::*;
use crate::ids::{PlayerId, WithdrawalId};
use crate::money::Usdt;
use crate::player::coupon::RefundCoupons;
use crate::player::erasure::{EraseData, RequestErasure};
use crate::player::freeze::Freeze;
use crate::player::limits::{Break, TakeBreak};
use crate::player::signin::SignIn;
use crate::player::team::CountInvite;
use crate::player::withdrawal::{RefundWithdrawal, SettleWithdrawal};
use crate::testing::{ADDRESS, Angler};
use crate::time::{DAY_MS, Day};
use crate::treasury::PaymentKey;
use crate::withdrawal::Address;

const ALL: Topics = Topics {
    checkin: true,
    withdrawal: true,
    friend: true,
    bonus: true,
};
const PAID: Notice = Notice::WithdrawalPaid { amount: Usdt::ZERO };

fn choose(topics: Topics) -> ChooseMessages {
    ChooseMessages {
        topics,
        lang: "zh".into(),
    }
}

fn who_chose(topics: Topics) -> Angler {
    let mut angler = Angler::new();
    angler.must(choose(topics));
    angler
}

fn checkin(angler: &Angler) -> Notice {
    Notice::CheckinOpen { day: angler.now.day() }
}

fn address(angler: &Angler) -> Notice {
    Notice::AddressChanged { usable_at: angler.now }
}

/// What the player gets now, of one message of each kind.
fn gets(angler: &Angler) -> Vec<&'static str> {
    let gusd = crate::money::Gusd::ZERO;
    let all = [
        checkin(angler),
        PAID,
        Notice::WithdrawalReturned { amount: Usdt::ZERO },
        Notice::FriendCounts,
        Notice::BonusUnlocked { gusd },
        address(angler),
    ];
    let context = angler.context(&choose(ALL).into());
    let got = all.iter().filter(|notice| angler.player.receives(notice, &context));
    got.map(Notice::kind).collect()
}

#[test]
fn nothing_is_sent_until_it_is_chosen_but_what_concerns_security() {
    assert_eq!(gets(&Angler::new()), ["address_changed"]);
    let all = [
        "checkin_open",
        "withdrawal_paid",
        "withdrawal_returned",
        "friend_counts",
        "bonus_unlocked",
        "address_changed",
    ];
    assert_eq!(gets(&who_chose(ALL)), all);
    let friend = Topics {
        friend: true,
        ..Topics::default()
    };
    assert_eq!(gets(&who_chose(friend)), ["friend_counts", "address_changed"]);
}

#[test]
fn a_choice_is_taken_back_at_any_time_by_whoever_is_frozen_too() {
    let mut angler = who_chose(ALL);
    angler.must(Freeze {
        staff: "ann".into(),
        reason: "Chargeback".into(),
    });
    assert_eq!(
        gets(&angler),
        ["address_changed"],
        "a frozen player hears of security alone"
    );
    angler.must(choose(Topics::default()));
    assert_eq!(angler.player.messages.topics, Topics::default());
}

#[test]
fn who_is_on_a_break_hears_of_money_alone() {
    let mut angler = who_chose(ALL);
    angler.must(TakeBreak {
        kind: Break::CoolOff,
        days: 1,
    });
    let money = ["withdrawal_paid", "withdrawal_returned", "address_changed"];
    assert_eq!(gets(&angler), money);
    angler.wait(DAY_MS);
    assert_eq!(gets(&angler).len(), 6);
    // The month before an erasure is a break, and after it there is nobody to write to.
    angler.must(RequestErasure {
        staff: None,
        reason: String::new(),
    });
    assert_eq!(gets(&angler), money);
    angler.wait(30 * DAY_MS);
    let key_id = "vault:7".into();
    angler.must(EraseData { key_id });
    assert_eq!(gets(&angler), [""; 0]);
}

#[test]
fn nobody_is_reminded_of_a_check_in_that_is_made_or_of_another_day() {
    let mut angler = who_chose(ALL);
    let context = |angler: &Angler| angler.context(&choose(ALL).into());
    let today = checkin(&angler);
    assert!(angler.player.receives(&today, &context(&angler)));
    angler.must(SignIn);
    assert!(!angler.player.receives(&today, &context(&angler)));
    angler.wait(DAY_MS);
    assert!(
        !angler.player.receives(&today, &context(&angler)),
        "yesterday's is over"
    );
    assert!(angler.player.receives(&checkin(&angler), &context(&angler)));
    let closed = angler.under(|config| config.product.maintenance.push("signin".into()));
    assert!(!closed.player.receives(&checkin(&closed), &context(&closed)));
}

#[test]
fn a_block_silences_the_bot_until_the_player_chooses_again() {
    let mut angler = who_chose(ALL);
    angler.must(NoteMessagesBlocked);
    assert_eq!(angler.decide(NoteMessagesBlocked), Err(Refusal::StateChanged));
    assert_eq!(gets(&angler), ["address_changed"], "security is tried all the same");
    assert_eq!(angler.player.messages.topics, ALL, "the choice itself is kept");
    angler.must(choose(ALL));
    assert_eq!(gets(&angler).len(), 6);
}

#[test]
fn a_player_is_written_to_in_the_language_of_the_choice() {
    let mut angler = Angler::new();
    assert_eq!(angler.player.language(), "en", "as registered");
    angler.must(choose(Topics::default()));
    assert_eq!(angler.player.language(), "zh");
}

const ONE: Usdt = Usdt::from_minor(1_000_000);

/// Coupons that are given back twice: once they arrive, once they do not.
fn refunds(angler: &mut Angler) {
    let order_no = angler.tops_up(5);
    for (of, arrives) in [(1, true), (2, false)] {
        let withdrawal = WithdrawalId(uuid::Uuid::from_u128(of));
        angler.must(RefundCoupons {
            order_no: order_no.clone(),
            amount: ONE.as_coupons(),
            withdrawal,
            payment: PaymentKey {
                rail: "ton".into(),
                tx: order_no.clone(),
                lt: 1,
            },
            address: Address::parse(ADDRESS).expect("an address"),
            comment: None,
            case_id: "case-1".into(),
            proposer: "ann".into(),
            approver: "bob".into(),
        });
        if arrives {
            angler.must(SettleWithdrawal { withdrawal });
        } else {
            let reason = "not paid".into();
            angler.must(RefundWithdrawal { withdrawal, reason });
        }
    }
}

#[test]
fn events_lead_to_messages_with_amounts_and_moments_alone() {
    let mut angler = Angler::new().with_identity().with_usdt(100_000_000).with_address();
    let mut notices = Vec::new();
    let paid = angler.withdraws(10_000_000).terms;
    angler.must(SettleWithdrawal {
        withdrawal: paid.withdrawal,
    });
    angler.wait(DAY_MS);
    let returned = angler.withdraws(10_000_000).terms;
    angler.must(RefundWithdrawal {
        withdrawal: returned.withdrawal,
        reason: "not paid".into(),
    });
    refunds(&mut angler);
    let friend = PlayerId::of_messenger(8);
    angler.must(CountInvite { friend });
    for event in &angler.log {
        let name = crate::stream::StreamEvent::name(event);
        assert_eq!(Notice::of(event).is_some(), Notice::EVENTS.contains(&name), "{name}");
        notices.extend(Notice::of(event));
    }
    let usable_at = angler.player.withdrawal.payee.as_ref().expect("an address").usable_at;
    assert_eq!(
        notices,
        [
            Notice::AddressChanged { usable_at },
            Notice::WithdrawalPaid {
                amount: paid.amount - paid.fee
            },
            Notice::WithdrawalReturned {
                amount: returned.amount
            },
            Notice::CouponsTaken { amount: ONE },
            Notice::CouponsPaid { amount: ONE },
            Notice::CouponsTaken { amount: ONE },
            Notice::CouponsReturned { amount: ONE },
            Notice::FriendCounts,
        ]
    );
    assert!(
        Notice::EVENTS
            .iter()
            .all(|name| Event::CATALOGUE.iter().any(|(known, _)| known == name))
    );
}

#[test]
fn a_reminder_is_news_for_its_day_and_all_else_for_a_day() {
    let (day, at) = (Day(20_000), Day(20_000).start().plus_ms(REMINDER_MS));
    assert_eq!(Notice::CheckinOpen { day }.news_until(at), day.next().start());
    assert_eq!(Notice::FriendCounts.news_until(at), at.plus_ms(DAY_MS));
    for notice in [Notice::CheckinOpen { day }, PAID, Notice::FriendCounts] {
        let written = serde_json::to_value(&notice).expect("json");
        assert_eq!(written["kind"], notice.kind());
        assert_eq!(serde_json::from_value::<Notice>(written).expect("read"), notice);
    }
}
