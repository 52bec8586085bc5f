//! `alerts/…`: what somebody must look at (PRODUCT §7.16).

use crate::call::{Answer, Data};
use crate::staff::alerts::all;
use crate::staff::call::Desk;
use crate::staff::wire::StaffDone;
use crate::staff::wire::alerts::{AlertsAcknowledgeBody, AlertsListBody, AlertsListData};
use domain::refusal::Refusal;

/// Everything that somebody must look at now.
///
/// # Errors
/// A fault of the database.
pub async fn list(desk: Desk<AlertsListBody>) -> Answer {
    let list = all(&desk.app).await?;
    Ok(Data::of(&AlertsListData { list }))
}

/// Says that the member sees to an alert. It stays until its cause goes.
///
/// # Errors
/// 4007 for an alert that is not there.
pub async fn acknowledge(desk: Desk<AlertsAcknowledgeBody>) -> Answer {
    let alerts = all(&desk.app).await?;
    if !alerts.iter().any(|alert| alert.alert == desk.body.alert) {
        return Err(Refusal::RecordNotFound.into());
    }
    desk.begin(&desk.body.alert).await?;
    Ok(Data::of(&StaffDone::DONE))
}
