//! The history of balances, and the proof that they are in what the house signed.

use crate::call::Call;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::wire::page;
use crate::wire::proof::{WalletProofBody, WalletProofData};
use crate::wire::wallet::{WalletHistoryBody, WalletHistoryData, WalletLine};
use crate::wire::why::WalletWhy;
use projections::history::{self, Cursor, HistoryLine};
use rails::reconcile;

/// Changes of the balances, newest first.
pub async fn history(call: Call<WalletHistoryBody>) -> Answer<WalletHistoryData> {
    let size = page::size(call.body.size)?;
    let before = page::after(call.body.last_id.as_deref(), Cursor::parse)?;
    let asset = call.body.asset.as_deref();
    if asset.is_some_and(|asset| !history::is_shown(asset)) {
        return Err(Failure::invalid("asset"));
    }
    let ledger = call.app.ledger();
    let partition = ledger.partition_of(call.player.0);
    let page = history::page(ledger.pool(), partition, call.player, asset, before, size).await?;
    Ok(Data::of(&WalletHistoryData {
        list: page.lines.iter().map(WalletLine::from).collect(),
        next_last_id: page.next().map_or_else(String::new, |last| last.id.to_string()),
        has_more: page.has_more,
    }))
}

/// What proves the player's own balances in the newest statement of what all players are owed (ledger §4.5), and what the
/// house holds.
pub async fn proof(call: Call<WalletProofBody>) -> Answer<WalletProofData> {
    let ledger = call.app.ledger();
    let proven = ledger.prove_liabilities(call.player).await?;
    let custody = reconcile::compared(ledger.pool()).await?;
    Ok(Data::of(&WalletProofData::of(proven, &custody)))
}

impl From<&HistoryLine> for WalletLine {
    fn from(line: &HistoryLine) -> WalletLine {
        WalletLine {
            id: line.id.to_string(),
            asset: line.asset.to_owned(),
            delta: line.unit.format(line.delta),
            after: line.unit.format(line.after),
            reason: line.reason.clone(),
            reference: line.event_id.to_string(),
            at: line.at.0,
            why: WalletWhy::of(
                &line.reason,
                &line.event_id.to_string(),
                &line.payload,
                line.config_version,
            ),
        }
    }
}
