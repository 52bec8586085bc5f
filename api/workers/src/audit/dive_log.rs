//! A dive as its player's events describe it: the input of [`super::dive::recompute`].

use super::dive::{Cast, Detail, DiveResult};
use domain::player::Event;
use domain::player::dive::Fund;
use domain::player::fishing::{CastResolved, DiveClosed, DiveStarted};
use uuid::Uuid;

/// The dive from its own events and the reveal of its seed; nothing when it never started.
pub fn detail(dive: Uuid, events: &[Event]) -> Option<Detail> {
    let mut found: Option<Detail> = None;
    for event in events {
        match (event, &mut found) {
            (Event::DiveStarted(started), _) if started.dive.0 == dive => found = Some(started.into()),
            (Event::CastResolved(cast), Some(detail)) if cast.dive.0 == dive => detail.casts.push(cast.into()),
            (Event::DiveClosed(closed), Some(detail)) if closed.dive.0 == dive => detail.result = Some(closed.into()),
            (Event::DiveVoided(voided), Some(detail)) if voided.dive.0 == dive => {
                detail.result = Some(DiveResult::voided(voided.casts, voided.refund, voided.fund));
            }
            (Event::SeedRotated(rotated), Some(detail)) if rotated.old_commit == detail.commit => {
                detail.server_seed = Some(rotated.old_seed.clone());
            }
            // All other events say nothing about this dive.
            _ => {}
        }
    }
    found
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
