//! Registers for auditors.

use crate::call::{Answer, Data};
use crate::staff::call::Desk;
use crate::staff::reading;
use crate::staff::wire::registers::RegistersListBody;

/// A page of a register.
pub async fn list(desk: Desk<RegistersListBody>) -> Answer {
    let data = reading::registers::list(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}
