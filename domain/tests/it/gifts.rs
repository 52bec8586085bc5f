//! Random deeds around what is given: records of invitations, tasks, red packets.

use domain::ids::{PlayerId, RecordId};
use domain::money::{Diamond, Usdt};
use domain::player::team::{CancelRecord, ExpireRecord, ReceiveRecord, Record, RecordKind, RefuseInvite};
use domain::player::{Command, Event};
use domain::testing::Angler;
use domain::time::Day;
use proptest::prelude::*;

/// Numbers choose; the state decides whether it is allowed.
#[derive(Clone, Debug)]
pub enum Gift {
    Record {
        deed: u8,
        kind: RecordKind,
        friend: i64,
        days_ago: i32,
        stale: bool,
    },
    RefuseInvite,
}

pub fn gift() -> impl Strategy<Value = Gift> {
    let kind = prop::sample::select(vec![RecordKind::Invite, RecordKind::RebateL1, RecordKind::RebateL2]);
    let days_ago = prop::sample::select(vec![0, 1, 1, 2, 29, 40]);
    let record = (0..6_u8, kind, 0..60_i64, days_ago, any::<bool>());
    prop_oneof![
        8 => record.prop_map(|(deed, kind, friend, days_ago, stale)| Gift::Record {
            deed,
            kind,
            friend,
            days_ago,
            stale,
        }),
        1 => Just(Gift::RefuseInvite),
    ]
}

impl Gift {
    /// The command in the present state.
    pub fn command(&self, angler: &Angler) -> Command {
        match *self {
            Gift::RefuseInvite => RefuseInvite {
                cluster: "device-1".into(),
                by: "risk".into(),
            }
            .into(),
            Gift::Record {
                deed,
                kind,
                friend,
                days_ago,
                stale,
            } => {
                let is_invite = kind == RecordKind::Invite;
                let mut record = Record {
                    kind,
                    day: Day(angler.now.day().0 - days_ago),
                    friend: (kind != RecordKind::RebateL2).then(|| PlayerId::of_messenger(2_000 + friend)),
                    diamonds: Diamond::from_minor(if is_invite { 10 } else { 0 }),
                    usdt: Usdt::from_minor(if is_invite { 0 } else { 150_000_000 }),
                    received: Usdt::ZERO,
                };
                if !stale {
                    record.received = received(angler, record.id(angler.player.id));
                }
                match deed {
                    0 => ExpireRecord { record }.into(),
                    1 => {
                        let (staff, reason) = ("ann".into(), "Ring of accounts".into());
                        CancelRecord { record, staff, reason }.into()
                    }
                    _ => ReceiveRecord { record }.into(),
                }
            }
        }
    }
}

/// What the view tells of a record: the sum of what was received of it.
fn received(angler: &Angler, id: RecordId) -> Usdt {
    let paid = angler.log.iter().filter_map(|event| match event {
        Event::TeamRecordReceived(received) if received.id == id => Some(received.usdt),
        _ => None,
    });
    paid.sum()
}
