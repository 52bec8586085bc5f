//! `overview/…` that depends on who asks: what waits for a person (api §7.13).

use crate::call::StaffCall;
use crate::queues;
use crate::reading::read;
use crate::wire::overview::{OverviewQueuesBody, OverviewQueuesData};
use api::endpoint::{Answer, Data};

/// Everything that waits, of the lists that the caller may read.
///
/// # Errors
/// A fault of the database.
pub async fn queues(call: StaffCall<OverviewQueuesBody>) -> Answer<OverviewQueuesData> {
    let ledger = call.app.ledger();
    let at = read::now(ledger).await?;
    let list = queues::of_member(ledger, &call.member).await?;
    Ok(Data::of(&OverviewQueuesData { at, list }))
}
