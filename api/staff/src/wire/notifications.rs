//! What is sent to the house's webhook.

use super::ask;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks what was sent to the webhook.
    NotificationsListBody(plain) {}
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NotificationLine {
    /// Its id at the receiver.
    pub notification: String,
    /// The kind of the alerts, `proposals_wait` or `cases_wait`; `test`.
    pub code: String,
    /// high or low.
    pub severity: String,
    /// `open`, `more` or `closed`; `test`.
    pub state: String,
    /// How many alerts or lines it is about.
    pub count: i64,
    /// When it was written.
    pub at_ms: i64,
    /// Attempts until now.
    pub attempts: i64,
    /// What the last attempt that failed came to: a status of HTTP, or `no_answer`.
    pub problem: Option<String>,
    /// `delivered` or `given_up`; null while it waits.
    pub outcome: Option<String>,
    /// When it ended.
    pub ended_ms: Option<i64>,
}

/// What was sent, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NotificationsListData {
    /// The newest 100; each is kept for 30 days.
    pub list: Vec<NotificationLine>,
    /// There is a webhook.
    pub on: bool,
    /// Since when messages wait for longer than five minutes; null while none does.
    pub undelivered_since_ms: Option<i64>,
}

ask! {
    /// Sends a message that says nothing but that messages arrive.
    NotificationsTestBody(write) {}
}
