//! Seed pairs: committed before use, revealed and retired in one append
//! (domain §2.6).
//!
//! Rotation is refused while a dive is open, so no cast ever follows a reveal
//! (law I-37). The pair after the current one is already committed to when the
//! player chooses a client seed: the house cannot grind.

use super::gate::Gate;
use super::{DomainEvent, Event, Player, Rule};
use crate::config::Config;
use crate::draw::is_client_seed;
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
    /// The player's part.
    pub client_seed: String,
    /// Casts made with this pair; the next cast's nonce.
    pub nonce: u64,
    /// The pair that was revealed last.
    pub previous: Option<Revealed>,
}

/// A retired pair, open to everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revealed {
    /// The server seed.
    pub server_seed: String,
    /// Its commit.
    pub commit: String,
    /// The player's part.
    pub client_seed: String,
    /// How many casts used it.
    pub casts: u64,
}

/// Retires the pair in use and reveals it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RotateSeed {
    /// The player's part of the new pair.
    pub client_seed: String,
    /// Commit of a freshly sealed seed: the pair after the new one.
    pub fresh_commit: String,
}

/// A pair was retired and revealed; the next one is in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedRotated {
    /// The server seed that was in use.
    pub old_seed: String,
    /// Its commit.
    pub old_commit: String,
    /// Commit of the seed now in use: the one announced before.
    pub new_commit: String,
    /// Commit of the seed after that.
    pub next_commit: String,
    /// The player's part of the new pair.
    pub client_seed: String,
}

impl Seeds {
    pub(super) fn start(&mut self, commit: &str, next_commit: &str, client_seed: &str) {
        self.commit = commit.to_owned();
        self.next_commit = next_commit.to_owned();
        self.client_seed = client_seed.to_owned();
        self.nonce = 0;
    }

    /// True when the pair cannot carry another whole dive (domain §2.6: 10,000 casts).
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
        let field = |field: &str| Refusal::InvalidField { field: field.into() };
        if !is_client_seed(&self.client_seed) {
            return Err(field("client_seed"));
        }
        // A seed that was announced before must not come back: it would be known when it is used (law I-37).
        let seeds = &player.seeds;
        if [&seeds.commit, &seeds.next_commit].contains(&&self.fresh_commit) {
            return Err(field("fresh_commit"));
        }
        let opened = context
            .seed
            .as_ref()
            .filter(|seed| seed.commit() == player.seeds.commit);
        let old_seed = opened.ok_or_else(|| field("seed"))?.reveal().to_owned();
        let rotated = SeedRotated {
            old_seed,
            old_commit: player.seeds.commit.clone(),
            new_commit: player.seeds.next_commit.clone(),
            next_commit: self.fresh_commit.clone(),
            client_seed: self.client_seed.clone(),
        };
        Ok(Event::from(rotated).into())
    }
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
mod tests {
    use super::*;
    use crate::stream::Stream;
    use crate::testing::{Angler, golden_seed, seed};

    #[test]
    fn a_rotation_reveals_the_retired_seed_and_takes_the_announced_one() {
        let mut angler = Angler::new().with_coins(20);
        let before = angler.player.seeds.clone();
        angler.dives(10, 1).casts(2).surfaces();
        let rotation = angler.rotation("mine");
        let fresh = rotation.fresh_commit.clone();
        angler.must(rotation);
        let seeds = &angler.player.seeds;
        assert_eq!(
            (&seeds.commit, &seeds.next_commit, seeds.nonce),
            (&before.next_commit, &fresh, 0)
        );
        let revealed = seeds.previous.clone().expect("a revealed pair");
        assert_eq!((revealed.casts, revealed.client_seed), (2, before.client_seed));
        let opened = crate::draw::ServerSeed::parse(&revealed.server_seed).expect("a seed");
        assert_eq!(opened.commit(), before.commit);
    }

    #[test]
    fn no_seed_is_revealed_while_a_dive_is_open() {
        // Law I-37.
        let mut angler = Angler::new().with_coins(10);
        angler.dives(10, 1);
        let rotation = angler.rotation("mine");
        assert_eq!(angler.decide(rotation), Err(Refusal::FinishTheDiveFirst));
    }

    #[test]
    fn a_seed_that_was_announced_before_never_comes_back() {
        // Law I-37: it would be known when it is used.
        let mut angler = Angler::new();
        for known in [
            angler.player.seeds.commit.clone(),
            angler.player.seeds.next_commit.clone(),
        ] {
            let mut rotation = angler.rotation("mine");
            rotation.fresh_commit = known;
            assert_eq!(
                angler.decide(rotation),
                Err(Refusal::InvalidField {
                    field: "fresh_commit".into()
                })
            );
        }
    }

    #[test]
    fn a_wrong_opened_seed_and_a_malformed_client_seed_are_refused() {
        let mut angler = Angler::new();
        let bad = angler.rotation("two words");
        assert_eq!(
            angler.decide(bad),
            Err(Refusal::InvalidField {
                field: "client_seed".into()
            })
        );
        let command = angler.rotation("mine").into();
        let mut context = angler.context(&command);
        for opened in [None, Some(golden_seed()), Some(seed(99))] {
            context.seed = opened;
            let refused = angler.player.decide(&command, &context);
            assert_eq!(refused, Err(Refusal::InvalidField { field: "seed".into() }));
        }
    }

    #[test]
    fn a_pair_that_cannot_carry_a_whole_dive_is_due_for_rotation() {
        let angler = Angler::new();
        let due = |nonce| {
            Seeds {
                nonce,
                ..angler.player.seeds.clone()
            }
            .rotation_due(&angler.config)
        };
        assert!(!due(9_963) && due(9_964));
    }
}
