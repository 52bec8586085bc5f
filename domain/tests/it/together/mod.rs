//! Several streams together: in every order of players, staff, clocks, crashes and repeated
//! policies, a take is used or returned, money in packets
//! and pools is all accounted for, and no request is decided twice.

mod world;

use domain::ids::{PacketId, PlayerId};
use domain::money::{Coupon, Gusd};
use domain::player::promotion::{Proof, VerifyTask};
use domain::policies::PolicyCommand;
use domain::red_packet::PacketCommand;
use domain::stock::{Lot, Purpose};
use domain::stream::StreamEvent;
use domain::time::{DAY_MS, HOUR_MS};
use proptest::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeSet;
use world::{ITEM, PLAYERS, Recorded, SHARDS, TASK, World, item, task};

/// One step of the simulation. Numbers select its subject.
#[derive(Clone, Debug)]
enum Act {
    Take { player: i64, target: Target, steps: u8 },
    Verify(i64),
    Allot(u64, i64),
    Claim { player: i64, packet: u64, steps: u8 },
    Stop(u64),
    Policies(usize),
    Clocks,
    Wait(i64),
}

/// What a player wants of something limited.
#[derive(Clone, Debug)]
enum Target {
    Unlock { minor: i64, shard: u16 },
    Buy { count: u32, off: i64 },
    Receive,
}

fn act() -> impl Strategy<Value = Act> {
    let player = || 0..PLAYERS;
    let steps = || 1..4_u8;
    let minor = prop::sample::select(vec![10_000_i64, 50_000, 50_001]);
    let off = prop::sample::select(vec![0_i64, 0, 1]);
    let target = prop_oneof![
        5 => (minor, 0..SHARDS).prop_map(|(minor, shard)| Target::Unlock { minor, shard }),
        4 => (1..3_u32, off).prop_map(|(count, off)| Target::Buy { count, off }),
        4 => Just(Target::Receive),
    ];
    prop_oneof![
        13 => (player(), target, steps()).prop_map(|(player, target, steps)| Act::Take { player, target, steps }),
        2 => player().prop_map(Act::Verify),
        2 => (0..6_u64, 3..400_000_i64).prop_map(|(number, micro)| Act::Allot(number, micro)),
        6 => (player(), 0..6_u64, steps()).prop_map(|(player, packet, steps)| Act::Claim { player, packet, steps }),
        1 => (0..6_u64).prop_map(Act::Stop),
        4 => (0..20_usize).prop_map(Act::Policies),
        2 => Just(Act::Clocks),
        3 => prop::sample::select(vec![HOUR_MS, 8 * HOUR_MS, DAY_MS]).prop_map(Act::Wait),
    ]
}

impl Target {
    fn of(&self, world: &World) -> (Lot, Purpose) {
        match *self {
            Target::Unlock { minor, shard } => {
                let day = world.clock.now.day();
                let amount = Gusd::from_minor(minor);
                (Lot::Pool { day, shard }, Purpose::Unlock { amount })
            }
            Target::Buy { count, off } => {
                let (item_id, price) = (ITEM.to_owned(), Coupon::from_minor(1_000_000 + off));
                (item(), Purpose::Buy { item_id, price, count })
            }
            Target::Receive => {
                let (task_id, proof) = (TASK.to_owned(), Proof::Own);
                (task(), Purpose::Receive { task_id, proof })
            }
        }
    }
}

fn play(world: &mut World, act: &Act) {
    let packet_of = |number| PacketId(uuid::Uuid::from_u128(u128::from(number)));
    match *act {
        Act::Take {
            player,
            ref target,
            steps,
        } => {
            let (lot, purpose) = target.of(world);
            world.takes(PlayerId::of_messenger(player), &lot, purpose, steps);
        }
        Act::Verify(player) => {
            let (task_id, proof) = (TASK.into(), Proof::Own);
            let verify = VerifyTask { task_id, proof }.into();
            world.once(PolicyCommand::Player(PlayerId::of_messenger(player), verify));
        }
        Act::Allot(number, micro) => world.allots(number, micro),
        Act::Claim { player, packet, steps } => {
            world.claims(PlayerId::of_messenger(player), packet_of(packet), steps);
        }
        Act::Stop(packet) => {
            let (by, reason) = ("ann".into(), "Wrong title".into());
            world.once(PolicyCommand::RedPacket(
                packet_of(packet),
                PacketCommand::Stop { by, reason },
            ));
        }
        Act::Policies(again) => world.policies(again),
        Act::Clocks => world.clocks(),
        Act::Wait(ms) => _ = world.clock.wait(ms),
    }
}

/// Runs the steps and returns the names of all recorded events.
fn played(acts: &[Act], gives_back: bool) -> Result<BTreeSet<&'static str>, String> {
    let mut world = World::new(gives_back);
    acts.iter().for_each(|act| play(&mut world, act));
    world.ends()?;
    let name = |recorded: &Recorded| match recorded {
        Recorded::Player(_, event) => event.name(),
        Recorded::Stock(_, event) => event.name(),
        Recorded::RedPacket(event) => event.name(),
        Recorded::Treasury(event) => event.name(),
    };
    Ok(world.log.iter().map(name).collect())
}

#[test]
fn crashes_and_repeats_leave_no_take_and_no_money_behind() {
    let seen = RefCell::new(BTreeSet::new());
    let config = ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(acts in prop::collection::vec(act(), 20..120))| {
        seen.borrow_mut().extend(played(&acts, true).map_err(TestCaseError::fail)?);
    });
    // A simulation without events would prove nothing.
    let wanted = [
        "StockGivenBack",
        "StockClosed",
        "BonusUnlocked",
        "ShopPurchased",
        "TaskReceived",
        "PacketCreated",
        "RedPacketCredited",
        "PacketRevealed",
        "PacketEnded",
        "PromoAllotted",
        "PromoReturned",
    ];
    let seen = seen.into_inner();
    let unseen: Vec<_> = wanted.into_iter().filter(|name| !seen.contains(name)).collect();
    assert_eq!(unseen, [""; 0]);
}

#[test]
fn a_handler_that_never_gives_back_is_caught() {
    let buys = |off| Act::Take {
        player: 0,
        target: Target::Buy { count: 1, off },
        steps: 3,
    };
    assert!(played(&[buys(0), buys(1)], true).is_ok());
    let caught = played(&[buys(0), buys(1)], false).expect_err("a unit that is out for ever");
    assert!(caught.starts_with("2 units are out"), "{caught}");
}
