//! Whether the shares that a packet gave are those that its seed draws, from its events alone: what an auditor asks, and
//! whoever has nothing but an export.

use super::create::Kind;
use super::event::{PacketEvent, Terms};
use crate::draw::ServerSeed;

/// A lucky packet whose events are read from the first one on. Holds its shares, 10,000 at most, until it ends.
#[derive(Debug, Default)]
pub struct Recount {
    terms: Option<Terms>,
    given: Vec<(u32, i64)>,
    seed: Option<ServerSeed>,
}

impl Recount {
    /// Takes the packet's next event. At its end: whether its seed is shown and drew the shares that were given, one
    /// after the other. Of a packet without luck, and of one whose first event was not read, nothing is said.
    pub fn take(&mut self, event: PacketEvent) -> Option<bool> {
        match event {
            PacketEvent::PacketCreated { terms, .. } => {
                self.terms = Some(terms).filter(|terms| terms.kind == Kind::Lucky)
            }
            PacketEvent::ShareClaimed(claimed) if self.terms.is_some() => {
                self.given.push((claimed.slot, claimed.prize.minor()));
            }
            PacketEvent::ShareClaimed(_) => {}
            PacketEvent::PacketRevealed { seed, .. } => self.seed = ServerSeed::parse(&seed),
            PacketEvent::PacketEnded { .. } => return self.terms.as_ref().map(|terms| self.holds(terms)),
        }
        None
    }

    fn holds(&self, terms: &Terms) -> bool {
        let Some(seed) = terms.seed(self.seed.as_ref()) else {
            return false;
        };
        let drawn = terms.drawn(&seed);
        self.given
            .iter()
            .enumerate()
            .all(|(nth, (slot, minor))| *slot as usize == nth && drawn.get(nth) == Some(minor))
    }
}
