//! Agreement of several nodes (rails §3.4).
//!
//! A node that does not answer is skipped; at least two must answer. Nodes are often a block apart, so a node that
//! shows less is no contradiction; one that shows something else is.

use super::{NODES_MIN, RailFault, Sight};
use domain::withdrawal::{Cause, NotPaid};

/// The answers of the nodes that gave one, when there are enough of them.
///
/// # Errors
/// [`RailFault::Silent`].
pub fn answered<T>(rail: &'static str, answers: Vec<Result<T, String>>) -> Result<Vec<T>, RailFault> {
    let mut reason = "none is configured".to_owned();
    let mut answered = Vec::with_capacity(answers.len());
    for answer in answers {
        match answer {
            Ok(answer) => answered.push(answer),
            Err(why) => reason = why,
        }
    }
    if answered.len() < NODES_MIN {
        return Err(RailFault::Silent { rail, reason });
    }
    Ok(answered)
}

/// The answer that all nodes with an answer agree on.
///
/// # Errors
/// [`RailFault`] when they are too few or not the same.
pub fn same<T: PartialEq>(rail: &'static str, about: &str, answers: Vec<Result<T, String>>) -> Result<T, RailFault> {
    let mut answered = answered(rail, answers)?;
    let first = answered.swap_remove(0);
    if answered.iter().all(|other| *other == first) {
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
    let answered = answered(rail, answers)?;
    let contradiction = |reason: &str| {
        let reason = reason.to_owned();
        Err(RailFault::Contradiction { rail, reason })
    };
    let paid = answered.iter().filter(|sight| matches!(sight, Sight::Paid(_))).count();
    let not_paid = answered
        .iter()
        .filter(|sight| matches!(sight, Sight::NotPaid(_) | Sight::Taken))
        .count();
    let seen = answered.iter().find(|sight| matches!(sight, Sight::Broadcast { .. }));
    if paid > 0 && not_paid > 0 {
        return contradiction("one shows a payment, another that there is none");
    }
    // Who has seen the message executed is not behind those who say that it never was and never will be.
    if seen.is_some() && answered.iter().any(is_never) {
        return contradiction("one shows a message executed, another that it never was");
    }
    let mut ends = answered
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
    Ok(counted(first, &answered, u8::try_from(nodes).unwrap_or(u8::MAX)))
}

/// The message was not executed and never will be.
fn is_never(sight: &Sight) -> bool {
    matches!(
        sight,
        Sight::NotPaid(NotPaid {
            cause: Cause::NeverProcessed { .. },
            ..
        })
    )
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
fn counted(first: &Sight, answered: &[Sight], nodes: u8) -> Sight {
    match first {
        Sight::Paid(receipt) => {
            let mut receipt = receipt.clone();
            receipt.nodes = nodes;
            Sight::Paid(receipt)
        }
        Sight::NotPaid(proof) => {
            let earliest = answered.iter().filter_map(|sight| match sight {
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
mod tests;
