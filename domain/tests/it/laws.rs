//! The laws over random play: whatever a player, the clock and staff do, in any
//! order, a [`Witness`] that reads only the recorded events finds no violation.
//!
//! `LAWS_COMMANDS=10000000 cargo test --release -p domain --test it laws` plays longer.

use crate::economy::{self, Action, action};
use crate::gifts::{self, Gift, gift};
use crate::payouts::{self, Payout, payout};
use crate::witness::Witness;
use domain::ids::{DiveId, PlayerId, derived};
use domain::money::Usdt;
use domain::player::adjustment::Adjust;
use domain::player::fishing::{Cast, ExpireDive, VoidDive};
use domain::player::free_coin::ClaimFreeCoins;
use domain::player::registration::{AcceptTerms, BindInviter};
use domain::player::signin::SignIn;
use domain::player::team::{CountInvite, NoteTiedFriend, Shared};
use domain::player::{Command, Event, Player};
use domain::posting::{House, Purse};
use domain::stream::{Stream, StreamEvent};
use domain::testing::{Angler, START, root, with_root, with_seasons};
use domain::time::{DAY_MS, HOUR_MS};
use proptest::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// One step of random play. Numbers select; the state decides whether it is allowed.
#[derive(Clone, Debug)]
enum Act {
    Wait(i64),
    Start { stake: i64, level: u8 },
    Cast { seq_off: i64, shield: bool },
    CastOn(u32),
    Surface,
    StrayDive,
    Expire,
    Void { approver: &'static str },
    Claim,
    SignIn,
    Rotate { stale: bool },
    CountInvite(i64),
    NoteTiedFriend(i64),
    Bind(i64),
    AcceptTerms,
    Adjust(Purse, i64),
    Reserve(i64),
    Gift(Gift),
    Economy(Action),
    Payout(Payout),
}

fn act() -> impl Strategy<Value = Act> {
    let stake = prop::sample::select(vec![10_i64, 20, 50, 100, 200, 500, 1_000, 5_000, 7]);
    let level = prop::sample::select(vec![1_u8, 1, 1, 6, 11, 21, 28, 2, 37]);
    let purse = prop::sample::select(vec![Purse::CoinPaid, Purse::CoinPromo, Purse::Diamond, Purse::Coupon]);
    let pause = prop::sample::select(vec![
        1,
        2_499,
        2_500,
        HOUR_MS,
        8 * HOUR_MS,
        DAY_MS,
        3 * DAY_MS,
        -HOUR_MS,
    ]);
    prop_oneof![
        3 => pause.prop_map(Act::Wait),
        6 => (stake, level).prop_map(|(stake, level)| Act::Start { stake, level }),
        8 => (prop::sample::select(vec![0, 0, 0, 0, 0, 1, -1]), any::<bool>())
            .prop_map(|(seq_off, shield)| Act::Cast { seq_off, shield }),
        12 => (1..38_u32).prop_map(Act::CastOn),
        6 => Just(Act::Surface),
        1 => Just(Act::StrayDive),
        2 => Just(Act::Expire),
        1 => prop::sample::select(vec!["bob", "ann"]).prop_map(|approver| Act::Void { approver }),
        3 => Just(Act::Claim),
        3 => Just(Act::SignIn),
        2 => any::<bool>().prop_map(|stale| Act::Rotate { stale }),
        1 => (0..5_i64).prop_map(Act::CountInvite),
        1 => (0..5_i64).prop_map(Act::NoteTiedFriend),
        // The last one is the house.
        1 => (0..4_i64).prop_map(Act::Bind),
        1 => Just(Act::AcceptTerms),
        3 => (purse, -3_000..20_000_i64).prop_map(|(purse, delta)| Act::Adjust(purse, delta)),
        1 => prop::sample::select(vec![0, 500_000_000, 25_000_000_000]).prop_map(Act::Reserve),
        8 => gift().prop_map(Act::Gift),
        24 => action().prop_map(Act::Economy),
        12 => payout().prop_map(Act::Payout),
    ]
}

/// Older players, each invited by the one before.
fn elders() -> Vec<Angler> {
    let mut elders: Vec<Angler> = Vec::new();
    for tg_id in 100..103 {
        let inviter = elders.last().map(Angler::as_inviter);
        elders.push(Angler::registered(
            tg_id,
            inviter,
            START.plus_ms(tg_id * 1_000 - DAY_MS),
        ));
    }
    elders
}

fn adjust(purse: Purse, delta: i64) -> Adjust {
    let counter = match purse {
        Purse::CoinPaid => House::CoinIssueShop,
        Purse::CoinPromo => House::CoinIssueSignin,
        Purse::Coupon => House::CouponIssue,
        _ => House::DiamondIssueTask,
    };
    let (case_id, proposer, approver) = ("case-1".into(), "ann".into(), "bob".into());
    Adjust {
        purse,
        delta,
        counter,
        case_id,
        proposer,
        approver,
        tx: None,
        restates: None,
    }
}

/// The command of an act in the present state, if it has one.
fn command(act: &Act, angler: &mut Angler, elders: &[Angler]) -> Option<Command> {
    let dive = angler.dive_id();
    Some(match *act {
        Act::Wait(ms) => {
            angler.wait(ms);
            return None;
        }
        Act::Reserve(micro) => {
            angler.reserve = Usdt::from_minor(micro);
            return None;
        }
        Act::CastOn(_) | Act::Economy(_) | Act::Payout(_) => return None,
        Act::Start { stake, level } => angler.start(stake, level).into(),
        Act::Cast { seq_off, shield } => {
            let next = angler.cast(shield);
            let seq = next.seq.saturating_add_signed(seq_off as i32);
            Cast { seq, ..next }.into()
        }
        Act::Surface => angler.surface().into(),
        Act::StrayDive => Cast {
            dive: DiveId(derived("stray", angler.player.id.0)),
            seq: 1,
            shield: false,
        }
        .into(),
        Act::Expire => ExpireDive { dive }.into(),
        Act::Void { approver } => {
            let (case_id, proposer) = ("case-2".into(), "ann".into());
            VoidDive {
                dive,
                casts: None,
                case_id,
                proposer,
                approver: approver.into(),
            }
            .into()
        }
        Act::Claim => ClaimFreeCoins.into(),
        Act::SignIn => SignIn.into(),
        Act::Rotate { stale: true } => {
            let mut rotation = angler.rotation("again");
            rotation.fresh_commit = angler.player.seeds.next_commit.clone();
            rotation.into()
        }
        Act::Rotate { stale: false } => {
            let client_seed = format!("angler-{}", angler.log.len());
            angler.rotation(&client_seed).into()
        }
        Act::CountInvite(friend) => CountInvite {
            friend: PlayerId::of_messenger(1_000 + friend),
        }
        .into(),
        Act::NoteTiedFriend(friend) => NoteTiedFriend {
            friend: PlayerId::of_messenger(1_000 + friend),
            shared: Shared::Payee,
        }
        .into(),
        Act::Bind(elder) => BindInviter {
            code: elders
                .get(elder as usize)
                .map_or_else(root, |elder| elder.as_inviter().into()),
        }
        .into(),
        Act::AcceptTerms => AcceptTerms { version: "1".into() }.into(),
        Act::Adjust(purse, delta) => adjust(purse, delta).into(),
        Act::Gift(ref gift) => gift.command(angler),
    })
}

/// What random play has reached.
#[derive(Default)]
struct Reached {
    given: u64,
    events: BTreeSet<&'static str>,
    refusals: BTreeSet<i32>,
}

/// Executes one command checked by the witness; a refused one changes nothing.
fn give(angler: &mut Angler, witness: &mut Witness, command: Command, reached: &mut Reached) -> bool {
    let before = angler.player.clone();
    reached.given += 1;
    match angler.give(command) {
        Ok(events) => {
            witness.sees(&before, &events, angler);
            reached.events.extend(events.iter().map(StreamEvent::name));
            true
        }
        Err(refusal) => {
            assert_eq!(angler.player, before, "a refused command changes nothing");
            reached.refusals.insert(refusal.code());
            false
        }
    }
}

fn play(acts: &[Act], has_seasons: bool, reached: &mut Reached) {
    let elders = elders();
    let mut angler = Angler::new()
        .under(economy::numbers)
        .under(gifts::catalogue)
        .under(payouts::numbers)
        .under(with_root);
    if has_seasons {
        angler = angler.under(with_seasons);
    }
    angler.must(economy::at_home());
    let mut witness = Witness::new(&angler);
    for act in acts {
        if let Act::CastOn(times) = act {
            let mut goes_on = true;
            for _ in 0..*times {
                angler.wait(2_500);
                let cast = angler.cast(false).into();
                goes_on = goes_on && give(&mut angler, &mut witness, cast, reached);
            }
        } else if let Act::Economy(action) = act {
            for command in action.commands(&mut angler) {
                give(&mut angler, &mut witness, command, reached);
            }
        } else if let Act::Payout(payout) = act {
            for command in payout.commands(&mut angler) {
                give(&mut angler, &mut witness, command, reached);
            }
        } else if let Some(command) = command(act, &mut angler, &elders) {
            give(&mut angler, &mut witness, command, reached);
        }
    }
    replays(&angler);
}

/// The log alone, through its written form, gives the same state (laws I-11, I-17); so does a snapshot.
fn replays(angler: &Angler) {
    let mut replayed = Player::default();
    for event in &angler.log {
        let text = serde_json::to_string(event).expect("an event writes");
        replayed.evolve(&serde_json::from_str::<Event>(&text).expect("an event reads"));
    }
    assert_eq!(replayed, angler.player);
    let snapshot = serde_json::to_string(&angler.player).expect("a snapshot writes");
    assert_eq!(
        serde_json::from_str::<Player>(&snapshot).expect("a snapshot reads"),
        angler.player
    );
}

/// Commands that random play gives at least.
fn commands() -> u64 {
    let requested = std::env::var("LAWS_COMMANDS").ok();
    requested.map_or(1_000_000, |count| count.parse().expect("LAWS_COMMANDS is a number"))
}

#[test]
fn no_law_is_broken_by_a_million_random_commands() {
    let reached = RefCell::new(Reached::default());
    let config = ProptestConfig {
        // A case gives between 200 and 300 commands.
        cases: u32::try_from(commands() / 200).expect("not so many"),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(acts in prop::collection::vec(act(), 100..300), has_seasons in any::<bool>())| {
        play(&acts, has_seasons, &mut reached.borrow_mut());
    });
    // Random play that reaches no event would prove nothing.
    let reached = reached.into_inner();
    assert!(
        reached.given >= commands(),
        "only {} commands were given",
        reached.given
    );
    let unseen: Vec<_> = Event::CATALOGUE
        .iter()
        .filter(|(name, _)| !reached.events.contains(name))
        .collect();
    assert_eq!(
        unseen,
        [&("PlayerRegistered", 1)],
        "registration comes before random play"
    );
    let expected = [-1006, 2001, 2002, 3001, 3002, 3003, 3004, 3006, 3007, 3008, 3009];
    let expected = expected.into_iter().chain([4003, 4004, 4005, 4006, 7002, 9002, 9003]);
    let expected = expected
        .chain(economy::REFUSALS)
        .chain(gifts::REFUSALS)
        .chain(payouts::REFUSALS);
    let unseen: Vec<_> = expected.filter(|code| !reached.refusals.contains(code)).collect();
    assert_eq!(unseen, [0; 0], "refusals that were never met");
}
