//! Agreement of several nodes (rails §3.4).
//!
//! A node that does not answer is passed over; two at least must answer. Nodes stand a block apart all the
//! time, so a node that shows less is no contradiction; one that shows something else is.

use super::{NODES_MIN, RailFault, Sight};
use domain::withdrawal::{Cause, NotPaid};

/// Answers of those nodes that gave one, when they are enough.
///
/// # Errors
/// [`RailFault::Silent`].
pub fn heard<T>(rail: &'static str, answers: Vec<Result<T, String>>) -> Result<Vec<T>, RailFault> {
    let mut reason = "none is configured".to_owned();
    let mut heard = Vec::with_capacity(answers.len());
    for answer in answers {
        match answer {
            Ok(answer) => heard.push(answer),
            Err(why) => reason = why,
        }
    }
    if heard.len() < NODES_MIN {
        return Err(RailFault::Silent { rail, reason });
    }
    Ok(heard)
}

/// The one answer of all that answered.
///
/// # Errors
/// [`RailFault`] when they are too few or not the same.
pub fn same<T: PartialEq>(rail: &'static str, about: &str, answers: Vec<Result<T, String>>) -> Result<T, RailFault> {
    let mut heard = heard(rail, answers)?;
    let first = heard.swap_remove(0);
    if heard.iter().all(|other| *other == first) {
        Ok(first)
    } else {
        let reason = about.to_owned();
        Err(RailFault::Contradiction { rail, reason })
    }
}

/// What the chain shows of a payment, out of what its nodes show. An end needs two that show the same one.
///
/// # Errors
/// [`RailFault`] when too few answer, or two show different ends.
pub fn sight(rail: &'static str, answers: Vec<Result<Sight, String>>) -> Result<Sight, RailFault> {
    let heard = heard(rail, answers)?;
    let contradiction = |reason: &str| {
        let reason = reason.to_owned();
        Err(RailFault::Contradiction { rail, reason })
    };
    let paid = heard.iter().filter(|sight| matches!(sight, Sight::Paid(_))).count();
    let not_paid = heard
        .iter()
        .filter(|sight| matches!(sight, Sight::NotPaid(_) | Sight::Taken))
        .count();
    let seen = heard.iter().find(|sight| matches!(sight, Sight::Broadcast { .. }));
    if paid > 0 && not_paid > 0 {
        return contradiction("one shows a payment, another that there is none");
    }
    let mut ends = heard
        .iter()
        .filter(|sight| matches!(sight, Sight::Paid(_) | Sight::NotPaid(_) | Sight::Taken));
    let Some(first) = ends.next() else {
        return Ok(seen.cloned().unwrap_or(Sight::Nothing));
    };
    if !ends.all(|other| is_same_end(first, other)) {
        return contradiction("two show different ends of one payment");
    }
    let nodes = paid.max(not_paid);
    if nodes < NODES_MIN {
        return Ok(seen.cloned().unwrap_or(Sight::Nothing));
    }
    Ok(counted(first, &heard, u8::try_from(nodes).unwrap_or(u8::MAX)))
}

/// Times at which nodes looked differ; what they saw must not.
fn is_same_end(one: &Sight, other: &Sight) -> bool {
    match (one, other) {
        (Sight::NotPaid(one), Sight::NotPaid(other)) => match (&one.cause, &other.cause) {
            (Cause::NeverProcessed { .. }, Cause::NeverProcessed { .. }) => one.slot == other.slot,
            _ => one == other,
        },
        _ => one == other,
    }
}

/// The end with the number of nodes that show it; of several times the earliest, which all have passed.
fn counted(first: &Sight, heard: &[Sight], nodes: u8) -> Sight {
    match first {
        Sight::Paid(receipt) => {
            let mut receipt = receipt.clone();
            receipt.nodes = nodes;
            Sight::Paid(receipt)
        }
        Sight::NotPaid(proof) => {
            let earliest = heard.iter().filter_map(|sight| match sight {
                Sight::NotPaid(NotPaid {
                    cause: Cause::NeverProcessed { chain_time },
                    ..
                }) => Some(*chain_time),
                _ => None,
            });
            let cause = match earliest.min() {
                Some(chain_time) => Cause::NeverProcessed { chain_time },
                None => proof.cause.clone(),
            };
            let slot = proof.slot.clone();
            Sight::NotPaid(NotPaid { slot, cause, nodes })
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
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
        let told = sight(RAIL, vec![bounced("a"), bounced("a"), cut()]);
        assert!(matches!(told, Ok(Sight::NotPaid(proof)) if proof.nodes == 2));
    }

    #[test]
    fn different_ends_are_a_contradiction_and_different_moments_are_not() {
        let told = sight(RAIL, vec![bounced("a"), bounced("b")]);
        assert!(matches!(told, Err(RailFault::Contradiction { .. })));
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
}
