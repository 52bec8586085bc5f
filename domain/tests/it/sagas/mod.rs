//! Withdrawals, top-ups and identity checks over several streams: a chain that pays a
//! slot once or never, a payout worker that crashes and repeats itself, staff, policies
//! that lag and repeat. In every order, nobody is paid twice, nobody is paid and
//! refunded, and a received payment is credited once (laws I-08 to I-10, threats T-03, T-05, T-37).

mod books;
mod world;

use domain::stream::StreamEvent;
use domain::time::{DAY_MS, HOUR_MS};
use domain::topup;
use proptest::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeSet;
use world::{Recorded, World};

/// One step of the simulation. Numbers select its subject.
#[derive(Clone, Debug)]
pub enum Act {
    Withdraw(i64),
    Review { which: usize, approves: bool },
    Send(usize),
    Execute(usize),
    Observe(usize),
    GiveUp(usize),
    Order,
    Pay { which: usize, micro: i64 },
    Watch(usize),
    CloseOrders,
    Identity(u8),
    Policies(usize),
    Wait(i64),
}

fn act() -> impl Strategy<Value = Act> {
    use prop::sample::select;
    let which = || 0..4_usize;
    prop_oneof![
        4 => select(vec![20_000_000, 45_000_000, 100_000_000]).prop_map(Act::Withdraw),
        4 => (which(), select(vec![true, true, false]))
            .prop_map(|(which, approves)| Act::Review { which, approves }),
        5 => which().prop_map(Act::Send),
        4 => which().prop_map(Act::Execute),
        5 => which().prop_map(Act::Observe),
        3 => which().prop_map(Act::GiveUp),
        2 => Just(Act::Order),
        3 => (which(), select(vec![1_000_000, 5_000_000])).prop_map(|(which, micro)| Act::Pay { which, micro }),
        4 => which().prop_map(Act::Watch),
        1 => Just(Act::CloseOrders),
        3 => (0..4_u8).prop_map(Act::Identity),
        8 => (0..20_usize).prop_map(Act::Policies),
        4 => select(vec![HOUR_MS, 2 * HOUR_MS, DAY_MS]).prop_map(Act::Wait),
    ]
}

/// Runs the steps and returns the names of all recorded events.
fn played(acts: &[Act], trusts_timeouts: bool) -> Result<BTreeSet<&'static str>, String> {
    let mut world = World::new(trusts_timeouts);
    acts.iter().for_each(|act| world.play(act));
    world.ends()?;
    let name = |recorded: &Recorded| match recorded {
        Recorded::Player(event) => event.name(),
        Recorded::Withdrawal(_, event) => event.name(),
        Recorded::TopUp(_, event) => event.name(),
        Recorded::Kyc(event) => event.name(),
    };
    let labels = world.orders.values().map(|order| topup::State::order(order.state));
    Ok(world.log.iter().map(name).chain(labels).collect())
}

#[test]
fn nobody_is_paid_twice_or_paid_and_refunded_and_what_came_is_credited_once() {
    let seen = RefCell::new(BTreeSet::new());
    let config = ProptestConfig {
        cases: 1_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(acts in prop::collection::vec(act(), 20..150))| {
        seen.borrow_mut().extend(played(&acts, false).map_err(TestCaseError::fail)?);
    });
    // A simulation without events would prove nothing.
    let wanted = [
        "WithdrawalSent",
        "WithdrawalSettled",
        "WithdrawalRefunded",
        "Approved",
        "Rejected",
        "SlotClosed",
        "Failed",
        "Confirmed",
        "TopUpSucceeded",
        "TopUpFailed",
        "LatePaymentSeen",
        "TopUpClosed",
        "KycStatusChanged",
        "KycReset",
        "success",
        "fail",
    ];
    let seen = seen.into_inner();
    let unseen: Vec<_> = wanted.into_iter().filter(|name| !seen.contains(name)).collect();
    assert_eq!(unseen, [""; 0]);
}

#[test]
fn a_service_that_takes_a_timeout_for_a_proof_is_caught() {
    let acts = [
        Act::Withdraw(20_000_000),
        Act::Policies(0),
        Act::Send(0),
        Act::Execute(0),
        Act::GiveUp(0),
    ];
    assert_eq!(
        played(&acts, false).map(|seen| seen.contains("WithdrawalSettled")),
        Ok(true)
    );
    let caught = played(&acts, true).expect_err("paid and refunded");
    assert!(caught.starts_with("paid 1 times and Failed"), "{caught}");
}
