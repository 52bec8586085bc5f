//! Seed pairs: committed before use, revealed and retired in one append
//! (domain §2.6).
//!
//! Rotation is refused while a dive is open, so no cast ever follows a reveal
//! (law I-37). The pair after the current one is already committed to when the
//! player chooses a client seed, so the house cannot choose a seed that suits it.
//! Where the player chose none (he is new, or a clock retired the pair), his device does, with the first dive of the pair.

use super::gate::Gate;
use super::{DomainEvent, Event, Player, Rule};
use crate::config::Config;
use crate::draw::{is_client_seed, seed_of_dive};
use crate::paytable::LEVELS;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use serde::{Deserialize, Serialize};

/// The pair in use and the one before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seeds {
    /// SHA-256 of the sealed server seed in use.
    pub commit: String,
    /// SHA-256 of the sealed server seed that comes next.
    pub next_commit: String,
    /// The client seed; empty until a device draws it with the first dive of the pair.
    pub client_seed: String,
    /// Casts made with this pair; the next cast's nonce.
    pub nonce: u64,
    /// What the device drew for the dive before: the next dive takes another one.
    #[serde(default)]
    pub device_value: String,
    /// The pair that was revealed last.
    pub previous: Option<Revealed>,
}

/// A retired pair, public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revealed {
    pub server_seed: String,
    pub commit: String,
    /// The client seed.
    pub client_seed: String,
    /// How many casts used it.
    pub casts: u64,
}

/// Retires the pair in use and reveals it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RotateSeed {
    /// The client seed of the new pair.
    pub client_seed: String,
    /// Commit of a freshly sealed seed: the pair after the new one.
    pub fresh_commit: String,
}

/// Retires a pair that has rested, so that its seed is revealed although its player did not ask (domain §2.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevealSeed {
    /// Commit of a freshly sealed seed: the pair after the new one.
    pub fresh_commit: String,
}

/// A pair was retired and revealed; the next one is in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedRotated {
    /// The server seed that was in use.
    pub old_seed: String,
    pub old_commit: String,
    /// Commit of the seed now in use: the one announced before.
    pub new_commit: String,
    /// Commit of the seed after that.
    pub next_commit: String,
    /// The client seed of the new pair; empty when a clock retired the old one.
    pub client_seed: String,
}

impl Seeds {
    pub(super) fn start(&mut self, commit: &str, next_commit: &str, client_seed: &str) {
        self.commit = commit.to_owned();
        self.next_commit = next_commit.to_owned();
        self.client_seed = client_seed.to_owned();
        self.nonce = 0;
    }

    /// What a dive draws under: the client seed, which is this first value of the device where nobody chose one, and
    /// behind it the value of the device.
    pub(super) fn of_dive(&self, device_value: &str) -> String {
        let chosen = Some(self.client_seed.as_str()).filter(|seed| !seed.is_empty());
        seed_of_dive(chosen.unwrap_or(device_value), device_value)
    }

    /// A seed that was in use when the next server seed was sealed.
    fn is_known(&self, client_seed: &str) -> bool {
        let before = self.previous.as_ref().map(|pair| pair.client_seed.as_str());
        self.client_seed == client_seed || before == Some(client_seed)
    }

    /// True when the pair has too few draws left for another dive (domain §2.6: 10,000 casts).
    pub fn rotation_due(&self, config: &Config) -> bool {
        self.nonce + u64::from(LEVELS) > config.game.seed_max_casts
    }
}

impl Rule for RotateSeed {
    fn gate(&self) -> Gate {
        Gate::Account("fishing")
    }

    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if player.fishing.dive.is_some() {
            return Err(Refusal::FinishTheDiveFirst);
        }
        if !is_client_seed(&self.client_seed) || player.seeds.is_known(&self.client_seed) {
            return Err(invalid("client_seed"));
        }
        rotate(player, context, &self.client_seed, &self.fresh_commit)
    }
}

// No gate: the seed of a player who may not play is revealed as well.
impl Rule for RevealSeed {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if player.fishing.dive.is_some() {
            return Err(Refusal::FinishTheDiveFirst);
        }
        // A second run of the job finds a pair that has drawn nothing.
        if player.seeds.nonce == 0 {
            return Err(Refusal::StateChanged);
        }
        // The client seed was known when the next seed was sealed: the device draws another one.
        rotate(player, context, "", &self.fresh_commit)
    }
}

fn rotate(
    player: &Player,
    context: &Context,
    client_seed: &str,
    fresh_commit: &str,
) -> Result<Decision<Event>, Refusal> {
    let seeds = &player.seeds;
    // A commit that was announced before must not be used again: its seed would be known (law I-37).
    if seeds.commit == fresh_commit || seeds.next_commit == fresh_commit {
        return Err(invalid("fresh_commit"));
    }
    let opened = context.seed.as_ref().filter(|seed| seed.commit() == seeds.commit);
    let rotated = SeedRotated {
        old_seed: opened.ok_or_else(|| invalid("seed"))?.reveal().to_owned(),
        old_commit: seeds.commit.clone(),
        new_commit: seeds.next_commit.clone(),
        next_commit: fresh_commit.to_owned(),
        client_seed: client_seed.to_owned(),
    };
    Ok(Event::from(rotated).into())
}

fn invalid(field: &str) -> Refusal {
    Refusal::InvalidField { field: field.into() }
}

impl DomainEvent for SeedRotated {
    fn evolve(&self, player: &mut Player) {
        let seeds = &mut player.seeds;
        seeds.previous = Some(Revealed {
            server_seed: self.old_seed.clone(),
            commit: self.old_commit.clone(),
            client_seed: std::mem::take(&mut seeds.client_seed),
            casts: seeds.nonce,
        });
        seeds.start(&self.new_commit, &self.next_commit, &self.client_seed);
    }
}

#[cfg(test)]
mod tests;
