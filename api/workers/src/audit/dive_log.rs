//! A dive as its player's events describe it: the input of [`super::dive::recompute`].

use super::dive::{Cast, Detail, DiveResult};
use domain::player::Event;
use domain::player::dive::Fund;
use domain::player::fishing::{CastResolved, DiveClosed, DiveStarted};
use uuid::Uuid;

/// The dive's own events and the reveal of its seed, told together.
pub fn detail(dive: Uuid, events: &[Event]) -> Option<Detail> {
    let mut told: Option<Detail> = None;
    for event in events {
        match (event, &mut told) {
            (Event::DiveStarted(started), _) if started.dive.0 == dive => told = Some(started.into()),
            (Event::CastResolved(cast), Some(detail)) if cast.dive.0 == dive => detail.casts.push(cast.into()),
            (Event::DiveClosed(closed), Some(detail)) if closed.dive.0 == dive => detail.result = Some(closed.into()),
            (Event::DiveVoided(voided), Some(detail)) if voided.dive.0 == dive => {
                detail.result = Some(DiveResult::voided(voided.casts, voided.refund, voided.fund));
            }
            (Event::SeedRotated(rotated), Some(detail)) if rotated.old_commit == detail.commit => {
                detail.server_seed = Some(rotated.old_seed.clone());
            }
            // All other events tell nothing about this dive.
            _ => {}
        }
    }
    told
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
mod tests {
    use super::super::dive::{NotVerifiable, recompute};
    use super::*;
    use domain::paytable::Paytable;
    use domain::testing::Angler;

    fn differences(angler: &Angler, dive: Uuid) -> Result<Vec<String>, NotVerifiable> {
        let detail = detail(dive, &angler.log).expect("the dive has a beginning");
        recompute(&detail, &Paytable::standard()).map(|comparison| comparison.differences)
    }

    #[test]
    fn what_the_rules_record_is_what_the_draw_says_for_every_kind_of_dive() {
        let mut angler = Angler::new().with_coins(100_000).with_promo(50_000).with_diamonds(100);
        let mut dives = Vec::new();
        for (stake, start_level, casts) in [
            (100, 1, 37),
            (10, 1, 5),
            (5_000, 28, 10),
            (20, 6, 12),
            (5_000, 1, 8),
            (50, 1, 0),
        ] {
            angler.dives(stake, start_level);
            dives.push(angler.dive_id().0);
            angler.casts(casts);
            if angler.dive().is_some() {
                angler.surfaces();
            }
        }
        assert_eq!(differences(&angler, dives[0]), Err(NotVerifiable::Sealed));
        let rotation = angler.rotation("another");
        angler.must(rotation);
        for dive in dives {
            assert_eq!(differences(&angler, dive), Ok(Vec::new()));
        }
        assert!(detail(Uuid::nil(), &angler.log).is_none());
    }
}
