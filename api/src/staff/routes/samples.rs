//! Samples that anybody can draw again.

use crate::call::{Answer, Data};
use crate::staff::call::Desk;
use crate::staff::reading;
use crate::staff::wire::samples::SamplesDrawBody;

/// A sample that follows from a seed.
pub async fn draw(desk: Desk<SamplesDrawBody>) -> Answer {
    let data = reading::samples::draw(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}
