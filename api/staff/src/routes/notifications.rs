//! `notifications/…`: what is sent to the house's webhook (api §7.30).

use crate::call::StaffCall;
use crate::notify::{outbox, shown};
use crate::wire::StaffDone;
use crate::wire::notifications::{NotificationsListBody, NotificationsListData, NotificationsTestBody};
use api::endpoint::{Answer, Data};

/// What was sent, newest first.
pub async fn list(call: StaffCall<NotificationsListBody>) -> Answer<NotificationsListData> {
    let data = shown::list(&call.app).await?;
    Ok(Data::of(&data))
}

/// Sends a message that says nothing but that messages arrive; the list shows what became of it.
///
/// # Errors
/// The finding `notify_off` without a webhook.
pub async fn test(call: StaffCall<NotificationsTestBody>) -> Answer<StaffDone> {
    shown::demand(&call.app)?;
    call.begin("webhook").await?;
    outbox::test(call.app.ledger().pool(), call.now).await?;
    Ok(Data::of(&StaffDone::DONE))
}
