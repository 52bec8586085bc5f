//! Who of security could decide about accounts and keys, at any time.

use crate::authority::{MINUTE_MS, Place, Stored};
use domain::staff::{Role, StaffEvent};
use std::collections::{BTreeSet, HashMap};

/// A member as far as it matters here.
#[derive(Clone, Default)]
struct Standing {
    name: String,
    has_role: bool,
    is_disabled: bool,
    /// Who made the account, or its credentials void.
    issued_by: String,
    /// Keys in force.
    keys: BTreeSet<String>,
}

impl Standing {
    const fn decides(&self) -> bool {
        self.has_role && !self.is_disabled
    }
}

/// Every change of a member's standing, in the order of each member's stream.
#[derive(Default)]
pub(super) struct Security {
    members: HashMap<String, Vec<(Place, Standing)>>,
}

impl Security {
    pub(super) fn take(&mut self, event: &StaffEvent, entry: &impl Stored) {
        let mut standing = self.standing(entry.key()).cloned().unwrap_or_default();
        if let StaffEvent::StaffAdded { roles, .. } | StaffEvent::StaffRolesSet { roles, .. } = event {
            standing.has_role = roles.contains(&Role::Security);
        }
        match event {
            StaffEvent::StaffAdded { name, by, .. } => (standing.name, standing.issued_by) = (name.clone(), by.clone()),
            StaffEvent::StaffCredentialsReset { by, .. } => standing.issued_by.clone_from(by),
            StaffEvent::StaffRolesSet { .. } => {}
            StaffEvent::StaffDisabled { .. } => standing.is_disabled = true,
            StaffEvent::StaffEnabled { .. } => standing.is_disabled = false,
            StaffEvent::StaffKeyApproved { key, .. } => {
                standing.keys.insert(key.clone());
            }
            StaffEvent::StaffKeyRevoked { key, .. } => {
                standing.keys.remove(key);
            }
            _ => return,
        }
        let changes = self.members.entry(entry.key().to_owned()).or_default();
        changes.push((entry.place(), standing));
    }

    fn standing(&self, member: &str) -> Option<&Standing> {
        let newest = self.members.get(member).and_then(|changes| changes.last());
        newest.map(|(_, standing)| standing)
    }

    /// Whether the member could decide after what was read of it.
    pub(super) fn decides(&self, member: &str) -> bool {
        self.standing(member).is_some_and(Standing::decides)
    }

    /// How many others could decide then.
    pub(super) fn before(&self, place: Place, member: &str) -> usize {
        let others = self.members.iter().filter(|(other, _)| *other != member);
        let then = others.filter(|(_, changes)| {
            let known = changes.iter().rfind(|(at, _)| at.at <= place.at);
            known.is_some_and(|(_, standing)| standing.decides())
        });
        then.count()
    }

    /// Whether another than the member and who issued the account could approve a key of the member's then, with a key of
    /// the own. What changed within a minute of it may have been unknown to who asked.
    pub(super) fn could_sign(&self, place: Place, member: &str) -> bool {
        let changes = self.members.get(member).into_iter().flatten();
        let issuers: BTreeSet<&str> = changes.map(|(_, standing)| standing.issued_by.as_str()).collect();
        let mut others = self.members.iter().filter(|(other, _)| *other != member);
        others.any(|(_, changes)| {
            let signs = |(_, standing): &(Place, Standing)| {
                standing.decides() && !standing.keys.is_empty() && !issuers.contains(standing.name.as_str())
            };
            let is_near = |(at, _): &&(Place, Standing)| (at.at - place.at).abs() <= MINUTE_MS;
            let settled = changes
                .iter()
                .rfind(|change| is_before(change.0, place) && !is_near(change));
            settled.is_some_and(signs) && changes.iter().filter(is_near).all(signs)
        })
    }
}

/// The order of the log where there is one, and of the clocks of two logs.
const fn is_before(one: Place, other: Place) -> bool {
    if one.partition == other.partition {
        one.position < other.position
    } else {
        one.at <= other.at
    }
}
