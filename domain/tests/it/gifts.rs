//! Random actions on rewards: records of invitations, tasks, red packets.

use domain::config::Config;
use domain::config::promotion::{Task, TaskKind};
use domain::ids::{PacketId, PlayerId, RecordId, TakeId, derived};
use domain::money::{Coin, Diamond, Gusd, Usdt};
use domain::player::promotion::{Proof, ProveWallet, ReceiveTask, VerifyTask};
use domain::player::red_packet::CreditShare;
use domain::player::team::{CancelRecord, ExpireRecord, ReceiveRecord, Record, RecordKind, RefuseInvite, Shared};
use domain::player::{Command, Event};
use domain::red_packet::Prize;
use domain::testing::{Angler, START};
use domain::time::Day;
use proptest::prelude::*;
use uuid::Uuid;

/// Numbers select; the state decides whether it is allowed.
#[derive(Clone, Debug)]
pub enum Gift {
    Record {
        action: u8,
        kind: RecordKind,
        friend: i64,
        days_ago: i32,
        stale: bool,
    },
    RefuseInvite,
    Verify(usize, Proof),
    Receive {
        task: usize,
        proof: Proof,
        has_take: bool,
    },
    Share(u32, Prize),
    /// A wallet is shown so long after its text was made.
    Wallet {
        age_ms: i64,
        is_used_elsewhere: bool,
    },
}

/// Refusals that random play must have met.
pub const REFUSALS: [i32; 13] = [
    4001, 4002, 4008, 4009, 8001, 8002, 8003, 8004, 8005, 8006, 8007, 8008, 8009,
];

/// A catalogue with tasks of every kind of proof: one is limited, one is over.
pub fn catalogue(config: &mut Config) {
    let tasks = &mut config.promotion.tasks;
    let kinds = [
        (
            "join",
            TaskKind::TgChannel {
                channel: "fishing".into(),
            },
            Some(5),
            None,
        ),
        ("wallet", TaskKind::WalletConnect, None, None),
        ("one_dive", TaskKind::DivesN(1), None, None),
        ("over", TaskKind::DivesN(1), None, Some(START)),
    ];
    for (task_id, kind, stock, to) in kinds {
        let (task_id, mut task) = (task_id.to_owned(), tasks[0].clone());
        task.reward.gusd_bonus = Gusd::from_minor(1_000);
        tasks.push(Task {
            task_id,
            kind,
            stock,
            to,
            ..task
        });
    }
}

pub fn gift() -> impl Strategy<Value = Gift> {
    let kind = prop::sample::select(vec![RecordKind::Invite, RecordKind::RebateL1, RecordKind::RebateL2]);
    let days_ago = prop::sample::select(vec![0, 1, 1, 2, 29, 40]);
    let record = (0..6_u8, kind, 0..60_i64, days_ago, any::<bool>());
    prop_oneof![
        8 => record.prop_map(|(action, kind, friend, days_ago, stale)| Gift::Record {
            action,
            kind,
            friend,
            days_ago,
            stale,
        }),
        1 => Just(Gift::RefuseInvite),
        6 => (0..11_usize, proof()).prop_map(|(task, proof)| Gift::Verify(task, proof)),
        6 => (0..11_usize, proof(), any::<bool>())
            .prop_map(|(task, proof, has_take)| Gift::Receive { task, proof, has_take }),
        3 => (0..20_u32, prize()).prop_map(|(slot, prize)| Gift::Share(slot, prize)),
        1 => (prop::sample::select(vec![0, 60_000, 700_000]), any::<bool>())
            .prop_map(|(age_ms, is_used_elsewhere)| Gift::Wallet { age_ms, is_used_elsewhere }),
    ]
}

fn proof() -> impl Strategy<Value = Proof> {
    prop::sample::select(vec![
        Proof::Own,
        Proof::Holds,
        Proof::Holds,
        Proof::Fails,
        Proof::NoAnswer,
    ])
}

fn prize() -> impl Strategy<Value = Prize> {
    prop::sample::select(vec![
        Prize::Coin(Coin::from_minor(30)),
        Prize::Diamond(Diamond::from_minor(1)),
        Prize::GusdBonus(Gusd::from_minor(250)),
        Prize::Usdt(Usdt::from_minor(70_000)),
    ])
}

impl Gift {
    /// The command in the present state.
    pub fn command(&self, angler: &Angler) -> Command {
        match *self {
            Gift::RefuseInvite => RefuseInvite {
                shared: Shared::Device,
                cluster: "device-1".into(),
                by: "risk".into(),
            }
            .into(),
            Gift::Wallet {
                age_ms,
                is_used_elsewhere,
            } => ProveWallet {
                account: format!("0:{:064x}", angler.log.len()),
                challenged_at: angler.now.plus_ms(-age_ms),
                signed_at: angler.now,
                is_used_elsewhere,
            }
            .into(),
            Gift::Verify(task, proof) => VerifyTask {
                task_id: task_id(angler, task),
                proof,
            }
            .into(),
            Gift::Receive { task, proof, has_take } => {
                let request = derived("take", Uuid::from_u128(angler.log.len() as u128));
                ReceiveTask {
                    task_id: task_id(angler, task),
                    proof,
                    take: has_take.then(|| TakeId::of_request(request)),
                }
                .into()
            }
            Gift::Share(slot, prize) => {
                let packet = PacketId(Uuid::from_u128(7));
                CreditShare { packet, slot, prize }.into()
            }
            Gift::Record {
                action,
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
                match action {
                    0 => ExpireRecord { record }.into(),
                    1 => {
                        let [case_id, proposer, approver, reason] =
                            ["case-1", "ann", "bob", "Ring of accounts"].map(str::to_owned);
                        CancelRecord {
                            record,
                            case_id,
                            proposer,
                            approver,
                            reason,
                        }
                        .into()
                    }
                    _ => ReceiveRecord { record }.into(),
                }
            }
        }
    }
}

/// A task of the catalogue, or of none.
fn task_id(angler: &Angler, task: usize) -> String {
    let task = angler.config.promotion.tasks.get(task);
    task.map_or_else(|| "none".to_owned(), |task| task.task_id.clone())
}

/// What the view returns for a record: the sum received of it.
fn received(angler: &Angler, id: RecordId) -> Usdt {
    let paid = angler.log.iter().filter_map(|event| match event {
        Event::TeamRecordReceived(received) if received.id == id => Some(received.usdt),
        _ => None,
    });
    paid.sum()
}
