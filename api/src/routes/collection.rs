//! The collection of fish.

use crate::call::Call;
use crate::endpoint::{Answer, Data};
use crate::wire::collection::{CollectionInfoBody, CollectionInfoData};
use projections::{achievements, catches};

/// Which fish the player has caught, and what was reached.
pub async fn info(call: Call<CollectionInfoBody>) -> Answer<CollectionInfoData> {
    let ledger = call.app.ledger();
    let partition = ledger.partition_of(call.player.0);
    let caught = catches::of(ledger.pool(), partition, call.player).await?;
    let reached = achievements::of(ledger.pool(), partition, call.player, &caught).await?;
    let table = &call.app.config().game.paytable;
    Ok(Data::of(&CollectionInfoData::of(table, &caught, &reached)))
}
