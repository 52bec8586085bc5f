use super::*;
use domain::time::Timestamp;
use domain::withdrawal::Slot;

const RAIL: &str = "ton";

fn slot() -> Slot {
    Slot {
        rail: RAIL.into(),
        wallet: "w".into(),
        query_id: 7,
        valid_until: Timestamp(1_000),
    }
}

fn never(chain_time: i64) -> Result<Sight, String> {
    let cause = Cause::NeverProcessed {
        chain_time: Timestamp(chain_time),
    };
    Ok(Sight::NotPaid(NotPaid {
        slot: slot(),
        cause,
        nodes: 1,
    }))
}

fn bounced(tx: &str) -> Result<Sight, String> {
    let cause = Cause::Bounced { tx: tx.into(), lt: 1 };
    Ok(Sight::NotPaid(NotPaid {
        slot: slot(),
        cause,
        nodes: 1,
    }))
}

fn broadcast() -> Sight {
    Sight::Broadcast { tx: "a".into() }
}

#[test]
fn an_end_needs_two_nodes_that_show_the_same() {
    let cut = || Err::<Sight, _>("cut".to_owned());
    assert!(matches!(
        sight(RAIL, vec![bounced("a"), cut()]),
        Err(RailFault::Silent { .. })
    ));
    assert_eq!(sight(RAIL, vec![bounced("a"), Ok(Sight::Nothing)]), Ok(Sight::Nothing));
    assert_eq!(sight(RAIL, vec![bounced("a"), Ok(broadcast()), cut()]), Ok(broadcast()));
    let seen = sight(RAIL, vec![bounced("a"), bounced("a"), cut()]);
    assert!(matches!(seen, Ok(Sight::NotPaid(proof)) if proof.nodes == 2));
}

#[test]
fn different_ends_are_a_contradiction_and_different_moments_are_not() {
    let seen = sight(RAIL, vec![bounced("a"), bounced("b")]);
    assert!(matches!(seen, Err(RailFault::Contradiction { .. })));
    assert!(matches!(
        sight(RAIL, vec![bounced("a"), never(9)]),
        Err(RailFault::Contradiction { .. })
    ));
    let Ok(Sight::NotPaid(proof)) = sight(RAIL, vec![never(9_000), never(8_000), Ok(Sight::Nothing)]) else {
        panic!("an end");
    };
    let chain_time = Timestamp(8_000);
    assert_eq!((proof.cause, proof.nodes), (Cause::NeverProcessed { chain_time }, 2));
}

/// Closed as unpaid, the slot would be paid a second time.
#[test]
fn a_message_that_one_node_saw_executed_is_never_called_unexecuted_by_two_others() {
    for answers in [
        vec![never(9_000), never(8_000), Ok(broadcast())],
        vec![Ok(broadcast()), never(9_000), never(8_000)],
        vec![never(9_000), Ok(broadcast())],
    ] {
        let seen = sight(RAIL, answers);
        assert!(matches!(seen, Err(RailFault::Contradiction { .. })), "{seen:?}");
    }
    // What came back was executed before: who shows no more than that is behind.
    let seen = sight(RAIL, vec![bounced("a"), bounced("a"), Ok(broadcast())]);
    assert!(matches!(seen, Ok(Sight::NotPaid(_))), "{seen:?}");
}

#[test]
fn one_word_is_the_word_of_all_who_answered() {
    let answer = |answers: Vec<Result<u8, String>>| same(RAIL, "a balance", answers);
    assert_eq!(answer(vec![Ok(1), Ok(1), Err("late".into())]), Ok(1));
    assert!(matches!(
        answer(vec![Ok(1), Ok(2)]),
        Err(RailFault::Contradiction { .. })
    ));
    assert!(matches!(answer(vec![Ok(1)]), Err(RailFault::Silent { .. })));
}
