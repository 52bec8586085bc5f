//! The collection of fish.

use crate::call::Call;
use crate::endpoint::{Answer, Data};
use crate::leaderboards;
use crate::wire::collection::{CollectionInfoBody, CollectionInfoData, CollectionRankBody};
use crate::wire::rank::{RankData, RankPeriod};
use domain::rank::{Board, MARKED};
use projections::{achievements, catches, week_places};

/// Which fish the player has caught, and what was reached.
pub async fn info(call: Call<CollectionInfoBody>) -> Answer<CollectionInfoData> {
    let ledger = call.app.ledger();
    let partition = ledger.partition_of(call.player.0);
    let caught = catches::of(ledger.pool(), partition, call.player).await?;
    let placed_at = week_places::first_among(ledger.pool(), call.player, MARKED).await?;
    let reached = achievements::of(ledger.pool(), partition, call.player, &caught, placed_at).await?;
    let table = &call.app.config().game.paytable;
    Ok(Data::of(&CollectionInfoData::of(table, &caught, &reached)))
}

/// The weekly event: the board of species caught since Monday.
pub async fn rank(call: Call<CollectionRankBody>) -> Answer<RankData> {
    leaderboards::answer(&call, Board::Species, RankPeriod::Week, None).await
}
