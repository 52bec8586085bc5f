//! What was sent, as the desk of alerts shows it.

use super::outbox::{self, Written};
use crate::wire::notifications::{NotificationLine, NotificationsListData};
use api::app::App;
use api::error::Failure;
use domain::finding::Finding;

/// Lines that are shown.
const SHOWN_MAX: i64 = 100;

/// What was sent, newest first.
///
/// # Errors
/// A fault of the database.
pub async fn list(app: &App) -> Result<NotificationsListData, Failure> {
    let pool = app.ledger().pool();
    let undelivered = outbox::undelivered(pool, app.now()).await?;
    let on = app.notifier().is_on();
    Ok(NotificationsListData {
        list: outbox::newest(pool, SHOWN_MAX).await?.into_iter().map(line).collect(),
        on,
        undelivered_since_ms: undelivered.filter(|_| on).map(|undelivered| undelivered.since.0),
    })
}

fn line(written: Written) -> NotificationLine {
    NotificationLine {
        notification: written.id.to_string(),
        code: written.code,
        severity: written.severity,
        state: written.state,
        count: written.count,
        at_ms: written.written_at.0,
        attempts: written.attempts.into(),
        problem: written.problem,
        outcome: written.outcome,
        ended_ms: written.ended_at.map(|at| at.0),
    }
}

/// There is a webhook.
///
/// # Errors
/// The finding `notify_off`.
pub fn demand(app: &App) -> Result<(), Failure> {
    match app.notifier().is_on() {
        true => Ok(()),
        false => Err(Finding::new("notify_off", "no webhook is set: LEDGER_NOTIFY_URL").into()),
    }
}
