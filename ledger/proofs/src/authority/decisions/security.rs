//! How many members of security could decide about accounts, at any time.

use crate::authority::{Place, Stored};
use domain::staff::{Role, StaffEvent};
use std::collections::HashMap;

/// A member as far as it matters here.
#[derive(Clone, Copy, Default)]
struct Standing {
    has_role: bool,
    is_disabled: bool,
}

impl Standing {
    const fn decides(self) -> bool {
        self.has_role && !self.is_disabled
    }
}

/// Every change of a member's standing, in the order of each member's stream.
#[derive(Default)]
pub(super) struct Security {
    members: HashMap<String, Vec<(i64, Standing)>>,
}

impl Security {
    pub(super) fn take(&mut self, event: &StaffEvent, entry: &impl Stored) {
        let mut standing = self.standing(entry.key());
        match event {
            StaffEvent::StaffAdded { roles, .. } | StaffEvent::StaffRolesSet { roles, .. } => {
                standing.has_role = roles.contains(&Role::Security);
            }
            StaffEvent::StaffDisabled { .. } => standing.is_disabled = true,
            StaffEvent::StaffEnabled { .. } => standing.is_disabled = false,
            _ => return,
        }
        let changes = self.members.entry(entry.key().to_owned()).or_default();
        changes.push((entry.place().at, standing));
    }

    fn standing(&self, member: &str) -> Standing {
        let newest = self.members.get(member).and_then(|changes| changes.last());
        newest.map_or_else(Standing::default, |(_, standing)| *standing)
    }

    /// Whether the member could decide after what was read of it.
    pub(super) fn decides(&self, member: &str) -> bool {
        self.standing(member).decides()
    }

    /// How many others could decide then.
    pub(super) fn before(&self, place: Place, member: &str) -> usize {
        let others = self.members.iter().filter(|(other, _)| *other != member);
        let then = others.filter(|(_, changes)| {
            let known = changes.iter().rfind(|(at, _)| *at <= place.at);
            known.is_some_and(|(_, standing)| standing.decides())
        });
        then.count()
    }
}
