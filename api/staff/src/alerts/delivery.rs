//! Notifications that the house's webhook does not take (api §7.30). Whoever relies on them alone has to know.

use super::Found;
use crate::notify::outbox;
use crate::wire::facts::{FactUnit, Measured};
use api::app::App;
use ledger::Fault;

/// The kind of this alert.
pub const UNDELIVERED: &str = "notifications_undelivered";

/// Nothing where there is no webhook: then nothing waits to be sent.
pub(super) async fn late(app: &App) -> Result<Option<Found>, Fault> {
    if !app.notifier().is_on() {
        return Ok(None);
    }
    let undelivered = outbox::undelivered(app.ledger().pool(), app.now()).await?;
    Ok(undelivered.map(|undelivered| Found {
        kind: UNDELIVERED,
        is_high: false,
        subject: "webhook".to_owned(),
        value: Measured::new(FactUnit::Number, undelivered.messages),
        bound: Measured::word("delivered_within_minutes", "delivered within minutes"),
        since: Some(undelivered.since),
    }))
}
