//! The fishing game (domain §2, api §4). The results are decided in the ledger; these
//! calls only carry them.

use crate::call::Call;
use crate::command::Outcome;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::seed_log;
use crate::solvency;
use crate::wire::body::Body;
use crate::wire::cast::Cast as CastLine;
use crate::wire::dive::{Dive, DiveResult, HistoryLine};
use crate::wire::fishing::{
    FishingCastBody, FishingCastData, FishingDiveDetailBody, FishingDiveDetailData, FishingDiveStartBody,
    FishingDiveStartData, FishingHistoryBody, FishingHistoryData, FishingPlayerInfoBody, FishingPlayerInfoData,
    FishingReceiveFreeCoinBody, FishingReceiveFreeCoinData, FishingSurfaceBody, FishingSurfaceData, FreeCoin,
    LimitsLeft,
};
use crate::wire::game::{FishingConfigBody, FishingConfigData};
use crate::wire::page;
use crate::wire::seeds::{FishingSeedInfoBody, FishingSeedInfoData, FishingSeedRotateBody};
use crate::wire::wallet::Asset;
use domain::ids::{DiveId, derived};
use domain::player::fishing::{Cast, StartDive, Surface, stake_max};
use domain::player::free_coin::ClaimFreeCoins;
use domain::player::seeds::RotateSeed;
use domain::player::{Command, Event, Player};
use domain::refusal::Refusal;
use domain::stream::{Context, Stream};
use projections::dives::{self, DiveRow, End};
use serde_json::Value;
use uuid::Uuid;

pub async fn config(call: Call<FishingConfigBody>) -> Answer<FishingConfigData> {
    let context = call.app.context();
    Ok(Data::of(&FishingConfigData::of(&context.config, stake_max(&context))))
}

/// What the player holds and does.
pub async fn player_info(call: Call<FishingPlayerInfoBody>) -> Answer<FishingPlayerInfoData> {
    let loaded = call.load().await?;
    let (player, context) = (&loaded.state, call.app.context());
    Ok(Data::of(&FishingPlayerInfoData {
        asset: Asset::of(player, loaded.version),
        dive: Dive::of(player, &context.config.game),
        limits_left: LimitsLeft::of(player, &context.config, context.now),
        session: (&player.fishing.session).into(),
        free_coin: free_coin(player, &context),
    }))
}

/// Asks the rule itself what a claim would be answered.
fn free_coin(player: &Player, context: &Context) -> FreeCoin {
    let refusal = player.decide(&Command::from(ClaimFreeCoins), context).err();
    let coins = &context.config.coins;
    FreeCoin {
        amount: coins.free_amount.minor(),
        floor: coins.free_floor.minor(),
        can_receive: refusal.is_none(),
        reason: refusal.as_ref().map_or(0, Refusal::code),
    }
}

/// Claims the free daily coins.
pub async fn receive_free_coin(call: Call<FishingReceiveFreeCoinBody>) -> Answer<FishingReceiveFreeCoinData> {
    call.execute(ClaimFreeCoins, |outcome| {
        let claimed = outcome.event(|event| match event {
            Event::FreeCoinClaimed(claimed) => Some(claimed.clone()),
            _ => None,
        });
        FishingReceiveFreeCoinData {
            coin: claimed.amount.minor(),
            asset: outcome.asset(),
        }
    })
    .await
}

/// Starts a dive; a seed pair that cannot carry it whole is rotated first (domain §2.6).
pub async fn dive_start(call: Call<FishingDiveStartBody>) -> Answer<FishingDiveStartData> {
    let req_id = call.body.req_id.0;
    let device_value = call.body.device_value.0.clone();
    solvency::before_stake(&call.app, call.body.stake).await?;
    rotate_if_due(&call, derived("rotate_before_dive", req_id), device_value.clone()).await?;
    let command = StartDive {
        dive: DiveId(derived(&format!("dive:{}", call.player), req_id)),
        stake: call.body.stake,
        start_level: call.body.start_level,
        device_value,
    };
    call.execute(command, |outcome| FishingDiveStartData {
        dive: outcome.dive().expect("a started dive is open"),
        asset: outcome.asset(),
    })
    .await
}

/// Rotates a pair that has too few draws left for a dive; the client seed of the next one is what the device just drew.
async fn rotate_if_due<B: Body>(call: &Call<B>, id: Uuid, client_seed: String) -> Result<(), Failure> {
    let seeds = call.load().await?.state.seeds;
    if !seeds.rotation_due(&call.app.config()) {
        return Ok(());
    }
    match rotate(call, Some(id), client_seed).await {
        // An open dive refuses the rotation, and will refuse the start with its own code.
        Ok(_) | Err(Failure::Refused { .. }) => Ok(()),
        Err(failure) => Err(failure),
    }
}

/// Plays the current level.
pub async fn cast(call: Call<FishingCastBody>) -> Answer<FishingCastData> {
    let command = Cast {
        dive: DiveId(call.body.dive_id.0),
        seq: call.body.seq,
        shield: call.body.shield,
    };
    call.execute(command, cast_answer).await
}

/// The answer of an accepted cast.
pub fn cast_answer(outcome: &Outcome<'_>) -> FishingCastData {
    FishingCastData {
        cast: outcome.event(|event| match event {
            Event::CastResolved(cast) => Some(CastLine::from(cast)),
            _ => None,
        }),
        dive: outcome.dive(),
        result: outcome.events.iter().find_map(closed),
        asset: outcome.asset(),
    }
}

/// Ends the dive and takes the payout.
pub async fn surface(call: Call<FishingSurfaceBody>) -> Answer<FishingSurfaceData> {
    let command = Surface {
        dive: DiveId(call.body.dive_id.0),
    };
    call.execute(command, |outcome| FishingSurfaceData {
        result: outcome.event(closed),
        asset: outcome.asset(),
    })
    .await
}

fn closed(event: &Event) -> Option<DiveResult> {
    match event {
        Event::DiveClosed(closed) => Some(closed.into()),
        _ => None,
    }
}

/// Closed dives, newest first. The open dive is in `player_info` and left out here.
pub async fn history(call: Call<FishingHistoryBody>) -> Answer<FishingHistoryData> {
    let size = page::size(call.body.size)?;
    let last = page::after(call.body.last_id.as_deref(), |text| Uuid::try_parse(text).ok())?;
    let ledger = call.app.ledger();
    let partition = ledger.partition_of(call.player.0);
    let page = dives::page(ledger.pool(), partition, call.player, last.map(DiveId), size).await?;
    Ok(Data::of(&FishingHistoryData {
        list: page.lines.iter().filter_map(history_line).collect(),
        next_last_id: page.next().map_or_else(String::new, |last| last.dive.to_string()),
        has_more: page.has_more,
    }))
}

fn history_line(row: &DiveRow) -> Option<HistoryLine> {
    Some(HistoryLine {
        result: result_of(row.end.as_ref()?),
        stake: row.stake.minor(),
        fund: row.fund.into(),
        start_level: row.start_level,
        started_at: row.started_at.0,
    })
}

fn result_of(end: &End) -> DiveResult {
    match end {
        End::Closed(closed) => closed.into(),
        End::Voided(voided) => voided.into(),
    }
}

/// Every cast of one of the player's dives. Another player's dive is as unknown as none (T-31).
pub async fn dive_detail(call: Call<FishingDiveDetailBody>) -> Answer<FishingDiveDetailData> {
    let ledger = call.app.ledger();
    let dive = DiveId(call.body.dive_id.0);
    let partition = ledger.partition_of(call.player.0);
    let found = dives::detail(ledger.pool(), partition, call.player, dive).await?;
    let detail = found.ok_or_else(|| Failure::refused(Refusal::RecordNotFound.code(), &Value::Null))?;
    let config = call.app.config();
    Ok(Data::of(&FishingDiveDetailData {
        result: detail.end.as_ref().map(result_of),
        casts: detail.casts.iter().map(CastLine::from).collect(),
        commit: detail.started.commit,
        server_seed: detail.server_seed,
        client_seed: detail.started.client_seed,
        paytable: config
            .paytables
            .get(&detail.started.table_hash)
            .map(|table| (&**table).into()),
        table_hash: detail.started.table_hash,
    }))
}

pub async fn seed_info(call: Call<FishingSeedInfoBody>) -> Answer<FishingSeedInfoData> {
    let seeds = call.load().await?.state.seeds;
    let mut data = FishingSeedInfoData::from(&seeds);
    data.log = seed_log::asked(&call.app, call.player, call.body.log).await?;
    Ok(Data::of(&data))
}

/// Reveals the seed in use and takes the next one.
pub async fn seed_rotate(call: Call<FishingSeedRotateBody>) -> Answer<FishingSeedInfoData> {
    rotate(&call, Some(call.body.req_id.0), call.body.client_seed.clone()).await
}

async fn rotate<B: Body>(call: &Call<B>, id: Option<Uuid>, client_seed: String) -> Answer<FishingSeedInfoData> {
    let fresh_commit = call.app.ledger().seal_seed(call.player).await?;
    let shape = |outcome: &Outcome<'_>| FishingSeedInfoData::from(&outcome.player.seeds);
    call.execute_as(
        id,
        RotateSeed {
            client_seed,
            fresh_commit,
        },
        shape,
    )
    .await
}
