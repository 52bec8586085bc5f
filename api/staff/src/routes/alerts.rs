//! `alerts/…`: what somebody must look at (api §7.16).

use crate::alerts::all;
use crate::call::StaffCall;
use crate::wire::StaffDone;
use crate::wire::alerts::{AlertsAcknowledgeBody, AlertsListBody, AlertsListData};
use api::endpoint::{Answer, Data};
use domain::refusal::Refusal;

/// Everything that somebody must look at now.
///
/// # Errors
/// A fault of the database.
pub async fn list(call: StaffCall<AlertsListBody>) -> Answer<AlertsListData> {
    let list = all(&call.app).await?;
    Ok(Data::of(&AlertsListData { list }))
}

/// Says that the member sees to an alert. It stays until its cause goes.
///
/// # Errors
/// 4007 for an alert that is not there.
pub async fn acknowledge(call: StaffCall<AlertsAcknowledgeBody>) -> Answer<StaffDone> {
    let alerts = all(&call.app).await?;
    let mut ids = alerts.into_iter().map(|alert| alert.alert);
    let alert = ids.find(|alert| *alert == call.body.alert);
    call.begin(alert.ok_or(Refusal::RecordNotFound)?).await?;
    Ok(Data::of(&StaffDone::DONE))
}
