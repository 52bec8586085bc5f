//! A dive as the log has it: its own events, the later reveal of its seed, and every paytable that
//! was ever published. Reads no view.

use crate::commands::{Failure, database};
use domain::ids::PlayerId;
use domain::player::{Event, Player};
use ledger::feed::Recorded;
use ledger::{EventLog, Fault, StreamId, log};
use sqlx::PgPool;
use uuid::Uuid;
use workers::audit::dive::Detail;
use workers::audit::dive_log::detail;
use workers::audit::draws::tables;
use workers::audit::tables::Tables;

/// The dive and the paytables it may have been played with.
///
/// # Errors
/// When there is no such dive, or the log does not read back.
pub async fn read(pool: &EventLog, dive: Uuid) -> Result<(Detail, Tables), Failure> {
    let player = player_of(pool, dive).await.map_err(database::failure)?;
    let player = player.ok_or_else(|| Failure::Usage(format!("There is no dive {dive} in this ledger.")))?;
    let (steps, _) = ledger::replay::stream::<Player>(pool, &StreamId::player(player))
        .await
        .map_err(database::failure)?;
    let events: Result<Vec<Event>, Fault> = steps.iter().map(|step| Ok(step.event.decode()?)).collect();
    let detail = detail(dive, &events.map_err(database::failure)?);
    let tables = tables(pool).await.map_err(database::failure)?;
    let detail =
        detail.ok_or_else(|| Failure::Usage(format!("The dive {dive} has no beginning in its player's stream.")))?;
    Ok((detail, tables))
}

// No index leads to the field: an auditor's question, asked of the whole log once.
async fn player_of(pool: &PgPool, dive: Uuid) -> Result<Option<PlayerId>, Fault> {
    let started = log::with_field(pool, "DiveStarted", "dive", &dive.to_string()).await?;
    let player = |started: Recorded| Uuid::parse_str(&started.aggregate_id).ok().map(PlayerId);
    Ok(started.and_then(player))
}
