//! Clients that play: one cast after the other down to the bottom, then the next dive.
//!
//! A step is one cast; opening a dive is preparation. The answer is the one the product gives.

use super::load::Client;
use super::ours::{COINS, credit, execute, in_parallel, must, register_with, request};
use api::command::OutcomeShape;
use api::routes::fishing::cast_answer;
use domain::ids::{DiveId, PlayerId};
use domain::paytable::LEVELS;
use domain::player::adjustment::Adjust;
use domain::player::fishing::{Cast, StartDive};
use domain::player::registration::AcceptTerms;
use ledger::{Ledger, Plain, Request};
use std::sync::Arc;
use uuid::Uuid;

/// Players registered at once: each seals two seeds by single statements.
const FILLERS: usize = 64;
/// The smallest stake on offer.
const STAKE: i64 = 10;

/// Players `first..first + count` with sealed seeds and coins.
///
/// # Errors
/// The first that is refused.
pub async fn divers(ledger: &Ledger, first: i64, count: usize) -> anyhow::Result<Arc<[PlayerId]>> {
    in_parallel(count, FILLERS, |index| {
        let (ledger, tg_id) = (ledger.clone(), first + index as i64);
        async move {
            let player = PlayerId::of_messenger(tg_id);
            let commits = [ledger.seal_seed(player).await?, ledger.seal_seed(player).await?];
            register_with(&ledger, tg_id, commits).await?;
            let coins = Adjust {
                delta: COINS,
                ..credit()
            };
            must(execute(&ledger, player, coins.into(), Request::default(), Plain).await?)
        }
    })
    .await?;
    Ok((first..).take(count).map(PlayerId::of_messenger).collect())
}

/// A player's place in the dive.
struct Diver {
    player: PlayerId,
    dive: DiveId,
    /// The next step; none is open before the first.
    seq: u32,
}

/// A client that plays for some players in turn.
pub struct Casts {
    ledger: Ledger,
    divers: Vec<Diver>,
    turn: usize,
}

impl Casts {
    /// A client for every `each` players.
    pub fn clients(ledger: &Ledger, players: &[PlayerId], each: usize) -> Vec<Casts> {
        let diver = |player: &PlayerId| Diver {
            player: *player,
            dive: DiveId::default(),
            seq: 0,
        };
        let client = |players: &[PlayerId]| Casts {
            ledger: ledger.clone(),
            divers: players.iter().map(diver).collect(),
            turn: 0,
        };
        players.chunks(each).map(client).collect()
    }

    fn diver(&mut self) -> &mut Diver {
        let turn = self.turn % self.divers.len();
        &mut self.divers[turn]
    }

    /// The next cast, and which of the client's players makes it.
    pub fn next(&self) -> (usize, Cast) {
        let turn = self.turn % self.divers.len();
        let Diver { dive, seq, .. } = self.divers[turn];
        let shield = false;
        (turn, Cast { dive, seq, shield })
    }

    /// The cast was made: the next one is another player's.
    pub fn advance(&mut self) {
        let diver = self.diver();
        // The cast of the last level closes the dive.
        diver.seq = if diver.seq == u32::from(LEVELS) {
            0
        } else {
            diver.seq + 1
        };
        self.turn += 1;
    }

    /// Makes the next cast; answers whose it was and where it stands in the log.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn cast(&mut self) -> anyhow::Result<(PlayerId, i64)> {
        let (turn, cast) = self.next();
        let player = self.divers[turn].player;
        let reply = execute(&self.ledger, player, cast.into(), request(), OutcomeShape(cast_answer)).await?;
        let position = reply.position.unwrap_or_default();
        must(reply)?;
        self.advance();
        Ok((player, position))
    }
}

impl Client for Casts {
    async fn prepare(&mut self) -> anyhow::Result<()> {
        let ledger = self.ledger.clone();
        let diver = self.diver();
        if diver.dive == DiveId::default() {
            let version = ledger.current_config().product.terms_version.clone();
            let accept = AcceptTerms { version };
            must(execute(&ledger, diver.player, accept.into(), request(), Plain).await?)?;
        }
        if diver.seq == 0 {
            let dive = DiveId(Uuid::now_v7());
            let start = StartDive {
                dive,
                stake: STAKE,
                start_level: 1,
                device_value: dive.0.simple().to_string(),
            };
            must(execute(&ledger, diver.player, start.into(), request(), Plain).await?)?;
            (diver.dive, diver.seq) = (dive, 1);
        }
        Ok(())
    }

    async fn step(&mut self) -> anyhow::Result<u64> {
        self.cast().await?;
        Ok(1)
    }
}
