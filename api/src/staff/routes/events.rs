//! Events as they were recorded.

use crate::call::{Answer, Data};
use crate::staff::call::Desk;
use crate::staff::reading;
use crate::staff::wire::events::{EventsCausesBody, EventsInfoBody, EventsListBody};

/// A page of events.
pub async fn list(desk: Desk<EventsListBody>) -> Answer {
    let data = reading::events::list(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}

/// One event.
pub async fn info(desk: Desk<EventsInfoBody>) -> Answer {
    let data = reading::events::info(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}

/// What caused an event and what it caused.
pub async fn causes(desk: Desk<EventsCausesBody>) -> Answer {
    let data = reading::events::causes(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}
