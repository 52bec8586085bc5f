//! The journal.

use crate::call::{Answer, Data};
use crate::staff::call::Desk;
use crate::staff::reading;
use crate::staff::wire::entries::{EntriesExplainBody, EntriesListBody};

/// A page of legs.
pub async fn list(desk: Desk<EntriesListBody>) -> Answer {
    let data = reading::entries::list(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}

/// Why a leg has its amount.
pub async fn explain(desk: Desk<EntriesExplainBody>) -> Answer {
    let data = reading::explain(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}
