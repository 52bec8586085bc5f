//! Players: found, read, followed.

use crate::call::{Answer, Data};
use crate::staff::call::Desk;
use crate::staff::reading;
use crate::staff::wire::players::{PlayersInfoBody, PlayersSearchBody, PlayersTimelineBody};

/// Players by whatever names them.
pub async fn search(desk: Desk<PlayersSearchBody>) -> Answer {
    let data = reading::players::search(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}

/// One player at a moment.
pub async fn info(desk: Desk<PlayersInfoBody>) -> Answer {
    let data = reading::players::info(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}

/// What happened to a player.
pub async fn timeline(desk: Desk<PlayersTimelineBody>) -> Answer {
    let data = reading::players::timeline(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}
