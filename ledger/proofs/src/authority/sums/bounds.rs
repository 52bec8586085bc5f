//! Up to which sum one person lets withdrawals go, by the configuration at each moment.

use crate::authority::Stored;
use domain::config::{Config, ConfigEvent, SectionEvent};
use domain::money::Usdt;
use serde_json::Value;
use std::collections::HashMap;

pub(super) struct Bounds {
    /// Of the first document, by when it was published.
    published: Vec<(i64, Usdt)>,
    /// Versions of the section that were proposed.
    proposed: HashMap<u64, Usdt>,
    /// Those that were approved, by when they came into force.
    in_force: Vec<(i64, Usdt)>,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            published: vec![(i64::MIN, Config::standard().withdraw.two_person_over)],
            proposed: HashMap::new(),
            in_force: Vec::new(),
        }
    }
}

impl Bounds {
    /// Takes the next event of the configuration; nothing when it does not read.
    pub(super) fn take(&mut self, entry: &impl Stored) -> Option<()> {
        if entry.stream() == "config" {
            let ConfigEvent::ConfigPublished { body, .. } = entry.read()?;
            self.published.push((entry.place().at, body.withdraw.two_person_over));
            return Some(());
        }
        match entry.read()? {
            SectionEvent::ConfigProposed { version, body, .. } => {
                self.proposed.insert(version, bound(&body)?);
            }
            SectionEvent::ConfigApproved {
                version, effective_at, ..
            } => self
                .in_force
                .extend(self.proposed.get(&version).map(|bound| (effective_at.0, *bound))),
            SectionEvent::ConfigRejected { .. } => {}
        }
        Some(())
    }

    /// The largest that was in force at any moment from one to another.
    pub(super) fn between(&self, from_ms: i64, until_ms: i64) -> Usdt {
        let changes = self.published.iter().chain(&self.in_force).map(|(at, _)| *at);
        let moments = changes.filter(|at| (from_ms..=until_ms).contains(at)).chain([from_ms]);
        moments.map(|at| self.at(at)).max().unwrap_or_default()
    }

    /// A version of the section takes the place of what the first document says.
    fn at(&self, at_ms: i64) -> Usdt {
        let newest = |list: &[(i64, Usdt)]| {
            list.iter()
                .rev()
                .find(|(from, _)| *from <= at_ms)
                .map(|(_, bound)| *bound)
        };
        newest(&self.in_force)
            .or_else(|| newest(&self.published))
            .unwrap_or_default()
    }
}

fn bound(section: &Value) -> Option<Usdt> {
    serde_json::from_value(section["two_person_over"].clone()).ok()
}
