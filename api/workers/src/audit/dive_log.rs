//! A dive as its player's events describe it: the input of [`super::dive::recompute`].

use super::dive::{Cast, Detail, DiveResult};
use domain::ids::DiveId;
use domain::player::Event;
use domain::player::dive::Fund;
use domain::player::fishing::{CastResolved, DiveClosed, DiveStarted};
use uuid::Uuid;

/// The dives of one player whose seed is not revealed yet.
#[derive(Default)]
pub struct Dives(Vec<(DiveId, Detail)>);

/// An event is of a dive that never started, or whose seed is known already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unstarted;

impl Dives {
    /// Takes the player's next event; when it reveals a seed, all dives up to it. A dive that was not played under the
    /// revealed seed comes without one.
    ///
    /// # Errors
    /// [`Unstarted`]: a draw nobody could check before it was made.
    pub fn take(&mut self, event: &Event) -> Result<Vec<(DiveId, Detail)>, Unstarted> {
        match event {
            Event::DiveStarted(started) => self.0.push((started.dive, started.into())),
            Event::CastResolved(cast) => self.find(cast.dive)?.casts.push(cast.into()),
            Event::DiveClosed(closed) => self.find(closed.dive)?.result = Some(closed.into()),
            Event::DiveVoided(voided) => {
                let result = DiveResult::voided(voided.casts, voided.refund, voided.fund);
                self.find(voided.dive)?.result = Some(result);
            }
            Event::SeedRotated(rotated) => {
                for (_, detail) in &mut self.0 {
                    let is_of_it = detail.commit == rotated.old_commit;
                    detail.server_seed = is_of_it.then(|| rotated.old_seed.clone());
                }
                return Ok(std::mem::take(&mut self.0));
            }
            // All other events say nothing about dives.
            _ => {}
        }
        Ok(Vec::new())
    }

    fn find(&mut self, dive: DiveId) -> Result<&mut Detail, Unstarted> {
        let mut newest_first = self.0.iter_mut().rev();
        let found = newest_first.find(|(id, _)| *id == dive);
        found.map(|(_, detail)| detail).ok_or(Unstarted)
    }
}

/// The dive from the events of its player; nothing when it never started.
pub fn detail(dive: Uuid, events: &[Event]) -> Option<Detail> {
    let mut dives = Dives::default();
    let mut revealed = events.iter().flat_map(|event| dives.take(event)).flatten();
    let found = revealed.find(|(id, _)| id.0 == dive);
    let mut sealed = dives.0.into_iter();
    let found = found.or_else(|| sealed.find(|(id, _)| id.0 == dive));
    found.map(|(_, detail)| detail)
}

impl From<&DiveStarted> for Detail {
    fn from(started: &DiveStarted) -> Detail {
        Detail {
            result: None,
            casts: Vec::new(),
            commit: started.commit.clone(),
            server_seed: None,
            client_seed: started.client_seed.clone(),
            table_hash: started.table_hash.clone(),
        }
    }
}

impl From<&CastResolved> for Cast {
    fn from(cast: &CastResolved) -> Cast {
        Cast {
            seq: cast.seq,
            level: cast.level,
            nonce: cast.nonce,
            t: cast.t,
            kind: cast.kind,
            id: cast.id.clone(),
            x10: cast.x10,
            value: cast.value,
            bonus: cast.bonus,
            destroyed: cast.destroyed.clone(),
            shield: cast.shield,
        }
    }
}

impl From<&DiveClosed> for DiveResult {
    fn from(closed: &DiveClosed) -> DiveResult {
        DiveResult {
            reason: format!("{:?}", closed.reason).to_lowercase(),
            casts: closed.casts,
            staked: closed.staked.minor(),
            fish: closed.fish,
            bonus: closed.bonus,
            chest_gusd: closed.chest_gusd,
            chest_usdt: closed.chest_usdt,
            payout: closed.payout,
            credited_as: if closed.fund == Fund::Paid {
                "gusd"
            } else {
                "gusd_bonus"
            }
            .into(),
            profit: closed.profit,
            capped: closed.capped,
        }
    }
}

#[cfg(test)]
mod tests;
