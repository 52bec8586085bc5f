//! A dive as the log tells it: its own events, the later reveal of its seed, and every paytable that
//! was ever published. Reads no view.

use super::recompute::{Cast, Detail, DiveResult};
use crate::cli::{Failure, database};
use domain::config::ConfigDocument;
use domain::ids::PlayerId;
use domain::paytable::Paytable;
use domain::player::dive::Fund;
use domain::player::fishing::{CastResolved, DiveClosed, DiveStarted};
use domain::player::{Event, Player};
use ledger::{CONFIG_STREAM, Fault, StreamId};
use sqlx::{PgPool, Row};
use uuid::Uuid;

/// The dive and the paytables it may have been played with.
///
/// # Errors
/// When there is no such dive, or the log does not read back.
pub async fn read(pool: &PgPool, dive: Uuid) -> Result<(Detail, Vec<Paytable>), Failure> {
    let player = player_of(pool, dive).await.map_err(database::failure)?;
    let player = player.ok_or_else(|| Failure::Usage(format!("There is no dive {dive} in this ledger.")))?;
    let (steps, _) = ledger::replay::stream::<Player>(pool, &StreamId::player(player))
        .await
        .map_err(database::failure)?;
    let events: Result<Vec<Event>, Fault> = steps.iter().map(|step| Ok(step.event.decode()?)).collect();
    let detail = detail(dive, &events.map_err(database::failure)?);
    let house = StreamId::house(CONFIG_STREAM);
    let (_, config) = ledger::replay::stream::<ConfigDocument>(pool, &house)
        .await
        .map_err(database::failure)?;
    let tables = config.current.iter().flat_map(|config| config.paytables.values());
    let tables = tables.map(|table| Paytable::clone(table)).collect();
    let detail =
        detail.ok_or_else(|| Failure::Usage(format!("The dive {dive} has no beginning in its player's stream.")))?;
    Ok((detail, tables))
}

// No index serves this: an auditor's question, asked of the whole log once.
async fn player_of(pool: &PgPool, dive: Uuid) -> Result<Option<PlayerId>, Fault> {
    let found = sqlx::query(
        "select aggregate_id
           from events
          where aggregate_type = 'player' and event_type = 'DiveStarted'
            and payload -> 'DiveStarted' ->> 'dive' = $1
          limit 1",
    )
    .bind(dive.to_string())
    .fetch_optional(pool)
    .await?;
    let key: Option<String> = found.map(|row| row.try_get(0)).transpose()?;
    Ok(key.and_then(|key| Uuid::parse_str(&key).ok()).map(PlayerId))
}

/// The dive's own events and the reveal of its seed, told together.
fn detail(dive: Uuid, events: &[Event]) -> Option<Detail> {
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
    use super::super::recompute::{NotVerifiable, recompute};
    use super::*;
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
