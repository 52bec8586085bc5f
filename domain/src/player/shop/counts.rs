//! Purchases of limited items within their period.

use crate::config::shop::Per;
use crate::time::Day;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Purchases by item; those of a past day or week are dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    items: BTreeMap<String, Count>,
    /// The last day seen: a clock that steps back gives no second allowance.
    today: Day,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Count {
    per: Per,
    day: Day,
    bought: u32,
}

/// The Monday of a day's UTC week. 1970-01-05 was one.
fn monday(day: Day) -> Day {
    Day((day.0 + 3).div_euclid(7) * 7 - 3)
}

impl Count {
    fn is_of(&self, today: Day) -> bool {
        match self.per {
            Per::Life => true,
            Per::Day => self.day == today,
            Per::Week => monday(self.day) == monday(today),
        }
    }
}

impl Counts {
    /// Pieces bought within the period `per` of a day. A limit whose period changed starts at zero.
    pub fn bought(&self, item_id: &str, per: Per, day: Day) -> u32 {
        let today = self.today.max(day);
        let count = self.items.get(item_id);
        count
            .filter(|count| count.per == per && count.is_of(today))
            .map_or(0, |count| count.bought)
    }

    pub(super) fn add(&mut self, item_id: &str, per: Option<Per>, pieces: u32, day: Day) {
        let today = self.today.max(day);
        self.today = today;
        self.items.retain(|_, count| count.is_of(today));
        if let Some(per) = per {
            let bought = self.bought(item_id, per, today).saturating_add(pieces);
            let count = Count {
                per,
                day: today,
                bought,
            };
            self.items.insert(item_id.to_owned(), count);
        }
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }
}

#[cfg(test)]
mod tests;
