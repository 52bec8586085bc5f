//! What promotions cost: what left the promo budget without what came back to it.

use domain::posting::House;
use projections::turnovers::{Moved, Sums};

/// The event that puts money into the budget: no cost that came back.
const FUNDED: &str = "PromoBudgetFunded";

/// The cost in minor units of USDT: below zero where more came back than left.
pub fn cost<'a>(moved: impl IntoIterator<Item = (&'a Moved, &'a Sums)>) -> i128 {
    let budget = House::UsdtPromoBudget.name();
    let of_it = moved
        .into_iter()
        .filter(|(one, _)| one.account == budget && one.event_type != FUNDED);
    of_it.map(|(_, sums)| sums.debit - sums.credit).sum()
}

#[cfg(test)]
mod tests;
