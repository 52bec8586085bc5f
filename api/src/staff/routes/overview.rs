//! The house at a glance.

use crate::call::{Answer, Data};
use crate::staff::call::Desk;
use crate::staff::reading;
use crate::staff::wire::overview::OverviewInfoBody;

/// What is owed and what is there, by day.
pub async fn info(desk: Desk<OverviewInfoBody>) -> Answer {
    let data = reading::overview::info(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}
