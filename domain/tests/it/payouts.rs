//! Random withdrawals and identity checks of one player, and an independent record of them.

use crate::economy::fund;
use domain::config::Config;
use domain::ids::WithdrawalId;
use domain::kyc::Status;
use domain::player::identity::NoteKyc;
use domain::player::withdrawal::{
    NoteWithdrawalSent, RefundWithdrawal, RequestWithdrawal, SetAddress, SettleWithdrawal, WithdrawalRequested,
};
use domain::player::{Command, Event};
use domain::posting::Purse;
use domain::testing::{ADDRESS, Angler};
use domain::time::{DAY_MS, Day, Timestamp};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Refusals that random play must have met.
pub const REFUSALS: [i32; 11] = [6001, 6002, 6003, 6004, 6005, 6006, 6007, 6008, 6009, 6010, 6011];

/// Two withdrawals a day without a tier, or the day's sum would never be met before its count.
pub fn numbers(config: &mut Config) {
    config.vip.free.withdrawals_per_day = 2;
}

/// Numbers select; the state decides whether it is allowed.
#[derive(Clone, Debug)]
pub enum Payout {
    Address(&'static str, &'static str),
    PolicyCommand { micro: i64, is_flagged: bool },
    Sent(usize),
    Settle(usize),
    Refund(usize),
    Kyc { status: Status, is_late: bool },
}

pub fn payout() -> impl Strategy<Value = Payout> {
    use prop::sample::select;
    let address = select(vec![
        (ADDRESS, ""),
        (ADDRESS, ""),
        (ADDRESS, "7"),
        ("UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI", ""),
        ("kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH", ""),
    ]);
    let micro = select(vec![5_000_000, 10_000_000, 20_000_000, 20_000_001, 50_000_000, 900, -1]);
    let status = select(vec![
        Status::None,
        Status::UnderReview,
        Status::Failed,
        Status::Approved,
        Status::Rejected,
    ]);
    let which = || 0..4_usize;
    prop_oneof![
        2 => address.prop_map(|(address, comment)| Payout::Address(address, comment)),
        9 => (micro, select(vec![false, false, true]))
            .prop_map(|(micro, is_flagged)| Payout::PolicyCommand { micro, is_flagged }),
        4 => which().prop_map(Payout::Sent),
        3 => which().prop_map(Payout::Settle),
        3 => which().prop_map(Payout::Refund),
        3 => (status, any::<bool>()).prop_map(|(status, is_late)| Payout::Kyc { status, is_late }),
    ]
}

impl Payout {
    /// The commands in the present state.
    pub fn commands(&self, angler: &mut Angler) -> Vec<Command> {
        match *self {
            Payout::Address(address, comment) => vec![
                SetAddress {
                    chain: domain::withdrawal::Chain::Ton,
                    address: address.into(),
                    comment: comment.into(),
                    is_confirmed: false,
                }
                .into(),
            ],
            Payout::PolicyCommand { micro, is_flagged } => {
                let ask = RequestWithdrawal {
                    chain: domain::withdrawal::Chain::Ton,
                    is_flagged,
                    ..angler.withdrawal(micro)
                };
                vec![fund(Purse::Usdt), ask.into()]
            }
            Payout::Sent(back) => {
                let withdrawal = requested_id(angler, back);
                vec![NoteWithdrawalSent { withdrawal }.into()]
            }
            Payout::Settle(back) => {
                let withdrawal = requested_id(angler, back);
                vec![SettleWithdrawal { withdrawal }.into()]
            }
            Payout::Refund(back) => {
                let (withdrawal, reason) = (requested_id(angler, back), "Rejected".into());
                vec![RefundWithdrawal { withdrawal, reason }.into()]
            }
            Payout::Kyc { status, is_late } => {
                let revision = angler.player.identity.kyc_revision + u32::from(!is_late);
                vec![NoteKyc { status, revision }.into()]
            }
        }
    }
}

/// One of the last withdrawals, or none that ever was.
fn requested_id(angler: &Angler, back: usize) -> WithdrawalId {
    let requested = angler.log.iter().rev().filter_map(|event| match event {
        Event::WithdrawalRequested(requested) => Some(requested.request.terms.withdrawal),
        Event::CouponRefunded(refunded) => Some(refunded.payout.as_ref()?.terms.withdrawal),
        _ => None,
    });
    requested
        .skip(back)
        .chain([WithdrawalId::default()])
        .next()
        .unwrap_or_default()
}

/// A withdrawal in the independent record.
struct Entry {
    amount: i64,
    fee: i64,
    is_sent: bool,
    is_over: bool,
    /// Coupons that staff give back: no withdrawal of the player's.
    is_refund: bool,
}

/// Independent record of one player's withdrawals.
#[derive(Default)]
pub struct Books {
    entries: BTreeMap<WithdrawalId, Entry>,
    days: BTreeMap<Day, (u32, i64)>,
    address: Option<(String, Option<String>, Timestamp)>,
    kyc: Status,
}

impl Books {
    /// Takes note of one event and checks every law that it touches.
    pub fn sees(&mut self, event: &Event, angler: &Angler) {
        match event {
            Event::AddressSet(event) => {
                let waits = event.usable_at.since(event.at) == DAY_MS;
                let was_known = self
                    .address
                    .as_ref()
                    .is_some_and(|(_, comment, usable_at)| (comment, *usable_at) == (&event.comment, event.usable_at));
                assert!(waits || was_known, "T-09: a new address waits a day");
                let address = event.address.as_str().to_owned();
                self.address = Some((address, event.comment.clone(), event.usable_at));
            }
            Event::KycStatusChanged(event) => self.kyc = event.status,
            Event::WithdrawalRequested(event) => self.requested(event, angler),
            Event::CouponRefunded(event) => {
                let terms = &event.payout.as_ref().expect("a payout").terms;
                assert_eq!(terms.amount, event.amount.as_usdt(), "I-09b");
                let entry = Entry {
                    amount: terms.amount.minor(),
                    fee: terms.fee.minor(),
                    is_sent: false,
                    is_over: false,
                    is_refund: true,
                };
                assert!(
                    self.entries.insert(terms.withdrawal, entry).is_none(),
                    "an id is used once"
                );
            }
            Event::WithdrawalSent(event) => {
                let entry = self.entry(event.withdrawal, event.amount.minor(), event.fee.minor());
                assert!(!std::mem::replace(&mut entry.is_sent, true), "booked as sent once");
            }
            Event::WithdrawalSettled(event) => {
                let entry = self.entry(event.withdrawal, event.amount.minor(), event.fee.minor());
                assert_eq!(entry.is_sent, event.was_sent);
                entry.is_over = true;
            }
            Event::WithdrawalRefunded(event) => {
                let entry = self.entry(event.withdrawal, event.amount.minor(), event.fee.minor());
                assert_eq!(entry.is_sent, event.was_sent);
                assert_eq!(entry.is_refund, event.order_no.is_some());
                entry.is_over = true;
                entry.amount = 0;
            }
            // The other events are checked elsewhere.
            _ => return,
        }
        // Every command of withdrawals records one event, so state and event are of one moment.
        let held = self.entries.values().filter(|entry| !entry.is_sent && !entry.is_over);
        let held: i64 = held.map(|entry| entry.amount).sum();
        assert_eq!(
            held,
            angler.has(Purse::UsdtHold),
            "I-08: the hold is what is requested and not sent"
        );
    }

    /// I-08, I-09: a debit of this id and amount, and no end before this one.
    fn entry(&mut self, withdrawal: WithdrawalId, amount: i64, fee: i64) -> &mut Entry {
        let entry = self.entries.get_mut(&withdrawal).expect("I-09: money was taken before");
        assert_eq!(
            (entry.amount, entry.fee, entry.is_over),
            (amount, fee, false),
            "I-08, I-09"
        );
        entry
    }

    /// I-32, I-33: the waited-for address, the tier's limits of the day, the proved identity, one in review.
    fn requested(&mut self, event: &WithdrawalRequested, angler: &Angler) {
        let (terms, facts) = (&event.request.terms, &event.request.facts);
        let (address, comment, usable_at) = self.address.as_ref().expect("an address");
        assert_eq!((terms.address.as_str(), &terms.comment), (address.as_str(), comment));
        assert!(*usable_at <= event.at, "T-09: before its time");
        let rights = angler.config.vip.rights(facts.vip_id);
        let day = self
            .days
            .keys()
            .next_back()
            .map_or(event.at.day(), |last| event.at.day().max(*last));
        let (count, sum) = self.days.entry(day).or_default();
        (*count, *sum) = (*count + 1, *sum + terms.amount.minor());
        assert!(
            *count <= rights.withdrawals_per_day && *sum <= rights.usdt_per_day.minor(),
            "I-33: the day's limits hold"
        );
        let own = || self.entries.values().filter(|entry| !entry.is_refund);
        let lifetime: i64 = own().map(|entry| entry.amount).sum();
        let large = terms.amount.minor() >= 50_000_000 || lifetime + terms.amount.minor() > 50_000_000;
        assert!(!large || self.kyc == Status::Approved, "I-32: a proved identity");
        assert!(!facts.is_flagged || self.kyc == Status::Approved);
        assert_eq!(
            terms.fee.minor(),
            (terms.amount.minor() * i64::from(rights.fee_ppm))
                .div_euclid(1_000_000)
                .max(500_000)
        );
        let waiting = own().any(|entry| !entry.is_sent && !entry.is_over);
        assert!(!waiting, "one in review at a time");
        let entry = Entry {
            amount: terms.amount.minor(),
            fee: terms.fee.minor(),
            is_sent: false,
            is_over: false,
            is_refund: false,
        };
        assert!(
            self.entries.insert(terms.withdrawal, entry).is_none(),
            "an id is used once"
        );
    }
}
