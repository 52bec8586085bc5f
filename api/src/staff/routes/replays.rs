//! History folded anew.

use crate::call::{Answer, Data};
use crate::staff::call::Desk;
use crate::staff::reading;
use crate::staff::wire::job::JobInfoBody;
use crate::staff::wire::replays::ReplaysRunBody;

/// Begins a replay.
pub async fn run(desk: Desk<ReplaysRunBody>) -> Answer {
    let told = reading::replays::run(
        desk.app.ledger(),
        &desk.app.reading().replays,
        &desk.member.name,
        &desk.body,
    )
    .await?;
    Ok(Data::of(&told))
}

/// How far a replay is.
pub async fn info(desk: Desk<JobInfoBody>) -> Answer {
    let told = reading::replays::info(&desk.app.reading().replays, &desk.body)?;
    Ok(Data::of(&told))
}
